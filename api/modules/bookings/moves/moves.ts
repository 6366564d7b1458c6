import type {
  Booking,
  BookingMove,
  BookingParty,
  BookingStatus,
} from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';
import {
  answerHours,
  answerTime,
  appealDays,
  appealTime,
  balanceDays,
  balancePayTime,
  balanceRemindTime,
  capital,
  certificateDays,
  certificateHours,
  claimAnswerDays,
  claimAnswerTime,
  claimDays,
  claimTime,
  endTime,
  hearingHours,
  hearingTime,
  holdTime,
  lateReportDays,
  rebookingHours,
  rebookingTime,
  releaseDays,
  releaseTime,
  reportHours,
  reportTime,
} from '#common/durations.ts';
import { plural } from '#common/numbers.ts';
import { defineMoves, type Moment, type Rule } from '#api/modules/moves/defineMoves.ts';

/** What a move does with the money, in the words of docs/bookings.md. */
export const moneyWords = {
  none: '',
  reserved: 'the price is reserved',
  paid: 'the price is paid',
  capture: 'what is reserved is taken',
  balance: 'the rest is taken from the saved card',
  let_go: 'what is reserved is let go',
  refund_by_policy: 'refund by the policy; the rest goes to the owner',
  refund_all: 'everything is given back',
  refund_chosen: 'refund as decided; the rest goes to the owner',
  pay_out: 'the money becomes the owner’s',
  given_back: 'what was given back is taken off',
};

export type MoneyStep = keyof typeof moneyWords;

/** Statuses of a booking whose price was taken, also if it has ended since. */
const paidStatuses = [
  'confirmed',
  'certified',
  'checked_in',
  'completed',
  'disputed',
  'resolved',
  'cancelled',
  'expired',
  'declined',
] as const satisfies readonly BookingStatus[];

/** Statuses of a stay that may be over. */
const afterStay = ['completed', 'disputed', 'resolved'] as const satisfies readonly BookingStatus[];

/** What can't be done with money that the payer's bank holds. */
const frozenSteps: readonly MoneyStep[] = [
  'refund_by_policy',
  'refund_all',
  'refund_chosen',
  'pay_out',
  'balance',
];

/** Whether a move waits until the payer's bank has decided about the payment. */
const waitsForBank = ({ chargeback }: Pick<Booking, 'chargeback'>, move: BookingMove): boolean =>
  chargeback === 'open' && frozenSteps.includes(table.ruleOf(move).money);

interface BookingTerms {
  move: BookingMove;
  status: BookingStatus;
  party: BookingParty;
  side: Side;
  time: MoveTime;
  money: MoneyStep;
  row: Timed;
  at: At;
}

/**
 * Every move of a booking: the source of the guards, jobs, mail, buttons on screen, and the table
 * in docs/bookings.md. For a provider's week, the team acts as the owner. The clock
 * makes its moves in this order.
 */
