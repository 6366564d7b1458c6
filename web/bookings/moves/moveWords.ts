import type { BookingMove } from '#web/__generated__/MoveForm_choice.graphql.ts';

interface MoveWords {
  /** Label of the button, and of the dialog that it opens. */
  label: string;
  busyLabel: string;
  done: string;
  /** Whether the move ends the booking. */
  isEnd?: true;
  isMain?: true;
}

export const moveWords: Readonly<Partial<Record<BookingMove, MoveWords>>> = {
  ACCEPT: {
    label: 'Accept Request',
    busyLabel: 'Accepting…',
    done: 'Request accepted',
    isMain: true,
  },
  CERTIFY: {
    label: 'Hand Over Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate handed over',
    isMain: true,
  },
  REPLACE_CERTIFICATE: {
    label: 'Replace Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate replaced',
  },
  RESOLVE: {
    label: 'Settle the Problem',
    busyLabel: 'Settling…',
    done: 'Problem settled',
    isMain: true,
  },
  OFFER: {
    label: 'Offer Other Terms',
    busyLabel: 'Sending…',
    done: 'Other terms offered',
  },
  TAKE_OFFER: {
    label: 'Take the Offer',
    busyLabel: 'Opening the checkout…',
    done: 'Offer taken',
    isMain: true,
  },
  REFUSE_OFFER: {
    label: 'No, Thanks',
    busyLabel: 'Refusing…',
    done: 'Offer refused',
  },
  DECLINE: {
    label: 'Decline Request',
    busyLabel: 'Declining…',
    done: 'Request declined',
    isEnd: true,
  },
  WITHDRAW: {
    label: 'Withdraw Request',
    busyLabel: 'Withdrawing…',
    done: 'Request withdrawn',
    isEnd: true,
  },
  DISPUTE: { label: 'Report a Problem', busyLabel: 'Sending…', done: 'Problem reported' },
  CANCEL: {
    label: 'Cancel Booking',
    busyLabel: 'Cancelling…',
    done: 'Booking cancelled',
    isEnd: true,
  },
  CANCEL_BY_OWNER: {
    label: 'Cancel Booking',
    busyLabel: 'Cancelling…',
    done: 'Booking cancelled',
    isEnd: true,
  },
  CANCEL_BY_TEAM: {
    label: 'Cancel for Both Sides',
    busyLabel: 'Cancelling…',
    done: 'Booking cancelled',
    isEnd: true,
  },
  ABANDON: {
    label: 'Leave the Checkout',
    busyLabel: 'Leaving…',
    done: 'The nights are free again',
    isEnd: true,
  },
};
