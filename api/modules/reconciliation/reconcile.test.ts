import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { LedgerAccount, type Prisma } from '#api/generated/prisma/client.ts';
import { createLog } from '#api/platform/process/log.ts';
import type { PaymentSandbox } from '#api/platform/payments/sandboxPayments.ts';
import {
  bookingData,
  createBooking,
  createResort,
  createUser,
  signedInUser,
} from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  balancesOf,
  chargeAmounts,
  payoutAmounts,
  post,
  refundAmounts,
  refundOrderAmounts,
  type Balances,
} from '../ledger/ledger.ts';
import {
  performOperation,
  startOperation,
  type ApplyOutcome,
  type NewOperation,
} from '../payments/operations.ts';
import type { ReadExpected } from './ledgerChecks.ts';
import { reconcile, reconcileDaily } from './reconcile.ts';

const reconciliationQuery = graphql(`
  query LatestReconciliation {
    reconciliation {
      at
      bookings
      payments
      differences {
        kind
        bookingId
        reference
        words
      }
    }
  }
`);

let server: TestServer;
let sandbox: PaymentSandbox;
let resortId: string;
let userId: string;
let bookingId: string;
let log = '';

/** What bookings call for, where the test says something else than the ledger. */
let demanded: Partial<Balances> | undefined;

beforeAll(async () => {
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  server = await startTestServer({ log: createLog('error', destination) });
  if (!server.deps.paymentSandbox) throw new Error('The test server has a sandbox');
  sandbox = server.deps.paymentSandbox;
  resortId = (await createResort(server)).id;
  userId = (await createUser(server)).id;
});

beforeEach(async () => {
  demanded = undefined;
  await asReplica(
    `DELETE FROM ledger_entries; DELETE FROM ledger_transactions; DELETE FROM payment_operations;
     DELETE FROM bookings; DELETE FROM sandbox_refunds; DELETE FROM sandbox_payments;
     DELETE FROM sandbox_transfers; DELETE FROM payables; DELETE FROM payment_events`,
  );
  bookingId = (await createBooking(server, { resortId, userId })).id;
});

afterAll(() => server.close());

