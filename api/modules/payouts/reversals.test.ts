import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readExpectedBalances } from '../bookings/payment/expectedBalances.ts';
import { paymentHandlers } from '../bookings/paymentHandlers.ts';
import { applyOutcome } from '../bookings/payment/settlePayment.ts';
import { makeScene, movableClock, releasedStay } from '../bookings/testing/flow.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { postMovements, reconcile } from '../reconciliation/reconcile.ts';
import { payOut } from './payOut.ts';
import { connect } from './testing/flow.ts';

const payAgainMutation = graphql(`
  mutation PayOwnerAgain($input: PayOwnerAgainInput!) {
    payOwnerAgain(input: $input) {
      __typename
    }
  }
`);

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const runPayouts = () => payOut(server.deps, applyOutcome(server.deps));

/** A stay whose owner was paid. */
async function paidOut() {
  const scene = await makeScene(server, { isInstant: true });
  await connect(server, scene.owner.cookie);
  const { id } = await releasedStay(server, time, scene);
  await runPayouts();
  const { reference, amountCents } = await server.prisma.sandboxTransfer.findFirstOrThrow({
    where: { bookingId: id },
  });
  return { id, transfer: reference, cents: amountCents };
}

const reversalsOf = (bookingId: string) =>
  server.prisma.paymentOperation.findMany({ where: { bookingId, kind: 'reversal' } });

const sentFor = async (bookingId: string) =>
  (
    await server.prisma.sandboxTransfer.findMany({
      where: { bookingId },
      orderBy: { createdAt: 'asc' },
    })
  ).map(({ amountCents }) => amountCents);

const differences = async () =>
  (await reconcile(server.deps, readExpectedBalances, new Date(0))).differences;

const payAgain = async (cookie: string, bookingId: string) =>
  (await server.graphql(payAgainMutation, { input: { bookingId } }, { cookie })).data?.payOwnerAgain
    ?.__typename;

it('a payout that is taken back in the dashboard is posted once, and held until an administrator pays again', async () => {
  const { id, transfer, cents } = await paidOut();
  const before = await balancesOf(server.prisma, id);
  await expect(server.deps.paymentSandbox?.reverseInDashboard(transfer, 0)).rejects.toThrow(
    'must be 1 or more',
  );
  await server.deps.paymentSandbox?.reverseInDashboard(transfer, 3_000);
  await server.deps.paymentSandbox?.reverseInDashboard(transfer, 2_000);
  const events = await server.prisma.sandboxEvent.findMany({ where: { reference: transfer } });
  for (const event of [...events.toReversed(), ...events]) {
    await server.deps.paymentSandbox?.deliver(event.id);
  }
  expect(
    (await reversalsOf(id)).map(({ amountCents, isFromDashboard, status }) => ({
      ...{ amountCents, isFromDashboard, status },
    })),
  ).toEqual(
    expect.arrayContaining([
      { amountCents: 3_000, isFromDashboard: true, status: 'succeeded' },
      { amountCents: 2_000, isFromDashboard: true, status: 'succeeded' },
    ]),
  );
  expect(await balancesOf(server.prisma, id)).toEqual({
    ...before,
    escrow: before.escrow + 5_000,
    owner_payable: -5_000,
  });
  await runPayouts();
  expect(await sentFor(id)).toEqual([cents]);
  expect(await differences()).toMatchObject([
    { kind: 'recalled', bookingId: id, words: '$50 of the owner is held' },
  ]);

  const { cookie } = await signedInUser(server, { role: 'admin' });
  const { cookie: member } = await signedInUser(server);
  expect(await payAgain(member, id)).toBe('ForbiddenError');
  expect(await payAgain(cookie, id)).toBe('PayOwnerAgainPayload');
  expect(await payAgain(cookie, id)).toBe('ConflictError');
  await runPayouts();
  expect(await sentFor(id)).toEqual([cents, 5_000]);
  expect(await differences()).toEqual([]);
});

it('a reversal in the dashboard whose event is lost is found by the job', async () => {
  const { id, transfer } = await paidOut();
  await server.deps.paymentSandbox?.reverseInDashboard(transfer, 1_000);
  expect(await differences()).toMatchObject([
    { kind: 'movement', bookingId: id, words: 'reversal: $10 that the ledger does not have' },
  ]);
  await Promise.all([1, 2].map(() => postMovements(server.deps, paymentHandlers(server.deps))));
  expect(await reversalsOf(id)).toMatchObject([{ amountCents: 1_000, isFromDashboard: true }]);
  expect((await differences()).filter(({ kind }) => kind !== 'recalled')).toEqual([]);
});
