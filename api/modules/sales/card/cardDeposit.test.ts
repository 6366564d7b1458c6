import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDeadlines } from '#api/modules/bookings/deadlines.ts';
import { lookAtDispute } from '#api/modules/bookings/chargebacks/lookAtDispute.ts';
import { readExpectedBalances } from '#api/modules/bookings/payment/expectedBalances.ts';
import { applyOutcome } from '#api/modules/bookings/payment/settlePayment.ts';
import { refundsToSettle } from '#api/modules/bookings/payment/settleRefunds.ts';
import { cardToken, movableClock } from '#api/modules/bookings/testing/flow.ts';
import {
  askRefundMutation,
  giveRefundMutation,
  openRefundMutation,
  remitRefundMutation,
  retryRefundMutation,
} from '#api/modules/bookings/testing/operations.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { connect, goodBank } from '#api/modules/payouts/testing/flow.ts';
import { payoutsQuery, statementQuery } from '#api/modules/payouts/testing/operations.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { sandboxBanks } from '#api/platform/payments/bankDetails.ts';
import type { CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import { sandboxCards } from '#api/platform/payments/sandboxCards.ts';
import type { PaymentSandbox } from '#api/platform/payments/sandboxPayments.ts';
import { PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import { inDepth } from '#api/testing/depth.ts';
import { globalId, password } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import {
  checkSalePaymentMutation,
  paySaleDepositMutation,
  saleCardQuery,
  saleChargebacksQuery,
} from '../moves/testing/operations.ts';
import { keepSaleDeadlines } from '../moves/saleDeadlines.ts';
import {
  agreedDeal,
  depositCents,
  ledgerOf,
  move,
  moved,
  paid,
  priceCents,
  record,
  recorded,
  shortClosing,
  stepStates,
  stored,
  tell,
  type Deal,
} from '../closing/testing/flow.ts';

let server: TestServer;
const time = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

/** The setting with the highest deposit by card. */
async function setLimit(value: string): Promise<void> {
  const where = { key: 'sale_card_limit' };
  await server.prisma.siteSetting.upsert({
    where,
    create: { ...where, value },
    update: { value },
  });
  await server.deps.siteSettings.refresh();
}

let one: Deal;

beforeEach(async () => {
  one = await deal();
});

async function deal(...options: [] | [Parameters<typeof agreedDeal>[2]]): Promise<Deal> {
  const agreed = await agreedDeal(server, shortClosing, ...options);
  await server.runJobs();
  return agreed;
}

const numberOf = (behavior: CardBehavior) =>
  sandboxCards.find((card) => card.behavior === behavior)?.number ?? '';

async function pay(
  behavior: CardBehavior = 'succeed',
  { who = 'buyer', version }: { who?: 'buyer' | 'seller' | 'team'; version?: number } = {},
) {
  const known = await server.prisma.sale.findUniqueOrThrow({ where: { id: one.id } });
  const method = await cardToken(server, numberOf(behavior));
  const input = { saleId: one.id, version: version ?? known.version, method };
  const { cookie } = one[who];
  return (await server.graphql(paySaleDepositMutation, { input }, { cookie })).data?.paySaleDeposit;
}

const check = async () =>
  (
    await server.graphql(
      checkSalePaymentMutation,
      { input: { saleId: one.id } },
      { cookie: one.buyer.cookie },
    )
  ).data?.checkSalePayment;

const read = async (who: 'buyer' | 'seller' | 'team' = 'buyer') =>
  (await server.graphql(saleCardQuery, { id: one.id }, { cookie: one[who].cookie })).data?.sale;

const sandbox = () => server.deps.paymentSandbox as PaymentSandbox;

/** Time passes, with all jobs that move money; each carries out what one before has started. */
async function live(hours = 1): Promise<void> {
  for (const minutes of [hours * 60, 1, 1]) {
    await time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));
    await keepSaleDeadlines(server.deps);
    await keepDeadlines(server.deps);
    await payOut(server.deps, applyOutcome(server.deps));
    await server.runJobs();
  }
}

