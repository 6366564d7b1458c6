import type { Deps } from '#api/context/context.ts';
import type { Prisma, SaleMove, SaleParty, SaleStepName } from '#api/generated/prisma/client.ts';
import { formatDay, formatDays } from '#common/dayWords.ts';
import { isoDay } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { recipientOf } from '#api/modules/accounts/account.ts';
import type { PreparedMail } from '#api/modules/mail/defineMail.ts';
import { queueMail, teamOf } from '#api/modules/mail/outbox.ts';
import { windowOf } from '#api/modules/moves/defineMoves.ts';
import { actorWords, stepRule } from '../closing/steps.ts';
import { isEnd, ruleOf } from './moves.ts';
import { writeSaleEvent } from './saleEvents.ts';
import { saleChanged, stayPassed, type Told } from './saleMails.ts';

type LetterDeps = Pick<Deps, 'siteSettings' | 'publicUrl'>;

/** What a move needs within its transaction. Without what letters need, nobody is told of it. */
export type MoveDeps = Pick<Deps, 'clock' | 'payments'> & Partial<LetterDeps>;

export type SaleDeps = Pick<Deps, 'database' | 'clock' | 'log' | 'escrow' | 'payments'> &
  LetterDeps;

/** What the guards of a closing read. */
export const closing = {
  // As `Sale.steps` reads them: one statement for both.
  steps: { orderBy: { step: 'asc' } },
  account: { select: { status: true } },
  ledgerTransactions: {
    select: { reason: true, entries: { select: { account: true, amountCents: true } } },
  },
} as const satisfies Prisma.SaleInclude;

const person = { id: true, firstName: true, lastName: true, email: true, closedAt: true } as const;

export const moved = {
  ...closing,
  buyer: { select: person },
  seller: { select: person },
  listing: {
    select: {
      title: true,
      isActive: true,
      isForSale: true,
      ownerId: true,
      maintenanceFeeCents: true,
      resortId: true,
      ownership: true,
      tenure: true,
      unitType: true,
      weekNumber: true,
      rightOfFirstRefusal: true,
      resort: { select: { name: true, country: true, region: true } },
    },
  },
  terms: { orderBy: { number: 'desc' }, take: 1 },
  signatures: true,
} as const satisfies Prisma.SaleInclude;

export type MovedSale = Prisma.SaleGetPayload<{ include: typeof moved }>;

export type LatestTerms = MovedSale['terms'][number];

export function latestTerms({ id, terms: [latest] }: Pick<MovedSale, 'id' | 'terms'>): LatestTerms {
  if (!latest) throw new Error(`Sale ${id} has no terms`);
  return latest;
}

/**
 * Reads a sale and locks it, and its listing, until the transaction ends.
 * @throws {NotFoundError}
 */
export async function lockSale(
  transaction: Prisma.TransactionClient,
  saleId: string,
): Promise<MovedSale> {
  const id = idToFind(saleId);
  await transaction.$executeRaw`SELECT lock_sale(${id}::uuid)`;
  const sale = await transaction.sale.findUnique({ where: { id }, include: moved });
  if (!sale) throw new NotFoundError('Sale not found');
  return sale;
}

interface Made {
  party: SaleParty;
  actorId: string | null;
  note?: string | null;
  /** The step of the closing that it is about. */
  step?: SaleStepName | undefined;
  data?: Prisma.SaleUncheckedUpdateInput;
}

/**
 * Writes a move: status, deadline, history and mail, in the transaction that locked the sale. The
 * caller has checked that the move is open.
 */
export async function makeMove(
  { siteSettings, publicUrl, clock }: Omit<MoveDeps, 'payments'>,
  transaction: Prisma.TransactionClient,
  { id, status, agreedAt, closedAt }: Pick<MovedSale, 'id' | 'status' | 'agreedAt' | 'closedAt'>,
  move: SaleMove,
  { party, actorId, note = null, step, data = {} }: Made,
): Promise<MovedSale> {
  const now = clock();
  const { to, opens, money } = ruleOf(move);
  const hasNoDeadline = to !== null && (isEnd(to) || to === 'agreed');
  const after = await transaction.sale.update({
    where: { id },
    data: {
      ...data,
      // Also if it stays: each move counts the version.
      status: to ?? status,
      ...(to === 'agreed' && { agreedAt: now }),
      ...(to !== null && isEnd(to) && closedAt === null && { closedAt: now }),
      ...(agreedAt && money !== 'none' && { settlement: money }),
      ...(hasNoDeadline && { isTold: true, answerBy: null }),
      ...(opens && windowOf(opens.hours, now)),
    },
    include: moved,
  });
  const { id: eventId } = await transaction.saleEvent.create({
    data: { saleId: id, move, party, actorId, note, step, status: after.status, at: now },
  });
  await writeSaleEvent(transaction, after, latestTerms(after), move);
  if (siteSettings && publicUrl !== undefined) {
    const told = { party, note, eventId, step };
    await tellMove({ siteSettings, publicUrl }, transaction, after, move, told);
    if (move === 'sell') await tellTravelers({ siteSettings, publicUrl }, transaction, after);
  }
  return after;
}

