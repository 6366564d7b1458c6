import type {
  Sale,
  SaleMove,
  SaleParty,
  SaleSettlement,
  SaleSide,
  SaleSignature,
  SaleStatus,
} from '#api/generated/prisma/client.ts';
import { closingRemindTime, saleHours, saleTime } from '#common/durations.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { defineMoves, type Moment, type Rule } from '#api/modules/moves/defineMoves.ts';
import {
  dueStep,
  isDoneStep,
  isOpenStep,
  isPaid,
  recordableSteps,
  type ClosingRow,
  type StepMoveOfClock,
} from '../closing/standing.ts';
import { stepRule } from '../closing/steps.ts';

/** What the guards read of a sale. */
export interface MovableSale
  extends
    ClosingRow,
    Pick<Sale, 'status' | 'turn' | 'isTold' | 'answerBy' | 'sellerId' | 'buyerId'> {
  signatures: readonly Pick<SaleSignature, 'side'>[];
  listing: { isActive: boolean; isForSale: boolean; ownerId: string | null };
  seller: { closedAt: Date | null };
  buyer: { closedAt: Date | null };
}

interface At {
  party: SaleParty;
  side: SaleSide | null;
  isPast: boolean;
  moment: Moment;
}

/** Whether a step is there for which a move of the clock is due. */
const isDue =
  (move: StepMoveOfClock) =>
  (sale: MovableSale, { moment }: At): boolean =>
    dueStep(move, sale, moment) !== undefined;

/** The deed is recorded, or the membership transferred: nobody leaves any more. */
const isTransferred = (sale: MovableSale) => isDoneStep(sale, 'deed', 'membership');

const times = {
  always: () => true,
  own_turn: ({ turn }: MovableSale, { side }: At) => side === turn,
  others_turn: ({ turn }: MovableSale, { side }: At) => side !== null && side !== turn,
  unanswered: (_sale: MovableSale, { isPast }: At) => isPast,
  not_confirmed: ({ signatures }: MovableSale, { side }: At) =>
    !signatures.some((one) => one.side === side),
  both_confirmed: ({ signatures }: MovableSale) => signatures.length === 2,
  one_missing: ({ signatures }: MovableSale, { isPast }: At) => isPast && signatures.length < 2,
  gone: ({ listing, seller, buyer, sellerId }: MovableSale) =>
    !listing.isActive ||
    !listing.isForSale ||
    listing.ownerId !== sellerId ||
    seller.closedAt !== null ||
    buyer.closedAt !== null,
  recordable: (sale: MovableSale, { party }: At) => recordableSteps(sale, party).length > 0,
  waivable: (sale: MovableSale, { party }: At) =>
    recordableSteps(sale, party).some((step) => stepRule(step).waived),
  can_fail: (sale: MovableSale, { party }: At) =>
    recordableSteps(sale, party).some((step) => stepRule(step).failed),
  step_open: ({ steps }: MovableSale) =>
    steps.some(({ step, state }) => state === 'open' && step !== 'cooling_off'),
  cooling_off: (sale: MovableSale) => isOpenStep(sale, 'cooling_off') && !isTransferred(sale),
  after_cooling_off: (sale: MovableSale) =>
    !isOpenStep(sale, 'cooling_off') && !isTransferred(sale),
  not_transferred: (sale: MovableSale) => !isTransferred(sale),
  account_declined: ({ account }: MovableSale) => account?.status === 'none',
  confirmed: (sale: MovableSale) => isDoneStep(sale, 'confirmation') && isPaid(sale),
  funds_in: isDue('funds_in'),
  cooling_ends: isDue('cooling_ends'),
  release: isDue('release'),
  remind: isDue('remind'),
  escalate: isDue('escalate'),
  lapse: isDue('lapse'),
  deposit_missed: isDue('deposit_missed'),
  buyer_missed: isDue('buyer_missed'),
  seller_missed: isDue('seller_missed'),
};

type SaleTime = keyof typeof times;

