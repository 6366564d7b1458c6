import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type PaymentOperation } from '#api/generated/prisma/client.ts';
import {
  PaymentRefused,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentRecord,
  type PaymentStatus,
} from '#api/platform/payments/paymentProvider.ts';
import { formatMoney } from '#common/money.ts';
import { difference, type Difference } from './differences.ts';

type CheckDeps = Pick<Deps, 'database' | 'clock'>;

/** A payment or transfer of ours, with the operations that followed it. */
type OwnPayment = PaymentOperation & { followers: PaymentOperation[] };

/** Takes over what the provider says about a payment, transfer or dispute, as after an event. */
export type TakeOver = (event: Omit<PaymentEvent, 'id'>) => Promise<void>;

/** Milliseconds within which every operation should be settled. */
const longest = 24 * 60 * 60_000;

/**
 * Compares the payment provider's books with our operations, except open operations.
 * @param since only payments and transfers made since
 * @param takeOver called for records that differ, before they are compared again; without it,
 *   nothing is changed
 * @returns also the number of compared payments
 */
export async function checkProvider(
  deps: CheckDeps,
  provider: PaymentProvider,
  since: Date,
  takeOver?: TakeOver,
): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await provider.records(since, cursor);
    for (const record of page.records) {
      const id = z.uuid().safeParse(record.key);
      // The site's account may have payments for other reasons.
      if (!id.success) {
        continue;
      }
      seen.add(id.data);
      differences.push(...(await compareRecord(deps, provider, id.data, record, takeOver)));
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  for (const operation of await settledSince(deps, provider, since)) {
    if (!seen.has(operation.id)) {
      seen.add(operation.id);
      differences.push(...(await comparePayment(deps, provider, operation, takeOver)));
    }
  }
  return { compared: seen.size, differences };
}

async function settledSince(
  { database }: CheckDeps,
  { name: provider }: PaymentProvider,
  since: Date,
): Promise<PaymentOperation[]> {
  const settled = { status: 'succeeded', settledAt: { gte: since } } as const;
  return database.prisma.paymentOperation.findMany({
    where: {
      provider,
      kind: { in: ['authorize', 'charge', 'claim', 'transfer'] },
      OR: [settled, { followers: { some: settled } }],
    },
  });
}

async function compareRecord(
  deps: CheckDeps,
  provider: PaymentProvider,
  id: string,
  record: PaymentRecord,
  takeOver: TakeOver | undefined,
): Promise<Difference[]> {
  const { reference } = record;
  const own = await findOwn(deps, id);
  if (!own) {
    return [
      difference('unknown_payment', `The provider has a ${record.kind} of ${moneyOf(record)}`, {
        reference,
      }),
    ];
  }
  if (disagreement(own, record) === undefined) {
    return [];
  }
  await takeOver?.({ kind: 'refund', about: record.kind, reference });
  // The payment may have changed between the two readings, so it is read again.
  const words = disagreement(
    (await findOwn(deps, id)) ?? own,
    record.kind === 'payment' ? { kind: 'payment', ...(await provider.read(reference)) } : record,
  );
  return words === undefined ? [] : [differenceAt(own, reference, words)];
}

/** Compares one payment of ours, whatever its age. */
export async function comparePayment(
  deps: CheckDeps,
  provider: PaymentProvider,
  operation: PaymentOperation,
  takeOver?: TakeOver,
): Promise<Difference[]> {
  const { kind, providerReference: reference } = operation;
  const missing = difference('missing_payment', `The provider does not have this ${kind}`, {
    bookingId: operation.bookingId,
    operationId: operation.id,
    reference,
  });
  if (kind === 'transfer' || reference === null) {
    return [missing];
  }
  try {
    await takeOver?.({ kind: 'refund', about: 'payment', reference });
    const own = await findOwn(deps, operation.id);
    if (!own) {
      return [missing];
    }
    const words = disagreement(own, { kind: 'payment', ...(await provider.read(reference)) });
    return words === undefined ? [] : [differenceAt(own, reference, words)];
  } catch (error) {
    if (error instanceof PaymentRefused) {
      return [missing];
    }
    throw error;
  }
}