const operations = () =>
  server.prisma.paymentOperation.findMany({
    where: { saleId: one.id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });

const kinds = async () =>
  (await operations()).map(({ kind, status, amountCents }) => [kind, status, amountCents]);

const ordersOf = async () =>
  (await stored(server, one)).payouts.map(({ side, isByCard, amountCents, paidAt }) => [
    `${side} ${isByCard ? 'by card' : 'by the partner'}`,
    amountCents,
    paidAt !== null,
  ]);

/** What books, ledger and provider disagree about for the sale. */
async function differences() {
  const { differences: found } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  const own = (await operations()).map(({ id }) => id);
  return found.filter(
    ({ reference, operationId, kind }) =>
      reference === one.id || own.includes(operationId ?? '') || kind === 'escrow',
  );
}

/** Nothing is held, promised or missing. */
async function expectSettled(): Promise<void> {
  const { provider_fee: fees = 0, escrow = 0, ...rest } = await ledgerOf(server, one);
  expect(escrow + fees).toBe(0);
  expect(Object.values(rest).every((cents) => cents === 0)).toBe(true);
  expect(await differences()).toEqual([]);
}

async function dispute(status: string, cents = depositCents): Promise<void> {
  const payment = await server.prisma.sandboxPayment.findFirstOrThrow({
    where: { bookingId: one.id, status: 'captured' },
  });
  const data = { status, amountCents: cents };
  await server.prisma.sandboxDispute.upsert({
    where: { reference: `d-${one.id}` },
    update: data,
    create: {
      ...data,
      reference: `d-${one.id}`,
      paymentReference: payment.reference,
      feeCents: 1_500,
      dueBy: new Date(time.clock().getTime() + 7 * 86_400_000),
      createdAt: time.clock(),
    },
  });
  await lookAtDispute(server.deps, `d-${one.id}`);
}

/** Collects what is logged as an error from now on, of other sales too. */
function logsErrors() {
  const { calls } = vi.spyOn(server.deps.log, 'error').mockClear().mock;
  return () => calls.map(([facts]) => facts as { err?: unknown; saleId?: string });
}

const movesOf = async () => (await stored(server, one)).events.map(({ move }) => move);

async function untilConfirmation(): Promise<void> {
  await recorded(server, one, 'estoppel');
  await paid(server, one, 'balance');
  await recorded(server, one, 'buyer_signature', 'seller_signature', 'membership');
}

describe('A deposit by card', () => {
  it('is charged once, makes the step done, and is held', async () => {
    expect(await read()).toMatchObject({
      cardDeposit: { amount: depositCents },
      cardPayment: null,
    });
    expect(await pay()).toMatchObject({
      __typename: 'PaySaleDepositPayload',
      sale: {
        cardDeposit: null,
        cardPayment: {
          status: 'SUCCEEDED',
          cardLastFour: '4242',
          amount: { amount: depositCents },
        },
      },
    });
    expect(await stepStates(server, one)).toMatchObject({ deposit: 'done', estoppel: 'open' });
    expect((await stored(server, one)).events.at(-1)).toMatchObject({
      move: 'funds_in',
      party: 'provider',
    });
    expect(await ledgerOf(server, one)).toEqual({
      escrow: depositCents,
      sale_funds: -depositCents,
    });
    expect(await read('seller')).toMatchObject({
      cardDeposit: null,
      cardPayment: null,
      refundSteps: [],
      funds: { held: { amount: depositCents } },
    });
    expect(await differences()).toEqual([]);
    // A lost answer: the same payment again.
    expect(await pay('succeed', { version: 1 })).toMatchObject({
      sale: { cardPayment: { status: 'SUCCEEDED' } },
    });
    expect(await kinds()).toEqual([['charge', 'succeeded', depositCents]]);
  });

  it('is charged once if it is paid several times at once', async () => {
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.every((answer) => answer?.__typename === 'PaySaleDepositPayload')).toBe(true);
    await live();
    expect(await kinds()).toEqual([['charge', 'succeeded', depositCents]]);
    expect((await movesOf()).filter((move) => move === 'funds_in')).toHaveLength(1);
  });

  it('is paid although the provider does not tell the digits of the card', async () => {
    const { payments } = server.deps;
    if (!payments) throw new Error('There is no provider');
    const lastFourOf = () => Promise.reject(new PaymentUnavailable('No answer'));
    server.deps.payments = { ...payments, lastFourOf };
    try {
      expect(await pay()).toMatchObject({
        sale: { cardPayment: { status: 'SUCCEEDED', cardLastFour: null } },
      });
    } finally {
      server.deps.payments = payments;
    }
  });

  it('is for the buyer alone, who has seen the sale as it is', async () => {
    for (const who of ['seller', 'team'] as const) {
      expect(await pay('succeed', { who })).toMatchObject({ __typename: 'ForbiddenError' });
    }
    expect(await pay('succeed', { version: 1 })).toMatchObject({ __typename: 'ConflictError' });
    const other = await deal();
    const { cookie } = one.buyer;
    one = { ...other, buyer: { ...other.buyer, cookie } };
    expect(await pay()).toMatchObject({ __typename: 'NotFoundError' });
    expect(await kinds()).toEqual([]);
  });

  it('can’t be paid beyond the limit, twice, in part, or after the end', async () => {
    const refused = { __typename: 'ConflictError' };
    try {
      for (const value of ['0', '799.99']) {
        await setLimit(value);
        expect(await read()).toMatchObject({ cardDeposit: null });
        expect(await pay()).toMatchObject(refused);
      }
      await setLimit('800');
      expect(await read()).toMatchObject({ cardDeposit: { amount: depositCents } });
    } finally {
      await setLimit('2500');
    }
    await paid(server, one, 'deposit', 100);
    expect(await pay()).toMatchObject(refused);
    await paid(server, one, 'deposit', depositCents - 100);
    expect(await pay()).toMatchObject(refused);
    one = await deal();
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    expect(await pay()).toMatchObject(refused);
    // Nor around the rules.
    const row = {
      kind: 'charge',
      saleId: one.id,
      amountCents: depositCents,
      currency: 'USD',
    } as const;
    const at = { provider: 'sandbox', createdAt: time.clock(), dueAt: time.clock() };
    await expect(
      server.prisma.paymentOperation.create({ data: { ...row, ...at } }),
    ).rejects.toThrow('The deposit of the sale does not allow this');
  });

  it('can be paid with another card after one was declined, five in all', async () => {
    expect(await pay('insufficient_funds')).toMatchObject({
      sale: { cardDeposit: { amount: depositCents }, cardPayment: { status: 'FAILED' } },
    });
    expect(await ledgerOf(server, one)).toEqual({});
    expect(await pay()).toMatchObject({ sale: { cardPayment: { status: 'SUCCEEDED' } } });
    one = await deal();
    for (let tries = 0; tries < 5; tries += 1) await pay('lost_card');
    expect(await read()).toMatchObject({ cardDeposit: null, cardPayment: { status: 'FAILED' } });
    expect(await pay()).toMatchObject({
      __typename: 'ConflictError',
      message: 'Too many cards were declined. Please contact us',
    });
  });

  it('waits for the bank of the buyer, and is ended if the sale ends meanwhile', async () => {
    const asked = await pay('confirm');
    expect(asked).toMatchObject({ sale: { cardPayment: { status: 'NEEDS_ACTION' } } });
    const secretOf = (answer: typeof asked) =>
      (answer?.__typename === 'PaySaleDepositPayload' && answer.sale.cardPayment?.clientSecret) ||
      '';
    await sandbox().confirm({ clientSecret: secretOf(asked), isApproved: true });
    expect(await check()).toMatchObject({ sale: { cardPayment: { status: 'SUCCEEDED' } } });
    expect(await stepStates(server, one)).toMatchObject({ deposit: 'done' });
    one = await deal();
    await pay('confirm');
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await live();
    expect(await kinds()).toEqual([['charge', 'failed', depositCents]]);
    await expectSettled();
  });

  it.each(['time_out', 'lose_answer', 'fault_before', 'fault_after'] as const)(
    'arrives although the provider plays %s',
    async (behavior) => {
      expect(await pay(behavior)).toMatchObject({ sale: { cardPayment: { status: 'WAITING' } } });
      for (let hour = 0; hour < 4; hour += 1) await live();
      expect(await kinds()).toEqual([['charge', 'succeeded', depositCents]]);
      expect(await stepStates(server, one)).toMatchObject({ deposit: 'done' });
      expect(await differences()).toEqual([]);
    },
  );

  it('is posted although the process dies after the charge, and no event comes', async () => {
    const { payments } = server.deps;
    if (!payments) throw new Error('There is no provider');
    server.deps.payments = {
      ...payments,
      start: async (call) => {
        await payments.start(call);
        throw new PaymentUnavailable('The process dies');
      },
    };
    await pay();
    server.deps.payments = payments;
    expect(await ledgerOf(server, one)).toEqual({});
    await live();
    expect(await ledgerOf(server, one)).toEqual({
      escrow: depositCents,
      sale_funds: -depositCents,
    });
    expect(await kinds()).toHaveLength(1);
  });

  it('is taken over from an event', async () => {
    await pay('confirm');
    const { clientSecret } = (await operations())[0] ?? {};
    await sandbox().confirm({ clientSecret, isApproved: true });
    await server.runJobs();
    expect(await stepStates(server, one)).toMatchObject({ deposit: 'done' });
  });
});

