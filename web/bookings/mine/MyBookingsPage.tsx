import { Suspense } from 'react';
import { Navigate, useLoaderData, useSearchParams } from 'react-router-dom';
import type { myBookingsLoaderQuery } from '#web/__generated__/myBookingsLoaderQuery.graphql.ts';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { readBookingList } from '../list/bookingLists.ts';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { MyBookings } from './MyBookings.tsx';
import { myBookingsQuery, type MyBookingsData } from './myBookingsLoader.ts';

export { loadMyBookings as loadPage } from './myBookingsLoader.ts';

export function Page() {
  const data = useLoaderData<MyBookingsData>();
  return (
    <Suspense fallback={<BookingListSkeleton />}>
      <LoadedBookings {...data} />
    </Suspense>
  );
}

function LoadedBookings({ reference }: MyBookingsData) {
  const { site, viewer } = useOwnedPreloadedQuery<myBookingsLoaderQuery>(
    myBookingsQuery,
    reference,
  );
  const [params] = useSearchParams();
  const list = readBookingList(params, 'upcoming');
  return (
    <>
      <PageMeta title={`My Bookings | ${site.title}`} canonicalPath="/bookings" />
      {viewer ? (
        <MyBookings key={list} list={list} viewer={viewer} />
      ) : (
        <Navigate to="/auth" replace />
      )}
    </>
  );
}
