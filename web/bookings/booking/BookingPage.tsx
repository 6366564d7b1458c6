import { graphql } from 'react-relay/hooks';
import type { BookingPageQuery } from '#web/__generated__/BookingPageQuery.graphql.ts';
import { definePage, type MemberPageProps } from '#web/page/definePage.tsx';
import { NotFound } from '#web/page/NotFound.tsx';
import { BookingScreen } from './BookingScreen.tsx';
import { DetailSkeleton } from '#web/ui/layout/DetailSkeleton.tsx';

export const page = definePage<BookingPageQuery>({
  path: '/bookings/:id',
  access: 'signedIn',
  query: graphql`
    query BookingPageQuery($id: ID!) {
      ...AppShell_query
      viewer {
        id
      }
      site {
        ...RestPanel_site
        ...ClaimPanel_site
      }
      booking(id: $id) {
        resort {
          name
        }
        ...BookingScreen_booking
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  meta: ({ booking }) => booking && { title: `Booking at ${booking.resort.name}` },
  skeleton: (
    <DetailSkeleton
      columns={[
        ['220px', '360px'],
        ['280px', '160px'],
      ]}
    />
  ),
  component: Booking,
});

function Booking({ data: { booking, site } }: MemberPageProps<BookingPageQuery>) {
  if (booking) return <BookingScreen booking={booking} site={site} />;
  return (
    <NotFound
      title="Booking not found"
      link={{ to: '/bookings', label: 'My Bookings' }}
      text="There is no such booking of yours or of your weeks."
    />
  );
}
