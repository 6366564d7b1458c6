import { Button } from '#web/ui/basics/Button.tsx';
import { lazy, Suspense, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import type { listingsPageLoaderQuery } from '#web/__generated__/listingsPageLoaderQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { useSeen } from '#web/ui/dialogs/useSeen.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { AdminFrame } from '#web/admin/frame/AdminFrame.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminSkeleton.tsx';
import { DataTable } from '#web/admin/table/DataTable.tsx';
import { NoRows } from '#web/admin/table/NoRows.tsx';
import { Pager } from '#web/admin/table/Pager.tsx';
import { openerId } from '#web/admin/table/RowActions.tsx';
import { TableToolbar } from '#web/admin/table/TableToolbar.tsx';
import { useRefresh } from '#web/admin/useRefresh.ts';
import { useTable } from '#web/admin/table/useTable.ts';
import { listingColumns } from './listingColumns.tsx';
import styles from './ListingsPage.module.css';
import {
  listingFilters,
  listingsPageQuery,
  type ListingRow,
  type ListingsPageData,
} from './listingsPageLoader.ts';
import { allMoves, moveWords, type Move } from './listingWords.ts';

export { loadListingsPage as loadPage } from './listingsPageLoader.ts';

const MoveDialog = lazy(() => import('./MoveDialog.tsx'));

export function Page() {
  const data = useLoaderData<ListingsPageData>();
  return (
    <Suspense fallback={<AdminSkeleton title="Listings" />}>
      <Listings {...data} />
    </Suspense>
  );
}

const filters = [
  {
    name: 'status',
    label: 'Verification',
    choices: [
      { value: '', label: 'Any' },
      { value: 'review', label: 'In review' },
      { value: 'asked', label: 'Waiting for the owner' },
      { value: 'verified', label: 'Verified' },
      { value: 'rejected', label: 'Rejected' },
      { value: 'expired', label: 'Proof expired' },
      { value: 'withdrawn', label: 'Withdrawn' },
    ],
  },
  {
    name: 'offer',
    label: 'On offer',
    choices: [
      { value: '', label: 'Any' },
      { value: 'on', label: 'On offer' },
      { value: 'off', label: 'Not on offer' },
      { value: 'over', label: 'Over' },
    ],
  },
  {
    name: 'source',
    label: 'From',
    choices: [
      { value: '', label: 'Everybody' },
      { value: 'member', label: 'Members' },
      { value: 'provider', label: 'Providers' },
    ],
  },
  {
    name: 'sale',
    label: 'For sale',
    choices: [
      { value: '', label: 'Any' },
      { value: 'yes', label: 'For sale' },
      { value: 'no', label: 'Only for rent' },
    ],
  },
] as const;

function Listings({ reference }: ListingsPageData) {
  const { site, managedListings: listings } = useOwnedPreloadedQuery<listingsPageLoaderQuery>(
    listingsPageQuery,
    reference,
  );
  const { address, isStale, change } = useTable(listingFilters);
  const refresh = useRefresh(listingsPageQuery, reference);
  const rows = (listings?.edges ?? []).map(({ node }) => node);
  const selection = useSelection(rows);
  const { value = 0, isCapped = false } = listings?.totalCount ?? {};
  return (
    <AdminFrame
      title="Listings"
      subtitle="Every listing of members and providers, whether others see it or not."
    >
      <PageMeta title={`Listings | ${site.title}`} canonicalPath="/admin/listings" />
      <TableToolbar
        searchLabel="Search by title, resort, owner or id"
        address={address}
        onSearch={(search) => change({ search })}
        filters={filters.map(({ name, label, choices }) => ({
          label,
          choices,
          value: address.filters[name] ?? '',
          onChange: (chosen: string) => change({ filters: { [name]: chosen } }),
        }))}
        count={isCapped ? `More than ${plural(value, 'listing')}` : plural(value, 'listing')}
      />
      <BulkBar {...selection} refresh={refresh} />
      {rows.length === 0 ? (
        <NoRows
          name="Listings"
          path="/admin/listings"
          total={value}
          hint="There is none with these words and conditions."
        />
      ) : (
        <DataTable<ListingRow>
          label="Listings"
          columns={listingColumns(selection)}
          rows={rows}
          keyOf={({ databaseId }) => databaseId}
          sort={address.sort}
          onSort={(sort) => change({ sort })}
          isStale={isStale}
        />
      )}
      {listings && (
        <Pager
          pageInfo={listings.pageInfo}
          labels={{ previous: 'Previous Page', next: 'Next Page' }}
        />
      )}
    </AdminFrame>
  );
}

/** The chosen rows of this page; only rows that can be moved can be chosen. */
function useSelection(rows: readonly ListingRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const movable = rows.filter(({ moves }) => moves.length > 0);
  return {
    movable,
    chosen: movable.filter(({ databaseId }) => ids.has(databaseId)),
    isChosen: (id: string) => ids.has(id),
    choose: (id: string, isChosen: boolean) =>
      setIds((before) => new Set(isChosen ? [...before, id] : [...before].filter((o) => o !== id))),
    chooseAll: (isChosen: boolean) =>
      setIds(new Set(isChosen ? movable.map(({ databaseId }) => databaseId) : [])),
  };
}

interface BulkBarProps {
  movable: readonly ListingRow[];
  chosen: readonly ListingRow[];
  chooseAll: (isChosen: boolean) => void;
  refresh: () => Promise<void>;
}

/** The actions for the chosen rows. */
function BulkBar({ movable, chosen, chooseAll, refresh }: BulkBarProps) {
  const [asked, setAsked] = useState<Move>();
  const seen = useSeen(asked);
  const areAllChosen = movable.length > 0 && chosen.length === movable.length;
  return (
    <>
      {movable.length > 0 && (
        <div className={styles.bulk} role="group" aria-label="With the chosen listings">
          <label className={styles.all}>
            <input
              type="checkbox"
              checked={areAllChosen}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && !areAllChosen;
              }}
              onChange={(event) => chooseAll(event.target.checked)}
            />
            Choose all on this page
          </label>
          <span role="status" className={styles.chosen}>
            {chosen.length > 0 && `${chosen.length} chosen`}
          </span>
          {allMoves.map((move) => {
            const count = chosen.filter(({ moves }) => moves.includes(move)).length;
            return (
              <Button
                key={move}
                id={openerId(move)}
                size="small"
                variant="outlined"
                color={moveWords[move].isHarsh ? 'error' : 'inherit'}
                aria-haspopup="dialog"
                disabled={count === 0}
                onClick={() => setAsked(move)}
              >
                {moveWords[move].label}
                {count > 0 && ` ${count}`}
              </Button>
            );
          })}
        </div>
      )}
      {/* Outside the bar: the result of moving the last listing stays when the page is empty. */}
      <Suspense fallback={null}>
        {allMoves.map(
          (move) =>
            seen.includes(move) && (
              <MoveDialog
                key={move}
                move={move}
                listings={chosen}
                isOpen={asked === move}
                onClose={() => setAsked(undefined)}
                focusAfter={() => document.getElementById(openerId(move))}
                refresh={refresh}
              />
            ),
        )}
      </Suspense>
    </>
  );
}