const rules: Record<BookingMove, Rule<BookingTerms>> = {
  hold: {
    from: [],
    to: 'held',
    by: ['traveler'],
    title: 'Checkout opened',
    means: `The traveler goes to the checkout; the nights are kept for ${holdTime}.`,
    said: { traveler: `You go to the checkout; the nights are kept for ${holdTime}.` },
  },
  keep: {
    from: [],
    to: 'held',
    by: ['clock'],
    title: 'Week kept',
    means: `An owner has cancelled another week; this one is kept for its traveler for ${rebookingTime}.`,
    said: {
      traveler: `The owner of your week has cancelled; this one is kept for you instead for ${rebookingTime}.`,
    },
  },
  abandon: {
    from: ['held'],
    to: 'expired',
    by: ['traveler'],
    title: 'Checkout left',
    means: 'The traveler leaves the checkout; the nights are free again.',
    said: { traveler: 'You leave the checkout; the nights are free again.' },
  },
  lapse: {
    from: ['held'],
    to: 'expired',
    by: ['clock'],
    time: 'hold_over',
    title: 'Checkout ran out',
    means: 'The time to pay is over; the nights are free again.',
  },
  request: {
    from: ['held'],
    to: 'pending',
    by: ['payment'],
    money: 'reserved',
    tells: ['traveler', 'owner'],
    opens: { for: 'owner', hours: answerHours },
    title: 'Requested',
    means: `The price is reserved on the card; the owner has ${answerTime} to answer.`,
    said: {
      traveler: `The price is reserved on your card; the owner has ${answerTime} to answer.`,
      owner: `The price is reserved on the card of the traveler; you have ${answerTime} to answer.`,
    },
  },
  confirm: {
    from: ['held', 'pending'],
    to: 'confirmed',
    by: ['payment'],
    money: 'paid',
    tells: ['traveler', 'owner'],
    opens: { for: 'owner', hours: certificateHours },
    title: 'Confirmed',
    means:
      'The price or its deposit is paid: at once with instant booking, else after the request is accepted.',
    said: {
      traveler: 'You have paid the price or its deposit, and the nights are yours.',
      owner: 'The traveler has paid the price or its deposit.',
    },
  },
  withdraw: {
    from: ['pending'],
    to: 'cancelled',
    by: ['traveler'],
    time: 'unanswered',
    money: 'let_go',
    tells: ['traveler', 'owner'],
    title: 'Request withdrawn',
    means: 'The traveler takes the request back before it is answered.',
    said: { traveler: 'You take the request back before it is answered.' },
  },
  accept: {
    from: ['pending'],
    by: ['owner', 'team'],
    time: 'unanswered',
    money: 'capture',
    title: 'Accepted',
    means: 'The request is accepted; the reserved price is taken.',
  },
  decline: {
    from: ['pending'],
    to: 'declined',
    by: ['owner', 'team'],
    time: 'unanswered',
    money: 'let_go',
    tells: ['traveler'],
    asksWhy: true,
    title: 'Declined',
    means: 'The request is declined.',
  },
  offer: {
    from: ['pending'],
    by: ['owner', 'team'],
    time: 'unanswered',
    tells: ['traveler'],
    opens: { for: 'traveler', hours: answerHours },
    title: 'Other terms offered',
    means: `Other dates or a lower price are offered instead; the traveler has ${answerTime} to take them.`,
    said: {
      traveler: `Other dates or a lower price are offered instead; you have ${answerTime} to take them.`,
    },
  },
  take_offer: {
    from: ['pending'],
    to: 'cancelled',
    by: ['traveler'],
    time: 'offered',
    money: 'let_go',
    tells: ['owner'],
    title: 'Offer taken',
    means:
      'The traveler takes the offer; a checkout with its terms takes the place of the request.',
    said: {
      traveler: 'You take the offer; a checkout with its terms takes the place of the request.',
    },
  },
  refuse_offer: {
    from: ['pending'],
    to: 'declined',
    by: ['traveler'],
    time: 'offered',
    money: 'let_go',
    tells: ['owner'],
    title: 'Offer refused',
    means: 'The traveler does not take the offer, and the request ends.',
    said: { traveler: 'You do not take the offer, and the request ends.' },
  },
  lapse_offer: {
    from: ['pending'],
    to: 'expired',
    by: ['clock'],
    time: 'offer_overdue',
    money: 'let_go',
    tells: ['traveler', 'owner'],
    title: 'Offer expired',
    means: `The traveler did not take the offer within ${answerTime}.`,
    said: { traveler: `You did not take the offer within ${answerTime}.` },
  },
  expire: {
    from: ['pending'],
    to: 'expired',
    by: ['clock'],
    time: 'answer_overdue',
    money: 'let_go',
    tells: ['traveler', 'owner'],
    title: 'Request expired',
    means: `Nobody answered the request within ${answerTime}.`,
  },
  fail: {
    from: ['pending'],
    to: 'cancelled',
    by: ['payment'],
    tells: ['traveler', 'owner'],
    title: 'Payment failed',
    means: 'The request was accepted, and the card no longer pays.',
    said: { traveler: 'The request was accepted, and your card no longer pays.' },
  },
  rename_guests: {
    from: ['pending', 'confirmed'],
    by: ['traveler'],
    time: 'to_hand_in',
    tells: ['owner'],
    title: 'Guests changed',
    means: 'The traveler names other guests; possible until the guest certificate is issued.',
    said: { traveler: 'You name other guests; possible until the guest certificate is issued.' },
  },
  submit_certificate: {
    from: ['confirmed'],
    by: ['owner'],
    time: 'to_hand_in',
    tells: ['team'],
    title: 'Guest certificate handed in',
    means: 'The owner hands in the resort’s guest certificate; the resort or the team confirms it.',
    said: {
      owner: 'You hand in the resort’s guest certificate; the resort or our team confirms it.',
    },
  },
  certify: {
    from: ['confirmed'],
    to: 'certified',
    by: ['team', 'resort'],
    time: 'to_certify',
    tells: ['traveler'],
    title: 'Guest certificate confirmed',
    means:
      'Number and name of the guest certificate are confirmed: the resort expects the traveler.',
    said: {
      traveler: 'Number and name of your guest certificate are confirmed: the resort expects you.',
    },
  },
  refuse_certificate: {
    from: ['confirmed'],
    by: ['team', 'resort'],
    time: 'handed_in',
    tells: ['owner', 'team'],
    asksWhy: true,
    title: 'Guest certificate refused',
    means: 'The resort does not know the guest certificate; another one is needed.',
  },
  replace_certificate: {
    from: ['confirmed', 'certified'],
    to: 'confirmed',
    by: ['owner', 'team'],
    time: 'to_replace',
    tells: ['traveler', 'team'],
    title: 'Guest certificate replaced',
    means: 'Another guest certificate takes the place of the previous one, and is confirmed again.',
  },
  end_unpaid: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['clock'],
    time: 'balance_overdue',
    money: 'refund_by_policy',
    tells: ['traveler', 'owner'],
    title: 'Ended without the rest',
    means: 'The rest of the price was not paid in time; the stay ends by the cancellation policy.',
  },
  remind_balance: {
    from: ['confirmed', 'certified'],
    by: ['clock'],
    time: 'balance_near',
    tells: ['traveler'],
    opens: { for: 'traveler', hours: balanceDays.remind * 24 },
    title: 'Reminder of the rest',
    means: `The rest of the price is charged in ${balanceRemindTime}.`,
  },
  take_balance: {
    from: ['confirmed', 'certified'],
    by: ['clock'],
    time: 'balance_due',
    money: 'balance',
    title: 'Rest charged',
    means: 'The rest of the price is charged to the saved card, as agreed with the deposit.',
    said: { traveler: 'The rest of the price is charged to your card, as you agreed.' },
  },
  pay_balance: {
    from: ['confirmed', 'certified'],
    by: ['payment'],
    time: 'balance_owed',
    money: 'paid',
    tells: ['traveler', 'owner'],
    title: 'Rest paid',
    means: 'The whole price is paid now.',
  },
  refuse_balance: {
    from: ['confirmed', 'certified'],
    by: ['payment'],
    time: 'balance_refusable',
    tells: ['traveler'],
    opens: { for: 'traveler', hours: balanceDays.pay * 24 },
    title: 'Rest not paid',
    means: `The saved card did not pay the rest; the traveler has ${balancePayTime} to pay it.`,
    said: {
      traveler: `Your card did not pay the rest, or your bank wants you to confirm it; you have ${balancePayTime} to pay.`,
    },
  },
  remind_owner: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_due',
    tells: ['owner'],
    title: 'Certificate reminder',
    means: `The guest certificate is missing, ${plural(certificateDays.remind, 'day')} before it is due.`,
  },
  remind_owner_again: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_due_again',
    tells: ['owner'],
    title: 'Second certificate reminder',
    means: 'The guest certificate is due, and missing.',
  },
  escalate: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_overdue',
    tells: ['owner', 'team'],
    opens: { for: 'owner', hours: certificateHours },
    title: 'Certificate overdue',
    means: 'There is still no confirmed guest certificate; the team takes over.',
  },
  end_uncertified: {
    from: ['confirmed'],
    to: 'cancelled',
    by: ['clock'],
    time: 'certificate_failed',
    money: 'refund_all',
    tells: ['traveler', 'owner', 'team'],
    title: 'Ended without a certificate',
    means: `${capital(endTime)} before check-in no guest certificate is confirmed; the stay ends.`,
  },
  check_in: {
    from: ['certified'],
    to: 'checked_in',
    by: ['clock'],
    time: 'on_check_in',
    tells: ['traveler'],
    opens: { for: 'traveler', hours: reportHours },
    title: 'Check-in',
    means: `It is the day of arrival at the resort; the traveler has ${reportTime} to report a problem before the owner is paid.`,
    said: {
      traveler: `It is the day of arrival at the resort; you have ${reportTime} to report a problem before the owner is paid.`,
      owner: `It is the day of arrival at the resort; the traveler has ${reportTime} to report a problem before you are paid.`,
    },
  },
  release: {
    from: ['checked_in', 'completed'],
    by: ['clock'],
    time: 'two_days_in',
    money: 'pay_out',
    tells: ['owner'],
    title: 'Owner paid',
    means: `${capital(releaseTime)} after check-in nobody has objected; the owner is paid.`,
    said: {
      owner: [
        'You are paid',
        `${capital(releaseTime)} after check-in nobody has objected; you are paid.`,
      ],
    },
  },
  complete: {
    from: ['checked_in'],
    to: 'completed',
    by: ['clock'],
    time: 'on_check_out',
    tells: ['traveler'],
    title: 'Check-out',
    means: 'It is the day of departure; the traveler is asked for a review.',
    said: { traveler: 'It is the day of departure; you are asked for a review.' },
  },
  cancel: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['traveler'],
    time: 'before_check_in',
    money: 'refund_by_policy',
    tells: ['traveler', 'owner'],
    title: 'Cancelled by the traveler',
    means: 'The traveler cancels.',
    said: { traveler: ['Cancelled by you', 'You cancel the stay.'] },
  },
  cancel_by_owner: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['owner'],
    time: 'before_check_in',
    money: 'refund_all',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Cancelled by the owner',
    means: 'The owner cancels.',
    said: { owner: ['Cancelled by you', 'You cancel the stay.'] },
  },
  offer_weeks: {
    from: ['cancelled'],
    by: ['clock'],
    time: 'with_cancellation',
    tells: ['traveler'],
    opens: { for: 'traveler', hours: rebookingHours },
    title: 'Other weeks offered',
    means: `Up to three comparable weeks are kept for the traveler for ${rebookingTime}, at no more than the price of the cancelled one.`,
    said: {
      traveler: `Up to three comparable weeks are kept for you for ${rebookingTime}, at no more than the price of the cancelled one.`,
    },
  },
  cancel_by_team: {
    from: ['confirmed', 'certified', 'checked_in'],
    to: 'cancelled',
    by: ['team'],
    time: 'before_release',
    money: 'refund_all',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Cancelled by the team',
    means: 'The team cancels.',
  },
  dispute: {
    from: ['confirmed', 'certified', 'checked_in', 'completed'],
    to: 'disputed',
    by: ['traveler'],
    time: 'reportable',
    tells: ['traveler', 'owner', 'team'],
    opens: { for: 'both', hours: hearingHours },
    asksWhy: true,
    title: 'Problem reported',
    means:
      'The traveler reports a problem; what the owner has not been paid is kept until it is settled.',
    said: {
      traveler:
        'You report a problem; what the owner has not been paid is kept until it is settled.',
      owner:
        'The traveler reports a problem; what you have not been paid is kept until it is settled.',
    },
  },
  rest_case: {
    from: ['disputed'],
    by: ['traveler', 'owner', 'team'],
    time: 'hearing',
    isOfSides: true,
    title: 'Nothing to add',
    means: `A side has nothing to add; the team decides once both have said so, or after ${hearingTime}.`,
  },
  decide: {
    from: ['disputed'],
    by: ['team'],
    time: 'heard',
    tells: ['traveler', 'owner'],
    opens: { for: 'both', hours: appealDays * 24 },
    asksWhy: true,
    title: 'Decided',
    means: `The team says how much is given back, and why. Each side has ${appealTime} to accept it or to appeal once; no money moves before.`,
  },
  accept_decision: {
    from: ['disputed'],
    by: ['traveler', 'owner', 'team'],
    time: 'answerable',
    isOfSides: true,
    title: 'Decision accepted',
    means: 'A side accepts the decision, which is final once both have.',
  },
  appeal: {
    from: ['disputed'],
    by: ['traveler', 'owner', 'team'],
    time: 'answerable',
    tells: ['traveler', 'owner', 'team'],
    asksWhy: true,
    isOfSides: true,
    title: 'Appealed',
    means:
      'A side appeals; another administrator decides once the other side has answered or its days are over.',
  },
  decide_appeal: {
    from: ['disputed'],
    to: 'resolved',
    by: ['team'],
    time: 'appeal_heard',
    money: 'refund_chosen',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Appeal decided',
    means: 'Another administrator decides on the appeal; that is final, and the money moves.',
  },
  resolve: {
    from: ['disputed'],
    to: 'resolved',
    by: ['clock'],
    time: 'unappealed',
    money: 'refund_chosen',
    tells: ['traveler', 'owner'],
    title: 'Problem settled',
    means: `Both sides have accepted the decision, or ${appealTime} have passed without an appeal; the money moves.`,
  },
  goodwill: {
    from: [
      'confirmed',
      'certified',
      'checked_in',
      'completed',
      'disputed',
      'resolved',
      'cancelled',
    ],
    by: ['team'],
    time: 'paid',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Goodwill',
    means: 'The team gives money of the site’s own to a side, which alone is told.',
  },
  chargeback: {
    from: paidStatuses,
    by: ['payment'],
    tells: ['traveler', 'owner', 'team'],
    title: 'Payment disputed',
    means:
      'The payer’s bank takes the money back until it has decided; nothing is paid out or given back meanwhile.',
  },
  chargeback_won: {
    from: paidStatuses,
    by: ['payment'],
    tells: ['traveler', 'owner', 'team'],
    title: 'Payment upheld',
    means: 'The payer’s bank returns the money; the booking goes on as before.',
  },
  chargeback_lost: {
    from: paidStatuses,
    by: ['payment'],
    tells: ['traveler', 'owner', 'team'],
    title: 'Payment taken back',
    means: 'The payer’s bank keeps the money; what was earned with it is taken back.',
  },
  end_by_bank: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['payment'],
    tells: ['traveler', 'owner', 'team'],
    title: 'Ended by the payer’s bank',
    means: 'The payer’s bank keeps the whole price before the stay; the nights are free again.',
  },
  end_by_refund: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['payment'],
    money: 'given_back',
    tells: ['traveler', 'owner'],
    title: 'Ended by a refund',
    means:
      'The team gave the whole price back in the dashboard of the payment provider before the stay; the nights are free again.',
    said: {
      traveler: 'Our team gave the whole price back to your card, so the booking has ended.',
      owner:
        'Our team gave the whole price back to the traveler, so the booking has ended; the nights are on offer again.',
    },
  },
  bank_inquiry: {
    from: paidStatuses,
    by: ['payment'],
    tells: ['owner', 'team'],
    title: 'The payer’s bank asks',
    means:
      'The payer’s bank asks about the payment and has taken nothing; nothing is paid out meanwhile.',
  },
  claim_damage: {
    from: afterStay,
    by: ['owner'],
    time: 'claimable',
    tells: ['traveler', 'team'],
    opens: { for: 'traveler', hours: claimAnswerDays * 24, isOfClaim: true },
    asksWhy: true,
    title: 'Damage claimed',
    means: `The owner claims money for a damage, at most ${claimTime} after check-out; the traveler has ${claimAnswerTime} to answer.`,
    said: {
      traveler: `The owner claims money for a damage; you have ${claimAnswerTime} to answer.`,
      owner: `You claim money for a damage; the traveler has ${claimAnswerTime} to answer.`,
    },
  },
  agree_claim: {
    from: afterStay,
    by: ['traveler'],
    time: 'claim_open',
    tells: ['owner'],
    title: 'Claim agreed',
    means: 'The traveler agrees to pay for the damage.',
    said: { traveler: 'You agree to pay for the damage.' },
  },
  contest_claim: {
    from: afterStay,
    by: ['traveler'],
    time: 'claim_answerable',
    tells: ['owner', 'team'],
    opens: { for: 'owner', hours: hearingHours, isOfClaim: true },
    asksWhy: true,
    title: 'Claim contested',
    means: `The traveler contests the claim; the team decides after the owner had ${hearingTime} to add to it.`,
    said: {
      traveler: `You contest the claim; our team decides after the other side had ${hearingTime} to add to it.`,
      owner: `The traveler contests the claim; our team decides after you had ${hearingTime} to add to it.`,
    },
  },
  decide_claim: {
    from: afterStay,
    by: ['team'],
    time: 'claim_heard',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Claim decided',
    means: 'The team says how much of the claim the traveler owes, and why; that is final.',
    said: { traveler: 'Our team says how much of the claim you owe, and why; that is final.' },
  },
  pay_claim: {
    from: afterStay,
    by: ['payment'],
    tells: ['traveler', 'owner'],
    title: 'Damage paid',
    means: 'The traveler has paid for the damage; the owner gets it with the next payout.',
    said: {
      traveler: 'You have paid for the damage.',
      owner: 'The traveler has paid for the damage; you get it with your next payout.',
    },
  },
  refund_at_provider: {
    from: paidStatuses,
    by: ['payment'],
    money: 'given_back',
    tells: ['traveler', 'owner'],
    title: 'Refunded at the payment provider',
    means:
      'The team gave money back in the dashboard of the payment provider; it is taken off the rest.',
    said: {
      traveler: 'Our team gave money back to your card.',
      owner: 'Our team gave money back to the traveler; what you earn is less by your part of it.',
    },
  },
};