/** Queues the mail of a move. Closed accounts get none, and nobody is told of their own move but one that opens a window for them. */
async function tellMove(
  deps: LetterDeps,
  transaction: Prisma.TransactionClient,
  sale: MovedSale,
  move: SaleMove,
  {
    party,
    note,
    eventId,
    step,
  }: { party: SaleParty; note: string | null; eventId: string; step: SaleStepName | undefined },
): Promise<void> {
  const { tells, opens } = ruleOf(move);
  const reminded = move === 'remind' && step ? tellerOf(step) : undefined;
  const terms = latestTerms(sale);
  const mails = tells.flatMap((to): PreparedMail[] => {
    const hasWindow =
      opens !== null && to !== 'team' && (sale.status === 'accepted' || sale.turn === to);
    const recipient = recipientFor(deps, sale, to);
    if (!recipient || (to === party && !hasWindow) || (reminded ?? to) !== to) return [];
    const mail = saleChanged(deps, recipient, {
      move,
      to,
      title: sale.listing.title,
      resortName: sale.listing.resort.name,
      price: formatMoney({ amount: terms.priceCents, currency: terms.currency }),
      closingDay: formatDay(isoDay(terms.closingOn)),
      reason: note === null ? null : shownNote(sale, note),
      step: step ? stepRule(step).title : null,
      next: sale.status === 'agreed' || sale.status === 'sold' ? sale.steps.flatMap(stepToDo) : [],
      link: `${deps.publicUrl}/sales/${sale.id}`,
    });
    return [{ ...mail, ...(hasWindow && { saleEventId: eventId, windowHours: opens.hours }) }];
  });
  await queueMail(transaction, ...mails);
}

/** Queues the mails about the stays that the buyer hosts from now on. */
async function tellTravelers(
  deps: LetterDeps,
  transaction: Prisma.TransactionClient,
  { listingId, buyer }: MovedSale,
): Promise<void> {
  const sold = await transaction.$queryRaw<{ id: string }[]>`
    SELECT listings_of_ownership(${listingId}::uuid) AS id`;
  const passed = await transaction.booking.findMany({
    where: {
      listingId: { in: sold.map(({ id }) => id) },
      ownerId: buyer.id,
      user: { id: { not: buyer.id }, closedAt: null },
    },
    include: { user: { select: person }, listing: true, resort: true },
    orderBy: { id: 'asc' },
  });
  await queueMail(
    transaction,
    ...passed.map(({ id, user, listing, resort, checkIn, checkOut }) =>
      stayPassed(deps, recipientOf(user), {
        title: listing?.title ?? resort.name,
        resortName: resort.name,
        dates: formatDays(checkIn, checkOut),
        owner: maskContacts(buyer.firstName).text,
        link: `${deps.publicUrl}/bookings/${id}`,
      }),
    ),
  );
}

/** Who is told of what an actor has to do: the team speaks with resorts and the partner. */
function tellerOf(step: SaleStepName): Told {
  const { actor } = stepRule(step);
  return actor === 'buyer' || actor === 'seller' ? actor : 'team';
}

/** An open step in words, with who acts and the last day. */
const stepToDo = ({ step, state, dueOn }: MovedSale['steps'][number]): string[] =>
  state === 'open' && dueOn
    ? [`${stepRule(step).title}: ${actorWords[stepRule(step).actor]}, until ${formatDay(dueOn)}`]
    : [];

function recipientFor(
  deps: Pick<Deps, 'siteSettings'>,
  { buyer, seller }: Pick<MovedSale, 'buyer' | 'seller'>,
  to: Told,
) {
  if (to === 'team') return teamOf(deps);
  const one = to === 'buyer' ? buyer : seller;
  return one.closedAt ? null : recipientOf(one);
}

/** Words of one side for the other: contact details are hidden until the terms are accepted. */
export const shownNote = ({ acceptedAt }: { acceptedAt: Date | null }, words: string): string =>
  acceptedAt ? words : maskContacts(words).text;
