import { graphql, useFragment } from 'react-relay/hooks';
import type { UserMenuList_viewer$key } from '#web/__generated__/UserMenuList_viewer.graphql.ts';
import { memberLinks } from './memberLinks.ts';
import ListSubheader from '@mui/material/ListSubheader';
import { Menu } from '#web/ui/material/Menu.ts';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from 'react-router-dom';
import { useSignOut } from './useSignOut.ts';

interface UserMenuListProps {
  viewer: UserMenuList_viewer$key;
  anchor: HTMLElement;
  isOpen: boolean;
  onClose: () => void;
}

export default function UserMenuList({ viewer, anchor, isOpen, onClose }: UserMenuListProps) {
  const { firstName, lastName, role } = useFragment<UserMenuList_viewer$key>(
    graphql`
      fragment UserMenuList_viewer on User {
        firstName
        lastName
        role
      }
    `,
    viewer,
  );
  const navigate = useNavigate();
  const signOut = useSignOut();
  const goTo = (path: string) => {
    onClose();
    void navigate(path);
  };

  return (
    <Menu
      anchorEl={anchor}
      open={isOpen}
      onClose={onClose}
      disablePortal
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': 'Account' } }}
    >
      <ListSubheader
        role="presentation"
        sx={{ paddingInline: '20px', color: 'text.primary', fontWeight: 700 }}
      >
        {firstName} {lastName}
      </ListSubheader>
      {memberLinks(role).map(({ label, to }) => (
        <MenuItem key={label} onClick={() => goTo(to)}>
          {label}
        </MenuItem>
      ))}
      <MenuItem onClick={() => void signOut()}>Sign Out</MenuItem>
    </Menu>
  );
}