export const timed = {
  isProtected: true,
  status: true,
  heldUntil: true,
  answerBy: true,
  isTold: true,
  acceptedAt: true,
  offeredCheckIn: true,
  checkIn: true,
  checkOut: true,
  releasedAt: true,
  confirmedAt: true,
  certificateNumber: true,
  certifiedAt: true,
  certificateLeadDays: true,
  ownerId: true,
  restedBy: true,
  decidedAt: true,
  acceptedBy: true,
  appealedBy: true,
  chargeback: true,
  depositCents: true,
  balanceRefusedAt: true,
  balancePaidAt: true,
  refundCents: true,
  claim: true,
  claimAnswerBy: true,
  claimIsTold: true,
} as const;

export type Timed = Pick<Booking, keyof typeof timed>;

export type Side = 'traveler' | 'owner';

/** The side for which a party acts: the team for the owner of a provider's week. */
export const sideOf = (party: BookingParty): Side => (party === 'traveler' ? party : 'owner');

interface At extends Moment {
  side: Side;
  checkIn: string;
  /** The day on which the certificate is due. */
  due: string;
  party: BookingParty;
  /** Whether the window that the last move opened is over. */
  isPast: boolean;
  isOver: (deadline: Date | null) => boolean;
}

const times = {
  always: () => true,
  hold_over: ({ heldUntil }, { isOver }) => isOver(heldUntil),
  unanswered: (booking) => isUnanswered(booking),
  offered: ({ offeredCheckIn, answerBy, isTold }, { today, isOver }) =>
    offeredCheckIn !== null && today < isoDay(offeredCheckIn) && !(isTold && isOver(answerBy)),
  offer_overdue: ({ offeredCheckIn, answerBy, isTold }, { isOver }) =>
    offeredCheckIn !== null && isTold && isOver(answerBy),
  answer_overdue: (booking, { isOver }) =>
    booking.isTold && isOver(booking.answerBy) && isUnanswered(booking),
  before_check_in: (_, { today, checkIn }) => today < checkIn,
  reportable: (booking, { today, checkIn }) =>
    today >= checkIn &&
    !owesBalance(booking) &&
    (booking.releasedAt === null || today <= addDays(isoDay(booking.checkOut), lateReportDays)),
  // Only made together with the cancellation.
  with_cancellation: () => false,
  before_release: ({ releasedAt }) => releasedAt === null,
  to_hand_in: ({ certificateNumber }, { today, checkIn }) =>
    certificateNumber === null && today < checkIn,
  to_certify: ({ certificateNumber }, { today, checkIn, party }) =>
    party === 'team' || (certificateNumber !== null && today < checkIn),
  handed_in: ({ certificateNumber }, { today, checkIn, party }) =>
    certificateNumber !== null && (party === 'team' || today < checkIn),
  to_replace: ({ certificateNumber }, { today, checkIn }) =>
    certificateNumber !== null && today < checkIn,
  certificate_due: ({ certificateNumber }, { today, due, isPast }) =>
    certificateNumber === null &&
    isPast &&
    today >= addDays(due, -certificateDays.remind) &&
    today < due,
  certificate_due_again: ({ certificateNumber }, { today, due, isPast }) =>
    certificateNumber === null &&
    isPast &&
    today >= due &&
    today < addDays(due, certificateDays.escalate),
  certificate_overdue: (_, { today, due, isPast }) =>
    isPast && today >= addDays(due, certificateDays.escalate),
  certificate_failed: ({ certifiedAt }, { today, checkIn, isPast }) =>
    certifiedAt === null &&
    today >= addDays(checkIn, -certificateDays.end) &&
    (isPast ? today <= checkIn : today === checkIn),
  balance_near: (booking, { today, checkIn, isPast }) =>
    owesBalance(booking) &&
    isPast &&
    today >= addDays(balanceDue(booking), -balanceDays.remind) &&
    today < checkIn,
  balance_due: (booking, { today, checkIn, isPast }) =>
    owesBalance(booking) &&
    booking.balanceRefusedAt === null &&
    isPast &&
    today >= balanceDue(booking) &&
    today < checkIn,
  balance_owed: (booking) => owesBalance(booking),
  balance_refusable: (booking, { today }) =>
    owesBalance(booking) && booking.balanceRefusedAt === null && today >= balanceDue(booking),
  balance_overdue: (booking, { today, checkIn, isPast }) =>
    owesBalance(booking) && ((booking.balanceRefusedAt !== null && isPast) || today >= checkIn),
  on_check_in: (booking, { today, checkIn }) => today >= checkIn && !owesBalance(booking),
  two_days_in: ({ releasedAt }, { today, checkIn, isPast }) =>
    today >= addDays(checkIn, releaseDays) && releasedAt === null && isPast,
  on_check_out: ({ checkOut }, { today }) => today >= isoDay(checkOut),
  hearing: ({ decidedAt, restedBy, refundCents }, { side }) =>
    refundCents === null && decidedAt === null && !restedBy.includes(side),
  heard: ({ decidedAt, restedBy, isTold, answerBy, refundCents }, { isOver }) =>
    refundCents === null &&
    decidedAt === null &&
    (restedBy.length === 2 || (isTold && isOver(answerBy))),
  answerable: (booking, { side, isOver }) =>
    booking.refundCents === null &&
    booking.decidedAt !== null &&
    !(booking.isTold && isOver(booking.answerBy)) &&
    !answered(booking).includes(side),
  appeal_heard: (booking, { isOver }) =>
    booking.refundCents === null &&
    booking.appealedBy.length > 0 &&
    (answered(booking).length === 2 || (booking.isTold && isOver(booking.answerBy))),
  // The payer's bank may have given everything back, so that nothing is left to decide.
  unappealed: (booking, { isOver }) =>
    booking.refundCents !== null ||
    (booking.decidedAt !== null &&
      booking.appealedBy.length === 0 &&
      (booking.acceptedBy.length === 2 || (booking.isTold && isOver(booking.answerBy)))),
  claimable: ({ claim, checkOut }, { today }) =>
    claim === null && today >= isoDay(checkOut) && today <= addDays(isoDay(checkOut), claimDays),
  claim_open: ({ claim }) => isClaimOpen(claim),
  claim_answerable: ({ claim, claimIsTold, claimAnswerBy }, { isOver }) =>
    claim === 'claimed' && !(claimIsTold && isOver(claimAnswerBy)),
  claim_heard: ({ claim, claimIsTold, claimAnswerBy }, { isOver }) =>
    isClaimOpen(claim) && claimIsTold && isOver(claimAnswerBy),
  paid: ({ confirmedAt }) => confirmedAt !== null,
} satisfies Record<string, (booking: Timed, at: At) => boolean>;

