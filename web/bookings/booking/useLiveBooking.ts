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

/** Subscribes to changes of a booking by the other side, the clock and the payment provider. */
export function useLiveBooking(id: string): void {
  const environment = useRelayEnvironment();
  useEffect(() => {
    const { dispose } = requestSubscription<useLiveBookingSubscription>(environment, {
      subscription,
      variables: { id },
      // Without a connection, the page keeps the loaded data until the next visit.
      onError: () => undefined,
    });
    return dispose;
  }, [environment, id]);
}
