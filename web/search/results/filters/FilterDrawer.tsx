import { Button } from '#web/ui/basics/Button.tsx';
import { Drawer } from '#web/ui/material/Drawer.ts';
import { IconButton } from '#web/ui/basics/IconButton.tsx';
import type { ReactNode } from 'react';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from '#web/search/fields/Fields.module.css';

interface FilterDrawerProps {
  found: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export default function FilterDrawer({ found, onClose, children }: FilterDrawerProps) {
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: {
          className: `flex column ${styles.drawer}`,
          'aria-label': 'Filters',
          role: 'dialog',
        },
      }}
    >
      <div className={`row between rigid line-below ${styles.drawerTop}`}>
        <h2 className="text-24">Filters</h2>
        <IconButton aria-label="Close filters" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className={`grow scroll-y padding-5 ${styles.drawerFields}`}>{children}</div>
      <div className={`rigid line-above on-white ${styles.drawerFoot}`} aria-live="polite">
        <Button variant="main" size="large" fullWidth onClick={onClose}>
          <span>Show {found}</span>
        </Button>
      </div>
    </Drawer>
  );
}