export type MoveTime = keyof typeof times;

const table = defineMoves<BookingTerms>({
  noun: 'booking',
  rules,
  sides: ['traveler', 'owner'],
  times,
  at: (booking, party, moment) => {
    const isOver = (deadline: Date | null) => deadline !== null && deadline <= moment.now;
    return {
      ...moment,
      checkIn: isoDay(booking.checkIn),
      due: dueDay(booking),
      party,
      side: sideOf(party),
      isPast: booking.isTold && (booking.answerBy === null || isOver(booking.answerBy)),
      isOver,
    };
  },
  teamIsSide: ({ ownerId }) => ownerId === null,
  // Stays agreed outside Tideweek have no moves.
  isClosed: (booking, move) => !booking.isProtected || waitsForBank(booking, move),
  whyClosed: (booking, move) =>
    waitsForBank(booking, move)
      ? 'The payer’s bank disputes this payment, so the money can’t be moved until the bank has decided'
      : booking.status === 'disputed' && booking.refundCents !== null
        ? 'The payer’s bank has given everything back: nothing is left to decide'
        : undefined,
});

export const { ruleOf, isOpen, movesFor, asksWhy, requireSeen, requireOpen, wordsOf } = table;
export const { names: moveNames, clockMoves, print: printMoves } = table;

