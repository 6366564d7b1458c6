import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { reconcile, reconcileDaily } from '#api/modules/reconciliation/reconcile.ts';
import { formatMoney } from '#common/money.ts';
import { keepDeadlines } from '../deadlines.ts';
import {
  booked,
  held,
  makeScene,
  movableClock,
  move,
  pay,
  releasedStay,
  type Scene,
} from '../testing/flow.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { paymentHandlers } from '../paymentHandlers.ts';

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock });
  // Gets the mail of the team.
  await createUser(server, { role: 'admin', emailVerifiedAt: time.clock() });
});

beforeEach(async () => {
  scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'flexible' });
});

afterAll(() => server.close());

const failingRefund = '4000000000005126';

/** A stay that was paid by a card and cancelled with everything given back. */
async function cancelled(card?: string): Promise<{ id: string; cents: number }> {
  const { databaseId: id, ...stay } = await held(server, scene);
  await pay(server, scene, { databaseId: id, ...stay }, card);
  await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
  const { refundCents } = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
  return { id, cents: refundCents ?? 0 };
}

/** Delivers every event of the provider; late refunds end here. */
async function deliverAll(): Promise<void> {
  for (const { id } of await server.prisma.sandboxEvent.findMany({
    orderBy: { createdAt: 'asc' },
  })) {
    await server.deps.paymentSandbox?.deliver(id);
  }
}

const later = (hours: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + hours * 3_600_000));

const refundsOf = (bookingId: string) =>
  server.prisma.paymentOperation.findMany({
    where: { bookingId, kind: 'refund' },
    orderBy: { createdAt: 'asc' },
  });

const mailsOf = async (address: string) =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress: address, template: 'refundNews' },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ subject }) => subject.split(':')[0]);

const differences = async () =>
  (await reconcile(server.deps, readExpectedBalances, new Date(0))).differences;

describe('a refund that the bank refuses', () => {
  it('stays owed, and is tried again after an hour, a day and three days', async () => {
    const { id, cents } = await cancelled(failingRefund);
    expect(await balancesOf(server.prisma, id)).toMatchObject({
      escrow: cents,
      traveller: 0,
      refund_payable: -cents,
    });
    for (const [tries, hours] of [
      [1, 0],
      [2, 1],
      [3, 24],
      [4, 72],
    ] as const) {
      await later(hours - 0.1);
      await keepDeadlines(server.deps);
      expect(await refundsOf(id)).toHaveLength(Math.max(1, tries - 1));
      await later(0.2);
      await keepDeadlines(server.deps);
      expect(await refundsOf(id)).toHaveLength(tries);
      await deliverAll();
      expect((await refundsOf(id)).map(({ status }) => status)).toEqual(
        Array.from({ length: tries }, () => 'failed'),
      );
    }
    await later(30 * 24);
    await keepDeadlines(server.deps);
    expect(await refundsOf(id)).toHaveLength(4);
    expect(await balancesOf(server.prisma, id)).toMatchObject({
      escrow: cents,
      refund_payable: -cents,
    });
    expect(
      await server.prisma.outgoingMail.count({
        where: { subject: { startsWith: 'A refund has to be settled by hand' } },
      }),
    ).toBe(1);
    expect(await mailsOf(scene.traveler.user.email)).toEqual([
      'Your refund was sent back by your bank',
    ]);
  });

  it('is a difference until it has arrived', async () => {
    const { id, cents } = await cancelled(failingRefund);
    await deliverAll();
    const money = formatMoney({ amount: cents, currency: 'USD' });
    const words = expect.stringContaining(`A refund of ${money} was refused `) as string;
    expect(await differences()).toContainEqual(
      expect.objectContaining({ kind: 'refund', bookingId: id, words }),
    );
  });
});