const differenceAt = (
  { id: operationId, bookingId }: OwnPayment,
  reference: string,
  words: string,
): Difference => difference('payment', words, { bookingId, operationId, reference });

const findOwn = ({ database }: CheckDeps, id: string): Promise<OwnPayment | null> =>
  database.prisma.paymentOperation.findUnique({ where: { id }, include: { followers: true } });

/** The difference between the provider's record and ours; undefined if they agree. */
function disagreement(own: OwnPayment, record: PaymentRecord): string | undefined {
  const all = [own, ...own.followers];
  if (all.some(({ status }) => status === 'waiting' || status === 'needs_action')) {
    return undefined;
  }
  const problems = [
    ...(own.amountCents === record.amountCents && own.currency === record.currency
      ? []
      : [`${moneyOf(own)} here, ${moneyOf(record)} there`]),
    ...(record.kind === 'payment' ? paymentProblems(own, record) : transferProblems(own)),
  ];
  return problems.length > 0 ? problems.join('; ') : undefined;
}

const moneyOf = ({ amountCents, currency }: Pick<OwnPayment, 'amountCents' | 'currency'>) =>
  formatMoney({ amount: amountCents, currency });

function paymentProblems(
  own: OwnPayment,
  record: Extract<PaymentRecord, { kind: 'payment' }>,
): string[] {
  const refunded = own.followers
    .filter(
      ({ kind, status, provider }) =>
        /^refund/.test(kind) && status === 'succeeded' && provider === own.provider,
    )
    .reduce(
      (sum, { kind, amountCents }) => sum + (kind === 'refund' ? amountCents : -amountCents),
      0,
    );
  const expected = statusesOf(own);
  const money = (amountCents: number) => moneyOf({ ...own, amountCents });
  return [
    ...(expected.includes(record.status)
      ? []
      : [`${expected.join(' or ')} here, ${record.status} there`]),
    // The books of the provider tell what was given back for a damage.
    ...(refunded === record.refundedCents || own.kind === 'claim'
      ? []
      : [`${money(refunded)} given back here, ${money(record.refundedCents)} there`]),
  ];
}

function statusesOf({ kind, status, followers }: OwnPayment): PaymentStatus[] {
  const has = (wanted: PaymentOperation['kind']): boolean =>
    followers.some((follower) => follower.kind === wanted && follower.status === 'succeeded');
  if (status === 'failed') {
    return ['declined', 'voided'];
  }
  if (kind === 'charge' || kind === 'claim' || has('capture')) {
    return ['captured'];
  }
  // A capture fails if the bank has ended the authorization.
  return has('void') || followers.some((follower) => follower.kind === 'capture')
    ? ['voided', 'declined']
    : ['authorized'];
}

const transferProblems = ({ status }: OwnPayment): string[] =>
  status === 'succeeded' ? [] : ['failed here, made there'];

export async function checkOpen({ database, clock }: CheckDeps): Promise<Difference[]> {
  const open = await database.prisma.paymentOperation.findMany({
    where: {
      status: { in: ['waiting', 'needs_action'] },
      createdAt: { lt: new Date(clock().getTime() - longest) },
    },
    take: 1_000,
  });
  return open.map(({ id: operationId, bookingId, kind, createdAt, providerReference: reference }) =>
    difference('stuck', `A ${kind} is open since ${createdAt.toISOString()}`, {
      bookingId,
      operationId,
      reference,
    }),
  );
}

/** Disputes that the provider reported and no chargeback stands for. */
export async function checkDisputes({ database }: CheckDeps, since: Date): Promise<Difference[]> {
  const events = await database.read<{ kind: string; reference: string; receivedAt: Date }>(
    Prisma.sql`
      SELECT DISTINCT ON (reference) kind, reference, received_at AS "receivedAt"
      FROM payment_events
      WHERE kind LIKE '%dispute%' AND received_at >= ${since} AND NOT EXISTS (
        SELECT FROM chargebacks WHERE reference = payment_events.reference
          AND provider = payment_events.provider)
      ORDER BY reference, received_at DESC LIMIT 1000`,
  );
  return events.map(({ kind, reference, receivedAt }) =>
    difference('chargeback', `${kind} on ${receivedAt.toISOString()}`, { reference }),
  );
}
