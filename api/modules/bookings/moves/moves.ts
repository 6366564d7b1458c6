import type {
  Booking,
  BookingMove,
  BookingParty,
  BookingStatus,
} from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';

export type MoneyStep =
  | 'none'
  | 'reserved'
  | 'paid'
  | 'capture'
  | 'let_go'
  | 'refund_by_policy'
  | 'refund_all'
  | 'refund_chosen'
  | 'pay_out';

export type MoveTime =
  | 'always'
  | 'hold_over'
  | 'unanswered'
  | 'offered'
  | 'offer_overdue'
  | 'answer_overdue'
  | 'before_check_in'
  | 'from_check_in'
  | 'before_release'
  | 'certificate_due'
  | 'certificate_due_again'
  | 'certificate_overdue'
  | 'on_check_in'
  | 'two_days_in'
  | 'on_check_out';

export interface MoveRule {
  from: readonly BookingStatus[];
  to: BookingStatus | null;
  by: readonly BookingParty[];
  time: MoveTime;
  money: MoneyStep;
  tells: readonly ('traveler' | 'owner' | 'team')[];
  asksWhy: boolean;
  title: string;
  means: string;
  said?: Partial<Record<'traveler' | 'owner', { title?: string; means: string }>>;
}

/**
 * Every move of a booking: the source of the guards, jobs, mail, buttons on screen, and the table
 * in docs/bookings.md. For a provider's week, the team acts as the owner.
 */
