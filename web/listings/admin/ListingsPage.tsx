import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { ListingsPageQuery } from '#web/__generated__/ListingsPageQuery.graphql.ts';
import { Button } from '#web/ui/basics/Button.tsx';
import { StatusBadge } from '#web/ui/basics/StatusBadge.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { Day, Lines, Soft, Whole } from '#web/admin/table/Lines.tsx';
import { meaningOf } from '#web/admin/table/List.tsx';
import { byPage } from '#web/admin/table/Pager.tsx';
import { resource } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import type { BulkProps } from '#web/admin/table/Selection.tsx';
import { LeftBadge } from '../LeftBadge.tsx';
import { stayRule } from '../nightsWords.ts';
import { allMoves, moveWords, standingWords } from './listingWords.ts';
import { useMoveDialogs } from './useMoveDialogs.tsx';

type ListingRow = RowOf<ListingsPageQuery, 'managedListings'>;

const verifications = [
  { value: '', label: 'Any' },
  { value: 'review', label: 'In review', is: 'PENDING' },
  { value: 'asked', label: 'Waiting for the owner', is: 'MORE_INFORMATION' },
  { value: 'verified', label: 'Verified', is: 'VERIFIED' },
  { value: 'rejected', label: 'Rejected', is: 'REJECTED' },
  { value: 'expired', label: 'Proof expired', is: 'EXPIRED' },
  { value: 'withdrawn', label: 'Withdrawn' },
] as const;

const offers = [
  { value: '', label: 'Any' },
  { value: 'on', label: 'On offer', is: 'ON_OFFER' },
  { value: 'off', label: 'Not on offer', is: 'NOT_ON_OFFER' },
  { value: 'over', label: 'Over', is: 'OVER' },
] as const;

const sources = [
  { value: '', label: 'Everybody' },
  { value: 'member', label: 'Members', is: 'MEMBER' },
  { value: 'provider', label: 'Providers', is: 'PROVIDER' },
] as const;

const sales = [
  { value: '', label: 'Any' },
  { value: 'yes', label: 'For sale' },
  { value: 'no', label: 'Only for rent' },
] as const;

export const page = resource<ListingsPageQuery, ListingRow>({
  path: '/admin/listings',
  name: 'Listings',
  noun: 'listing',
  subtitle: 'Every listing of members and providers, whether others see it or not.',
  query: graphql`
    query ListingsPageQuery(
      $filter: ManagedListingFilter
      $sort: ManagedListingSort!
      $first: Int
      $after: String
      $last: Int
      $before: String
    ) {
      ...AppShell_query
      managedListings(
        filter: $filter
        sort: $sort
        first: $first
        after: $after
        last: $last
        before: $before
      ) {
        totalCount {
          value
          isCapped
        }
        edges {
          node {
            databaseId
            title
            resortId
            resortName
            ownerName
            providerName
            status
            isForSale
            availableFrom
            availableTo
            nights
            freeNights
            minNights
            isWholeOnly
            pricePerNight {
              formatted
            }
            version
            moves
            createdAt
          }
        }
        pageInfo {
          ...Pager_pageInfo @relay(mask: false)
        }
      }
    }
  `,
  variables: ({ search, filters: { status, offer, source, sale }, order, page }) => ({
    filter: {
      search,
      verification: meaningOf(verifications, status),
      isActive: status === 'withdrawn' ? false : null,
      offer: meaningOf(offers, offer),
      source: meaningOf(sources, source),
      isForSale: sale === 'yes' ? true : sale === 'no' ? false : null,
    },
    sort: order ?? 'NEWEST',
    ...page,
  }),
  found: ({ managedListings }) => managedListings,
  keyOf: ({ databaseId }) => databaseId,
  search: 'Search by title, resort, owner or id',
  filters: [
    { name: 'status', label: 'Verification', choices: verifications },
    { name: 'offer', label: 'On offer', choices: offers },
    { name: 'source', label: 'From', choices: sources },
    { name: 'sale', label: 'For sale', choices: sales },
  ],
  pages: byPage,
  none: 'There is none with these words and conditions.',
  columns: [
    {
      header: 'Listing',
      cell: ({ databaseId, title, resortName }) => (
        <Lines isLong>
          <Link to={`/admin/listings/${databaseId}`}>{title}</Link>
          <Soft>{resortName}</Soft>
        </Lines>
      ),
    },
    {
      header: 'From',
      cell: ({ ownerName, providerName }) => (
        <Lines isLong>
          {ownerName ?? providerName}
          {providerName && <Soft>Provider</Soft>}
        </Lines>
      ),
    },
    {
      id: 'dates',
      orders: ['DATES', 'DATES_DESCENDING'],
      header: 'Dates',
      cell: ({ availableFrom, availableTo, ...listing }) => (
        <Lines isLong>
          <Whole>{formatDays(availableFrom, availableTo)}</Whole>
          <Soft>{stayRule(listing.minNights, listing.isWholeOnly)}</Soft>
        </Lines>
      ),
    },
    {
      id: 'price',
      orders: ['PRICE', 'PRICE_DESCENDING'],
      header: 'A Night',
      align: 'end',
      cell: ({ pricePerNight }) => pricePerNight.formatted,
    },
    {
      header: 'Status',
      cell: ({ status, isForSale, ...listing }) => (
        <span className="cluster gap-2">
          <StatusBadge status={standingWords[status]} />
          <LeftBadge {...listing} status={status} />
          {isForSale && <StatusBadge status={forSale} />}
        </span>
      ),
    },
    {
      id: 'listed',
      orders: ['OLDEST', 'NEWEST'],
      header: 'Listed',
      cell: ({ createdAt }) => <Day instant={createdAt} />,
    },
  ],
  bulk: {
    label: 'With the chosen listings',
    nameOf: ({ title }) => title,
    canBeChosen: ({ moves }) => moves.length > 0,
    Actions: MoveActions,
  },
});

const forSale = { tone: 'strong', label: 'For sale' } as const;

function MoveActions({ chosen, bar, refresh }: BulkProps<ListingRow>) {
  const { opener, dialogs } = useMoveDialogs(chosen, refresh);
  return (
    <>
      {bar(
        allMoves.map((move) => {
          const count = chosen.filter(({ moves }) => moves.includes(move)).length;
          return (
            <Button key={move} size="small" disabled={count === 0} {...opener(move)}>
              {moveWords[move].label}
              {count > 0 && ` ${count}`}
            </Button>
          );
        }),
      )}
      {/* Outside the bar: the result of moving the last listing stays when the page is empty. */}
      {dialogs}
    </>
  );
}
