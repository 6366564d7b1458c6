import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, dayMs } from '#common/days.ts';
import { requirePayments } from '#api/modules/payments/operations.ts';
import { PaymentUnavailable } from '#api/platform/payments/paymentProvider.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { lookAtOpenDisputes } from '../chargebacks/lookAtDispute.ts';
import { keepDeadlines } from '../deadlines.ts';
import {
  booked,
  certify,
  held,
  makeScene,
  movableClock,
  move,
  pay,
  payRest,
  type Scene,
} from '../testing/flow.ts';
import { checkPaymentMutation } from '../testing/operations.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { forgetCards } from './forgetCards.ts';

const confirmSaved = '4000002760003184';
const refuseSaved = '4000008260003178';

/** Seven nights at $150, $90 cleaning and 8 % service fee. */
const [total, deposit] = [123_120, 30_780];

let time: ReturnType<typeof movableClock>;
let server: TestServer;

beforeEach(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock });
});

afterEach(() => server.close());

const farScene = (given: Partial<Prisma.ListingUncheckedCreateInput> = {}, daysAhead = 120) =>
  makeScene(server, { isInstant: true, cancellationPolicy: 'flexible', ...given }, daysAhead);

const deposited = (scene: Scene, number?: string) =>
  booked(server, scene, number, { paysDeposit: true });

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const daysBefore = (scene: Scene, days: number) => `${addDays(scene.checkIn, -days)}T12:00:00Z`;

/** Runs the clock at noon of a day so many days before check-in. */
async function clockAt(scene: Scene, days: number): Promise<void> {
  await time.moveTo(server, new Date(daysBefore(scene, days)));
  await keepDeadlines(server.deps);
}

/** Reminded, and charged on its day. */
async function due(scene: Scene): Promise<void> {
  await clockAt(scene, 67);
  await clockAt(scene, 60);
}

const movesOf = async (bookingId: string) =>
  (
    await server.prisma.bookingEvent.findMany({
      where: { bookingId },
      orderBy: { number: 'asc' },
    })
  ).map((event) => event.move);

const subjectsTo = async ({ user }: Scene['traveler']) =>
  (await server.prisma.outgoingMail.findMany({ where: { toAddress: user.email } })).map(
    ({ subject }) => subject.split(':')[0],
  );

const paymentsOf = async (bookingId: string) =>
  (
    await server.prisma.sandboxPayment.findMany({
      where: { bookingId, status: 'captured' },
      orderBy: { createdAt: 'asc' },
      include: { refunds: true },
    })
  ).map(({ amountCents, refunds }) => ({
    amountCents,
    refunded: refunds.map((refund) => refund.amountCents),
  }));

async function expectAgreement(): Promise<void> {
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
}

const accountsOf = async (bookingId: string) => {
  const rows = await server.prisma.ledgerEntry.groupBy({
    by: ['account'],
    where: { transaction: { bookingId } },
    _sum: { amountCents: true },
  });
  return Object.fromEntries(
    rows.map(({ account, _sum }) => [account, _sum.amountCents]).filter(([, cents]) => cents !== 0),
  ) as Record<string, number>;
};

const depositQuery = graphql(`
  query Deposit($id: ID!) {
    booking(id: $id) {
      status
      totalPrice {
        amount
      }
      deposit {
        amount {
          amount
        }
        balance {
          amount
        }
        dueOn
        isAgreed
        isOwed
        canPay
        payBy
      }
      coming {
        move
        on
      }
      receipts {
        amount {
          amount
        }
      }
    }
  }
`);

const shown = async (id: string, cookie: string) =>
  (await server.graphql(depositQuery, { id }, { cookie })).data?.booking;

