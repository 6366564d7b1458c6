import { Suspense } from 'react';
import type { PreloadedQuery } from 'react-relay/hooks';
import { Navigate, useLoaderData, useSearchParams } from 'react-router-dom';
import type { reservationsLoaderHoldsQuery } from '#web/__generated__/reservationsLoaderHoldsQuery.graphql.ts';
import type { reservationsLoaderMonthQuery } from '#web/__generated__/reservationsLoaderMonthQuery.graphql.ts';
import type { reservationsLoaderQuery } from '#web/__generated__/reservationsLoaderQuery.graphql.ts';
import { BookingListSkeleton } from '../list/BookingListSkeleton.tsx';
import { useOwnedPreloadedQuery } from '#web/relay/useOwnedPreloadedQuery.ts';
import { PageMeta } from '#web/page/PageMeta.tsx';
import { OwnMonth } from './OwnMonth.tsx';
import { Reservations } from './Reservations.tsx';
import { readReservations } from './reservationsAddress.ts';
import { ReservationsFrame } from './ReservationsFrame.tsx';
import {
  holdsQuery,
  monthQuery,
  reservationsQuery,
  type ReservationsData,
} from './reservationsLoader.ts';
import { UnpaidHolds } from './UnpaidHolds.tsx';

export { loadReservations as loadPage } from './reservationsLoader.ts';

export function Page() {
  const { list, month, holds } = useLoaderData<ReservationsData>();
  return (
    <Suspense fallback={<BookingListSkeleton />}>
      {list && <Lists reference={list} />}
      {month && <Month reference={month} />}
      {holds && <Holds reference={holds} />}
    </Suspense>
  );
}

function Lists({ reference }: { reference: PreloadedQuery<reservationsLoaderQuery> }) {
  const { site, viewer } = useOwnedPreloadedQuery<reservationsLoaderQuery>(
    reservationsQuery,
    reference,
  );
  const [params] = useSearchParams();
  const { list } = readReservations(params);
  if (!viewer) return <Navigate to="/auth" replace />;
  return (
    <ReservationsFrame list={list}>
      <PageMeta title={`Reservations | ${site.title}`} canonicalPath="/reservations" />
      {list !== 'calendar' && list !== 'holds' && (
        <Reservations key={list} list={list} viewer={viewer} />
      )}
    </ReservationsFrame>
  );
}

function Month({ reference }: { reference: PreloadedQuery<reservationsLoaderMonthQuery> }) {
  const { site, viewer } = useOwnedPreloadedQuery<reservationsLoaderMonthQuery>(
    monthQuery,
    reference,
  );
  const [params] = useSearchParams();
  const { month } = readReservations(params);
  if (!viewer) return <Navigate to="/auth" replace />;
  return (
    <ReservationsFrame list="calendar">
      <PageMeta title={`Calendar of My Weeks | ${site.title}`} />
      <OwnMonth month={month} viewer={viewer} />
    </ReservationsFrame>
  );
}

function Holds({ reference }: { reference: PreloadedQuery<reservationsLoaderHoldsQuery> }) {
  const { site, viewer } = useOwnedPreloadedQuery<reservationsLoaderHoldsQuery>(
    holdsQuery,
    reference,
  );
  if (!viewer) return <Navigate to="/auth" replace />;
  return (
    <ReservationsFrame list="holds">
      <PageMeta title={`Unpaid Holds | ${site.title}`} />
      <UnpaidHolds viewer={viewer} />
    </ReservationsFrame>
  );
}
