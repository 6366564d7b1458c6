import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LedgerAccount, type Booking } from '#api/generated/prisma/client.ts';
import { createBooking, createResort, createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  balancesOf,
  chargeAmounts,
  payoutAmounts,
  post,
  refundAmounts,
  refundOrderAmounts,
  releaseAmounts,
  totals,
  unbalancedTransactions,
  type Amounts,
} from './ledger.ts';

let server: TestServer;
let booking: Booking;

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  const { id: resortId } = await createResort(server);
  const { id: userId } = await createUser(server);
  booking = await createBooking(server, { resortId, userId });
});

afterAll(() => server.close());

const at = new Date('2031-03-01T12:00:00Z');

const posted = (reason: Parameters<typeof post>[1]['reason'], amounts: Amounts, currency = 'USD') =>
  server.prisma.$transaction((transaction) =>
    post(transaction, { bookingId: booking.id, reason, operationId: null, currency, amounts, at }),
  );

const nothing = Object.fromEntries(Object.values(LedgerAccount).map((account) => [account, 0]));

it('follows the money of a stay from the charge to the payout', async () => {
  await posted('charge', chargeAmounts(124_200));
  await posted('refund_order', refundOrderAmounts(4_200));
  expect(await balancesOf(server.prisma, booking.id)).toEqual({
    ...nothing,
    escrow: 124_200,
    traveller: -120_000,
    refund_payable: -4_200,
  });
  await posted('refund', refundAmounts(4_200));
  expect(await balancesOf(server.prisma, booking.id)).toEqual({
    ...nothing,
    escrow: 120_000,
    traveller: -120_000,
  });

  const shares = { hostCents: 100_000, taxCents: 12_000, serviceFeeCents: 8_000 };
  await posted('release', releaseAmounts(shares, 'owner'));
  await posted('payout', payoutAmounts(100_000, 'owner'));
  expect(await balancesOf(server.prisma, booking.id)).toEqual({
    ...nothing,
    escrow: 20_000,
    service_fee: -8_000,
    tax_payable: -12_000,
  });
  expect(await unbalancedTransactions(server.deps)).toEqual([]);
});

it('adds up every booking by currency', async () => {
  const before = (await totals(server.deps)).get('EUR');
  expect(before).toBeUndefined();
  await posted('charge', chargeAmounts(500), 'EUR');
  const shares = { hostCents: 400, taxCents: 0, serviceFeeCents: 100 };
  await posted('release', releaseAmounts(shares, 'provider'), 'EUR');
  expect((await totals(server.deps)).get('EUR')).toMatchObject({
    escrow: 500,
    traveller: 0,
    provider_payable: -400,
    service_fee: -100,
  });
});

it('refuses amounts that do not sum to zero, and a transaction without entries', async () => {
  await expect(posted('charge', { escrow: 100, traveller: -99 })).rejects.toThrow('sum to zero');
  await expect(posted('charge', {})).rejects.toThrow('sum to zero');
  expect(await server.prisma.ledgerTransaction.count({ where: { bookingId: booking.id } })).toBe(0);
});

it('takes one transaction for a booking and a reason', async () => {
  await posted('release', { traveller: 100, owner_payable: -100 });
  await expect(posted('release', { traveller: 100, owner_payable: -100 })).rejects.toThrow(
    /unique/i,
  );
});

it.each([
  'UPDATE ledger_transactions SET at = now()',
  'UPDATE ledger_entries SET amount_cents = amount_cents * 2',
  'DELETE FROM ledger_entries',
  'DELETE FROM ledger_transactions',
  'TRUNCATE ledger_entries',
  'TRUNCATE bookings CASCADE',
])('is append-only: %s is refused', async (statement) => {
  const { id } = await posted('charge', chargeAmounts(100));
  await expect(server.pool.query(statement)).rejects.toThrow('neither changed nor deleted');
  expect(await server.prisma.ledgerEntry.count({ where: { transactionId: id } })).toBe(2);
});

it('refuses more entries for an older transaction, even balanced ones', async () => {
  const { id } = await posted('charge', chargeAmounts(100));
  await expect(
    server.pool.query(
      `INSERT INTO ledger_entries (transaction_id, account, amount_cents, currency)
       VALUES ($1, 'owner_payable', 50, 'USD'), ($1, 'service_fee', -50, 'USD')`,
      [id],
    ),
  ).rejects.toThrow("can't get more entries");
});

it('finds a transaction that was written around the triggers', async () => {
  const client = await server.pool.connect();
  try {
    await client.query("SET session_replication_role = 'replica'");
    await client.query(
      `INSERT INTO ledger_transactions (id, booking_id, reason, at)
       VALUES ('00000000-0000-7000-8000-000000000001', $1, 'correction', now())`,
      [booking.id],
    );
  } finally {
    await client.query('RESET session_replication_role');
    client.release();
  }
  expect(await unbalancedTransactions(server.deps)).toMatchObject([{ bookingId: booking.id }]);
});