describe('What was paid by card', () => {
  it('goes back to the card in the cooling-off period, and when the team calls the sale off', async () => {
    await server.prisma.coolingOffRule.create({ data: { country: 'Cooland', days: 10 } });
    one = await deal({ country: 'Cooland' });
    await pay();
    await moved(server, one, 'buyer', 'COOL_OFF');
    await live();
    expect(await ordersOf()).toEqual([['buyer by card', depositCents, true]]);
    expect(await kinds()).toEqual([
      ['charge', 'succeeded', depositCents],
      ['refund', 'succeeded', depositCents],
    ]);
    expect(await read()).toMatchObject({
      funds: { held: { amount: 0 }, toBuyer: { amount: depositCents } },
      refundSteps: [{ status: 'ARRIVED', amount: { amount: depositCents } }],
    });
    expect(await read('seller')).toMatchObject({
      refundSteps: [{ status: 'ARRIVED', reference: null, amount: { amount: depositCents } }],
    });
    await expectSettled();
    one = await deal();
    await pay();
    await recorded(server, one, 'estoppel');
    await paid(server, one, 'balance');
    await moved(server, one, 'team', 'CALL_OFF', { reason: 'The club is closed' });
    await live();
    expect(await ordersOf()).toEqual([
      ['buyer by the partner', priceCents - depositCents, true],
      ['buyer by card', depositCents, true],
    ]);
    await expectSettled();
  });

  it('goes to the seller who is to get the deposit, once there are bank details', async () => {
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    await live();
    expect(await ordersOf()).toEqual([['seller by card', depositCents, false]]);
    expect(await kinds()).toHaveLength(1);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: one.seller.user.email, template: 'payoutHeld' },
    });
    expect(mails.map(({ text }) => text).join()).toContain('$800');
    const year = time.clock().getUTCFullYear();
    const amount = { amount: depositCents };
    const { cookie, user } = one.seller;
    const payouts = async () => {
      const id = globalId('User', user.id);
      const { data } = await server.graphql(payoutsQuery, {}, { cookie });
      const { data: read } = await server.graphql(statementQuery, { id, year }, { cookie });
      return { ...data?.viewer, ...read?.node };
    };
    expect(await payouts()).toMatchObject({
      payoutOutlook: { waiting: [amount], onTheWay: [], years: [year] },
      payouts: { edges: [] },
      payoutStatement: { earned: amount, closing: amount },
    });
    await connect(server, one.seller.cookie);
    await live();
    expect(await kinds()).toEqual([
      ['charge', 'succeeded', depositCents],
      ['transfer', 'succeeded', depositCents],
    ]);
    await live();
    expect(await kinds()).toHaveLength(2);
    await expectSettled();
    const ofSale = { saleId: one.id, bookingId: null };
    expect(await payouts()).toMatchObject({
      payoutOutlook: { waiting: [], onTheWay: [] },
      payouts: { edges: [{ node: { ...ofSale, amount, checkIn: null, status: 'SUCCEEDED' } }] },
      payoutStatement: {
        earned: amount,
        corrected: { amount: 0 },
        paidOut: amount,
        closing: { amount: 0 },
        lines: {
          edges: [
            { node: { ...ofSale, kind: 'SALE', nights: null, amount } },
            { node: { ...ofSale, kind: 'PAID_OUT', amount: { amount: -depositCents } } },
          ],
        },
      },
    });
    const { text } = await server.send(`/api/payouts/statements/${year}`, one.seller);
    expect(text).toMatch(new RegExp(`Sale paid by card,.*,800.00,800.00,.*USD,${one.id}`));
  });

  it('goes to the seller with the rest of the price once the timeshare is sold', async () => {
    await connect(server, one.seller.cookie);
    await pay();
    await untilConfirmation();
    await recorded(server, one, 'confirmation');
    await live();
    expect(await ordersOf()).toEqual([
      ['seller by the partner', priceCents - depositCents, true],
      ['seller by card', depositCents, true],
    ]);
    await live();
    expect(await stepStates(server, one)).toMatchObject({ release: 'done' });
    await expectSettled();
  });

  it('and is refunded in the dashboard is missing in what the seller gets', async () => {
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    await live();
    const [payment] = await server.prisma.sandboxPayment.findMany({ where: { bookingId: one.id } });
    await sandbox().refundInDashboard(payment?.reference ?? '', 100);
    await live();
    expect(await ordersOf()).toEqual([
      ['seller by card', depositCents - 100, false],
      ['buyer by card', 100, true],
    ]);
    await connect(server, one.seller.cookie);
    await live();
    expect(await kinds()).toEqual([
      ['charge', 'succeeded', depositCents],
      ['refund', 'succeeded', 100],
      ['transfer', 'succeeded', depositCents - 100],
    ]);
    await expectSettled();
  });

  it('is never more than the rule gives to the seller, by both ways together', async () => {
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    const order = {
      saleId: one.id,
      side: 'seller',
      currency: 'USD',
      orderedAt: time.clock(),
    } as const;
    await expect(
      server.prisma.escrowPayout.create({ data: { ...order, amountCents: 1 } }),
    ).rejects.toThrow('The money of a sale is not the seller');
    const [charge] = await operations();
    const at = { provider: 'sandbox', createdAt: time.clock(), dueAt: time.clock() };
    const sent = { saleId: one.id, paymentId: charge?.id ?? '', currency: 'USD', ...at };
    for (const [kind, amountCents] of [
      ['transfer', depositCents + 1],
      ['refund', 1],
    ] as const) {
      await expect(
        server.prisma.paymentOperation.create({ data: { ...sent, kind, amountCents } }),
      ).rejects.toThrow('The deposit of the sale does not allow this');
    }
  });

  it('that the card refuses is tried again, and listed for the team', async () => {
    await pay('failed_refund');
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await live();
    expect(await ordersOf()).toEqual([['buyer by card', depositCents, false]]);
    for (const hours of [2, 25, 73]) await live(hours);
    await live();
    const listed = (await refundsToSettle(server.deps)).find(({ saleId }) => saleId === one.id);
    expect(listed).toMatchObject({
      bookingId: null,
      payerName: 'Bela Nagy',
      title: one.listing.title,
      cents: depositCents,
      isListed: true,
      refusals: 4,
    });
    expect(await ledgerOf(server, one)).toMatchObject({
      escrow: depositCents,
      refund_payable: -depositCents,
    });
    expect((await differences()).map(({ kind }) => kind)).toEqual(['refund']);
  });

  it('that the card refuses is sent to the bank account that the buyer enters', async () => {
    await pay('failed_refund');
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await live();
    const team = { cookie: one.team.cookie };
    const refund = { saleId: one.id, amountCents: depositCents };
    const retry = async (input: object) =>
      (await server.graphql(retryRefundMutation, { input: { ...refund, ...input } }, team)).data
        ?.retryRefund?.__typename;
    expect(await retry({ amountCents: depositCents - 1 })).toBe('ConflictError');
    expect(await retry({ bookingId: one.id })).toBe('InvalidInputError');
    expect(await retry({})).toBe('RetryRefundPayload');
    await server.runJobs();
    const give = async (who: 'buyer' | 'seller') => {
      const account = { routingNumber: '110000000', accountNumber: '000123456789' };
      const input = { saleId: one.id, holderName: 'Bela Nagy', password, ...account };
      const { data } = await server.graphql(giveRefundMutation, { input }, one[who]);
      return data?.giveRefundDetails;
    };
    expect(await give('buyer')).toMatchObject({ __typename: 'ConflictError' });
    await server.graphql(askRefundMutation, { input: refund }, team);
    expect(await read()).toMatchObject({ asksRefundDetails: true });
    expect(await read('seller')).toMatchObject({ asksRefundDetails: null });
    expect(await give('seller')).toMatchObject({ __typename: 'ForbiddenError' });
    expect(await give('buyer')).toMatchObject({
      booking: null,
      sale: { asksRefundDetails: false },
    });
    const opened = await server.graphql(openRefundMutation, { input: refund }, team);
    expect(opened.data?.openRefundDetails).toMatchObject({ details: { number: '000123456789' } });
    for (let times = 0; times < 2; times += 1) {
      const input = { ...refund, reference: 'TW-9' };
      const { data } = await server.graphql(remitRefundMutation, { input }, team);
      expect(data?.remitRefund).toEqual({ __typename: 'RemitRefundPayload' });
    }
    expect(await ledgerOf(server, one)).toMatchObject({
      escrow: depositCents,
      bank: -depositCents,
      refund_payable: 0,
    });
    expect(await ordersOf()).toEqual([['buyer by card', depositCents, true]]);
    expect(await refundsToSettle(server.deps)).not.toContainEqual(
      expect.objectContaining({ saleId: one.id }),
    );
    expect(await server.prisma.refundBankDetails.count({ where: { saleId: one.id } })).toBe(0);
    expect(await differences()).toEqual([]);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: one.buyer.user.email, template: 'refundNews' },
      orderBy: { createdAt: 'asc' },
    });
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Your refund was sent back by your bank',
      'Tell us where to send your refund',
      'Your refund was paid by bank transfer',
    ]);
    const sent = { status: 'TRANSFERRED', amount: { amount: depositCents } };
    for (const who of ['buyer', 'team'] as const) {
      expect(await read(who)).toMatchObject({
        refundSteps: [{ status: 'REFUSED' }, { status: 'REFUSED' }, { ...sent, reference: 'TW-9' }],
      });
    }
    expect(await read('seller')).toMatchObject({ refundSteps: [{ ...sent, reference: null }] });
    const audited = { subjectId: one.id, action: { startsWith: 'sale.', contains: 'efund' } };
    expect(await server.prisma.auditEntry.count({ where: audited })).toBe(4);
  });

  it('and is given back in the dashboard is taken from what the seller has not got', async () => {
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    const [charge] = await operations();
    await sandbox().refundInDashboard(charge?.providerReference ?? '', 30_000);
    await live();
    await connect(server, one.seller.cookie);
    await live();
    expect(await ordersOf()).toEqual([
      ['seller by card', depositCents - 30_000, true],
      ['buyer by card', 30_000, true],
    ]);
    await expectSettled();
  });

  it('and is given back in the dashboard while another refund waits is sent to the seller without both', async () => {
    await pay('fault_after');
    for (const hours of [1, 1]) await live(hours);
    // The buyer pays too much, which goes back to the card.
    await paid(server, one, 'deposit', 2_000);
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    const [charge] = await operations();
    await sandbox().refundInDashboard(charge?.providerReference ?? '', 30_000);
    await server.runJobs();
    expect(await kinds()).toEqual([
      ['charge', 'succeeded', depositCents],
      ['refund', 'waiting', 2_000],
      ['refund', 'succeeded', 30_000],
    ]);
    await connect(server, one.seller.cookie);
    const errors = logsErrors();
    await keepSaleDeadlines(server.deps);
    await time.moveTo(server, new Date(time.clock().getTime() + 60_000));
    await keepSaleDeadlines(server.deps);
    await keepDeadlines(server.deps);
    expect(await kinds()).toHaveLength(3);
    const refused = errors().filter(({ err }) => String(err).includes('does not allow this'));
    expect(refused).toEqual([]);
    for (const hours of [1, 25]) await live(hours);
    const sums = new Map<string, number>();
    for (const [order, cents, isPaid] of await ordersOf()) {
      expect(isPaid).toBe(true);
      sums.set(String(order), (sums.get(String(order)) ?? 0) + Number(cents));
    }
    expect(Object.fromEntries(sums)).toEqual({
      'seller by the partner': 2_000,
      'seller by card': depositCents - 32_000,
      'buyer by card': 32_000,
    });
    await expectSettled();
  });

  it('and is given back in part in the dashboard is not given back again', async () => {
    await pay();
    const [charge] = await operations();
    await sandbox().refundInDashboard(charge?.providerReference ?? '', 30_000);
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    for (const hours of [1, 2]) await live(hours);
    expect((await ordersOf()).every(([, , isPaid]) => isPaid)).toBe(true);
    await expectSettled();
  });

  it('that comes back from the bank is owed again, and sent again', async () => {
    await pay('returned_refund');
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    for (const hours of [1, 2, 25, 73]) await live(hours);
    const made = await kinds();
    expect(made.some(([kind]) => kind === 'refund_return')).toBe(true);
    const owed = (await ledgerOf(server, one))['refund_payable'];
    expect((await ordersOf())[0]?.[2]).toBe(owed === 0);
  });
});

