import MuiSwitch from '@mui/material/Switch';
import { themed } from './Material.tsx';

export const Switch = themed(MuiSwitch);