/** When a move is open, in the words of docs/sales.md. */
const timeWords: Record<SaleTime, string> = {
  always: '',
  own_turn: 'while the latest terms wait for this side',
  others_turn: 'while the latest terms of this side wait for the other',
  unanswered: `${saleTime} after the other side was told`,
  not_confirmed: 'until this side has confirmed',
  both_confirmed: 'once both sides have confirmed',
  one_missing: `${saleTime} after both sides were told`,
  gone: 'once the timeshare is no longer for sale, or an account is closed',
  recordable: 'for an open step of the closing, the partner for its own',
  waivable: 'for an open step that can be waived',
  can_fail: 'for an open step that can fail, the partner for its own',
  step_open: 'for an open step',
  cooling_off: 'during the cooling-off period',
  after_cooling_off:
    'outside of the cooling-off period, until the deed is recorded, or the membership transferred',
  not_transferred: 'until the deed is recorded, or the membership transferred',
  account_declined: 'once the escrow partner has declined the account',
  confirmed: 'once the resort has confirmed the new owner, and the whole price is there',
  funds_in: 'once the escrow partner, or the card of the buyer, has paid the whole amount',
  cooling_ends: 'after its last day',
  release: 'once the escrow partner has paid everything out',
  remind: `${closingRemindTime} before a step is due`,
  escalate: 'after the last day of a step that no side makes',
  lapse:
    'once a step is no longer valid, before the deed is recorded, or the membership transferred',
  deposit_missed: `after the last day, and ${closingRemindTime} after the reminder`,
  buyer_missed: `after the last day, and ${closingRemindTime} after the reminder`,
  seller_missed: `after the last day, and ${closingRemindTime} after the reminder`,
};

const settlementWords: Record<'none' | SaleSettlement, string> = {
  none: '',
  to_buyer: 'all back to the buyer',
  deposit_to_seller: 'deposit to the seller, rest to the buyer',
  to_seller: 'price to the seller, rest to the buyer',
};

const open = ['offered', 'accepted'] as const;

interface SaleTerm {
  move: SaleMove;
  status: SaleStatus;
  party: SaleParty;
  side: SaleSide;
  time: SaleTime;
  money: 'none' | SaleSettlement;
  row: MovableSale;
  at: At;
}

