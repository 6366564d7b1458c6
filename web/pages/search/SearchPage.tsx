import { Suspense } from 'react';
import { useLoaderData, useLocation } from 'react-router-dom';
import { EmptyPageSkeleton } from '../../components/EmptyPageSkeleton.tsx';
import { SearchControls } from './SearchControls.tsx';
import styles from './SearchPage.module.css';
import type { SearchPageData } from './searchPageLoader.ts';
import { SearchPageSkeleton } from './SearchPageSkeleton.tsx';
import { SearchResults } from './SearchResults.tsx';
import { parseSearch } from './searchUrl.ts';
import { SellTimeshare } from './SellTimeshare.tsx';

export { loadSearchPage as loadPage } from './searchPageLoader.ts';

const introductions: Record<string, string> = {
  rent: 'Weeks to rent, straight from the people who own them.',
  buy: 'Get to know a resort before you buy a week there.',
};

export function Page() {
  const data = useLoaderData<SearchPageData>();
  const { search: searchText } = useLocation();
  if (data.mode === 'sell') {
    return (
      <Suspense fallback={<EmptyPageSkeleton />}>
        <SellTimeshare reference={data.reference} />
      </Suspense>
    );
  }

  const search = parseSearch(new URLSearchParams(searchText));
  const heading = search.query === '' ? 'All Resorts' : 'Search Results';
  const introduction =
    introductions[search.type] ?? 'Every resort with weeks from our community, in one place.';
  return (
    <div className={`content ${styles.page}`}>
      <h1>{heading}</h1>
      <p className={styles.introduction}>
        {search.query === '' ? introduction : <>For “{search.query}”</>}
      </p>
      <SearchControls search={search} />
      <Suspense key={searchText} fallback={<SearchPageSkeleton />}>
        <SearchResults reference={data.reference} search={search} />
      </Suspense>
    </div>
  );
}
