import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { PaymentOperation, Prisma } from '#api/generated/prisma/client.ts';
import {
  PaymentRefused,
  type Movement,
  type PaymentProvider,
} from '#api/platform/payments/paymentProvider.ts';
import { formatMoney } from '#common/money.ts';
import { lockSubject } from '../payments/operations.ts';
import { escrowAt, post } from '../ledger/ledger.ts';
import type { TakeOver } from './providerChecks.ts';
import { difference, type Difference } from './differences.ts';

type MovementDeps = Pick<Deps, 'database' | 'clock' | 'log'>;

/** A movement, and what the ledger has of it. */
interface Line extends Movement {
  /** The operation behind it; undefined if there is none. */
  operation: PaymentOperation | undefined;
  state: 'posted' | 'under_way' | 'unposted' | 'unknown';
  /** The booking that it is about, also if the operation is unknown. */
  bookingId: string | null;
  /** The booking whose payment for a damage was given back in the provider's dashboard. */
  claimOf: string | null;
}

/** Milliseconds within which the job posts what costs or leaves the balance. */
const longest = 24 * 60 * 60_000;

/** Milliseconds of the books that are read again. */
const overlap = 2 * 24 * 60 * 60_000;

/** Of the books, in one step of the job. */
const mostPages = 100;

/** How often the balance may change while it is compared. */
const mostTries = 5;

/**
 * Compares the balance at the provider with the ledger, line by line of the provider's books. Keeps
 * only the lines that the ledger does not have.
 * @param since only lines made since explain a difference
 * @throws {PaymentUnavailable} also if the keys do not allow it
 */
export async function checkMovements(
  deps: MovementDeps,
  provider: PaymentProvider,
  since: Date,
): Promise<Difference[]> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await standings(deps, provider);
    const open: Line[] = [];
    let cursor: string | undefined;
    do {
      const page = await provider.movements(since, cursor);
      const lines = await linesOf(deps, provider, page.movements);
      open.push(...lines.filter(({ state }) => state !== 'posted'));
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    if (isDeepStrictEqual(before, await standings(deps, provider))) {
      const lines = withoutReturned(open);
      return [...lines.flatMap((line) => differencesOf(deps, line)), ...restOf(before, lines)];
    }
  }
  const words = 'The balance changed all the time while it was compared. Compare it again';
  return [difference('escrow', words, {})];
}

/** Leaves out refunds in the dashboard that the payer's bank sent back before we heard of them. */
function withoutReturned(lines: Line[]): Line[] {
  const left = new Map<string | null, number>();
  for (const { state, source, amountCents } of lines) {
    if (state === 'unknown') {
      left.set(source, (left.get(source) ?? 0) + amountCents);
    }
  }
  return lines.filter(
    ({ state, source }) => state !== 'unknown' || source === null || left.get(source) !== 0,
  );
}

/**
 * Reads the provider's books on from where the step before has ended: posts fees, and payouts to our
 * bank, and looks at what is unknown, as after its event.
 * @param pages how many to read at most
 * @returns whether they are read to their end
 */
export async function readOn(
  deps: MovementDeps,
  provider: PaymentProvider,
  takeOver: TakeOver,
  pages = mostPages,
): Promise<boolean> {
  const { providerBooks } = deps.database.prisma;
  const where = { provider: provider.name };
  const known = await providerBooks.findUnique({ where });
  const since = new Date(known?.readUntil ? known.readUntil.getTime() - overlap : 0);
  const startedAt = known?.startedAt ?? deps.clock();
  let cursor = known?.cursor ?? undefined;
  for (let read = 0; read < pages; read += 1) {
    const page = await provider.movements(since, cursor);
    for (const line of await linesOf(deps, provider, page.movements)) {
      await settleLine(deps, provider, line, takeOver);
    }
    cursor = page.cursor ?? undefined;
    const data = cursor
      ? { startedAt, cursor }
      : { readUntil: startedAt, startedAt: null, cursor: null };
    await providerBooks.upsert({ where, create: { ...where, ...data }, update: data });
    if (cursor === undefined) {
      return true;
    }
  }
  return false;
}

