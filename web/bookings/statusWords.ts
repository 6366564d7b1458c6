import type { BookingStatus } from '../__generated__/BookingStatusPanel_booking.graphql.ts';
import type { Tone } from '../ui/panels/TonePanel.tsx';
import { endTime, releaseTime } from '#common/durations.ts';

export type Reader = 'TRAVELER' | 'OWNER' | 'TEAM';

/** The part in which a person reads a booking: traveler before owner before team. */
export const readerOf = (parts: readonly string[]): Reader =>
  (['TRAVELER', 'OWNER'] as const).find((part) => parts.includes(part)) ?? 'TEAM';

interface StatusWords {
  tone: Tone;
  title: string;
  /** If it differs from the title for the traveler. */
  titleForOwner?: string;
  words: Readonly<Record<Reader, string>>;
}

const forAll = (words: string): Readonly<Record<Reader, string>> => ({
  TRAVELER: words,
  OWNER: words,
  TEAM: words,
});

export const statusWords: Readonly<Partial<Record<BookingStatus, StatusWords>>> = {
  HELD: {
    tone: 'open',
    title: 'The checkout is open',
    words: {
      TRAVELER: 'The nights are kept for you while you pay. Nothing is charged yet.',
      OWNER: 'Somebody is about to book these nights.',
      TEAM: 'The traveler is about to pay. Nothing is charged yet.',
    },
  },
  PENDING: {
    tone: 'open',
    title: 'Waiting for the owner’s answer',
    titleForOwner: 'Waiting for your answer',
    words: {
      TRAVELER:
        'The price is reserved on your card and is taken only if the owner accepts. Without an answer in time, it is let go.',
      OWNER:
        'The price is reserved on the traveler’s card. If you accept, it is taken and the booking is confirmed.',
      TEAM: 'The price is reserved on the traveler’s card until the request is answered.',
    },
  },
  CONFIRMED: {
    tone: 'good',
    title: 'Booked and paid',
    words: {
      TRAVELER: `The nights are yours. Next, the owner gets the guest certificate of the resort in your name; you need it at check-in. If it is not confirmed ${endTime} before, you get everything back.`,
      OWNER: `The week is sold and the money is kept safe. Ask your resort for a guest certificate in the traveler’s name, and hand it over here. Without a confirmed certificate the booking ends ${endTime} before check-in.`,
      TEAM: 'Paid. The guest certificate of the resort is still missing.',
    },
  },
  CERTIFIED: {
    tone: 'good',
    title: 'Ready for the stay',
    words: {
      TRAVELER: 'The resort expects you. Show the guest certificate at check-in.',
      OWNER: `Nothing is left to do. You are paid ${releaseTime} after check-in.`,
      TEAM: `The guest certificate is there. The owner is paid ${releaseTime} after check-in.`,
    },
  },
  CHECKED_IN: {
    tone: 'good',
    title: 'The stay has begun',
    words: {
      TRAVELER:
        'Have a good stay. If something is not as described, report it here, at the latest on the day after check-out.',
      OWNER: `You are paid ${releaseTime} after check-in.`,
      TEAM: `The owner is paid ${releaseTime} after check-in, unless the traveler reports a problem.`,
    },
  },
  COMPLETED: {
    tone: 'quiet',
    title: 'The stay is over',
    words: {
      TRAVELER: 'We hope that you liked it. Your review helps other travelers.',
      OWNER: 'The traveler has left.',
      TEAM: 'The traveler has left.',
    },
  },
  DISPUTED: {
    tone: 'bad',
    title: 'A problem is being settled',
    words: forAll(
      'What was not paid out yet is kept until it is settled. See below who can do what, and until when.',
    ),
  },
  RESOLVED: {
    tone: 'quiet',
    title: 'The problem is settled',
    words: forAll('The decision about the money is final; it is below.'),
  },
  DECLINED: {
    tone: 'quiet',
    title: 'The request was declined',
    words: {
      TRAVELER: 'Nothing was charged. Other weeks are waiting.',
      OWNER: 'Nothing was charged, and the nights are free again.',
      TEAM: 'Nothing was charged, and the nights are free again.',
    },
  },
  EXPIRED: {
    tone: 'quiet',
    title: 'The time ran out',
    words: {
      TRAVELER: 'Nothing was charged, and the nights are free again.',
      OWNER: 'Nothing was charged, and the nights are free again.',
      TEAM: 'Nothing was charged, and the nights are free again.',
    },
  },
  CANCELLED: {
    tone: 'quiet',
    title: 'Cancelled',
    words: forAll('This stay does not take place; the nights are free again.'),
  },
};

export const handedInWords: StatusWords = {
  tone: 'good',
  title: 'The guest certificate is being confirmed',
  words: {
    TRAVELER:
      'The nights are yours. The owner has handed in the guest certificate; the resort or our team confirms it, and we write to you.',
    OWNER: 'The resort or our team confirms number and name of the guest certificate.',
    TEAM: 'A guest certificate is handed in. Ask the resort whether number and name are right, and confirm or refuse it.',
  },
};

export const offeredWords: StatusWords = {
  tone: 'open',
  title: 'Other terms are offered',
  words: {
    TRAVELER:
      'Take them or not. What was reserved on your card for the request is let go in either case.',
    OWNER: 'The traveler takes your offer or not. Without an answer in time, the request ends.',
    TEAM: 'The traveler takes the offer or not. Without an answer in time, the request ends.',
  },
};

export const takenWords: StatusWords = {
  tone: 'good',
  title: 'The offer was taken',
  words: {
    TRAVELER: 'A booking with the offered terms has taken the place of this request.',
    OWNER:
      'The traveler took your offer. A booking with its terms has taken the place of this request.',
    TEAM: 'A booking with the offered terms has taken the place of this request.',
  },
};

export const agreedElsewhere = 'This stay was agreed directly, and is not paid through this site.';

/** How a payment stands that the payer’s bank disputes. */
export const chargebackWords: Readonly<Record<string, Readonly<Record<Reader, string>>>> = {
  OPEN: {
    TRAVELER:
      'Your bank disputes the payment and has taken the money back until it decides. Until then nothing can be given back.',
    OWNER:
      'The bank of the traveler disputes the payment. The money waits until the bank has decided; you have nothing to do.',
    TEAM: 'The bank of the traveler disputes the payment. The money is frozen until the bank has decided.',
  },
  WON: {
    TRAVELER: 'Your bank disputed the payment, and has returned the money to us.',
    OWNER: 'The bank of the traveler disputed the payment, and has returned the money.',
    TEAM: 'The bank of the traveler disputed the payment, and has returned the money.',
  },
  LOST: {
    TRAVELER: 'Your bank has given you the money of this stay back.',
    OWNER:
      'The bank of the traveler keeps the money of this stay, so it is not yours any more. Your statement shows each step.',
    TEAM: 'The bank of the traveler keeps the money. It is taken back from owner, taxes and our fee.',
  },
};