export const isClaimOpen = (claim: Booking['claim']): boolean =>
  claim === 'claimed' || claim === 'contested';

/** The sides that have accepted the decision or appealed. */
const answered = ({ acceptedBy, appealedBy }: Timed) => [...acceptedBy, ...appealedBy];

/** Whether a deposit is paid, or will be, and the rest of the price is not. */
export const owesBalance = ({
  depositCents,
  balancePaidAt,
}: Pick<Booking, 'depositCents' | 'balancePaidAt'>): boolean =>
  depositCents !== null && balancePaidAt === null;

export type InParts = Pick<Booking, 'totalPriceCents' | 'depositCents' | 'balancePaidAt'>;

/** The balance in cents: the price less the deposit; 0 once it is paid, and without a deposit. */
export const balanceCents = (booking: InParts): number =>
  owesBalance(booking) ? booking.totalPriceCents - (booking.depositCents ?? 0) : 0;

/** The day on which the rest is charged. */
export const balanceDue = ({ checkIn }: Pick<Booking, 'checkIn'>): string =>
  addDays(isoDay(checkIn), -balanceDays.due);

const isUnanswered = ({ acceptedAt, offeredCheckIn }: Timed): boolean =>
  acceptedAt === null && offeredCheckIn === null;

/** The resort's lead time before check-in, and at least the days that the site asks for. */
const dueDay = ({ checkIn, certificateLeadDays }: Timed): string =>
  addDays(isoDay(checkIn), -Math.max(certificateLeadDays, certificateDays.latest));

