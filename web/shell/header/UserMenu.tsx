import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense, useState } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { UserMenu_viewer$key } from '#web/__generated__/UserMenu_viewer.graphql.ts';
import { Icon } from '#web/ui/basics/Icon.tsx';
import styles from './UserMenu.module.css';

const loadUserMenuList = () => import('./UserMenuList.tsx');
const UserMenuList = lazy(loadUserMenuList);

export function UserMenu({ viewer }: { viewer: UserMenu_viewer$key }) {
  const data = useFragment<UserMenu_viewer$key>(
    graphql`
      fragment UserMenu_viewer on User {
        firstName
        ...UserMenuList_viewer
      }
    `,
    viewer,
  );
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  return (
    <div className={styles.menu}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon name="user" size={20} />}
        endIcon={<Icon name="arrowDown" size={18} />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadUserMenuList()}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setIsOpen(true);
        }}
      >
        <span className={`clip ellipsis ${styles.name}`}>{data.firstName}</span>
      </Button>
      {anchor && (
        <Suspense fallback={null}>
          <UserMenuList
            viewer={data}
            anchor={anchor}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