describe('A chargeback of a deposit by card', () => {
  it('holds the sale back until it is won, and calls the team in', async () => {
    await connect(server, one.seller.cookie);
    await pay();
    await untilConfirmation();
    await dispute('open');
    await recorded(server, one, 'confirmation');
    await live();
    expect((await stored(server, one)).status).toBe('agreed');
    expect(await ledgerOf(server, one)).toMatchObject({ disputed: depositCents });
    const { data } = await server.graphql(saleChargebacksQuery, {}, { cookie: one.team.cookie });
    expect(data?.chargebacks?.filter(({ saleId }) => saleId === one.id)).toEqual([
      {
        bookingId: null,
        saleId: one.id,
        title: one.listing.title,
        guestName: 'Bela Nagy',
        status: 'OPEN',
      },
    ]);
    await dispute('won');
    expect(await movesOf()).toEqual(
      expect.arrayContaining(['chargeback', 'chargeback_won', 'sell']),
    );
    await live();
    await live();
    expect(await ordersOf()).toHaveLength(2);
    await expectSettled();
  });

  it('that is lost leaves the amount missing: it is paid by wire, or the team ends the sale', async () => {
    await connect(server, one.seller.cookie);
    await pay();
    await untilConfirmation();
    await dispute('open');
    await dispute('lost');
    await recorded(server, one, 'confirmation');
    await live();
    expect((await stored(server, one)).status).toBe('agreed');
    await expect(
      server.prisma.sale.update({
        where: { id: one.id },
        data: { status: 'sold', closedAt: time.clock() },
      }),
    ).rejects.toThrow('The price of the sale is not there');
    await paid(server, one, 'deposit');
    expect((await stored(server, one)).status).toBe('sold');
    await live();
    expect(await ordersOf()).toEqual([['seller by the partner', priceCents, true]]);
    await expectSettled();
  });

  it('is asked for with the balance if it is lost before', async () => {
    await pay();
    await dispute('open');
    await dispute('lost');
    await recorded(server, one, 'estoppel');
    await paid(server, one, 'balance');
    expect(await stepStates(server, one)).toMatchObject({ balance: 'open' });
    await paid(server, one, 'balance', depositCents);
    expect(await stepStates(server, one)).toMatchObject({ balance: 'done' });
  });

  it('after the end keeps what the seller has not got, and nothing is sent meanwhile', async () => {
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    await live();
    await dispute('open');
    await connect(server, one.seller.cookie);
    await live();
    expect(await kinds()).toHaveLength(1);
    await dispute('lost');
    await live();
    expect(await kinds()).toHaveLength(1);
    expect(await ordersOf()).toEqual([]);
    await expectSettled();
  });

  it.each([
    ['lose_answer', [['seller by card', depositCents, true]], depositCents],
    ['time_out', [], 0],
  ] as const)(
    'that is lost while nobody knows of the transfer to the seller, which plays %s, leaves what arrived',
    async (behavior, orders, owedBack) => {
      await pay();
      await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
      const account = sandboxBanks.find((bank) => bank.behavior === behavior);
      await connect(server, one.seller.cookie, { ...goodBank, ...account });
      await keepSaleDeadlines(server.deps);
      await time.moveTo(server, new Date(time.clock().getTime() + 60_000));
      await keepDeadlines(server.deps);
      expect(await kinds()).toEqual([
        ['charge', 'succeeded', depositCents],
        ['transfer', 'waiting', depositCents],
      ]);
      await dispute('open');
      await dispute('lost');
      expect(await ordersOf()).toEqual([['seller by card', depositCents, false]]);
      for (const hours of [1, 25]) await live(hours);
      expect(await ordersOf()).toEqual(orders);
      expect(await kinds()).toHaveLength(2);
      expect(await ledgerOf(server, one)).toMatchObject({ sale_payable: owedBack });
    },
  );

  it('that is lost while the refund waits leaves nothing to give back, and is no error', async () => {
    await pay();
    await moved(server, one, 'team', 'CALL_OFF', { reason: 'The club is closed' });
    await keepSaleDeadlines(server.deps);
    expect((await kinds())[1]).toEqual(['refund', 'waiting', depositCents]);
    await dispute('open');
    await dispute('lost');
    const errors = logsErrors();
    await live();
    expect((await operations())[1]).toMatchObject({
      status: 'failed',
      failureCode: 'charge_disputed',
    });
    expect(errors().filter(({ saleId }) => saleId === one.id)).toEqual([]);
    expect(await ordersOf()).toEqual([]);
    await expectSettled();
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: one.buyer.user.email },
      select: { template: true },
    });
    expect(mails).not.toContainEqual({ template: 'refundNews' });
  });

  it('of money that both sides have got stays for the team to settle', async () => {
    await connect(server, one.seller.cookie);
    await pay();
    await moved(server, one, 'buyer', 'GIVE_UP', { reason: 'Too far' });
    await live();
    await dispute('open');
    await dispute('lost');
    await live();
    expect(await ledgerOf(server, one)).toMatchObject({ sale_payable: depositCents });
    expect((await differences()).map(({ kind }) => kind)).toEqual(['balance']);
    one = await deal();
    await pay();
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await live();
    await dispute('open');
    await dispute('lost');
    expect(await ledgerOf(server, one)).toMatchObject({ refund_payable: depositCents });
  });

  it('holds what is to go back to the card until the bank has decided', async () => {
    await pay();
    await dispute('open');
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await live();
    expect(await kinds()).toHaveLength(1);
    await dispute('won');
    await live();
    expect(await ordersOf()).toEqual([['buyer by card', depositCents, true]]);
    await expectSettled();
  });
});

