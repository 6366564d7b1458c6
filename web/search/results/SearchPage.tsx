import { lazy, Suspense, useState } from 'react';
import { useLoaderData, Link } from 'react-router-dom';
import { useFavorites } from '#web/resorts/favorites/Favorites.tsx';
import type { Page } from '#web/page/definePage.tsx';
import { EmptyPageSkeleton } from '#web/page/EmptyPageSkeleton.tsx';
import { FilterPanel } from './filters/FilterPanel.tsx';
import { SearchChips } from './filters/SearchChips.tsx';
import { SearchControls } from './SearchControls.tsx';
import styles from './SearchPage.module.css';
import { loadSearchPage, type SearchData, type SearchPageData } from './searchPageLoader.ts';
import { SearchResults } from './SearchResults.tsx';
import { chosenFilters } from '../address/chosenFilters.ts';
import { noFilters, sortOf, pageSize, type SearchState } from '../address/searchState.ts';
import { searchIdentity, searchPath } from '../address/searchUrl.ts';
import { useHydrated } from '#web/ui/basics/useHydrated.ts';
import { formatStayDays } from '#web/ui/words/stayDays.ts';
import { useAskedSearch } from './address/useAskedSearch.ts';
import { useIsSlow } from './useIsSlow.ts';
import { Skeleton } from '#web/ui/layout/Skeleton.tsx';
import foundStyles from './found/Found.module.css';
import mapStyles from './map/MapResults.module.css';
import { ResortCardSkeleton } from '#web/resorts/ResortCardSkeleton.tsx';
import { ResortGrid } from '#web/resorts/ResortGrid.tsx';
import { Button } from '#web/ui/basics/Button.tsx';
import { Icon } from '#web/ui/basics/Icon.tsx';

export const page: Page = { path: '/search', load: loadSearchPage, Component: SearchPage };

const HeldWeeks = lazy(() => import('#web/bookings/holds/HeldWeeks.tsx'));

function SearchPage() {
  const data = useLoaderData<SearchPageData>();
  if (data.mode === 'sell') {
    const { SellTimeshare } = data;
    return (
      <Suspense fallback={<EmptyPageSkeleton />}>
        <SellTimeshare reference={data.reference} />
      </Suspense>
    );
  }
  if (data.mode === 'buy') return <data.BuyTimeshare reference={data.reference} />;
  return (
    <>
      <Search data={data} />
      {data.mode === 'weeks' && <data.CompareBar kind="week" />}
    </>
  );
}

function Search({ data }: { data: SearchData }) {
  const { search, asked, areDatesSwapped, isLoading, change, notePlace } = useAskedSearch();
  const isSlow = useIsSlow(isLoading);
  const isHydrated = useHydrated();
  const { isSignedIn } = useFavorites();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const everything = search.view === 'weeks' ? 'All Weeks' : 'All Resorts';
  const introduction =
    search.view === 'weeks'
      ? 'Every week that can be booked, with its price in all.'
      : search.type === 'rent'
        ? 'Weeks to rent, straight from the people who own them.'
        : 'Every resort with weeks from our community, in one place.';
  const shown = { search, onPlace: notePlace };

  return (
    <div className={`content page-space ${styles.page}`}>
      <h1>{search.query === '' ? everything : 'Search Results'}</h1>
      <p className={`margin-top-2 soft text-18 breaks ${styles.introduction}`}>
        {search.query === '' ? introduction : `For “${search.query}”`}
      </p>
      <SearchControls data={data} search={asked} onChange={change} />
      {areDatesSwapped && (
        <p className="margin-top-4 notice" role="status">
          {`We swapped your dates: ${formatStayDays(search.from, search.to)}.`}
        </p>
      )}
      <Suspense fallback={null}>
        <SearchChips
          data={data}
          isOtherText={asked.query !== search.query}
          sort={sortOf(asked)}
          chosen={chosenFilters(asked)}
          cleared={noFilters}
          onChange={change}
        />
      </Suspense>
      {isSignedIn && isHydrated && (
        <div className={styles.held}>
          <Suspense fallback={null}>
            <HeldWeeks />
          </Suspense>
        </div>
      )}
      {/* While results load, the filters keep their counts and the focus. */}
      <div className={`stack gap-7 ${styles.layout}`} data-view={asked.view}>
        <Suspense fallback={<div />}>
          <FilterPanel
            data={data}
            search={asked}
            onChange={change}
            FlexibleStay={data.FlexibleStay}
            isDrawerOpen={isDrawerOpen}
            onClose={() => setIsDrawerOpen(false)}
          />
        </Suspense>
        <div className="shrink relative">
          <SearchToolbar search={asked} onOpenFilters={() => setIsDrawerOpen(true)} />
          {isSlow && skeletons[asked.view]}
          <div
            hidden={isSlow}
            aria-busy={isLoading}
            className={isLoading ? styles.leaving : undefined}
          >
            <Suspense key={searchIdentity(search)} fallback={skeletons[data.mode]}>
              {data.mode === 'list' && <SearchResults reference={data.reference} {...shown} />}
              {data.mode === 'weeks' && <data.WeekResults reference={data.reference} {...shown} />}
              {data.mode === 'map' && <data.MapResults {...data} {...shown} />}
            </Suspense>
          </div>
        </div>
      </div>
    </div>
  );
}

const skeletons = {
  list: <SearchPageSkeleton />,
  weeks: <WeeksSkeleton />,
  map: <MapSkeleton />,
};

function WeeksSkeleton() {
  return (
    <div>
      <div className={foundStyles.found}>
        <p className="medium" role="status">
          Loading weeks…
        </p>
      </div>
      <div className={`stack gap-4 ${foundStyles.rows}`} aria-hidden="true">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height="var(--week-height)" radius="var(--radius-card)" />
        ))}
      </div>
    </div>
  );
}

function MapSkeleton() {
  return (
    <div className={`stack gap-5 at-top ${mapStyles.split}`}>
      <p className={mapStyles.found} role="status">
        Loading the map…
      </p>
      <div className={mapStyles.side}>
        <Skeleton height="100%" radius="var(--radius-panel)" />
      </div>
    </div>
  );
}

function SearchPageSkeleton() {
  return (
    <div>
      <div className={foundStyles.found}>
        <p className="medium" role="status">
          Loading results…
        </p>
      </div>
      <ResortGrid isPlaceholder>
        {Array.from({ length: 6 }, (_, index) => (
          <ResortCardSkeleton key={index} />
        ))}
      </ResortGrid>
    </div>
  );
}

interface SearchToolbarProps {
  search: SearchState;
  onOpenFilters: () => void;
}

const views = [
  { view: 'list', label: 'Resorts', icon: 'list' },
  { view: 'weeks', label: 'Weeks', icon: 'calendar' },
  { view: 'map', label: 'Map', icon: 'map' },
] as const;

function SearchToolbar({ search, onOpenFilters }: SearchToolbarProps) {
  const chosen = chosenFilters(search).length;
  return (
    <div className={`bar gap-3 margin-bottom-4 ${styles.toolbar}`}>
      <Button
        className={styles.filtersButton}
        variant="quiet"
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
