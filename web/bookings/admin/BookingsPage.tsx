import { graphql } from 'react-relay/hooks';
import { Link } from 'react-router-dom';
import type { BookingsPageQuery } from '#web/__generated__/BookingsPageQuery.graphql.ts';
import { plural } from '#common/numbers.ts';
import { definePage, type PageProps } from '#web/page/definePage.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { formatDays } from '#web/ui/words/dates.ts';
import { EmailText } from '#web/ui/words/EmailText.tsx';
import { AdminSkeleton } from '#web/admin/frame/AdminFrame.tsx';
import { Age } from '#web/admin/Age.tsx';
import { Day, Lines, Soft, Sum } from '#web/admin/table/Lines.tsx';
import { askedOf, meaningOf, type ListColumn } from '#web/admin/table/List.tsx';
import { byTime } from '#web/admin/table/Pager.tsx';
import { ListScreen, type ListScreenDefinition } from '#web/admin/table/resource.tsx';
import type { RowOf } from '#web/admin/table/RowDialogs.tsx';
import { BookingBadge } from '../BookingBadge.tsx';
import { bookingNumber } from '../bookingNumber.ts';

type BookingRow = RowOf<BookingsPageQuery, 'bookings'>;

type DisputeRow = RowOf<BookingsPageQuery, 'disputes'>;

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'waiting', label: 'Waiting for the team' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'held', label: 'In checkout', is: 'HELD' },
  { value: 'pending', label: 'Requested', is: 'PENDING' },
  { value: 'confirmed', label: 'Confirmed', is: 'CONFIRMED' },
  { value: 'certified', label: 'Certificate issued', is: 'CERTIFIED' },
  { value: 'checked_in', label: 'Checked in', is: 'CHECKED_IN' },
  { value: 'completed', label: 'Completed', is: 'COMPLETED' },
  { value: 'disputed', label: 'Disputed', is: 'DISPUTED' },
  { value: 'resolved', label: 'Resolved', is: 'RESOLVED' },
  { value: 'declined', label: 'Declined', is: 'DECLINED' },
  { value: 'expired', label: 'Expired', is: 'EXPIRED' },
  { value: 'cancelled', label: 'Cancelled', is: 'CANCELLED' },
] as const;

const bookingsPageQuery = graphql`
  query BookingsPageQuery(
    $search: String
    $status: BookingStatus
    $awaitsTeam: Boolean
    $isDesk: Boolean!
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    ...AppShell_query
    bookings(
      search: $search
      status: $status
      awaitsTeam: $awaitsTeam
      first: $first
      after: $after
      last: $last
      before: $before
    ) @skip(if: $isDesk) {
      edges {
        node {
          ...BookingsPage_row @relay(mask: false)
        }
      }
      pageInfo {
        ...Pager_pageInfo @relay(mask: false)
      }
    }
    # Reported problems and damages, with both sides; what is open comes first.
    disputes(search: $search, first: $first, after: $after, last: $last, before: $before)
      @include(if: $isDesk) {
      edges {
        node {
          ...BookingsPage_row @relay(mask: false)
          disputedAt
          disputeStage
          claim {
            status
            claimedAt
          }
          owner {
            databaseId
            firstName
            lastName
          }
          listing {
            databaseId
            title
          }
        }
      }
      pageInfo {
        ...Pager_pageInfo @relay(mask: false)
      }
    }
  }
`;

void graphql`
  fragment BookingsPage_row on Booking {
    databaseId
    status
    checkIn
    checkOut
    guests
    totalPrice {
      formatted
    }
    createdAt
    guest {
      firstName
      lastName
      email
    }
    resort {
      name
      databaseId
    }
    ...BookingBadge_booking
  }
`;

const shared: readonly ListColumn<BookingRow, never, unknown>[] = [
  {
    header: 'Guest',
    cell: (booking) => (
      <Lines>
        <Link to={`/bookings/${booking.databaseId}`}>{guestName(booking)}</Link>
        <Soft>
          <EmailText email={booking.guest?.email ?? ''} />
        </Soft>
        <Soft>Booking {bookingNumber(booking.databaseId)}</Soft>
      </Lines>
    ),
  },
  {
    header: 'Resort',
    cell: ({ resort }) => <Link to={`/resort/${resort.databaseId}`}>{resort.name}</Link>,
  },
  {
    header: 'Stay',
    cell: ({ checkIn, checkOut, guests }) => (
      <Lines>
        {formatDays(checkIn, checkOut)}
        <Soft>{plural(guests, 'guest')}</Soft>
      </Lines>
    ),
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ totalPrice }) => <Sum>{totalPrice.formatted}</Sum>,
  },
  { header: 'Status', cell: (booking) => <BookingBadge booking={booking} /> },
];

