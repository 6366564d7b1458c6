import { graphql, useFragment } from 'react-relay/hooks';
import type { BookingPayment_booking$key } from '#web/__generated__/BookingPayment_booking.graphql.ts';
import type { BookingPaymentMutation } from '#web/__generated__/BookingPaymentMutation.graphql.ts';
import type { BookingPayment_payments$key } from '#web/__generated__/BookingPayment_payments.graphql.ts';
import type { BookingPaymentSubscription } from '#web/__generated__/BookingPaymentSubscription.graphql.ts';
import { useLive } from '#web/relay/useLive.ts';
import { useCommand } from '#web/relay/useMutation.ts';
import { Payment } from './Payment.tsx';

interface BookingPaymentProps {
  booking: BookingPayment_booking$key;
  payments: BookingPayment_payments$key | null | undefined;
}

/** The payment of a booking while it waits for the bank. */
export function BookingPayment({ booking, ...props }: BookingPaymentProps) {
  const payments = useFragment<BookingPayment_payments$key>(paymentsFragment, props.payments);
  const { databaseId, status, payment } = useFragment<BookingPayment_booking$key>(
    bookingFragment,
    booking,
  );
  const [check] = useCommand<BookingPaymentMutation>(checkMutation);
  // The webhook and the job settle payments, too.
  useLive<BookingPaymentSubscription>(subscription, databaseId);
  return (
    payment && (
      <Payment
        payment={payment}
        payments={payments}
        holdsNights={status === 'HELD'}
        check={() => check({ input: { bookingId: databaseId } })}
      />
    )
  );
}

const bookingFragment = graphql`
  fragment BookingPayment_booking on Booking {
    databaseId
    status
    payment {
      ...Payment_payment
    }
  }
`;

const paymentsFragment = graphql`
  fragment BookingPayment_payments on PaymentSetup {
    ...Payment_payments
  }
`;

const checkMutation = graphql`
  mutation BookingPaymentMutation($input: CheckPaymentInput!) {
    checkPayment(input: $input) {
      ... on CheckPaymentPayload {
        booking {
          ...CheckoutForm_booking
          ...RestPanel_booking
          ...ClaimPanel_booking
        }
      }
      ...refusal_error @alias(as: "error") @relay(mask: false)
    }
  }
`;

const subscription = graphql`
  subscription BookingPaymentSubscription($id: ID!) {
    bookingChanged(id: $id) {
      booking {
        ...CheckoutForm_booking
      }
    }
  }
`;