/** Runs statements around all triggers and foreign keys. */
async function asReplica(statements: string): Promise<void> {
  const client = await server.pool.connect();
  try {
    await client.query(`SET session_replication_role = 'replica'; ${statements}`);
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
}

const apply: ApplyOutcome = async (transaction, operation, outcome) => {
  const { kind, amountCents, currency, id: operationId } = operation;
  if (outcome.status !== 'succeeded') return;
  const about = { bookingId: operation.bookingId, operationId, currency, at: new Date() };
  if (kind === 'charge' || kind === 'capture') {
    await post(transaction, { ...about, reason: 'charge', amounts: chargeAmounts(amountCents) });
  } else if (kind === 'refund') {
    const order = refundOrderAmounts(amountCents);
    await post(transaction, { ...about, reason: 'refund_order', amounts: order });
    await post(transaction, { ...about, reason: 'refund', amounts: refundAmounts(amountCents) });
  } else if (kind === 'transfer') {
    const amounts = payoutAmounts(amountCents, 'owner');
    await post(transaction, { ...about, reason: 'payout', amounts });
  }
};

const idle = () => Promise.resolve();

const run = async (operation: NewOperation) => {
  const { id } = await server.prisma.$transaction((transaction) =>
    startOperation(server.deps, transaction, operation),
  );
  return performOperation(server.deps, id, apply);
};

const pay = async (kind: 'authorize' | 'charge', number = '4242424242424242') =>
  run({
    kind,
    bookingId,
    amountCents: 50_000,
    currency: 'USD',
    method: (await sandbox.takeCard({ number, expiry: '12/40', securityCode: '123' })).token,
    description: 'Harbour House',
    receiptEmail: 'mina@example.com',
  });

/** A booking that was paid, partly given back and partly paid out. */
const payAll = async () => {
  const payment = await pay('authorize');
  await run({ kind: 'capture', bookingId });
  await run({ kind: 'refund', bookingId, amountCents: 10_000 });
  const bank = { routingNumber: '110000000', accountNumber: '000123456789' };
  const { token: account } = await sandbox.takeBankDetails({ holderName: 'Ada', ...bank });
  const transfer = await run({ kind: 'transfer', bookingId, amountCents: 30_000, account });
  return { payment, transfer };
};

const readExpected: ReadExpected = async (transaction, where, limit) => {
  const bookings = await transaction.booking.findMany({
    where,
    orderBy: { id: 'asc' },
    take: limit,
  });
  return Promise.all(
    bookings.map(async ({ id, currency }) => ({
      bookingId: id,
      currency,
      state: 'completed',
      balances: { ...(await balancesOf(transaction, id)), ...demanded },
    })),
  );
};

/** What tests of the balance at the provider are about; other tests make it differ, too. */
const aboutBalance = ['escrow', 'movement'];

const found = async (expected = readExpected) =>
  (await reconcile(server.deps, expected, new Date(0))).differences.filter(
    ({ kind }) => !aboutBalance.includes(kind),
  );

it('finds nothing where bookings, ledger and provider agree', async () => {
  await payAll();
  expect(await reconcile(server.deps, readExpected, new Date(0))).toEqual({
    bookings: 1,
    payments: 2,
    differences: [],
    notRead: [],
  });
});

it.each(['4000000000009995', '4000002500003155', '4000000000000333'])(
  'finds nothing about a payment that was declined or is under way: %s',
  async (number) => {
    await pay('charge', number);
    expect(await found()).toEqual([]);
  },
);

it('compares every booking, page by page', async () => {
  await server.prisma.booking.createMany({
    data: Array.from({ length: 1_100 }, () => ({ ...bookingData, resortId, userId })),
  });
  const { bookings } = await reconcile(
    server.deps,
    async (transaction, where, limit) =>
      (
        await transaction.booking.findMany({
          where,
          orderBy: { id: 'asc' },
          take: limit,
        })
      ).map(({ id, currency }) => ({
        bookingId: id,
        state: 'completed',
        currency,
        balances: noMoney,
      })),
    new Date(0),
  );
  expect(bookings).toBe(1_101);
});

const noMoney = Object.fromEntries(
  Object.values(LedgerAccount).map((account) => [account, 0]),
) as Balances;

describe('finds', () => {
  it('a booking whose state calls for other balances', async () => {
    await pay('charge');
    demanded = { escrow: 0, traveller: 0 };
    expect(await found()).toEqual([
      {
        kind: 'balance',
        bookingId,
        operationId: null,
        reference: null,
        words:
          'A booking that is completed: escrow is $500 instead of $0, traveller is -$500 instead of $0',
      },
    ]);
  });

  it('entries of a booking that should have none', async () => {
    await pay('charge');
    expect(await found(() => Promise.resolve([]))).toMatchObject([{ kind: 'balance', bookingId }]);
  });

  it('a charge without its ledger transaction', async () => {
    const { id: operationId } = await pay('charge');
    await asReplica('DELETE FROM ledger_entries; DELETE FROM ledger_transactions');
    expect(await found()).toMatchObject([
      { kind: 'unposted', operationId, words: '$500 was moved, and the ledger has $0' },
    ]);
  });

  it('a ledger transaction without its charge', async () => {
    await server.prisma.$transaction((transaction) =>
      post(transaction, {
        bookingId,
        operationId: null,
        reason: 'charge',
        currency: 'USD',
        amounts: chargeAmounts(700),
        at: new Date(),
      }),
    );
    expect(await found()).toMatchObject([
      { kind: 'unposted', bookingId, words: '$0 was moved, and the ledger has $7' },
    ]);
  });

  it('an entry that was changed around the triggers', async () => {
    await pay('charge');
    await asReplica("UPDATE ledger_entries SET amount_cents = 1 WHERE account = 'traveller'");
    expect(await found()).toMatchObject([{ kind: 'unbalanced', bookingId }]);
  });

  it('a sum for an owner that the ledger does not have', async () => {
    await payAll();
    await server.pool.query('UPDATE payables SET cents = cents + 5');
    expect(await found()).toMatchObject([
      {
        kind: 'balance',
        bookingId,
        words: 'The owner is owed -$300 and would be paid -$299.95',
      },
    ]);
  });

  it.each([
    [
      'another amount',
      'UPDATE sandbox_payments SET amount_cents = 49999',
      '$500 here, $499.99 there',
    ],
    [
      'another status',
      "UPDATE sandbox_payments SET status = 'voided'",
      'captured here, voided there',
    ],
    [
      'a refund that we do not know',
      'UPDATE sandbox_refunds SET amount_cents = 20000',
      '$100 given back here, $200 there',
    ],
    [
      'another amount sent',
      'UPDATE sandbox_transfers SET amount_cents = 29999',
      '$300 here, $299.99 there',
    ],
  ])('at the provider %s', async (what, change, words) => {
    const { payment, transfer } = await payAll();
    await server.pool.query(change);
    const { id, providerReference } = what.endsWith('sent') ? transfer : payment;
    expect(await found()).toEqual([
      {
        kind: 'payment',
        bookingId,
        operationId: id,
        reference: providerReference,
        words,
      },
    ]);
  });

  it('a payment and a transfer that the provider lost', async () => {
    await payAll();
    await asReplica('DELETE FROM sandbox_payments; DELETE FROM sandbox_transfers');
    expect((await found()).map(({ kind }) => kind)).toEqual(['missing_payment', 'missing_payment']);
  });

  it('money that the provider took for an unknown operation, on any page of its books', async () => {
    const payment = (key: string) =>
      ({
        key,
        reference: `sandbox_payment_${key}`,
        bookingId,
        amountCents: 100,
        currency: 'USD',
        capture: true,
        status: 'captured',
        lastFour: '4242',
        behavior: 'succeed',
        clientSecret: key,
        createdAt: new Date(),
      }) satisfies Prisma.SandboxPaymentCreateManyInput;
    await server.prisma.sandboxPayment.createMany({
      data: Array.from({ length: 205 }, (_, index) => payment(`not ours ${index}`)),
    });
    const key = randomUUID();
    await server.prisma.sandboxPayment.create({
      data: { ...payment(key), reference: 'sandbox_payment_z' },
    });
    expect(await found()).toMatchObject([
      { kind: 'unknown_payment', reference: 'sandbox_payment_z' },
    ]);
  });

  it('a payment older than the period that changed since', async () => {
    const since = new Date();
    const { payment } = await payAll();
    await server.prisma.sandboxPayment.updateMany({ data: { createdAt: new Date('2020-01-01') } });
    await server.pool.query('UPDATE sandbox_refunds SET amount_cents = 20000');
    const { differences } = await reconcile(server.deps, readExpected, since);
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: 'payment', operationId: payment.id }),
    );
  });

  it('a call that is open for a day', async () => {
    const { id: operationId } = await pay('charge', '4000002500003155');
    const clock = () => new Date(Date.now() + 25 * 60 * 60_000);
    const { differences } = await reconcile({ ...server.deps, clock }, readExpected, new Date(0));
    expect(differences).toMatchObject([{ kind: 'stuck', operationId }]);
  });

  it('a dispute that is not of a booking', async () => {
    await server.prisma.paymentEvent.create({
      data: {
        provider: 'sandbox',
        id: 'e1',
        kind: 'charge.dispute.created',
        reference: 'dispute of another shop',
        receivedAt: new Date(),
      },
    });
    expect(await found()).toMatchObject([
      { kind: 'chargeback', bookingId: null, reference: 'dispute of another shop' },
    ]);
  });
});

it('stores a daily report for administrators and logs each difference', async () => {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  await pay('charge');
  demanded = { escrow: 1 };
  await reconcileDaily(server.deps, readExpected, {
    apply,
    accountChanged: idle,
    disputeChanged: idle,
  });
  expect(log).toContain('escrow is $500 instead of $0.01');
  const { data } = await server.graphql(reconciliationQuery, {}, { cookie });
  expect(data?.reconciliation).toMatchObject({
    bookings: 1,
    payments: 1,
    differences: [{ kind: 'BALANCE', bookingId, reference: null }],
  });
});
