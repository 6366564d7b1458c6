import MuiMenu from '@mui/material/Menu';
import { themed } from './Material.tsx';

export const Menu = themed(MuiMenu);
