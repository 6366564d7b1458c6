import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import type { SearchState } from '#web/search/address/searchState.ts';
import { isNarrowed } from '#web/search/address/searchVariables.ts';
import { searchPath } from '#web/search/address/searchUrl.ts';
import styles from './WaysOn.module.css';
import { WaysOnLater } from './WaysOnLater.tsx';

interface NothingFoundProps {
  search: SearchState;
  title: string;
  /** Texts of a search, and of a site without anything to find. */
  texts: readonly [search: string, otherwise: string];
  action: ReactNode;
}

function NothingFound({ search, title, texts, action }: NothingFoundProps) {
  const isSearch = isNarrowed(search);
  return (
    <div className={isSearch ? styles.nothing : undefined}>
      <EmptyState title={title} action={action}>
        <p>{texts[isSearch ? 0 : 1]}</p>
      </EmptyState>
      {isSearch && <WaysOnLater search={search} />}
    </div>
  );
}

export const NoResorts = ({ search }: { search: SearchState }) => (
  <NothingFound
    search={search}
    title="No resorts found"
    texts={[
      "We couldn't find any resorts matching the query. Try adjusting your search terms",
      'No resorts are available at the moment',
    ]}
    action={
      <ButtonLink to="/search" variant="contained">
        Clear Search
      </ButtonLink>
    }
  />
);

export const NoWeeks = ({ search }: { search: SearchState }) => (
  <NothingFound
    search={search}
    title="No weeks found"
    texts={[
      'No free week meets all your conditions. Try other dates, or remove a filter',
      'No weeks are on offer at the moment',
    ]}
    action={
      isNarrowed(search) && (
        <ButtonLink to={searchPath({ view: 'weeks' })} variant="contained">
          Show All Weeks
        </ButtonLink>
      )
    }
  />
);