export const bookingMoves = {
  hold: {
    from: [],
    to: 'held',
    by: ['traveler'],
    time: 'always',
    money: 'none',
    tells: [],
    asksWhy: false,
    title: 'Checkout opened',
    means: 'The traveler goes to the checkout; the nights are kept for 15 minutes.',
    said: {
      traveler: { means: 'You go to the checkout; the nights are kept for 15 minutes.' },
    },
  },
  abandon: {
    from: ['held'],
    to: 'expired',
    by: ['traveler'],
    time: 'always',
    money: 'none',
    tells: [],
    asksWhy: false,
    title: 'Checkout left',
    means: 'The traveler leaves the checkout; the nights are free again.',
    said: {
      traveler: { means: 'You leave the checkout; the nights are free again.' },
    },
  },
  lapse: {
    from: ['held'],
    to: 'expired',
    by: ['clock'],
    time: 'hold_over',
    money: 'none',
    tells: [],
    asksWhy: false,
    title: 'Checkout ran out',
    means: 'The 15 minutes of the checkout are over; the nights are free again.',
  },
  request: {
    from: ['held'],
    to: 'pending',
    by: ['payment'],
    time: 'always',
    money: 'reserved',
    tells: ['traveler', 'owner'],
    asksWhy: false,
    title: 'Requested',
    means: 'The price is reserved on the card; the owner has 24 hours to answer.',
    said: {
      traveler: { means: 'The price is reserved on your card; the owner has 24 hours to answer.' },
      owner: {
        means: 'The price is reserved on the card of the traveler; you have 24 hours to answer.',
      },
    },
  },
  confirm: {
    from: ['held', 'pending'],
    to: 'confirmed',
    by: ['payment'],
    time: 'always',
    money: 'paid',
    tells: ['traveler', 'owner'],
    asksWhy: false,
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
    asksWhy: false,
    title: 'Request withdrawn',
    means: 'The traveler takes the request back before it is answered.',
    said: {
      traveler: { means: 'You take the request back before it is answered.' },
    },
  },
  accept: {
    from: ['pending'],
    to: null,
    by: ['owner', 'team'],
    time: 'unanswered',
    money: 'capture',
    tells: [],
    asksWhy: false,
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
    to: null,
    by: ['owner', 'team'],
    time: 'unanswered',
    money: 'none',
    tells: ['traveler'],
    asksWhy: false,
    title: 'Other terms offered',
    means:
      'Other dates or a lower price are offered instead; the traveler has 24 hours to take them.',
    said: {
      traveler: {
        means: 'Other dates or a lower price are offered instead; you have 24 hours to take them.',
      },
    },
  },
  take_offer: {
    from: ['pending'],
    to: 'cancelled',
    by: ['traveler'],
    time: 'offered',
    money: 'let_go',
    tells: ['owner'],
    asksWhy: false,
    title: 'Offer taken',
    means:
      'The traveler takes the offer; a checkout with its terms takes the place of the request.',
    said: {
      traveler: {
        means: 'You take the offer; a checkout with its terms takes the place of the request.',
      },
    },
  },
  refuse_offer: {
    from: ['pending'],
    to: 'declined',
    by: ['traveler'],
    time: 'offered',
    money: 'let_go',
    tells: ['owner'],
    asksWhy: false,
    title: 'Offer refused',
    means: 'The traveler does not take the offer, and the request ends.',
    said: {
      traveler: { means: 'You do not take the offer, and the request ends.' },
    },
  },
  lapse_offer: {
    from: ['pending'],
    to: 'expired',
    by: ['clock'],
    time: 'offer_overdue',
    money: 'let_go',
    tells: ['traveler', 'owner'],
    asksWhy: false,
    title: 'Offer expired',
    means: 'The traveler did not take the offer within 24 hours.',
    said: {
      traveler: { means: 'You did not take the offer within 24 hours.' },
    },
  },
  expire: {
    from: ['pending'],
    to: 'expired',
    by: ['clock'],
    time: 'answer_overdue',
    money: 'let_go',
    tells: ['traveler', 'owner'],
    asksWhy: false,
    title: 'Request expired',
    means: 'Nobody answered the request within 24 hours.',
  },
  fail: {
    from: ['pending'],
    to: 'cancelled',
    by: ['payment'],
    time: 'always',
    money: 'none',
    tells: ['traveler', 'owner'],
    asksWhy: false,
    title: 'Payment failed',
    means: 'The request was accepted, and the card no longer pays.',
    said: {
      traveler: { means: 'The request was accepted, and your card no longer pays.' },
    },
  },
  certify: {
    from: ['confirmed'],
    to: 'certified',
    by: ['owner', 'team'],
    time: 'always',
    money: 'none',
    tells: ['traveler'],
    asksWhy: false,
    title: 'Guest certificate issued',
    means: 'The resort’s guest certificate in the traveler’s name is here.',
    said: {
      traveler: { means: 'The resort’s guest certificate in your name is here.' },
    },
  },
  replace_certificate: {
    from: ['certified'],
    to: null,
    by: ['owner', 'team'],
    time: 'before_check_in',
    money: 'none',
    tells: ['traveler'],
    asksWhy: false,
    title: 'Guest certificate replaced',
    means: 'Another guest certificate takes the place of the previous one.',
  },
  remind_owner: {
    from: ['confirmed'],
    to: null,
    by: ['clock'],
    time: 'certificate_due',
    money: 'none',
    tells: ['owner'],
    asksWhy: false,
    title: 'Certificate reminder',
    means: '21 days before check-in the guest certificate is missing.',
  },
  remind_owner_again: {
    from: ['confirmed'],
    to: null,
    by: ['clock'],
    time: 'certificate_due_again',
    money: 'none',
    tells: ['owner'],
    asksWhy: false,
    title: 'Second certificate reminder',
    means: '14 days before check-in the guest certificate is missing.',
  },
  escalate: {
    from: ['confirmed'],
    to: null,
    by: ['clock'],
    time: 'certificate_overdue',
    money: 'none',
    tells: ['team'],
    asksWhy: false,
    title: 'Certificate overdue',
    means: '10 days before check-in the guest certificate is missing; the team takes over.',
  },
  check_in: {
    from: ['certified'],
    to: 'checked_in',
    by: ['clock'],
    time: 'on_check_in',
    money: 'none',
    tells: [],
    asksWhy: false,
    title: 'Check-in',
    means: 'It is the day of arrival at the resort.',
  },
  release: {
    from: ['checked_in', 'completed'],
    to: null,
    by: ['clock'],
    time: 'two_days_in',
    money: 'pay_out',
    tells: ['owner'],
    asksWhy: false,
    title: 'Owner paid',
    means: 'Two days after check-in nobody has objected; the owner is paid.',
    said: {
      owner: {
        title: 'You are paid',
        means: 'Two days after check-in nobody has objected; you are paid.',
      },
    },
  },
  complete: {
    from: ['checked_in'],
    to: 'completed',
    by: ['clock'],
    time: 'on_check_out',
    money: 'none',
    tells: ['traveler'],
    asksWhy: false,
    title: 'Check-out',
    means: 'It is the day of departure; the traveler is asked for a review.',
    said: {
      traveler: { means: 'It is the day of departure; you are asked for a review.' },
    },
  },
  cancel: {
    from: ['confirmed', 'certified'],
    to: 'cancelled',
    by: ['traveler'],
    time: 'before_check_in',
    money: 'refund_by_policy',
    tells: ['traveler', 'owner'],
    asksWhy: false,
    title: 'Cancelled by the traveler',
    means: 'The traveler cancels.',
    said: {
      traveler: { title: 'Cancelled by you', means: 'You cancel the stay.' },
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
      owner: { title: 'Cancelled by you', means: 'You cancel the stay.' },
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
    money: 'none',
    tells: ['traveler', 'owner', 'team'],
    asksWhy: true,
    title: 'Problem reported',
    means: 'The traveler objects before the owner is paid; the money is kept until it is settled.',
    said: {
      traveler: {
        means: 'You object before the owner is paid; the money is kept until it is settled.',
      },
      owner: {
        means: 'The traveler objects before you are paid; the money is kept until it is settled.',
      },
    },
  },
  resolve: {
    from: ['disputed'],
    to: 'resolved',
    by: ['team'],
    time: 'always',
    money: 'refund_chosen',
    tells: ['traveler', 'owner'],
    asksWhy: true,
    title: 'Problem settled',
    means: 'The team decides how much the traveler gets back; the owner is paid the rest.',
    said: {
      traveler: { means: 'The team decides how much you get back; the owner is paid the rest.' },
      owner: { means: 'The team decides how much the traveler gets back; you are paid the rest.' },
    },
  },
} as const satisfies Record<BookingMove, MoveRule>;

const rules: Record<BookingMove, MoveRule> = bookingMoves;

export const ruleOf = (move: BookingMove): MoveRule => rules[move];

export function wordsOf(
  move: BookingMove,
  parts: readonly BookingParty[],
): { title: string; means: string } {
  const { title, means, said = {} } = ruleOf(move);
  const reader = (['traveler', 'owner'] as const).find((part) => parts.includes(part));
  return { title, means, ...(reader && said[reader]) };
}

export const moveNames = Object.keys(bookingMoves) as BookingMove[];

/** Minutes for which the checkout keeps nights. */
export const holdMinutes = 15;

/** Hours to answer a request, and to accept an offer. */
export const answerHours = 24;

/** Columns that decide whether a move is open. */
export const timed = {
  isProtected: true,
  status: true,
  heldUntil: true,
  answerBy: true,
  acceptedAt: true,
  offeredCheckIn: true,
  checkIn: true,
  checkOut: true,
  releasedAt: true,
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
    isTime(booking, time, moment)
  );
}

