import MuiTextField from '@mui/material/TextField';
import { themed } from './Material.tsx';

export const TextField = themed(MuiTextField);
