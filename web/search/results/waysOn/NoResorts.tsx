import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { isNarrowed } from '#web/search/address/searchVariables.ts';
import styles from './WaysOn.module.css';
import { WaysOnLater } from './WaysOnLater.tsx';

export function NoResorts({ search }: { search: SearchState }) {
  const isSearch = isNarrowed(search);
  return (
    <div className={isSearch ? styles.nothing : undefined}>
      <EmptyState
        title="No resorts found"
        action={
          <ButtonLink to="/search" variant="contained">
            Clear Search
          </ButtonLink>
        }
      >
        <p>
          {isSearch
            ? "We couldn't find any resorts matching the query. Try adjusting your search terms"
            : 'No resorts are available at the moment'}
        </p>
      </EmptyState>
      {isSearch && <WaysOnLater search={search} />}
    </div>
  );
}
