import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { searchPath } from '#web/search/address/searchUrl.ts';
import { isNarrowed } from '#web/search/address/searchVariables.ts';
import styles from './WaysOn.module.css';
import { WaysOnLater } from './WaysOnLater.tsx';

export function NoWeeks({ search }: { search: SearchState }) {
  const isSearch = isNarrowed(search);
  return (
    <div className={isSearch ? styles.nothing : undefined}>
      <EmptyState
        title="No weeks found"
        action={
          isSearch && (
            <ButtonLink to={searchPath({ view: 'weeks' })} variant="contained">
              Show All Weeks
            </ButtonLink>
          )
        }
      >
        <p>
          {isSearch
            ? 'No free week meets all your conditions. Try other dates, or remove a filter'
            : 'No weeks are on offer at the moment'}
        </p>
      </EmptyState>
      {isSearch && <WaysOnLater search={search} />}
    </div>
  );
}
