import { Button } from '#web/ui/basics/Button.tsx';
import { Link } from 'react-router-dom';
import { Icon } from '#web/ui/basics/Icon.tsx';
import { chosenFilters } from '../address/chosenFilters.ts';
import styles from './SearchPage.module.css';
import { pageSize, type SearchState } from '../address/searchState.ts';
import { searchPath } from '../address/searchUrl.ts';

interface SearchToolbarProps {
  search: SearchState;
  onOpenFilters: () => void;
}

const views = [
  { view: 'list', label: 'Resorts', icon: 'list' },
  { view: 'weeks', label: 'Weeks', icon: 'calendar' },
  { view: 'map', label: 'Map', icon: 'map' },
] as const;

export function SearchToolbar({ search, onOpenFilters }: SearchToolbarProps) {
  const chosen = chosenFilters(search).length;
  return (
    <div className={`bar gap-3 margin-bottom-4 ${styles.toolbar}`}>
      <Button
        className={styles.filtersButton}
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        startIcon={<Icon name="filter" size={20} />}
        onClick={onOpenFilters}
      >
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      <nav className={`cluster on-foam ${styles.views}`} aria-label="View">
        {views.map(({ view, label, icon }) => (
          <Link
            key={view}
            to={searchPath({ ...search, view, count: pageSize, area: null })}
            preventScrollReset
            aria-current={search.view === view ? 'true' : undefined}
          >
            <Icon name={icon} size={20} />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}
