import MuiLinearProgress from '@mui/material/LinearProgress';
import { themed } from './Material.tsx';

export const LinearProgress = themed(MuiLinearProgress);