it('a traveler pays a deposit now; the booking is confirmed, and everyone sees what is left', async () => {
  const scene = await farScene();
  const hold = await held(server, scene);
  expect((await shown(hold.databaseId, scene.traveler.cookie))?.deposit).toMatchObject({
    isAgreed: false,
    isOwed: false,
    amount: { amount: deposit },
  });
  await pay(server, scene, hold, undefined, { paysDeposit: true });
  const id = hold.databaseId;
  const team = await signedInUser(server, { role: 'admin' });
  const dueOn = addDays(scene.checkIn, -60);
  for (const [who, canPay] of [
    [scene.traveler, true],
    [scene.owner, true],
    [team, true],
  ] as const) {
    expect(await shown(id, who.cookie)).toMatchObject({
      status: 'CONFIRMED',
      totalPrice: { amount: total },
      deposit: {
        amount: { amount: deposit },
        balance: { amount: total - deposit },
        dueOn,
        isAgreed: true,
        isOwed: true,
        canPay,
        payBy: null,
      },
    });
  }
  const seen = await shown(id, scene.traveler.cookie);
  expect(seen?.coming).toContainEqual({ move: 'TAKE_BALANCE', on: dueOn });
  expect(seen?.receipts).toEqual([{ amount: { amount: deposit } }]);
  expect(await accountsOf(id)).toEqual({ escrow: deposit, traveller: -deposit });
  await expectAgreement();
});

it.each([
  [90, '25'],
  [120, '0'],
])('a stay in %i days with a deposit of %s %% is paid at once', async (daysAhead, value) => {
  await server.prisma.siteSetting.create({ data: { key: 'deposit_percent', value } });
  await server.deps.siteSettings.refresh();
  const scene = await farScene({}, daysAhead);
  const hold = await held(server, scene);
  expect((await shown(hold.databaseId, scene.traveler.cookie))?.deposit).toBeNull();
  expect(await pay(server, scene, hold, undefined, { paysDeposit: true })).toEqual({
    __typename: 'ConflictError',
    message: 'This stay has to be paid at once. Load the page again',
  });
  expect(await server.prisma.sandboxPayment.count()).toBe(0);
});

it('the owner’s yes to a request takes the deposit that was reserved', async () => {
  const scene = await farScene({ isInstant: false });
  const id = await deposited(scene);
  expect(await accountsOf(id)).toEqual({});
  await move(server, scene.owner.cookie, id, { move: 'ACCEPT' });
  expect(await accountsOf(id)).toEqual({ escrow: deposit, traveller: -deposit });
  await due(scene);
  expect(await paymentsOf(id)).toMatchObject([
    { amountCents: deposit },
    { amountCents: total - deposit },
  ]);
  await expectAgreement();
});

it('the traveler is reminded once, the saved card pays the rest on its day, and the owner gets all', async () => {
  const scene = await farScene();
  const id = await deposited(scene);
  await certify(server, scene.owner.cookie, id);
  await clockAt(scene, 68);
  expect(await movesOf(id)).not.toContain('remind_balance');
  await clockAt(scene, 67);
  await clockAt(scene, 66);
  await clockAt(scene, 61);
  expect(await paymentsOf(id)).toHaveLength(1);
  await clockAt(scene, 60);
  await clockAt(scene, 59);
  expect((await movesOf(id)).filter((made) => made.endsWith('balance'))).toEqual([
    'remind_balance',
    'take_balance',
    'pay_balance',
  ]);
  expect(await paymentsOf(id)).toMatchObject([
    { amountCents: deposit },
    { amountCents: total - deposit },
  ]);
  const subjects = await subjectsTo(scene.traveler);
  expect(subjects.filter((subject) => subject?.includes('charged soon'))).toHaveLength(1);
  expect(subjects).toContain('Your stay is paid');
  const reminder = await server.prisma.outgoingMail.findFirstOrThrow({
    where: { toAddress: scene.traveler.user.email, subject: { contains: 'charged soon' } },
  });
  expect(reminder.text).toContain('$923.40 on ');
  expect(await shown(id, scene.traveler.cookie)).toMatchObject({
    deposit: { isOwed: false, canPay: false },
    receipts: [{ amount: { amount: deposit } }, { amount: { amount: total - deposit } }],
  });
  await clockAt(scene, 0);
  await clockAt(scene, -3);
  expect(await accountsOf(id)).toMatchObject({ escrow: total, owner_payable: -114_000 });
  await expectAgreement();
});

