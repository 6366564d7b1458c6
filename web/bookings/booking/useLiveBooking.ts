import { useEffect } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay/hooks';
import { requestSubscription } from 'relay-runtime';
import type { useLiveBookingSubscription } from '#web/__generated__/useLiveBookingSubscription.graphql.ts';

const subscription = graphql`
  subscription useLiveBookingSubscription($id: ID!) {
    bookingChanged(id: $id) {
      booking {
        ...BookingScreen_booking
      }
    }
  }
`;

/** Follows what the other side, the clock and the payment provider do with a booking. */
export function useLiveBooking(id: string): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const { dispose } = requestSubscription<useLiveBookingSubscription>(environment, {
      subscription,
      variables: { id },
      // Without it the page shows what was loaded; the next visit loads the rest.
      onError: () => undefined,
    });
    return dispose;
  }, [environment, id]);
}
