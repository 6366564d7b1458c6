import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { password as usualPassword, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { rotateSecrets } from '#api/modules/settings/secretRotation.ts';
import {
  booked,
  held,
  makeScene,
  movableClock,
  move,
  pay,
  payRest,
  type Scene,
} from '../testing/flow.ts';
import {
  askRefundMutation,
  giveRefundMutation,
  openRefundMutation,
  remitRefundMutation,
  retryRefundMutation,
} from '../testing/operations.ts';
import { readExpectedBalances } from './expectedBalances.ts';

let server: TestServer;
let scene: Scene;
let team: { cookie: string; user: { id: string } };
let bookingId: string;
let amountCents: number;

const time = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  team = await signedInUser(server, { role: 'admin' });
});

beforeEach(async () => {
  scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'flexible' });
  const { databaseId, ...stay } = await held(server, scene);
  bookingId = databaseId;
  await pay(server, scene, { databaseId, ...stay }, '4000000000005126');
  await move(server, scene.traveler.cookie, bookingId, { move: 'CANCEL' });
  const booking = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  amountCents = booking.refundCents ?? 0;
  await deliverAll();
});

afterAll(() => server.close());

async function deliverAll(): Promise<void> {
  for (const { id } of await server.prisma.sandboxEvent.findMany()) {
    await server.deps.paymentSandbox?.deliver(id);
  }
}

const refundsQuery = graphql(`
  query RefundsToSettle {
    refundsToSettle {
      bookingId
      amount {
        amount
      }
      refusals
      isListed
      isUnderWay
      askedAt
      enteredAt
    }
  }
`);

const refund = async () => {
  const { data } = await server.graphql(refundsQuery, {}, { cookie: team.cookie });
  return data?.refundsToSettle?.find((each) => each.bookingId === bookingId);
};

const stepsQuery = graphql(`
  query RefundSteps($id: ID!) {
    booking(id: $id) {
      refundSteps {
        status
        amount {
          amount
        }
        reference
      }
      refundTriedAgainAt
      asksRefundDetails
    }
  }
`);

const stepsFor = async (cookie: string) =>
  (await server.graphql(stepsQuery, { id: bookingId }, { cookie })).data?.booking;

const retry = async (cookie = team.cookie, cents = amountCents) =>
  (
    await server.graphql(
      retryRefundMutation,
      { input: { bookingId, amountCents: cents } },
      { cookie },
    )
  ).data?.retryRefund;

const remit = async (reference: string, given: { cents?: number; cookie?: string } = {}) =>
  (
    await server.graphql(
      remitRefundMutation,
      { input: { bookingId, amountCents: given.cents ?? amountCents, reference } },
      { cookie: given.cookie ?? team.cookie },
    )
  ).data?.remitRefund;

const bank = {
  holderName: 'Mina Ortega',
  routingNumber: '110000000',
  accountNumber: '000123456789',
};

const give = async (cookie: string, password = usualPassword) =>
  (
    await server.graphql(
      giveRefundMutation,
      { input: { bookingId, password, ...bank } },
      { cookie },
    )
  ).data?.giveRefundDetails;