/** The day by which the certificate has to be confirmed; null unless it is missing. */
export function certificateDue(booking: Timed): string | null {
  const { isProtected, status, checkIn, confirmedAt, certificateNumber } = booking;
  if (!isProtected || status !== 'confirmed' || certificateNumber !== null) return null;
  const soon = isoDay((confirmedAt?.getTime() ?? 0) + 2 * certificateHours * 3_600_000);
  const last = addDays(isoDay(checkIn), -1);
  const due = dueDay(booking);
  return due >= soon ? due : soon < last ? soon : last;
}

export interface ComingStep {
  move: BookingMove;
  at: Date | null;
  on: string | null;
}

/** Moves that the clock will make from now on, in order, if nobody acts. */
export const comingMoves = (booking: Timed, { now, today }: Moment): ComingStep[] =>
  booking.isProtected
    ? stepsAhead(booking).filter(({ at, on }) => (at ? at >= now : on !== null && on >= today))
    : [];

function stepsAhead(booking: Timed): ComingStep[] {
  const { answerBy } = booking;
  const checkIn = isoDay(booking.checkIn);
  const releaseDay = addDays(checkIn, releaseDays);
  const hasArrived = booking.status === 'checked_in' || booking.status === 'completed';
  const release =
    hasArrived && answerBy && isoDay(answerBy) >= releaseDay
      ? atTime('release', answerBy)
      : onDay('release', releaseDay);
  const stay = [
    onDay('check_in', checkIn),
    ...(booking.releasedAt === null && !waitsForBank(booking, 'release') ? [release] : []),
    onDay('complete', isoDay(booking.checkOut)),
  ].sort((one, other) => dayOf(one).localeCompare(dayOf(other)));
  switch (booking.status) {
    case 'held':
      return [atTime('lapse', booking.heldUntil)];
    case 'pending':
      return booking.acceptedAt === null
        ? [atTime(booking.offeredCheckIn === null ? 'expire' : 'lapse_offer', answerBy)]
        : [];
    case 'confirmed':
      // Without a certificate, no stay is ahead.
      return booking.certifiedAt === null
        ? [
            ...balanceAhead(booking),
            onDay('end_uncertified', addDays(checkIn, -certificateDays.end)),
          ]
        : balanceAhead(booking);
    case 'certified':
      return [...balanceAhead(booking), ...stay];
    case 'checked_in':
      return stay.filter(({ move }) => move !== 'check_in');
    case 'completed':
      return stay.filter(({ move }) => move === 'release');
    case 'disputed':
      return booking.decidedAt !== null && booking.appealedBy.length === 0
        ? [atTime('resolve', answerBy)]
        : [];
    default:
      return [];
  }
}

/** The charge of the rest, or what happens if it is not paid after all. */
function balanceAhead(booking: Timed): ComingStep[] {
  if (!owesBalance(booking) || waitsForBank(booking, 'take_balance')) return [];
  const { answerBy, balanceRefusedAt } = booking;
  if (balanceRefusedAt) return [atTime('end_unpaid', answerBy)];
  const due = balanceDue(booking);
  return answerBy && isoDay(answerBy) > due
    ? [atTime('take_balance', answerBy)]
    : [onDay('take_balance', due)];
}

const atTime = (move: BookingMove, at: Date | null): ComingStep => ({ move, at, on: null });

const onDay = (move: BookingMove, on: string): ComingStep => ({ move, at: null, on });

const dayOf = ({ at, on }: ComingStep): string => on ?? (at ? isoDay(at) : '');
