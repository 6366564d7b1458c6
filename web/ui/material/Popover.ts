import MuiPopover from '@mui/material/Popover';
import { themed } from './Material.tsx';

export const Popover = themed(MuiPopover);