function isTime(booking: Timed, time: MoveTime, { now, today }: Moment): boolean {
  const checkIn = isoDay(booking.checkIn);
  const isPast = (deadline: Date | null) => deadline !== null && deadline <= now;
  switch (time) {
    case 'always':
      return true;
    case 'hold_over':
      return isPast(booking.heldUntil);
    case 'unanswered':
      return isUnanswered(booking);
    case 'offered':
      return (
        booking.offeredCheckIn !== null &&
        today < isoDay(booking.offeredCheckIn) &&
        !isPast(booking.answerBy)
      );
    case 'offer_overdue':
      return booking.offeredCheckIn !== null && isPast(booking.answerBy);
    case 'answer_overdue':
      return isPast(booking.answerBy) && isUnanswered(booking);
    case 'before_check_in':
      return today < checkIn;
    case 'from_check_in':
      return today >= checkIn && booking.releasedAt === null;
    case 'before_release':
      return booking.releasedAt === null;
    case 'certificate_due':
      return today >= addDays(checkIn, -21) && today < addDays(checkIn, -14);
    case 'certificate_due_again':
      return today >= addDays(checkIn, -14) && today < addDays(checkIn, -certificateDays);
    case 'certificate_overdue':
      return today >= addDays(checkIn, -certificateDays);
    case 'on_check_in':
      return today >= checkIn;
    case 'two_days_in':
      return today >= addDays(checkIn, 2) && booking.releasedAt === null;
    case 'on_check_out':
      return today >= isoDay(booking.checkOut);
  }
}

const isUnanswered = ({ acceptedAt, offeredCheckIn }: Timed): boolean =>
  acceptedAt === null && offeredCheckIn === null;

/** Days before check-in from which the team requests a missing certificate. */
const certificateDays = 10;

/** The last day on which the owner can enter the certificate; null unless it is missing. */
export const certificateDue = ({ isProtected, status, checkIn }: Timed): string | null =>
  isProtected && status === 'confirmed' ? addDays(isoDay(checkIn), -certificateDays - 1) : null;

/** Moves that the clock will make, in order, if nobody acts. */
export function comingMoves(
  booking: Timed,
): { move: BookingMove; at: Date | null; on: string | null }[] {
  if (!booking.isProtected) {
    return [];
  }
  const checkIn = isoDay(booking.checkIn);
  const onDay = (move: BookingMove, on: string) => ({ move, at: null, on });
  const stay = [
    onDay('check_in', checkIn),
    ...(booking.releasedAt === null ? [onDay('release', addDays(checkIn, 2))] : []),
    onDay('complete', isoDay(booking.checkOut)),
  ].sort((one, other) => one.on.localeCompare(other.on));
  switch (booking.status) {
    case 'held':
      return [{ move: 'lapse', at: booking.heldUntil, on: null }];
    case 'pending':
      return booking.acceptedAt === null
        ? [
            {
              move: booking.offeredCheckIn === null ? 'expire' : 'lapse_offer',
              at: booking.answerBy,
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
