import type { BookingMove } from '#web/__generated__/MoveForm_choice.graphql.ts';
import { answerTime, claimAnswerTime } from '#common/durations.ts';

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
  SUBMIT_CERTIFICATE: {
    label: 'Hand Over Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate handed over',
    explanation:
      'The guest certificate that the resort has issued in the name of the first guest. The resort or our team confirms number and name; then the traveler is told that it is here.',
    isMain: true,
  },
  CERTIFY: {
    label: 'Confirm Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate confirmed',
    explanation:
      'You have asked the resort: number and name of the guest certificate are right. The traveler is told by mail.',
    isMain: true,
  },
  REFUSE_CERTIFICATE: {
    label: 'Refuse Certificate',
    busyLabel: 'Refusing…',
    done: 'Guest certificate refused',
    explanation:
      'The resort does not know this certificate. The owner is told why, and hands in another one.',
  },
  REPLACE_CERTIFICATE: {
    label: 'Replace Certificate',
    busyLabel: 'Saving…',
    done: 'Guest certificate replaced',
    explanation:
      'Another guest certificate in the name of the first guest takes the place of the previous one, and has to be confirmed again. The traveler keeps the stay meanwhile, and is told by mail.',
  },
  REST_CASE: {
    label: 'Nothing to Add',
    busyLabel: 'Saving…',
    done: 'Our team knows that you have nothing to add',
    explanation:
      'Our team can decide as soon as both sides have nothing to add. Until it does, you can still add to your side. This cannot be undone.',
    isMain: true,
  },
  DECIDE: {
    label: 'Decide',
    busyLabel: 'Deciding…',
    done: 'Decision made',
    explanation:
      'Both sides read how much the traveler gets back, and your reasons. Each can accept the decision or appeal once, within 14 days. No money moves before it is final.',
    isMain: true,
  },
  ACCEPT_DECISION: {
    label: 'Accept the Decision',
    busyLabel: 'Accepting…',
    done: 'Decision accepted',
    explanation:
      'You cannot appeal afterwards. Once both sides have accepted it, the decision is final and the money moves.',
    isMain: true,
  },
  APPEAL: {
    label: 'Appeal',
    busyLabel: 'Sending…',
    done: 'Appeal sent',
    explanation:
      'Another person of our team looks at everything again and decides, for better or for worse. That is final. You can appeal once.',
  },
  DECIDE_APPEAL: {
    label: 'Decide on the Appeal',
    busyLabel: 'Deciding…',
    done: 'Appeal decided',
    isMain: true,
  },
  CLAIM_DAMAGE: {
    label: 'Claim a Damage',
    busyLabel: 'Sending…',
    done: 'Damage claimed',
    explanation: `You can claim once for a stay. The traveler has ${claimAnswerTime} to agree or contest it; then our team decides. Add pictures right after this. You get the money only if the traveler pays it: nothing is taken from their card.`,
  },
  AGREE_CLAIM: {
    label: 'Agree to the Claim',
    busyLabel: 'Agreeing…',
    done: 'You agree to the claim',
    explanation: 'You owe the owner the whole amount then. You pay it here, now or later.',
    isMain: true,
  },
  CONTEST_CLAIM: {
    label: 'Contest the Claim',
    busyLabel: 'Sending…',
    done: 'Claim contested',
    explanation:
      'Say what is not right. You can add statements and pictures afterwards. Our team decides, and both of you read why.',
  },
  DECIDE_CLAIM: {
    label: 'Decide on the Claim',
    busyLabel: 'Deciding…',
    done: 'Claim decided',
    explanation:
      'Say how much of the claim the traveler owes, and why; both sides read it. It is final. Nothing is charged: the traveler pays, or does not.',
    isMain: true,
  },
  GOODWILL: {
    label: 'Give Goodwill',
    busyLabel: 'Giving…',
    done: 'Goodwill given',
    explanation:
      'Money of the site’s own, beside what is refunded or paid out. Make the bank transfer to a traveler first, and record its reference here.',
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
      'Tell us what is wrong with the stay. What the owner has not been paid is kept until it is settled. The owner and the team read this.',
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
    explanation:
      'If we can, we keep other weeks for them at the price of yours; what such a week costs more is taken off your later payouts. Your cancellations are counted: our team sees the number, and in searches your weeks come after equal ones of owners with fewer.',
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
