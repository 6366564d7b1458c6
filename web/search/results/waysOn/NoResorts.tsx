import { EmptyState, type EmptyStateProps } from '#web/ui/panels/EmptyState.tsx';
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
  link: EmptyStateProps['link'] | undefined;
}

function NothingFound({ search, title, texts, link }: NothingFoundProps) {
  const isSearch = isNarrowed(search);
  return (
    <div className={isSearch ? styles.nothing : undefined}>
      <EmptyState title={title} link={link} text={texts[isSearch ? 0 : 1]} />
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
    link={{ to: '/search', label: 'Clear Search' }}
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
    link={
      isNarrowed(search)
        ? { to: searchPath({ view: 'weeks' }), label: 'Show All Weeks' }
        : undefined
    }
  />
);
