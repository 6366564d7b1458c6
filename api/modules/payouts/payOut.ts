import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import { Prisma, type Booking, type PaymentOperation } from '#api/generated/prisma/client.ts';
import { eachDue } from '#api/platform/jobs/eachDue.ts';
import type { PaymentProvider } from '#api/platform/payments/paymentProvider.ts';
import { payoutAmounts, post } from '../ledger/ledger.ts';
import type { PaymentOutcome } from '../payments/askProvider.ts';
import {
  type ApplyOutcome,
  performOperation,
  requirePayments,
  startOperation,
} from '../payments/operations.ts';
import { lockDebts, recoverDebts, setOff } from './debts.ts';
import { checkUnsureAccounts } from './payoutAccounts.ts';
import { formatMoney } from '#common/money.ts';
import { recipientOf } from '../accounts/account.ts';
import { queueMail, teamOf } from '../mail/outbox.ts';
import { payoutHeld } from './mails.ts';

export type PayoutDeps = Pick<
  Deps,
  'database' | 'siteSettings' | 'publicUrl' | 'payments' | 'clock' | 'log'
>;

const batchSize = 200;

/** Consecutive unanswered calls after which a run of the job stops early. */
const mostUnanswered = 3;

/**
 * Pays every owner the balance that the ledger owes them. Due payouts are derived from the ledger
 * and the operations, so a run that dies delays payouts but loses none.
 * @param apply moves the booking after its operation
 */
export async function payOut(deps: PayoutDeps, apply: ApplyOutcome): Promise<void> {
  const { payments: provider } = deps;
  if (!provider) {
    return;
  }
  await checkUnsureAccounts(deps, provider);
  await tellWaitingOwners(deps, provider);
  await recoverDebts(deps, apply);
  let unanswered = 0;
  await eachDue(
    deps,
    'an owner could not be paid',
    (after) =>
      deps.database.read<Due>(
        dueSql(provider, deps.clock(), Prisma.sql`booking_id > ${after}::uuid`),
        'each time',
      ),
    async (due) => {
      unanswered = (await payOutOne(deps, provider, due, apply)) ? 0 : unanswered + 1;
      return unanswered < mostUnanswered;
    },
  );
}

interface Due {
  id: string;
  bookingId: string;
  ownerId: string;
  cents: number;
  currency: string;
  account: string;
}

/** @param isDecided also what was taken back in the provider's dashboard */
const dueSql = (
  { name }: PaymentProvider,
  now: Date,
  which: Prisma.Sql,
  isDecided = false,
): Prisma.Sql => Prisma.sql`
  SELECT booking_id AS id, booking_id AS "bookingId", owner_id AS "ownerId", cents, payables.currency,
         reference AS account
  FROM payables
  JOIN bookings ON bookings.id = booking_id
  JOIN payout_accounts ON payout_accounts.user_id = owner_id
    AND provider = ${name} AND payout_accounts.status = 'ready'
  WHERE cents > 0 AND bookings.status <> 'disputed' AND ${which}
    AND NOT payout_is_frozen(booking_id) AND (${isDecided} OR NOT payout_is_recalled(booking_id))
    AND ${maySend(Prisma.sql`payment_operations.booking_id = payables.booking_id`, now)}
  ORDER BY booking_id LIMIT ${batchSize}`;

