import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { graphql, useFragment } from 'react-relay/hooks';
import { useNavigate } from 'react-router-dom';
import type { UserMenuList_viewer$key } from '../__generated__/UserMenuList_viewer.graphql.ts';
import { useSignOut } from './useSignOut.ts';

interface UserMenuListProps {
  viewer: UserMenuList_viewer$key;
  anchor: HTMLElement;
  isOpen: boolean;
  onClose: () => void;
}

export default function UserMenuList({ viewer, anchor, isOpen, onClose }: UserMenuListProps) {
  const { firstName, lastName } = useFragment<UserMenuList_viewer$key>(
    graphql`
      fragment UserMenuList_viewer on User {
        firstName
        lastName
      }
    `,
    viewer,
  );
  const navigate = useNavigate();
  const signOut = useSignOut();

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
      <MenuItem
        onClick={() => {
          onClose();
          void navigate('/dashboard');
        }}
      >
        Dashboard
      </MenuItem>
      <MenuItem onClick={() => void signOut()}>Sign Out</MenuItem>
    </Menu>
  );
}
