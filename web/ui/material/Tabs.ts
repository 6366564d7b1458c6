import MuiTabs from '@mui/material/Tabs';
import { themed } from './Material.tsx';

export const Tabs = themed(MuiTabs);
