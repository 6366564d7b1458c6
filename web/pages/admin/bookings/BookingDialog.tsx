import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { BookingDialogMutation } from '../../../__generated__/BookingDialogMutation.graphql.ts';
import { ConfirmForm } from '../../../ui/forms/ConfirmForm.tsx';
import { formatStay } from '../../../ui/words/dates.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useMutation } from '../../../relay/useMutation.ts';
import { settle } from '../_parts/settle.ts';
import { guestName } from './bookingColumns.tsx';
import type { BookingRow } from './bookingsPageLoader.ts';

interface BookingDialogProps {
  booking: BookingRow | undefined;
  /** What the dialog does with the booking. */
  move: 'confirm' | 'cancel';
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

const moves = {
  confirm: {
    title: 'Confirm Booking',
    status: 'CONFIRMED',
    label: 'Confirm Booking',
    busyLabel: 'Confirming…',
    done: 'Booking confirmed',
    text: 'The nights are taken, and the guest is told by mail.',
  },
  cancel: {
    title: 'Cancel Booking',
    status: 'CANCELLED',
    label: 'Cancel Booking',
    busyLabel: 'Cancelling…',
    done: 'Booking cancelled',
    text: 'The nights are free again, and the guest is told by mail. This cannot be undone.',
  },
} as const;

export default function BookingDialog({ booking, move, refresh, ...dialog }: BookingDialogProps) {
  return (
    <FormDialog title={moves[move].title} {...dialog}>
      {booking && <BookingForm booking={booking} move={move} refresh={refresh} />}
    </FormDialog>
  );
}

interface BookingFormProps extends Pick<BookingDialogProps, 'move' | 'refresh'> {
  booking: BookingRow;
}

function BookingForm({ booking, move, refresh }: BookingFormProps) {
  // The status the administrator saw, whatever is loaded while the dialog is open.
  const [seen] = useState(booking.status);
  const [setStatus] = useMutation<BookingDialogMutation>(graphql`
    mutation BookingDialogMutation($input: SetBookingStatusInput!) {
      setBookingStatus(input: $input) {
        __typename
        ... on Error {
          message
        }
        ... on InvalidInputError {
          fieldErrors {
            field
            message
          }
        }
      }
    }
  `);
  const { status, label, busyLabel, done, text } = moves[move];
  const name = guestName(booking);
  return (
    <ConfirmForm
      label={label}
      busyLabel={busyLabel}
      color={move === 'cancel' ? 'error' : 'primary'}
      cancelLabel="Back"
      text={{
        label: move === 'cancel' ? 'Reason' : 'Message',
        hint: 'May be left out; the guest reads it in the mail',
      }}
      fallbackMessage="The booking could not be changed. Please try again"
      run={async (reason) => {
        const { setBookingStatus: answer } = await setStatus({
          input: { bookingId: booking.databaseId, seen, status, reason: reason || null },
        });
        return settle(answer, refresh, { title: done, description: name });
      }}
    >
      <p>
        <strong>{name}</strong> at {booking.resort.name},{' '}
        {formatStay(booking.checkIn, booking.checkOut)}, {booking.totalPrice.formatted}.
      </p>
      <p>{text}</p>
    </ConfirmForm>
  );
}
