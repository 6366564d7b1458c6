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
  capital,
  certificateDays,
  holdTime,
  releaseDays,
  releaseTime,
  reportHours,
  reportTime,
} from '#common/durations.ts';

/** What a move does with the money, in the words of docs/bookings.md. */
export const moneyWords = {
  none: '',
  reserved: 'the price is reserved',
  paid: 'the price is paid',
  capture: 'the reserved price is taken',
  let_go: 'what is reserved is let go',
  refund_by_policy: 'refund by the policy; the rest goes to the owner',
  refund_all: 'everything is given back',
  refund_chosen: 'refund as decided; the rest goes to the owner',
  pay_out: 'the money becomes the owner’s',
  given_back: 'what was given back is taken off',
};

export type MoneyStep = keyof typeof moneyWords;

interface MoveRule {
  from: readonly BookingStatus[];
  /** Null if the status stays. */
  to: BookingStatus | null;
  by: readonly BookingParty[];
  time: MoveTime;
  money: MoneyStep;
  tells: readonly ('traveler' | 'owner' | 'team')[];
  /** The window that it opens for a person, measured from when they are told of it. */
  opens: { for: 'traveler' | 'owner'; hours: number } | null;
  asksWhy: boolean;
  title: string;
  means: string;
  /** The meaning of the move for the traveler or owner, with a title if theirs differs from `title`. */
  said: Partial<Record<'traveler' | 'owner', string | readonly [title: string, means: string]>>;
}

const usual = {
  to: null,
  time: 'always',
  money: 'none',
  tells: [],
  opens: null,
  asksWhy: false,
  said: {},
} as const satisfies Partial<MoveRule>;

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

/** What can't be done with money that the payer's bank holds. */
const frozenSteps: readonly MoneyStep[] = [
  'refund_by_policy',
  'refund_all',
  'refund_chosen',
  'pay_out',
];

/** Whether a move waits until the payer's bank has decided about the payment. */
export const waitsForBank = ({ chargeback }: Pick<Booking, 'chargeback'>, move: BookingMove) =>
  chargeback === 'open' && frozenSteps.includes(ruleOf(move).money);

type Rule = Omit<MoveRule, keyof typeof usual> & Partial<MoveRule>;

/**
 * Every move of a booking: the source of the guards, jobs, mail, buttons on screen, and the table
 * in docs/bookings.md. For a provider's week, the team acts as the owner. `usual` completes each.
 */
export const bookingMoves = {
  hold: {
    from: [],
    to: 'held',
    by: ['traveler'],
    title: 'Checkout opened',
    means: `The traveler goes to the checkout; the nights are kept for ${holdTime}.`,
    said: {
      traveler: `You go to the checkout; the nights are kept for ${holdTime}.`,
    },
  },
  abandon: {
    from: ['held'],
    to: 'expired',
    by: ['traveler'],
    title: 'Checkout left',
    means: 'The traveler leaves the checkout; the nights are free again.',
    said: {
      traveler: 'You leave the checkout; the nights are free again.',
    },
  },
  lapse: {
    from: ['held'],
    to: 'expired',
    by: ['clock'],
    time: 'hold_over',
    title: 'Checkout ran out',
    means: `The ${holdTime} of the checkout are over; the nights are free again.`,
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
    title: 'Confirmed',
    means: 'The price is paid: at once with instant booking, else after the request is accepted.',
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
    said: {
      traveler: 'You take the request back before it is answered.',
    },
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
    said: {
      traveler: 'You do not take the offer, and the request ends.',
    },
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
    said: {
      traveler: `You did not take the offer within ${answerTime}.`,
    },
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
    said: {
      traveler: 'The request was accepted, and your card no longer pays.',
    },
  },
  rename_guests: {
    from: ['pending', 'confirmed'],
    by: ['traveler'],
    time: 'before_check_in',
    tells: ['owner'],
    title: 'Guests changed',
    means: 'The traveler names other guests; possible until the guest certificate is issued.',
    said: {
      traveler: 'You name other guests; possible until the guest certificate is issued.',
    },
  },
  certify: {
    from: ['confirmed'],
    to: 'certified',
    by: ['owner', 'team'],
    tells: ['traveler'],
    title: 'Guest certificate issued',
    means: 'The resort’s guest certificate in the traveler’s name is here.',
    said: {
      traveler: 'The resort’s guest certificate in your name is here.',
    },
  },
  replace_certificate: {
    from: ['certified'],
    by: ['owner', 'team'],
    time: 'before_check_in',
    tells: ['traveler'],
    title: 'Guest certificate replaced',
    means: 'Another guest certificate takes the place of the previous one.',
  },
  remind_owner: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_due',
    tells: ['owner'],
    title: 'Certificate reminder',
    means: `${certificateDays.remind} days before check-in the guest certificate is missing.`,
  },
  remind_owner_again: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_due_again',
    tells: ['owner'],
    title: 'Second certificate reminder',
    means: `${certificateDays.remindAgain} days before check-in the guest certificate is missing.`,
  },
  escalate: {
    from: ['confirmed'],
    by: ['clock'],
    time: 'certificate_overdue',
    tells: ['team'],
    title: 'Certificate overdue',
    means: `${certificateDays.escalate} days before check-in the guest certificate is missing; the team takes over.`,
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
    said: {
      traveler: 'It is the day of departure; you are asked for a review.',
    },
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
    said: {
      traveler: ['Cancelled by you', 'You cancel the stay.'],
    },
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
    said: {
      owner: ['Cancelled by you', 'You cancel the stay.'],
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
    time: 'from_check_in',
    tells: ['traveler', 'owner', 'team'],
    asksWhy: true,
    title: 'Problem reported',
    means: 'The traveler objects before the owner is paid; the money is kept until it is settled.',
    said: {
      traveler: 'You object before the owner is paid; the money is kept until it is settled.',
      owner: 'The traveler objects before you are paid; the money is kept until it is settled.',
    },
  },
  resolve: {
    from: ['disputed'],
    to: 'resolved',
    by: ['team'],
    money: 'refund_chosen',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Problem settled',
    means: 'The team decides how much the traveler gets back; the owner is paid the rest.',
    said: {
      traveler: 'The team decides how much you get back; the owner is paid the rest.',
      owner: 'The team decides how much the traveler gets back; you are paid the rest.',
    },
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
} as const satisfies Record<BookingMove, Rule>;

export const ruleOf = (move: BookingMove): MoveRule => ({ ...usual, ...bookingMoves[move] });

export function wordsOf(
  move: BookingMove,
  parts: readonly BookingParty[],
): { title: string; means: string } {
  const { title, means, said } = ruleOf(move);
  const reader = (['traveler', 'owner'] as const).find((part) => parts.includes(part));
  const own = (reader && said[reader]) ?? means;
  return typeof own === 'string' ? { title, means: own } : { title: own[0], means: own[1] };
}

export const moveNames = Object.keys(bookingMoves) as BookingMove[];

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
  chargeback: true,
} as const;