it('goes back to being owed when the bank sends it back after it had succeeded', async () => {
  const { id, cents } = await cancelled('4000000000005423');
  expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }]);
  expect(await balancesOf(server.prisma, id)).toMatchObject({ escrow: 0, refund_payable: 0 });
  await deliverAll();
  await deliverAll();
  expect(await balancesOf(server.prisma, id)).toMatchObject({
    escrow: cents,
    refund_payable: -cents,
  });
  await later(1);
  await keepDeadlines(server.deps);
  expect(await refundsOf(id)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }]);
  expect(await differences()).not.toContainEqual(expect.objectContaining({ kind: 'balance' }));
});

describe('a refund in the dashboard of the provider', () => {
  const payment = (bookingId: string) =>
    server.prisma.sandboxPayment.findFirstOrThrow({ where: { bookingId } });

  const inDashboard = async (bookingId: string, cents: number) =>
    server.deps.paymentSandbox?.refundInDashboard((await payment(bookingId)).reference, cents);

  it('becomes a refund of the booking by its event, once, and is taken off what follows', async () => {
    const id = await booked(server, scene);
    const { totalPriceCents: total } = await server.prisma.booking.findUniqueOrThrow({
      where: { id },
    });
    await expect(inDashboard(id, 0)).rejects.toThrow('must be 1 or more');
    await inDashboard(id, 5_000);
    await Promise.all([deliverAll(), deliverAll()]);
    expect(await refundsOf(id)).toMatchObject([
      { status: 'succeeded', isFromDashboard: true, amountCents: 5_000 },
    ]);
    expect(await balancesOf(server.prisma, id)).toMatchObject({
      escrow: total - 5_000,
      traveller: 5_000 - total,
      refund_payable: 0,
    });
    const events = await server.prisma.bookingEvent.findMany({ where: { bookingId: id } });
    expect(events.filter(({ move: made }) => made === 'refund_at_provider')).toMatchObject([
      { party: 'payment', note: '$50 was given back at the payment provider.' },
    ]);
    const told = await server.prisma.outgoingMail.findMany({
      where: { text: { contains: id }, subject: { contains: 'given back' } },
    });
    expect(told.map(({ toAddress }) => toAddress).toSorted()).toEqual(
      [scene.traveler.user.email, scene.owner.user.email].toSorted(),
    );
    await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
    expect(await refundsOf(id)).toMatchObject([{}, { amountCents: total - 5_000 }]);
    expect(await balancesOf(server.prisma, id)).toMatchObject({ escrow: 0, refund_payable: 0 });
    expect(await differences()).not.toContainEqual(expect.objectContaining({ bookingId: id }));
  });

  it('is found by the daily comparison without an event', async () => {
    const id = await booked(server, scene);
    await inDashboard(id, 700);
    await reconcileDaily(server.deps, readExpectedBalances, paymentHandlers(server.deps));
    expect(await refundsOf(id)).toMatchObject([{ isFromDashboard: true, amountCents: 700 }]);
    expect(await differences()).not.toContainEqual(expect.objectContaining({ bookingId: id }));
  });

  it('settles a refund that was refused', async () => {
    const { id, cents } = await cancelled(failingRefund);
    await deliverAll();
    await server.prisma.sandboxPayment.updateMany({
      where: { bookingId: id },
      data: { behavior: 'succeed' },
    });
    await inDashboard(id, cents);
    await deliverAll();
    expect(await balancesOf(server.prisma, id)).toMatchObject({ escrow: 0, refund_payable: 0 });
    await later(2);
    await keepDeadlines(server.deps);
    expect(await refundsOf(id)).toHaveLength(2);
  });

  it('is taken from the owner, who is paid less', async () => {
    const { id } = await releasedStay(server, time, scene);
    const before = await balancesOf(server.prisma, id);
    await inDashboard(id, 10_000);
    await deliverAll();
    const { owner_payable: owed, refund_payable: open } = await balancesOf(server.prisma, id);
    expect(open).toBe(0);
    expect(owed).toBeGreaterThan(before.owner_payable);
    expect(await server.prisma.payable.findUnique({ where: { bookingId: id } })).toMatchObject({
      cents: -owed,
    });
    expect(await differences()).not.toContainEqual(expect.objectContaining({ bookingId: id }));
  });
});