describe('A deposit by card, whatever happens in which order', () => {
  const payment = () =>
    server.prisma.sandboxPayment.findFirst({
      where: { bookingId: one.id, status: 'captured' },
      include: { refunds: true, disputes: true },
    });

  /** What happens at the provider while it is open there: nothing else is possible any more. */
  const after: Record<string, readonly (string | undefined)[]> = {
    inquiry: [undefined],
    open: [undefined, 'inquiry'],
    won: ['open'],
    lost: ['open'],
  };

  const isRefund = ({ status }: { status: string }) => status !== 'failed';
  const total = (rows: readonly { amountCents: number | null }[]) =>
    rows.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

  /** What the card had got back before a bank took the payment, so that its payer has it twice. */
  let twice = 0;

  async function askBank(status: 'inquiry' | 'open' | 'won' | 'lost'): Promise<void> {
    const paidBy = await payment();
    if (!paidBy || !after[status]?.includes(paidBy.disputes[0]?.status)) return;
    if (status === 'open') twice = total(paidBy.refunds.filter(isRefund));
    await dispute(status);
  }

  async function refundInDashboard(cents: number): Promise<void> {
    const paidBy = await payment();
    // No provider gives back what a bank disputes.
    if (!paidBy || paidBy.disputes.length > 0) return;
    await sandbox()
      .refundInDashboard(paidBy.reference, cents)
      .catch(() => undefined);
  }

  async function answerBank(isApproved: boolean): Promise<void> {
    const asked = (await operations()).find(({ status }) => status === 'needs_action');
    if (asked) await sandbox().confirm({ clientSecret: asked.clientSecret, isApproved });
  }

  async function repeatEvents(): Promise<void> {
    const latest = { orderBy: { createdAt: 'desc' }, take: 4 } as const;
    for (const { id } of await server.prisma.sandboxEvent.findMany(latest)) {
      await sandbox().deliver(id);
    }
  }

  const bankWith = (behavior: string) => () =>
    connect(server, one.seller.cookie, {
      ...goodBank,
      ...sandboxBanks.find((bank) => bank.behavior === behavior),
    });

  const wire = (kind: 'deposit' | 'balance', amountCents: number) => () =>
    tell(server, one, { kind, amountCents });

  const because = { reason: 'It is over' };

  const acts: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(
      (
        [
          'succeed',
          'lost_card',
          'confirm',
          'lose_answer',
          'failed_refund',
          'returned_refund',
        ] as const
      ).map((behavior) => [`pay: ${behavior}`, () => pay(behavior)]),
    ),
    approve: () => answerBank(true),
    deny: () => answerBank(false),
    check,
    'events again': repeatEvents,
    'a part back': () => refundInDashboard(30_000),
    'all back': () => refundInDashboard(depositCents),
    ...Object.fromEntries(
      (['inquiry', 'open', 'won', 'lost'] as const).map((status) => [
        `bank: ${status}`,
        () => askBank(status),
      ]),
    ),
    'seller: bank': bankWith('succeed'),
    'seller: bank that loses answers': bankWith('lose_answer'),
    'seller: bank that is away at first': bankWith('time_out'),
    'seller: closed bank': bankWith('closed'),
    'wire: deposit': wire('deposit', depositCents),
    'closing: estoppel': () => record(server, one, 'estoppel'),
    'closing: balance': wire('balance', priceCents - depositCents),
    'closing: transfer': async () => {
      for (const step of ['buyer_signature', 'seller_signature', 'membership'] as const) {
        await record(server, one, step);
      }
    },
    'closing: confirmation': () => record(server, one, 'confirmation'),
    'buyer gives up': () => move(server, one, 'buyer', 'GIVE_UP', because),
    'seller pulls out': () => move(server, one, 'seller', 'PULL_OUT', because),
    'team calls off': () => move(server, one, 'team', 'CALL_OFF', because),
    'an hour': () => live(1),
    'a day': () => live(25),
  };

  /** The seller has no more than the terms give, and the card no more than it paid. */
  async function expectWithinTerms(): Promise<void> {
    const { settlement } = await stored(server, one);
    const most = { to_seller: priceCents, deposit_to_seller: depositCents, to_buyer: 0 };
    const keys = (await operations()).map(({ id }) => id);
    const sent = await server.prisma.sandboxTransfer.findMany({ where: { key: { in: keys } } });
    const released = await server.prisma.escrowEvent.findMany({
      where: { saleId: one.id, kind: 'released' },
    });
    expect(total(sent) + total(released)).toBeLessThanOrEqual(
      settlement === null ? 0 : most[settlement],
    );
    const remitted = (await operations()).filter(({ provider }) => provider === 'bank');
    const { refunds = [], disputes = [], amountCents = 0 } = (await payment()) ?? {};
    const lost = disputes.filter(({ status }) => status === 'lost');
    expect(total(refunds.filter(isRefund)) + total(remitted)).toBeLessThanOrEqual(
      lost.length > 0 ? twice : amountCents,
    );
    const where = { bookingId: one.id, status: 'captured' };
    expect(await server.prisma.sandboxPayment.count({ where })).toBeLessThanOrEqual(1);
  }

  /** The bank decides, the sale ends, and the team settles what no card takes. */
  async function rest(isWon: boolean): Promise<void> {
    await askBank('open');
    await askBank(isWon ? 'won' : 'lost');
    await move(server, one, 'team', 'CALL_OFF', because);
    await bankWith('succeed')();
    for (const hours of [1, 25, 25, 25, 80]) await live(hours);
    const refund = (await refundsToSettle(server.deps)).find(({ saleId }) => saleId === one.id);
    if (refund) {
      const { cents: amountCents } = refund;
      const input = { saleId: one.id, amountCents, reference: `TW-${one.id}` };
      await server.graphql(remitRefundMutation, { input }, { cookie: one.team.cookie });
    }
    await live(1);
  }

  it('comes to rest with what the provider, the terms and the ledger say', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(acts).filter((name) => name.startsWith('pay: '))),
        fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 4, maxLength: 14 }),
        fc.boolean(),
        async (first, names, isWon) => {
          one = await deal();
          twice = 0;
          for (const name of [first, ...names]) {
            await acts[name]?.();
            await expectWithinTerms();
          }
          await rest(isWon);
          await expectWithinTerms();
          const {
            escrow = 0,
            provider_fee: fees = 0,
            bank = 0,
            refund_payable: fromBuyer = 0,
            sale_payable: fromSeller = 0,
            ...others
          } = await ledgerOf(server, one);
          expect(Object.values(others).every((cents) => cents === 0)).toBe(true);
          expect(escrow + fees + bank + fromBuyer + fromSeller).toBe(0);
          const owedBack = fromBuyer + fromSeller;
          const isLost = (await payment())?.disputes[0]?.status === 'lost';
          expect(owedBack).toBeGreaterThanOrEqual(0);
          const outside = (await operations()).filter(({ isFromDashboard }) => isFromDashboard);
          expect(owedBack).toBeLessThanOrEqual(total(outside) + (isLost ? depositCents : 0));
          expect((await differences()).map(({ kind }) => kind)).toEqual([
            ...(fromBuyer === 0 ? [] : ['refund']),
            ...(owedBack === 0 ? [] : ['balance']),
          ]);
          expect((await stored(server, one)).payouts.every(({ paidAt }) => paidAt)).toBe(true);
        },
      ),
      { numRuns: inDepth(3, 100) },
    );
  });
});