const audited = async () =>
  (
    await server.prisma.auditEntry.findMany({
      where: { subjectId: bookingId, action: { contains: 'efund' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action);

it('is listed with what is owed, and tried again by one of two administrators', async () => {
  expect(await refund()).toMatchObject({
    amount: { amount: amountCents },
    refusals: 1,
    isListed: false,
  });
  expect(await retry(team.cookie, amountCents - 1)).toMatchObject({ __typename: 'ConflictError' });
  const answers = await Promise.all([retry(), retry()]);
  expect(answers.map((answer) => answer?.__typename).toSorted()).toEqual([
    'ConflictError',
    'RetryRefundPayload',
  ]);
  expect(await refund()).toMatchObject({ isUnderWay: true });
  expect(await server.prisma.paymentOperation.count({ where: { bookingId, kind: 'refund' } })).toBe(
    2,
  );
  expect(await audited()).toEqual(['booking.retryRefund']);
  expect(await stepsFor(scene.traveler.cookie)).toMatchObject({
    refundSteps: [{ status: 'REFUSED' }, { status: 'ON_ITS_WAY' }],
    refundTriedAgainAt: null,
  });
});

it.each([
  ['both', undefined, 123_120],
  ['the deposit', '4242424242424242', 30_780],
])(
  'of a stay that was paid in two parts, one bank transfer pays what the cards did not take: %s',
  async (_what, number, owed) => {
    const given = { isInstant: true, cancellationPolicy: 'flexible' } as const;
    scene = await makeScene(server, given, 120);
    bookingId = await booked(server, scene, '4000000000005126', { paysDeposit: true });
    await payRest(server, scene.traveler.cookie, bookingId, number);
    await move(server, scene.traveler.cookie, bookingId, { move: 'CANCEL' });
    await deliverAll();
    expect(await refund()).toMatchObject({ amount: { amount: owed } });
    expect(await remit('TW-3', { cents: owed - 1 })).toMatchObject({ __typename: 'ConflictError' });
    expect(await remit('TW-3', { cents: owed })).toEqual({ __typename: 'RemitRefundPayload' });
    expect(await refund()).toBeUndefined();
    expect(await balancesOf(server.prisma, bookingId)).toMatchObject({
      escrow: owed,
      bank: -owed,
      refund_payable: 0,
      traveller: 0,
    });
    const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
    expect(differences).not.toContainEqual(expect.objectContaining({ bookingId }));
  },
);

it('is shown to the traveler with the next try, and not to the owner', async () => {
  expect(await stepsFor(scene.traveler.cookie)).toMatchObject({
    refundSteps: [{ status: 'REFUSED', amount: { amount: amountCents } }],
    refundTriedAgainAt: new Date(time.clock().getTime() + 3_600_000).toISOString(),
    asksRefundDetails: false,
  });
  expect(await stepsFor(scene.owner.cookie)).toEqual({
    refundSteps: null,
    refundTriedAgainAt: null,
    asksRefundDetails: null,
  });
});

it('is paid by bank transfer to the account that the traveler enters', async () => {
  expect(await give(scene.traveler.cookie)).toMatchObject({ __typename: 'ConflictError' });
  const input = { bookingId, amountCents };
  await server.graphql(askRefundMutation, { input }, { cookie: team.cookie });
  expect(await stepsFor(scene.traveler.cookie)).toMatchObject({ asksRefundDetails: true });
  expect(await give(scene.owner.cookie)).toMatchObject({ __typename: 'ForbiddenError' });
  expect(await give(scene.traveler.cookie, 'another password')).toMatchObject({
    __typename: 'InvalidCredentialsError',
  });
  expect(await give(scene.traveler.cookie)).toMatchObject({
    __typename: 'GiveRefundDetailsPayload',
  });
  const stored = await server.prisma.refundBankDetails.findUniqueOrThrow({ where: { bookingId } });
  expect(stored.sealed).not.toContain('000123456789');
  expect((await rotateSecrets(server.deps)).problems).toEqual([]);
  const { data } = await server.graphql(openRefundMutation, { input }, { cookie: team.cookie });
  expect(data?.openRefundDetails).toMatchObject({
    details: { holderName: 'Mina Ortega', routingNumber: '110000000', number: '000123456789' },
  });

  expect(await remit('TW-1', { cookie: scene.traveler.cookie })).toMatchObject({
    __typename: 'ForbiddenError',
  });
  expect(await remit('TW-1', { cents: amountCents - 1 })).toMatchObject({
    __typename: 'ConflictError',
  });
  const answers = await Promise.all([remit('TW-1'), remit('TW-1')]);
  expect(answers).toContainEqual({ __typename: 'RemitRefundPayload' });
  expect(await remit('TW-1')).toMatchObject({ __typename: 'RemitRefundPayload' });
  expect(await remit('TW-2')).toMatchObject({ __typename: 'ConflictError' });
  expect(await refund()).toBeUndefined();
  expect(await balancesOf(server.prisma, bookingId)).toMatchObject({
    escrow: amountCents,
    bank: -amountCents,
    refund_payable: 0,
    traveller: 0,
  });
  expect(await server.prisma.refundBankDetails.count({ where: { bookingId } })).toBe(0);
  expect(await stepsFor(scene.traveler.cookie)).toMatchObject({
    refundSteps: [
      { status: 'REFUSED' },
      { status: 'TRANSFERRED', reference: 'TW-1', amount: { amount: amountCents } },
    ],
    asksRefundDetails: false,
  });
  expect(await audited()).toEqual([
    'booking.askRefundDetails',
    'booking.openRefundDetails',
    'booking.remitRefund',
  ]);
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).not.toContainEqual(expect.objectContaining({ bookingId }));
});
