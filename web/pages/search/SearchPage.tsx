import { Suspense, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { EmptyPageSkeleton } from '../../shell/EmptyPageSkeleton.tsx';
import { ActiveFilters } from './ActiveFilters.tsx';
import { ListFilters, MapFilters } from './FilterPanel.tsx';
import { MapSkeleton } from './MapSkeleton.tsx';
import { SearchControls } from './SearchControls.tsx';
import styles from './SearchPage.module.css';
import type { SearchPageData } from './searchPageLoader.ts';
import { SearchPageSkeleton } from './SearchPageSkeleton.tsx';
import { SearchResults } from './SearchResults.tsx';
import { SearchToolbar } from './SearchToolbar.tsx';
import { searchIdentity } from './searchUrl.ts';
import { useAskedSearch } from './useAskedSearch.ts';
import { useIsSlow } from './useIsSlow.ts';

export { loadSearchPage as loadPage } from './searchPageLoader.ts';

const introductions: Record<string, string> = {
  rent: 'Weeks to rent, straight from the people who own them.',
  buy: 'Get to know a resort before you buy a week there.',
};

export function Page() {
  const data = useLoaderData<SearchPageData>();
  if (data.mode === 'sell') {
    const { SellTimeshare } = data;
    return (
      <Suspense fallback={<EmptyPageSkeleton />}>
        <SellTimeshare reference={data.reference} />
      </Suspense>
    );
  }
  return <Search data={data} />;
}

interface SearchProps {
  data: Exclude<SearchPageData, { mode: 'sell' }>;
}

function Search({ data }: SearchProps) {
  const { search, asked, isLoading, change, notePlace } = useAskedSearch();
  const isSlow = useIsSlow(isLoading);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const heading = search.query === '' ? 'All Resorts' : 'Search Results';
  const introduction =
    introductions[search.type] ?? 'Every resort with weeks from our community, in one place.';
  const panel = {
    search: asked,
    onChange: change,
    isDrawerOpen,
    onClose: () => setIsDrawerOpen(false),
  };

  return (
    <div className={`content ${styles.page}`}>
      <h1>{heading}</h1>
      <p className={styles.introduction}>
        {search.query === '' ? introduction : <>For “{search.query}”</>}
      </p>
      <SearchControls search={asked} onChange={change} />
      <ActiveFilters search={asked} onChange={change} />
      {/* While results load, the filters keep their counts and the focus. */}
      <div className={styles.layout}>
        <Suspense fallback={<div />}>
          {data.mode === 'list' ? (
            <ListFilters reference={data.reference} {...panel} />
          ) : (
            <MapFilters reference={data.reference} {...panel} />
          )}
        </Suspense>
        <div className={styles.answer}>
          <SearchToolbar search={asked} onOpenFilters={() => setIsDrawerOpen(true)} />
          {isSlow && (asked.view === 'list' ? <SearchPageSkeleton /> : <MapSkeleton />)}
          <div
            hidden={isSlow}
            aria-busy={isLoading}
            className={isLoading ? styles.leaving : undefined}
          >
            {data.mode === 'list' ? (
              <Suspense key={searchIdentity(search)} fallback={<SearchPageSkeleton />}>
                <SearchResults reference={data.reference} search={search} onPlace={notePlace} />
              </Suspense>
            ) : (
              <Suspense key={searchIdentity(search)} fallback={<MapSkeleton />}>
                <data.MapResults reference={data.reference} search={search} onPlace={notePlace} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