/** All moves of a sale. The order is that in which the clock's moves can follow each other. */
const rules: Record<SaleMove, Rule<SaleTerm>> = {
  offer: {
    from: [],
    to: 'offered',
    by: ['buyer'],
    tells: ['seller'],
    opens: { for: 'seller', hours: saleHours },
    title: 'Offer',
    means: `The buyer offers terms; the owner has ${saleTime} to answer.`,
    said: { buyer: ['You made an offer', `The owner has ${saleTime} to answer.`] },
  },
  counter: {
    from: ['offered'],
    by: ['buyer', 'seller'],
    time: 'own_turn',
    tells: ['buyer', 'seller'],
    opens: { for: 'both', hours: saleHours },
    title: 'Counter-offer',
    means: `One side offers other terms; the other has ${saleTime} to answer.`,
  },
  accept: {
    from: ['offered'],
    to: 'accepted',
    by: ['buyer', 'seller'],
    time: 'own_turn',
    tells: ['buyer', 'seller'],
    opens: { for: 'both', hours: saleHours },
    title: 'Accepted',
    means: `The latest terms are accepted; both sides confirm them within ${saleTime}.`,
  },
  decline: {
    from: ['offered'],
    to: 'declined',
    by: ['buyer', 'seller'],
    time: 'own_turn',
    tells: ['buyer', 'seller'],
    title: 'Declined',
    means: 'One side does not want the latest terms, and the sale ends.',
  },
  withdraw: {
    from: ['offered'],
    to: 'withdrawn',
    by: ['buyer', 'seller'],
    time: 'others_turn',
    tells: ['buyer', 'seller'],
    title: 'Withdrawn',
    means: 'One side takes its latest terms back, and the sale ends.',
  },
  stop: {
    from: open,
    to: 'called_off',
    by: ['clock'],
    time: 'gone',
    tells: ['buyer', 'seller'],
    title: 'No longer for sale',
    means: 'The timeshare was taken off sale, or one side has left; the sale ends.',
  },
  expire: {
    from: ['offered'],
    to: 'expired',
    by: ['clock'],
    time: 'unanswered',
    tells: ['buyer', 'seller'],
    title: 'Expired',
    means: `The latest terms were not answered within ${saleTime}; the sale ends.`,
  },
  set_aside: {
    from: ['offered'],
    to: 'set_aside',
    by: ['clock'],
    tells: ['buyer'],
    title: 'Set aside',
    means: 'The owner accepted the offer of somebody else.',
  },
  confirm_terms: {
    from: ['accepted'],
    by: ['buyer', 'seller'],
    time: 'not_confirmed',
    title: 'Terms confirmed',
    means: 'One side confirms the term sheet by typing their name.',
  },
  agree: {
    from: ['accepted'],
    to: 'agreed',
    by: ['clock'],
    time: 'both_confirmed',
    tells: ['buyer', 'seller', 'team'],
    title: 'Agreed',
    means: 'Both sides have confirmed the terms; the closing begins.',
  },
  account_declined: {
    from: ['agreed'],
    to: 'called_off',
    by: ['clock'],
    time: 'account_declined',
    money: 'to_buyer',
    tells: ['buyer', 'seller', 'team'],
    title: 'No escrow',
    means: 'The escrow partner did not open an account, and the sale ends.',
  },
  funds_in: {
    from: ['agreed'],
    by: ['partner', 'provider'],
    time: 'funds_in',
    tells: ['buyer', 'seller'],
    title: 'Money in escrow',
    means: 'What the buyer had to pay is there.',
  },
  cooling_ends: {
    from: ['agreed'],
    by: ['clock'],
    time: 'cooling_ends',
    title: 'Cooling-off period over',
    means: 'The buyer can no longer withdraw without a reason.',
  },
  record_step: {
    from: ['agreed'],
    by: ['team', 'partner'],
    time: 'recordable',
    tells: ['buyer', 'seller', 'team'],
    title: 'Step done',
    means: 'The team, or the partner by its link, records a step with what it asks for.',
  },
  waive_step: {
    from: ['agreed'],
    by: ['team'],
    time: 'waivable',
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'Step waived',
    means: 'A step of the closing is left out.',
  },
  extend_step: {
    from: ['agreed'],
    by: ['team'],
    time: 'step_open',
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'More time',
    means: 'A step of the closing gets a later last day.',
  },
  fail_step: {
    from: ['agreed'],
    to: 'called_off',
    by: ['team', 'partner'],
    time: 'can_fail',
    money: 'to_buyer',
    tells: ['buyer', 'seller', 'team'],
    asksWhy: true,
    title: 'Step failed',
    means: 'A step of the closing has failed, and the sale ends.',
  },
  cool_off: {
    from: ['agreed'],
    to: 'called_off',
    by: ['buyer'],
    time: 'cooling_off',
    money: 'to_buyer',
    tells: ['seller', 'team'],
    title: 'Withdrawn in the cooling-off period',
    means: 'The buyer withdraws without a reason, and gets everything back.',
  },
  give_up: {
    from: ['agreed'],
    to: 'called_off',
    by: ['buyer'],
    time: 'after_cooling_off',
    money: 'deposit_to_seller',
    tells: ['seller', 'team'],
    asksWhy: true,
    title: 'The buyer gave up',
    means: 'The buyer ends the sale; the seller gets the deposit.',
  },
  pull_out: {
    from: ['agreed'],
    to: 'called_off',
    by: ['seller'],
    time: 'not_transferred',
    money: 'to_buyer',
    tells: ['buyer', 'team'],
    asksWhy: true,
    title: 'The seller pulled out',
    means: 'The seller ends the sale; the buyer gets everything back.',
  },
  overdue: {
    from: ['accepted'],
    to: 'called_off',
    by: ['clock'],
    time: 'one_missing',
    tells: ['buyer', 'seller'],
    title: 'Not confirmed in time',
    means: `The terms were not confirmed by both sides within ${saleTime}; the sale ends.`,
  },
  back_out: {
    from: ['accepted'],
    to: 'called_off',
    by: ['buyer', 'seller'],
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'Backed out',
    means: 'One side ends the sale before both have confirmed the terms.',
  },
  available_again: {
    from: ['set_aside'],
    by: ['clock'],
    tells: ['buyer'],
    title: 'Available again',
    means: 'The sale to somebody else did not happen; a new offer can be made.',
  },
  call_off: {
    from: ['accepted', 'agreed'],
    to: 'called_off',
    by: ['team'],
    money: 'to_buyer',
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'Called off',
    means: 'The team ends the sale, because the closing can’t be completed.',
  },
  sell: {
    from: ['agreed'],
    to: 'sold',
    by: ['clock'],
    time: 'confirmed',
    money: 'to_seller',
    tells: ['buyer', 'seller'],
    title: 'Sold',
    means: 'The resort has confirmed the new owner; the timeshare is off sale.',
  },
  release: {
    from: ['sold'],
    by: ['partner'],
    time: 'release',
    tells: ['buyer', 'seller'],
    title: 'Paid out',
    means: 'The escrow partner has paid everything out.',
  },
  lapse: {
    from: ['agreed'],
    by: ['clock'],
    time: 'lapse',
    tells: ['buyer', 'seller', 'team'],
    title: 'No longer valid',
    means:
      'What the resort confirmed is no longer valid; its step is open again, and later steps wait for it.',
  },
  remind: {
    from: ['agreed'],
    by: ['clock'],
    time: 'remind',
    tells: ['buyer', 'seller', 'team'],
    title: 'Reminder',
    means: 'A step is due soon; who has to act is told, the team for a resort and the partner.',
  },
  escalate: {
    from: ['agreed', 'sold'],
    by: ['clock'],
    time: 'escalate',
    tells: ['team'],
    title: 'Step overdue',
    means: 'A resort, the partner or the team is late; the team is called in.',
  },
  chargeback: {
    from: ['agreed', 'sold', 'called_off'],
    by: ['provider'],
    tells: ['team'],
    title: 'Card payment disputed',
    means:
      'The bank of the buyer disputes the card payment; nothing of it is paid out until it has decided.',
    said: {
      buyer: [
        'Card payment disputed',
        'Your bank disputes your card payment; nothing of it is paid out until it has decided.',
      ],
    },
  },
  chargeback_won: {
    from: ['agreed', 'sold', 'called_off'],
    by: ['provider'],
    tells: ['team'],
    title: 'Dispute won',
    means: 'The bank of the buyer has given the card payment back.',
  },
  chargeback_lost: {
    from: ['agreed', 'sold', 'called_off'],
    by: ['provider'],
    tells: ['team'],
    title: 'Dispute lost',
    means:
      'The bank of the buyer keeps the card payment, which is missing now; the team decides how the sale goes on.',
  },
  deposit_missed: {
    from: ['agreed'],
    to: 'called_off',
    by: ['clock'],
    time: 'deposit_missed',
    money: 'to_buyer',
    tells: ['buyer', 'seller'],
    title: 'Deposit not paid',
    means: 'The buyer did not pay the deposit in time, and the sale ends.',
  },
  buyer_missed: {
    from: ['agreed'],
    to: 'called_off',
    by: ['clock'],
    time: 'buyer_missed',
    money: 'deposit_to_seller',
    tells: ['buyer', 'seller'],
    title: 'Missed by the buyer',
    means: 'The buyer did not pay or sign in time; the sale ends, and the seller gets the deposit.',
  },
  seller_missed: {
    from: ['agreed'],
    to: 'called_off',
    by: ['clock'],
    time: 'seller_missed',
    money: 'to_buyer',
    tells: ['buyer', 'seller'],
    title: 'Missed by the seller',
    means: 'The seller did not sign in time; the sale ends, and the buyer gets everything back.',
  },
};

