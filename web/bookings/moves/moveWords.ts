import type { BookingMove } from '#web/__generated__/MoveForm_choice.graphql.ts';
import { answerTime } from '#common/durations.ts';

interface MoveWords {
  /** Label of the button, and of the dialog that it opens. */
  label: string;
  busyLabel: string;
  done: string;
  explanation?: string;
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
  RENAME_GUESTS: {
    label: 'Change Guests',
    busyLabel: 'Saving…',
    done: 'Guests changed',
    explanation:
      'The guest certificate is made out to the person who checks in. The owner is told by mail.',
  },
  CERTIFY: {
    label: 'Hand Over Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate handed over',
    explanation:
      'The guest certificate that the resort has issued in the name of the first guest. The traveler needs it at check-in, and is told by mail that it is here.',
    isMain: true,
  },
  REPLACE_CERTIFICATE: {
    label: 'Replace Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate replaced',
    explanation:
      'Another guest certificate in the name of the first guest takes the place of the previous one. The traveler is told by mail.',
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
    explanation: `Change the dates, lower the price per night, or both. The traveler has ${answerTime} to take your offer; the request can no longer be accepted then.`,
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
  DISPUTE: {
    label: 'Report a Problem',
    busyLabel: 'Sending…',
    done: 'Problem reported',
    explanation:
      'Tell us what is wrong with the stay. The owner is not paid until our team has settled it; the owner and the team read this.',
  },
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
