import MuiDrawer from '@mui/material/Drawer';
import { themed } from './Material.tsx';

export const Drawer = themed(MuiDrawer);
