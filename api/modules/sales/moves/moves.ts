import type {
  Sale,
  SaleMove,
  SaleParty,
  SaleSide,
  SaleSignature,
  SaleStatus,
} from '#api/generated/prisma/client.ts';
import { saleHours, saleTime } from '#common/durations.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { defineMoves, type Rule } from '#api/modules/moves/defineMoves.ts';

/** What the guards read of a sale. */
export interface MovableSale extends Pick<
  Sale,
  'status' | 'turn' | 'isTold' | 'answerBy' | 'sellerId' | 'buyerId'
> {
  signatures: readonly Pick<SaleSignature, 'side'>[];
  listing: { isActive: boolean; isForSale: boolean; ownerId: string | null };
  seller: { closedAt: Date | null };
  buyer: { closedAt: Date | null };
}

interface At {
  side: SaleSide | null;
  isPast: boolean;
}

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
};

const open = ['offered', 'accepted'] as const;

interface SaleTerm {
  move: SaleMove;
  status: SaleStatus;
  party: SaleParty;
  side: SaleSide;
  time: SaleTime;
  money: 'none';
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
    means: 'Both sides have confirmed the terms; the team prepares the closing.',
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
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'Called off',
    means: 'The team ends the sale, because the closing can’t be completed.',
  },
  sell: {
    from: ['agreed'],
    to: 'sold',
    by: ['team'],
    tells: ['buyer', 'seller'],
    asksWhy: true,
    title: 'Sold',
    means: 'The resort has confirmed the new owner; the timeshare is off sale.',
  },
};

const table = defineMoves<SaleTerm>({
  noun: 'sale',
  rules,
  sides: ['buyer', 'seller'],
  times,
  at: ({ isTold, answerBy }, party, { now }) => ({
    side: party === 'buyer' || party === 'seller' ? party : null,
    isPast: isTold && answerBy !== null && answerBy <= now,
  }),
  teamIsSide: () => false,
  isClosed: () => false,
  whyClosed: () => undefined,
});

export const { ruleOf, isOpen, movesFor, asksWhy, requireOpen, wordsOf, clockMoves } = table;
export const { names: moveNames } = table;

/** The moves of a sale as the Markdown table in docs/sales.md. */
export const movesTable = (): string => table.print(timeWords, { none: '' });

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
