import MuiMenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Menu } from '../material/Menu.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface MenuButtonProps {
  label: string;
  /** Subject of the actions, for screen readers. */
  about: string;
  actions: readonly { label: string; isDangerous?: boolean; run: () => void }[];
}

export function MenuButton({ label, about, actions }: MenuButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        endIcon={<Icon name="arrowDown" size={18} />}
        aria-label={`${label}: ${about}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        disablePortal
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': about } }}
      >
        {actions.map((action) => (
          <MuiMenuItem
            key={action.label}
            sx={action.isDangerous ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              action.run();
            }}
          >
            {action.label}
          </MuiMenuItem>
        ))}
      </Menu>
    </>
  );
}