const desks = [
  ['holds', 'Unpaid Holds'],
  ['payouts', 'Payouts on Hold'],
  ['chargebacks', 'Chargebacks'],
  ['refunds', 'Refunds to Settle'],
  ['remittances', 'Taxes and Providers'],
] as const;

const list = {
  name: 'Bookings',
  query: bookingsPageQuery,
  subtitle: 'Every stay: who comes, where, when, and for how much.',
  actions: () =>
    desks.map(([path, label]) => (
      <ButtonLink key={path} to={`/admin/bookings/${path}`} variant="quiet">
        {label}
      </ButtonLink>
    )),
  noun: 'booking',
  keyOf: ({ databaseId }: BookingRow) => databaseId,
  search: 'Search by guest, owner, resort or number',
  filters: [{ name: 'filter', label: 'Status', choices: statuses }],
  none: 'There is none with these names, this number or this status.',
};

const bookings: ListScreenDefinition<BookingsPageQuery, BookingRow> = {
  ...list,
  found: ({ bookings }) => bookings,
  pages: byTime,
  columns: [...shared, { header: 'Booked', cell: ({ createdAt }) => <Day instant={createdAt} /> }],
};

const stages = {
  HEARING: 'Both sides are heard',
  TO_DECIDE: 'Decide',
  DECIDED: 'Both sides answer',
  APPEALED: 'The other side answers',
  APPEAL_TO_DECIDE: 'Decide on the appeal',
};

const claims = {
  CLAIMED: 'Damage: the traveler answers',
  CONTESTED: 'Damage: contested',
  OWED: 'Damage: owed',
  DISMISSED: 'Damage: nothing owed',
  PAID: 'Damage: paid',
  TAKEN_BACK: 'Damage: payment taken back',
};

const disputes: ListScreenDefinition<BookingsPageQuery, DisputeRow> = {
  ...list,
  found: ({ disputes }) => disputes,
  columns: [
    ...shared,
    {
      header: 'Owner',
      cell: ({ owner, listing }) => (
        <Lines>
          {owner ? (
            <Link to={`/admin/users?q=${owner.databaseId}`}>
              {owner.firstName} {owner.lastName}
            </Link>
          ) : (
            'A provider'
          )}
          {listing && (
            <Link className="quiet regular breaks" to={`/admin/listings/${listing.databaseId}`}>
              {listing.title}
            </Link>
          )}
        </Lines>
      ),
    },
    {
      header: 'Next',
      cell: ({ disputeStage, claim }) => (
        <Lines>
          {disputeStage && stages[disputeStage as keyof typeof stages]}
          {claim && <Soft>{claims[claim.status as keyof typeof claims]}</Soft>}
        </Lines>
      ),
    },
    {
      header: 'Since',
      cell: ({ disputedAt, claim }) => <Age instant={claim?.claimedAt ?? disputedAt ?? ''} />,
    },
  ],
};

export const page = definePage<BookingsPageQuery>({
  path: '/admin/bookings',
  access: 'admin',
  query: bookingsPageQuery,
  variables: (address) => {
    const { search, filters, page } = askedOf(bookings, address);
    const filter = filters['filter'];
    return {
      search,
      status: meaningOf(statuses, filter),
      awaitsTeam: filter === 'waiting',
      isDesk: filter === 'disputes',
      ...page,
    };
  },
  meta: { title: 'Bookings' },
  skeleton: <AdminSkeleton title="Bookings" />,
  component: BookingsScreen,
});

function BookingsScreen(props: PageProps<BookingsPageQuery>) {
  return props.data.disputes ? (
    <ListScreen<BookingsPageQuery, DisputeRow> {...props} definition={disputes} />
  ) : (
    <ListScreen<BookingsPageQuery, BookingRow> {...props} definition={bookings} />
  );
}

const guestName = ({ guest }: BookingRow): string =>
  guest ? `${guest.firstName} ${guest.lastName}` : 'A former member';