/** By currency: the cents at the provider, and those that the ledger has there. */
async function standings(deps: MovementDeps, provider: PaymentProvider) {
  const there = await provider.balance();
  const here = await escrowAt(deps, provider.name);
  return [...new Set([...there.keys(), ...here.keys()])].toSorted().map((currency) => ({
    currency,
    there: there.get(currency) ?? 0,
    here: here.get(currency) ?? 0,
  }));
}

/** A line of the provider's books as it stands. @throws {PaymentRefused} if there is none */
export async function readLine(
  deps: MovementDeps,
  provider: PaymentProvider,
  reference: string,
): Promise<Line | undefined> {
  return (await linesOf(deps, provider, [await provider.readMovement(reference)]))[0];
}

const recordOf = ({ name }: PaymentProvider, { reference }: Movement): string =>
  `${name}:${reference}`;

async function linesOf(
  { database: { prisma } }: MovementDeps,
  provider: PaymentProvider,
  movements: Movement[],
): Promise<Line[]> {
  const references = movements.flatMap(({ source, about }) =>
    [source, about?.reference].filter((each) => typeof each === 'string'),
  );
  const keys = movements.flatMap(({ key }) => z.uuid().safeParse(key).data ?? []);
  const [operations, chargebacks, posted] = await Promise.all([
    prisma.paymentOperation.findMany({
      where: {
        provider: provider.name,
        OR: [{ providerReference: { in: references } }, { id: { in: keys } }],
      },
    }),
    prisma.chargeback.findMany({
      where: { provider: provider.name, reference: { in: references } },
    }),
    prisma.ledgerTransaction.findMany({
      where: { providerRecord: { in: movements.map((each) => recordOf(provider, each)) } },
    }),
  ]);
  const isPosted = (record: string) => posted.some((each) => each.providerRecord === record);
  return movements.map((movement): Line => {
    const { source, key, about } = movement;
    const own = operations
      .filter((each) => each.providerReference === source || each.id === key)
      .filter((each) => isBehind(movement, each));
    const operation = own.find(isDone) ?? own[0];
    const related =
      operation ??
      chargebacks.find(({ reference }) => reference === source) ??
      operations.find((each) => each.providerReference === about?.reference);
    const claim = operations.find(
      (each) => each.kind === 'claim' && each.providerReference === about?.reference,
    );
    const isKnown =
      isPosted(recordOf(provider, movement)) ||
      chargebacks.some(({ reference }) => reference === source);
    return {
      ...movement,
      operation,
      bookingId: related?.bookingId ?? null,
      claimOf: (!operation && /^refund/.test(movement.kind) && claim?.bookingId) || null,
      state: isKnown ? 'posted' : stateOf(movement, operation),
    };
  });
}

const isDone = ({ kind, status }: PaymentOperation): boolean =>
  status === 'succeeded' && kind !== 'authorize';

function isBehind({ kind }: Movement, operation: PaymentOperation): boolean {
  switch (kind) {
    case 'payment':
      return ['authorize', 'charge', 'claim', 'capture'].includes(operation.kind);
    case 'refund_return':
      return (
        operation.kind === kind || (operation.kind === 'refund' && operation.status !== 'succeeded')
      );
    default:
      return operation.kind === kind;
  }
}

function stateOf(
  { kind, feeCents }: Movement,
  operation: PaymentOperation | undefined,
): Line['state'] {
  if (!operation) {
    return kind === 'bank' || kind === 'fee' ? 'unposted' : 'unknown';
  }
  if (isDone(operation)) {
    return feeCents === 0 ? 'posted' : 'unposted';
  }
  // What a refused refund took comes back in another line.
  return operation.status === 'failed' ? 'posted' : 'under_way';
}