export type Timed = Pick<Booking, keyof typeof timed>;

export interface Moment {
  now: Date;
  today: string;
}

/** The moves that this party can make now; none for stays agreed outside Tideweek. */
export const openMoves = (booking: Timed, party: BookingParty, moment: Moment): BookingMove[] =>
  moveNames.filter((move) => isOpen(booking, move, party, moment));

export function isOpen(
  booking: Timed,
  move: BookingMove,
  party: BookingParty,
  moment: Moment,
): boolean {
  const { from, by, time } = ruleOf(move);
  return (
    booking.isProtected &&
    from.includes(booking.status) &&
    by.includes(party) &&
    !waitsForBank(booking, move) &&
    isTime(booking, time, moment)
  );
}

interface At extends Moment {
  checkIn: string;
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
  from_check_in: ({ releasedAt }, { today, checkIn }) => today >= checkIn && releasedAt === null,
  before_release: ({ releasedAt }) => releasedAt === null,
  certificate_due: (_, { today, checkIn }) =>
    today >= addDays(checkIn, -certificateDays.remind) &&
    today < addDays(checkIn, -certificateDays.remindAgain),
  certificate_due_again: (_, { today, checkIn }) =>
    today >= addDays(checkIn, -certificateDays.remindAgain) &&
    today < addDays(checkIn, -certificateDays.escalate),
  certificate_overdue: (_, { today, checkIn }) =>
    today >= addDays(checkIn, -certificateDays.escalate),
  on_check_in: (_, { today, checkIn }) => today >= checkIn,
  two_days_in: ({ releasedAt, answerBy, isTold }, { today, checkIn, isOver }) =>
    today >= addDays(checkIn, releaseDays) &&
    releasedAt === null &&
    isTold &&
    (answerBy === null || isOver(answerBy)),
  on_check_out: ({ checkOut }, { today }) => today >= isoDay(checkOut),
} satisfies Record<string, (booking: Timed, at: At) => boolean>;

export type MoveTime = keyof typeof times;

function isTime(booking: Timed, time: MoveTime, moment: Moment): boolean {
  const isOver = (deadline: Date | null) => deadline !== null && deadline <= moment.now;
  const holds: (booking: Timed, at: At) => boolean = times[time];
  return holds(booking, { ...moment, checkIn: isoDay(booking.checkIn), isOver });
}

const isUnanswered = ({ acceptedAt, offeredCheckIn }: Timed): boolean =>
  acceptedAt === null && offeredCheckIn === null;

/** The last day on which the owner can enter the certificate; null unless it is missing. */
export const certificateDue = ({ isProtected, status, checkIn }: Timed): string | null =>
  isProtected && status === 'confirmed'
    ? addDays(isoDay(checkIn), -certificateDays.escalate - 1)
    : null;

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
  const onDay = (move: BookingMove, on: string): ComingStep => ({ move, at: null, on });
  const releaseDay = addDays(checkIn, releaseDays);
  const hasArrived = booking.status === 'checked_in' || booking.status === 'completed';
  const release =
    hasArrived && answerBy && isoDay(answerBy) >= releaseDay
      ? { move: 'release' as const, at: answerBy, on: null }
      : onDay('release', releaseDay);
  const stay = [
    onDay('check_in', checkIn),
    ...(booking.releasedAt === null && !waitsForBank(booking, 'release') ? [release] : []),
    onDay('complete', isoDay(booking.checkOut)),
  ].sort((one, other) => dayOf(one).localeCompare(dayOf(other)));
  switch (booking.status) {
    case 'held':
      return [{ move: 'lapse', at: booking.heldUntil, on: null }];
    case 'pending':
      return booking.acceptedAt === null
        ? [
            {
              move: booking.offeredCheckIn === null ? 'expire' : 'lapse_offer',
              at: answerBy,
              on: null,
            },
          ]
        : [];
    case 'confirmed':
    case 'certified':
      return stay;
    case 'checked_in':
      return stay.filter(({ move }) => move !== 'check_in');
    case 'completed':
      return stay.filter(({ move }) => move === 'release');
    default:
      return [];
  }
}

const dayOf = ({ at, on }: ComingStep): string => on ?? (at ? isoDay(at) : '');