it('a bank that asks about the rest: the traveler is told, and confirms it on the page of the booking', async () => {
  const scene = await farScene();
  const id = await deposited(scene, confirmSaved);
  await due(scene);
  expect(await stored(id)).toMatchObject({ status: 'confirmed', balancePaidAt: null });
  expect(await subjectsTo(scene.traveler)).toContain('Please pay the rest of your stay');
  expect(await shown(id, scene.traveler.cookie)).toMatchObject({
    deposit: { isOwed: true, canPay: true, payBy: expect.any(String) as string },
  });
  const asked = await payRest(server, scene.traveler.cookie, id);
  if (asked?.__typename !== 'PayBalancePayload') throw new Error(JSON.stringify(asked));
  expect(asked.booking.payment?.status).toBe('NEEDS_ACTION');
  const clientSecret = asked.booking.payment?.clientSecret ?? '';
  await server.deps.paymentSandbox?.confirm({ clientSecret, isApproved: true });
  const { cookie } = scene.traveler;
  await server.graphql(checkPaymentMutation, { input: { bookingId: id } }, { cookie });
  expect(await stored(id)).toMatchObject({ balancePaidAt: time.clock() });
  await clockAt(scene, 50);
  expect(await stored(id)).toMatchObject({ status: 'confirmed' });
  await expectAgreement();
});

it('after a refusal another card pays the rest, and only the traveler’s', async () => {
  const scene = await farScene();
  const id = await deposited(scene, refuseSaved);
  await due(scene);
  const stranger = await signedInUser(server);
  for (const cookie of [scene.owner.cookie, stranger.cookie]) {
    expect(await payRest(server, cookie, id, '4242424242424242')).toMatchObject({
      __typename: 'ForbiddenError',
    });
  }
  expect(await payRest(server, undefined, id, '4242424242424242')).toBeNull();
  expect(await payRest(server, scene.traveler.cookie, id, '4000000000009995')).toMatchObject({
    booking: { payment: { status: 'FAILED' }, deposit: { isOwed: true } },
  });
  for (let call = 0; call < 2; call += 1) {
    expect(await payRest(server, scene.traveler.cookie, id, '4242424242424242')).toMatchObject({
      booking: { payment: { status: 'SUCCEEDED' }, deposit: { isOwed: false } },
    });
  }
  expect(await paymentsOf(id)).toHaveLength(2);
  expect((await movesOf(id)).filter((made) => made === 'refuse_balance')).toHaveLength(1);
  await expectAgreement();
});

it('the traveler pays the rest early; the clock charges nothing more', async () => {
  const scene = await farScene();
  const id = await deposited(scene);
  await payRest(server, scene.traveler.cookie, id, '4242424242424242');
  await due(scene);
  expect(await paymentsOf(id)).toHaveLength(2);
  expect(await movesOf(id)).not.toContain('remind_balance');
});

describe('a saved card is forgotten', () => {
  const isSaved = async (bookingId: string) =>
    (await server.prisma.sandboxPayment.findFirstOrThrow({ where: { bookingId, isSaved: true } }))
      .isSaved;

  it('once the rest is paid, and tried again until the provider has done it', async () => {
    const scene = await farScene();
    const id = await deposited(scene);
    await forgetCards(server.deps);
    expect(await isSaved(id)).toBe(true);
    await due(scene);
    expect(await stored(id)).toMatchObject({ balancePaidAt: time.clock() });
    const payments = requirePayments(server.deps);
    const forgetCard = () => Promise.reject(new PaymentUnavailable('Away'));
    await forgetCards({ ...server.deps, payments: { ...payments, forgetCard } });
    expect(await isSaved(id)).toBe(true);
    await forgetCards(server.deps);
    expect(await server.prisma.sandboxPayment.count({ where: { isSaved: true } })).toBe(0);
    const forgotten = await server.prisma.paymentOperation.findMany({
      where: { bookingId: id, cardForgottenAt: { not: null } },
    });
    expect(forgotten).toMatchObject([{ isBalance: false, cardForgottenAt: time.clock() }]);
    await forgetCards({ ...server.deps, payments: { ...payments, forgetCard } });
    await expectAgreement();
  });

  it('once the booking has ended', async () => {
    const scene = await farScene();
    const id = await deposited(scene);
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    await forgetCards(server.deps);
    expect(await server.prisma.sandboxPayment.count({ where: { isSaved: true } })).toBe(0);
    await expectAgreement();
  });
});

