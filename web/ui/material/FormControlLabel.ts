import MuiFormControlLabel from '@mui/material/FormControlLabel';
import { themed } from './Material.tsx';

export const FormControlLabel = themed(MuiFormControlLabel);
