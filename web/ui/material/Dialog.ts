import MuiDialog from '@mui/material/Dialog';
import { themed } from './Material.tsx';

export const Dialog = themed(MuiDialog);
