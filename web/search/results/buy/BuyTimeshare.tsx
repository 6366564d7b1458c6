import { Suspense, useState } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import type { buyPageLoaderQuery } from '#web/__generated__/buyPageLoaderQuery.graphql.ts';
import { CompareBar } from '#web/listings/compare/CompareBar.tsx';
import { SearchBox } from '#web/search/box/SearchBox.tsx';
import { SearchChips } from '../filters/SearchChips.tsx';
import { SortMenu, SortMenuSkeleton } from '../filters/SortMenu.tsx';
import styles from '../SearchPage.module.css';
import { useIsSlow } from '../useIsSlow.ts';
import { buyPageQuery } from './buyPageLoader.ts';
import { chosenConditions } from './chosenConditions.ts';
import { noConditions, salesIdentity, saleSortOf } from './saleAddress.ts';
import { SaleFilters } from './SaleFilters.tsx';
import { SaleResults } from './SaleResults.tsx';
import { useAskedSales } from './useAskedSales.ts';
import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';

export function BuyTimeshare({ reference }: { reference: PreloadedQuery<buyPageLoaderQuery> }) {
  const { search, asked, isLoading, change, notePlace } = useAskedSales();
  const data = { document: buyPageQuery, reference };
  const isSlow = useIsSlow(isLoading);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  return (
    <>
      <div className={`content page-space ${styles.page}`}>
        <h1>{search.query === '' ? 'All Resorts' : 'Search Results'}</h1>
        <p className={`margin-top-2 soft text-18 breaks ${styles.introduction}`}>
          {search.query === ''
            ? 'Weeks and points for sale by their owners, with what the first year costs.'
            : `For sale: “${search.query}”`}
        </p>
        <div className={`cluster gap-3 margin-top-5 ${styles.controls}`}>
          <SearchBox defaultValue={asked.query} onSearch={(query) => change({ query })} />
          <Suspense fallback={<SortMenuSkeleton />}>
            <SortMenu data={data} {...saleSortOf(asked)} onChange={(sort) => change({ sort })} />
          </Suspense>
        </div>
        <Suspense fallback={null}>
          <SearchChips
            data={data}
            isOtherText={asked.query !== search.query}
            sort={saleSortOf(asked)}
            chosen={chosenConditions(asked)}
            cleared={noConditions}
            onChange={change}
          />
        </Suspense>
        {/* While results load, the filters keep their counts and the focus. */}
        <div className={`stack gap-7 ${styles.layout}`}>
          <Suspense fallback={<div />}>
            <SaleFilters
              reference={reference}
              search={asked}
              onChange={change}
              isDrawerOpen={isDrawerOpen}
              onOpen={() => setIsDrawerOpen(true)}
              onClose={() => setIsDrawerOpen(false)}
            />
          </Suspense>
          <div className="shrink relative">
            {isSlow && <SaleSkeleton />}
            <div
              hidden={isSlow}
              aria-busy={isLoading}
              className={isLoading ? styles.leaving : undefined}
            >
              <Suspense key={salesIdentity(search)} fallback={<SaleSkeleton />}>
                <SaleResults
                  reference={reference}
                  search={search}
                  onChange={change}
                  onPlace={notePlace}
                />
              </Suspense>
            </div>
          </div>
        </div>
      </div>
      <CompareBar kind="sale" />
    </>
  );
}

function SaleSkeleton() {
  return (
    <div>
      <p className="medium margin-bottom-4" role="status">
        Loading results…
      </p>
      <ResortGrid isPlaceholder>
        {Array.from({ length: 6 }, (_, index) => (
          <ResortCardSkeleton key={index} />
        ))}
      </ResortGrid>
    </div>
  );
}