const table = defineMoves<SaleTerm>({
  noun: 'sale',
  rules,
  sides: ['buyer', 'seller'],
  times,
  at: ({ isTold, answerBy }, party, moment) => ({
    party,
    side: party === 'buyer' || party === 'seller' ? party : null,
    isPast: isTold && answerBy !== null && answerBy <= moment.now,
    moment,
  }),
  teamIsSide: () => false,
  isClosed: () => false,
  whyClosed: () => undefined,
});

export const { ruleOf, isOpen, movesFor, asksWhy, requireOpen, requireSeen, wordsOf } = table;
export const { names: moveNames } = table;

/** The moves of a sale as the Markdown table in docs/sales.md. */
export const movesTable = (): string => table.print(timeWords, settlementWords);

/** Moves that no person makes, in the order in which they can follow each other. */
export const ownMoves = table.names.flatMap((move) => {
  const [party] = ruleOf(move).by;
  return party === 'clock' || party === 'partner' ? [{ move, party }] : [];
});

export const isEnd = (status: SaleStatus): boolean =>
  status !== 'offered' && status !== 'accepted' && status !== 'agreed';

export const otherSide = { buyer: 'seller', seller: 'buyer' } as const;

export function partsOf(
  viewer: Viewer,
  { buyerId, sellerId }: Pick<Sale, 'buyerId' | 'sellerId'>,
): SaleParty[] {
  const parts: SaleParty[] = [];
  if (buyerId === viewer.id) parts.push('buyer');
  if (sellerId === viewer.id) parts.push('seller');
  if (viewer.role === 'admin') parts.push('team');
  return parts;
}