it.each([
  // Free until the day before.
  ['flexible', [deposit], { refund_payable: undefined }],
  // Nothing is given back: the fee is ours, and no tax was kept.
  ['none_after_48h', [], { owner_payable: -(deposit - 9_120), service_fee: -9_120 }],
] as const)(
  'unpaid five days after the refusal, the booking ends by the policy: %s',
  async (cancellationPolicy, refunded, accounts) => {
    const scene = await farScene({ cancellationPolicy });
    const id = await deposited(scene, refuseSaved);
    await due(scene);
    await clockAt(scene, 56);
    expect(await stored(id)).toMatchObject({ status: 'confirmed' });
    await clockAt(scene, 55);
    expect(await stored(id)).toMatchObject({ status: 'cancelled', endedBy: 'clock' });
    expect(await paymentsOf(id)).toEqual([{ amountCents: deposit, refunded }]);
    expect(await accountsOf(id)).toMatchObject(
      Object.fromEntries(Object.entries(accounts).filter(([, cents]) => cents !== undefined)),
    );
    expect(await payRest(server, scene.traveler.cookie, id)).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await subjectsTo(scene.traveler)).toContain('Your booking has ended');
    await expectAgreement();
  },
);

it('the traveler and the clock pay at the same moment: it is charged once', async () => {
  const scene = await farScene();
  const id = await deposited(scene);
  await clockAt(scene, 67);
  await time.moveTo(server, new Date(daysBefore(scene, 60)));
  await Promise.all([
    keepDeadlines(server.deps),
    payRest(server, scene.traveler.cookie, id, '4242424242424242'),
    payRest(server, scene.traveler.cookie, id),
    keepDeadlines(server.deps),
  ]);
  await keepDeadlines(server.deps);
  expect(await paymentsOf(id)).toHaveLength(2);
  expect(await stored(id)).toMatchObject({ balancePaidAt: time.clock() });
  await expectAgreement();
});

it.each(['4000000000000119', '4000000000000333', '4000000000000341', '4000000000000366'])(
  'a charge of the rest that is not answered is no refusal, and is made once: %s',
  async (number) => {
    const scene = await farScene();
    const id = await deposited(scene, number);
    for (let minute = 0; minute < 6; minute += 1) {
      await time.moveTo(server, new Date(time.clock().getTime() + 120_000));
      await keepDeadlines(server.deps);
    }
    await due(scene);
    for (let minute = 0; minute < 6; minute += 1) {
      await time.moveTo(server, new Date(time.clock().getTime() + 120_000));
      await keepDeadlines(server.deps);
    }
    expect(await paymentsOf(id)).toHaveLength(2);
    expect(await movesOf(id)).not.toContain('refuse_balance');
    expect(await stored(id)).toMatchObject({ balancePaidAt: expect.any(Date) as Date });
    await expectAgreement();
  },
);

it('jobs that were down do not take the days after the reminder', async () => {
  const scene = await farScene();
  const id = await deposited(scene);
  await clockAt(scene, 50);
  await clockAt(scene, 44);
  expect(await paymentsOf(id)).toHaveLength(1);
  await clockAt(scene, 43);
  expect(await paymentsOf(id)).toHaveLength(2);
});

