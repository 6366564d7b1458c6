import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { keepDeadlines } from '../deadlines.ts';
import { held, makeScene, movableClock, move, pay, type Scene } from '../testing/flow.ts';
import { readExpectedBalances } from './expectedBalances.ts';

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock });
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
    expect(await mailsOf(scene.traveler.user.email)).toEqual([
      'Your refund was sent back by your bank',
    ]);
  });

  it('is a difference until it has arrived', async () => {
    const { id } = await cancelled(failingRefund);
    await deliverAll();
    expect(await differences()).toContainEqual(
      expect.objectContaining({ kind: 'refund', bookingId: id }),
    );
  });
});
