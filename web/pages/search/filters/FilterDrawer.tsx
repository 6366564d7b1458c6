import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { graphql, useFragment } from 'react-relay/hooks';
import type { FilterDrawer_facets$key } from '../../../__generated__/FilterDrawer_facets.graphql.ts';
import { Icon } from '../../../ui/basics/Icon.tsx';
import styles from './Filters.module.css';
import { ResultCount } from '../found/ResultCount.tsx';

interface FilterDrawerProps {
  facets: FilterDrawer_facets$key;
  /** Whether weeks are shown, and not resorts. */
  isOfWeeks: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The filters on phones, as high as the screen. */
export default function FilterDrawer({ facets, isOfWeeks, onClose, children }: FilterDrawerProps) {
  const { totalCount } = useFragment<FilterDrawer_facets$key>(
    graphql`
      fragment FilterDrawer_facets on ResortFacets {
        totalCount {
          ...ResultCount_total
        }
      }
    `,
    facets,
  );
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
          <span>
            {isOfWeeks ? (
              <>
                Show weeks at <ResultCount total={totalCount} noun="resort" />
              </>
            ) : (
              <>
                Show <ResultCount total={totalCount} />
              </>
            )}
          </span>
        </Button>
      </div>
    </Drawer>
  );
}
