import { useState } from 'react';
import { graphql } from 'react-relay/hooks';
import type { BookingDialogMutation } from '../../../__generated__/BookingDialogMutation.graphql.ts';
import { ConfirmForm } from '../../../ui/forms/ConfirmForm.tsx';
import { formatStay } from '../../../ui/words/dates.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useMutation } from '../../../relay/useMutation.ts';
import { settle } from '../_parts/settle.ts';
import { guestName, type TeamMove } from './bookingColumns.tsx';
import type { BookingRow } from './bookingsPageLoader.ts';

interface BookingDialogProps {
  booking: BookingRow | undefined;
  /** What the dialog does with the booking. */
  move: TeamMove;
  isOpen: boolean;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
  refresh: () => Promise<void>;
}

const moves: Record<TeamMove, { title: string; busyLabel: string; done: string; text: string }> = {
  ACCEPT: {
    title: 'Accept Request',
    busyLabel: 'Accepting…',
    done: 'Request accepted',
    text: 'The reserved price is taken from the card. The traveler and the owner are told by mail.',
  },
  DECLINE: {
    title: 'Decline Request',
    busyLabel: 'Declining…',
    done: 'Request declined',
    text: 'Nothing is charged, the nights are free again, and the traveler is told by mail. This cannot be undone.',
  },
  CANCEL_BY_TEAM: {
    title: 'Cancel Booking',
    busyLabel: 'Cancelling…',
    done: 'Booking cancelled',
    text: 'The traveler gets everything back, the nights are free again, and both sides are told by mail. This cannot be undone.',
  },
};

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
  // The version the administrator saw, whatever is loaded while the dialog is open.
  const [version] = useState(booking.version);
  const [moveBooking] = useMutation<BookingDialogMutation>(graphql`
    mutation BookingDialogMutation($input: MoveBookingInput!) {
      moveBooking(input: $input) {
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
  const { title, busyLabel, done, text } = moves[move];
  const name = guestName(booking);
  return (
    <ConfirmForm
      label={title}
      busyLabel={busyLabel}
      color={move === 'ACCEPT' ? 'primary' : 'error'}
      cancelLabel="Back"
      text={{
        label: 'Reason',
        requiredMessage: 'Say why',
        hint: 'The traveler and the owner read it in the mail',
      }}
      fallbackMessage="The booking could not be changed. Please try again"
      run={async (reason) => {
        const { moveBooking: answer } = await moveBooking({
          input: { bookingId: booking.databaseId, version, move, reason: reason || null },
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