/** Posts what costs or leaves the balance, and looks at what is unknown. */
async function settleLine(
  deps: MovementDeps,
  provider: PaymentProvider,
  line: Line,
  takeOver: TakeOver,
): Promise<void> {
  const { kind, reference, operation, state, about, claimOf } = line;
  if (state === 'unposted' || (state === 'unknown' && claimOf)) {
    const to = claimOf ? 'owner_payable' : kind === 'bank' ? 'bank' : 'provider_fee';
    await deps.database.prisma.$transaction((transaction) =>
      postMovement(deps, transaction, provider, line, { operation, claimOf, to }),
    );
  } else if (state === 'unknown' && about) {
    try {
      await takeOver({ kind, ...about });
    } catch (error) {
      if (!(error instanceof PaymentRefused)) {
        throw error;
      }
      deps.log.warn({ movement: reference, err: error }, 'a movement is about something unknown');
    }
  }
}

/**
 * Posts a line of the provider's books: of an operation only its fee, since the rest has a posting
 * of its own. What was given back of a payment for a damage is taken from the owner.
 * @returns whether it was not posted before
 */
export async function postMovement(
  { clock }: Pick<Deps, 'clock'>,
  transaction: Prisma.TransactionClient,
  provider: PaymentProvider,
  movement: Movement,
  { operation, claimOf = null, to }: Posting,
): Promise<boolean> {
  const { amountCents, feeCents, currency, kind } = movement;
  const providerRecord = recordOf(provider, movement);
  const bookingId = operation?.bookingId ?? claimOf;
  const saleId = operation?.saleId ?? null;
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${providerRecord}, 0))`;
  if ((await transaction.ledgerTransaction.count({ where: { providerRecord } })) > 0) {
    return false;
  }
  if (bookingId ?? saleId) {
    await lockSubject(transaction, { bookingId, saleId });
  }
  const moved = operation ? 0 : amountCents;
  const costs = to === 'provider_fee' ? feeCents - moved : feeCents;
  await post(transaction, {
    bookingId,
    saleId,
    operationId: operation?.id ?? null,
    reason: claimOf ? 'correction' : operation || kind === 'fee' ? 'fee' : 'movement',
    providerRecord,
    currency,
    amounts: {
      escrow: moved - feeCents,
      provider_fee: costs,
      ...(to !== 'provider_fee' && { [to]: 0 - moved }),
    },
    at: clock(),
  });
  return true;
}

interface Posting {
  operation?: PaymentOperation | undefined;
  claimOf?: string | null;
  to: 'bank' | 'owner_payable' | 'provider_fee';
}

/** Cents that the ledger does not have yet. */
const missingOf = ({ state, operation, amountCents, feeCents }: Line): number =>
  state === 'posted' ? 0 : state === 'unposted' && operation ? -feeCents : amountCents - feeCents;

function differencesOf({ clock }: MovementDeps, line: Line): Difference[] {
  const { state, at, operation, bookingId, reference, currency, kind } = line;
  const isLate = state === 'unposted' && at.getTime() < clock().getTime() - longest;
  if (!isLate && state !== 'unknown') {
    return [];
  }
  const money = formatMoney({ amount: missingOf(line), currency });
  const what = operation ? `The fee of a ${kind}` : line.words;
  const words = `${what}: ${money} that the ledger does not have`;
  return [difference('movement', words, { bookingId, reference })];
}

/** What the lines leave unexplained. */
const restOf = (found: Awaited<ReturnType<typeof standings>>, lines: Line[]): Difference[] =>
  found.flatMap(({ currency, there, here }) => {
    const missing = lines
      .filter((line) => line.currency === currency)
      .reduce((sum, line) => sum + missingOf(line), 0);
    const rest = there - here - missing;
    const [has, should, left] = [there, here, rest].map((amount) =>
      formatMoney({ amount, currency }),
    );
    const words = `The provider has ${has}, and the ledger ${should} there; nothing explains ${left} of it`;
    return rest === 0 ? [] : [difference('escrow', words, {})];
  });
