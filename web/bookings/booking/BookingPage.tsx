import { Suspense } from 'react';
import { useLoaderData, useParams } from 'react-router-dom';
import type { bookingPageLoaderQuery } from '#web/__generated__/bookingPageLoaderQuery.graphql.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { ButtonLink } from '#web/ui/basics/ButtonLink.tsx';
import { EmptyState } from '#web/ui/panels/EmptyState.tsx';
import { bookingPageQuery, type BookingPageData } from './bookingPageLoader.ts';
import { BookingScreen } from './BookingScreen.tsx';
import { BookingSkeleton } from './BookingSkeleton.tsx';

export { loadBookingPage as loadPage } from './bookingPageLoader.ts';

export function Page() {
  const data = useLoaderData<BookingPageData>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<BookingSkeleton />}>
      <LoadedBooking {...data} />
    </Suspense>
  );
}

function LoadedBooking({ reference }: BookingPageData) {
  const { site, booking } = useOwnedPreloadedQuery<bookingPageLoaderQuery>(
    bookingPageQuery,
    reference,
  );
  if (!booking) {
    return (
      <>
        <PageMeta title={`Booking not found | ${site.title}`} status={404} />
        <EmptyState
          headingLevel="h1"
          title="Booking not found"
          action={
            <ButtonLink to="/bookings" variant="contained">
              My Bookings
            </ButtonLink>
          }
        >
          <p>There is no such booking of yours or of your weeks.</p>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <PageMeta title={`Booking at ${booking.resort.name} | ${site.title}`} />
      <BookingScreen booking={booking} siteTitle={site.title} />
    </>
  );
}