it('a stay whose rest is not paid does not begin', async () => {
  const scene = await farScene();
  const id = await deposited(scene, refuseSaved);
  await certify(server, scene.owner.cookie, id);
  await clockAt(scene, 3);
  await time.moveTo(server, new Date(`${scene.checkIn}T12:00:00Z`));
  expect(
    await move(server, scene.traveler.cookie, id, { move: 'DISPUTE', reason: 'No keys.' }),
  ).toMatchObject({ __typename: 'ConflictError' });
  await keepDeadlines(server.deps);
  expect(await stored(id)).toMatchObject({ status: 'cancelled', endedBy: 'clock' });
  await expectAgreement();
});

describe('a refund', () => {
  it('between the parts is of what was paid, and ends a payment under way', async () => {
    const scene = await farScene({ cancellationPolicy: 'strict' });
    const id = await deposited(scene, confirmSaved);
    await payRest(server, scene.traveler.cookie, id);
    const cancelled = await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    expect(cancelled).toMatchObject({ booking: { refund: { amount: deposit } } });
    const last = await server.prisma.sandboxPayment.findFirstOrThrow({
      where: { bookingId: id, amountCents: total - deposit },
    });
    expect(last.status).toBe('voided');
    expect(await paymentsOf(id)).toEqual([{ amountCents: deposit, refunded: [deposit] }]);
    await expectAgreement();
  });

  it('of a rest that is paid after the booking has ended is of all of it', async () => {
    const scene = await farScene({ cancellationPolicy: 'none_after_48h' });
    const id = await deposited(scene, confirmSaved);
    await clockAt(scene, 100);
    const asked = await payRest(server, scene.traveler.cookie, id);
    if (asked?.__typename !== 'PayBalancePayload') throw new Error(JSON.stringify(asked));
    const clientSecret = asked.booking.payment?.clientSecret ?? '';
    // The bank hears of it, and we do not.
    await server.deps.paymentSandbox?.confirm({ clientSecret, isApproved: true });
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    await time.moveTo(server, new Date(time.clock().getTime() + 120_000));
    await keepDeadlines(server.deps);
    expect(await paymentsOf(id)).toEqual([
      { amountCents: deposit, refunded: [] },
      { amountCents: total - deposit, refunded: [total - deposit] },
    ]);
    expect(await stored(id)).toMatchObject({ status: 'cancelled', refundCents: 0 });
    await expectAgreement();
  });

  it('over both payments takes the latest first, and from each no more than it took', async () => {
    const scene = await farScene();
    const id = await deposited(scene);
    await due(scene);
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    expect(await paymentsOf(id)).toEqual([
      { amountCents: deposit, refunded: [deposit] },
      { amountCents: total - deposit, refunded: [total - deposit] },
    ]);
    await expectAgreement();
  });

  it('of half comes from the latest payment', async () => {
    const scene = await farScene({ cancellationPolicy: 'moderate' });
    const id = await deposited(scene);
    await due(scene);
    await clockAt(scene, 20);
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    expect(await paymentsOf(id)).toEqual([
      { amountCents: deposit, refunded: [] },
      { amountCents: total - deposit, refunded: [57_000] },
    ]);
    await expectAgreement();
  });
});

it.each([
  ['4000000000002685', 'before the rest', false],
  ['4000000000002685', 'and the rest', true],
] as const)('a lost chargeback of the deposit (%s) %s ends the stay', async (number, _, isPaid) => {
  const scene = await farScene();
  const id = await deposited(scene, number);
  if (isPaid) await payRest(server, scene.traveler.cookie, id, number);
  const disputes = await server.prisma.sandboxEvent.findMany({
    where: { kind: 'charge.dispute.created' },
  });
  for (const { id: event } of disputes) await server.deps.paymentSandbox?.deliver(event);
  expect(await payRest(server, scene.traveler.cookie, id)).toMatchObject(
    isPaid ? { booking: { payment: { status: 'SUCCEEDED' } } } : { __typename: 'ConflictError' },
  );
  await time.moveTo(server, new Date(time.clock().getTime() + 8 * dayMs));
  await lookAtOpenDisputes(server.deps);
  expect(await stored(id)).toMatchObject({ status: 'cancelled', endedBy: 'payment' });
  await expectAgreement();
});
