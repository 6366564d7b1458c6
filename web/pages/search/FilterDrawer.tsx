import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { formatCount } from '../../components/numbers.ts';
import styles from './Filters.module.css';

interface FilterDrawerProps {
  total: { readonly value: number; readonly isCapped: boolean };
  onClose: () => void;
  children: ReactNode;
}

/** The filters on phones, the whole screen high. */
export default function FilterDrawer({ total, onClose, children }: FilterDrawerProps) {
  const count = formatCount(total.value) + (total.isCapped ? '+' : '');
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { className: styles.drawer, 'aria-label': 'Filters', role: 'dialog' } }}
    >
      <div className={styles.drawerTop}>
        <h2 className={styles.drawerTitle}>Filters</h2>
        <IconButton aria-label="Close filters" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className={styles.drawerFields}>{children}</div>
      <div className={styles.drawerFoot} aria-live="polite">
        <Button variant="contained" color="secondary" size="large" fullWidth onClick={onClose}>
          Show {count} {total.value === 1 && !total.isCapped ? 'result' : 'results'}
        </Button>
      </div>
    </Drawer>
  );
}