/** Whether nothing is on its way to an owner, and nothing was refused lately, in SQL on `payout_accounts`. */
export const maySend = (which: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM payment_operations
    WHERE ${which} AND kind = 'transfer' AND (status = 'waiting'
      -- Refused for a reason that is not about the bank details: tried again after a day.
      OR status = 'failed' AND failure_code <> ALL (${retried})
        AND payment_operations.created_at >= changed_at
        AND settled_at > ${now}::timestamptz - interval '1 day'))`;

/** @returns whether to continue: false if the provider did not answer */
async function payOutOne(
  deps: PayoutDeps,
  provider: PaymentProvider,
  { bookingId, ownerId }: Pick<Due, 'bookingId' | 'ownerId'>,
  apply: ApplyOutcome,
  isDecided = false,
): Promise<boolean> {
  const id = await deps.database.prisma.$transaction(async (transaction) => {
    await lockDebts(transaction, ownerId);
    await transaction.$executeRaw`SELECT lock_booking(${bookingId}::uuid)`;
    // Another process may have started the payout meanwhile.
    const [due] = await transaction.$queryRaw<Due[]>(
      dueSql(provider, deps.clock(), Prisma.sql`booking_id = ${bookingId}::uuid`, isDecided),
    );
    if (!due) {
      return undefined;
    }
    const amountCents = await setOff(deps, transaction, due);
    if (amountCents === 0) {
      return undefined;
    }
    const { account } = due;
    const call = { kind: 'transfer', bookingId, amountCents, account } as const;
    return (await startOperation(deps, transaction, call)).id;
  });
  return id === undefined || (await performOperation(deps, id, apply)).status !== 'waiting';
}

/**
 * Pays out again what was taken back in the provider's dashboard.
 * @returns whether nothing is held any more
 */
export async function payAgain(
  deps: PayoutDeps,
  booking: Pick<Due, 'bookingId' | 'ownerId'>,
  apply: ApplyOutcome,
): Promise<boolean> {
  await payOutOne(deps, requirePayments(deps), booking, apply, true);
  const [row] = await deps.database.prisma.$queryRaw<{ isRecalled: boolean }[]>`
    SELECT payout_is_recalled(${booking.bookingId}::uuid) AS "isRecalled"`;
  return row?.isRecalled === false;
}

/** Failure codes that do not come from the owner's bank; these transfers are retried. */
const retried = ['no_answer'];

/** Whether the provider refused a transfer because of its account, by Stripe's codes or the sandbox's. */
const isAboutBank = (code: string): boolean =>
  /^(account_(closed|invalid|country_invalid_address)|bank_account_.+|insufficient_capabilities_for_transfer|payouts_not_allowed|transfers_not_allowed|unknown_account)$/.test(
    code,
  );

/**
 * Stores the end of a payout in the transaction that settles its operation: a sent amount is no
 * longer owed. A refusal of the bank details stops further payouts until the owner has checked them;
 * any other refusal is logged for the team, and tried again after a day.
 */
export async function endPayout(
  deps: PayoutDeps,
  transaction: Prisma.TransactionClient,
  { id: bookingId, ownerId }: Pick<Booking, 'id' | 'ownerId'>,
  operation: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  const { id: operationId, amountCents, currency } = operation;
  if (outcome.status === 'succeeded') {
    const amounts = payoutAmounts(amountCents, ownerId === null ? 'provider' : 'owner');
    const at = deps.clock();
    await post(transaction, { bookingId, reason: 'payout', operationId, currency, amounts, at });
  }
  await endRefusedPayout(deps, transaction, ownerId, operation, outcome);
}

/** See `endPayout`: what follows for the account of the one who was to be paid. */
export async function endRefusedPayout(
  deps: Pick<PayoutDeps, 'siteSettings' | 'publicUrl' | 'clock' | 'log'>,
  transaction: Prisma.TransactionClient,
  ownerId: string | null,
  { id: operation, bookingId, saleId, provider, createdAt }: PaymentOperation,
  outcome: PaymentOutcome,
): Promise<void> {
  if (outcome.status !== 'failed' || retried.includes(outcome.code)) {
    return;
  }
  const { code } = outcome;
  deps.log.error({ bookingId, saleId, operation, code }, 'a payout was refused');
  if (ownerId === null || !isAboutBank(code)) {
    return;
  }
  const { count } = await transaction.payoutAccount.updateMany({
    // The bank details may have been replaced since the call.
    where: { userId: ownerId, provider, status: 'ready', changedAt: { lte: createdAt } },
    data: { status: 'refused', changedAt: deps.clock() },
  });
  if (count > 0) {
    await tellOwner(deps, transaction, ownerId, 'refused');
  }
}

/**
 * Mails owners once that money waits for them, and again only after their account was ready in
 * between.
 */
async function tellWaitingOwners(deps: PayoutDeps, { name }: PaymentProvider): Promise<void> {
  const waiting = await deps.database.read<{ ownerId: string }>(
    Prisma.sql`
      SELECT DISTINCT member_id AS "ownerId" FROM owed_to_members
      WHERE cents > 0 AND NOT EXISTS (
        SELECT FROM payout_accounts WHERE user_id = member_id AND provider = ${name}
          AND (told_at IS NOT NULL OR status <> 'incomplete'))
      LIMIT ${batchSize}`,
    'each time',
  );
  for (const { ownerId } of waiting) {
    await deps.database.prisma.$transaction(async (transaction) => {
      const now = deps.clock();
      const told = await transaction.$executeRaw`
        INSERT INTO payout_accounts (id, user_id, provider, told_at, checked_at, changed_at, created_at)
        VALUES (${randomUUID()}::uuid, ${ownerId}::uuid, ${name}, ${now}, ${now}, ${now}, ${now})
        ON CONFLICT (user_id, provider) DO UPDATE SET told_at = excluded.told_at
        WHERE payout_accounts.told_at IS NULL AND payout_accounts.status = 'incomplete'`;
      if (told > 0) {
        await tellOwner(deps, transaction, ownerId, 'waiting');
      }
    });
  }
}

/** Queues the mail about money that can't be paid out; after a refusal, also to the team. */
async function tellOwner(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  transaction: Prisma.TransactionClient,
  ownerId: string,
  change: 'waiting' | 'refused',
): Promise<void> {
  const owner = await transaction.user.findUniqueOrThrow({ where: { id: ownerId } });
  const sums = await transaction.$queryRaw<{ currency: string; cents: number }[]>`
    SELECT currency, sum(cents)::float8 AS cents FROM owed_to_members
    WHERE member_id = ${ownerId}::uuid AND cents > 0 GROUP BY currency ORDER BY 1`;
  const values = {
    change,
    owner: `${owner.firstName} ${owner.lastName}`,
    amount: sums
      .map(({ currency, cents: amount }) => formatMoney({ amount, currency }))
      .join(' and '),
  };
  const toOwner = payoutHeld(deps, recipientOf(owner), {
    ...values,
    to: 'owner',
    link: `${deps.publicUrl}/payouts`,
  });
  if (change === 'waiting') {
    await queueMail(transaction, toOwner);
    return;
  }
  const toTeam = payoutHeld(deps, teamOf(deps), {
    ...values,
    to: 'team',
    link: `${deps.publicUrl}/admin/bookings/payouts`,
  });
  await queueMail(transaction, toOwner, toTeam);
}
