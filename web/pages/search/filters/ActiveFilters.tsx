import { useRef } from 'react';
import { Icon } from '../../../ui/basics/Icon.tsx';
import styles from './ActiveFilters.module.css';
import { chosenFilters } from '../address/chosenFilters.ts';
import { noFilters, type SearchState } from '../address/searchState.ts';
import type { ChangeSearch } from '../address/useAskedSearch.ts';

interface ActiveFiltersProps {
  search: SearchState;
  onChange: ChangeSearch;
}

/** The active filters, each with a button to remove it. */
export function ActiveFilters({ search, onChange }: ActiveFiltersProps) {
  const region = useRef<HTMLDivElement>(null);
  const chosen = chosenFilters(search);
  const take = (changes: Partial<SearchState>) => {
    // The focused chip is about to go.
    region.current?.focus();
    onChange(changes);
  };
  return (
    <div
      ref={region}
      tabIndex={-1}
      role="group"
      aria-label="Chosen filters"
      className={styles.region}
    >
      {chosen.length > 0 && (
        <ul className={styles.chips}>
          {chosen.map(({ key, label, without }) => (
            <li key={key}>
              <button type="button" className={styles.chip} onClick={() => take(without)}>
                <span className="visuallyHidden">Remove filter </span>
                {label}
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={styles.clear} onClick={() => take(noFilters)}>
              Clear all<span className="visuallyHidden"> filters</span>
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
