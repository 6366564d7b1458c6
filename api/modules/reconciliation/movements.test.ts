import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { createStripePayments } from '#api/platform/payments/stripePayments.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { patientLimits } from '#api/testing/patientLimits.ts';
import {
  startStripeServer,
  stripeKeys,
  stripeMethod,
  type StripeServer,
} from '#api/testing/payments/stripeServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readExpectedBalances } from '../bookings/payment/expectedBalances.ts';
import { paymentHandlers } from '../bookings/paymentHandlers.ts';
import { held, makeScene, payAt, type Scene } from '../bookings/testing/flow.ts';
import { balancesOf, post } from '../ledger/ledger.ts';
import { postMovements, reconcile, reconcileDaily } from './reconcile.ts';

const reportQuery = graphql(`
  query MovementReport {
    reconciliation {
      notRead
      differences {
        kind
        reference
      }
    }
  }
`);

const recordMutation = graphql(`
  mutation RecordMovement($input: RecordMovementInput!) {
    recordMovement(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

let server: TestServer;
let stripe: StripeServer;
let isLater = false;

beforeAll(async () => {
  stripe = await startStripeServer();
  const patience = patientLimits.longestStatement;
  const payments = createStripePayments({ ...stripeKeys, api: stripe.api, patience });
  // A day later, what the job has not posted yet is late.
  const clock = () => new Date(Date.now() + (isLater ? 25 * 60 * 60_000 : 0));
  server = await startTestServer({ payments, clock });
});

beforeEach(() => {
  isLater = false;
});

afterAll(async () => {
  await server.close();
  await stripe.close();
});

const verified = () => reconcile(server.deps, readExpectedBalances, new Date(0));

const runJob = () => postMovements(server.deps, paymentHandlers(server.deps));

async function paid(): Promise<{ scene: Scene; id: string; cents: number; intent: string }> {
  const scene = await makeScene(server, { isInstant: true });
  const booking = await held(server, scene);
  await payAt(server, scene.traveler.cookie, booking, stripeMethod('succeed'));
  const { id, amountCents, providerReference } =
    await server.prisma.paymentOperation.findFirstOrThrow({
      where: { bookingId: booking.databaseId, status: 'succeeded' },
    });
  expect(id).not.toBe('');
  const intent = providerReference ?? '';
  return { scene, id: booking.databaseId, cents: amountCents, intent };
}

const posted = (bookingId: string | null) =>
  server.prisma.ledgerTransaction.findMany({
    where: { bookingId, providerRecord: { not: null } },
    include: { entries: { orderBy: { account: 'asc' } }, operation: true },
    orderBy: { at: 'asc' },
  });

it('what the provider charges, and payouts to the own bank, are posted once, and the ledger has its balance', async () => {
  const { id, cents } = await paid();
  const payout = stripe.moveBalance('payout', -9_000);
  const topup = stripe.moveBalance('topup', 500);
  const radar = stripe.moveBalance('stripe_fee', -200);
  expect(await verified()).toMatchObject({ differences: [], notRead: [] });

  isLater = true;
  const feeCents = Math.round(cents * 0.029) + 30;
  const late = (await verified()).differences;
  expect(late).toHaveLength(4);
  expect(late).toContainEqual(expect.objectContaining({ kind: 'movement', bookingId: id }));
  expect(late.find(({ reference }) => reference === payout)).toMatchObject({
    kind: 'movement',
    words: 'payout: -$90 that the ledger does not have',
  });
  expect(await posted(id)).toEqual([]);

  await Promise.all([runJob(), runJob()]);
  await runJob();
  expect(await posted(id)).toMatchObject([
    {
      reason: 'fee',
      operation: { kind: 'charge' },
      entries: [
        { account: 'escrow', amountCents: -feeCents },
        { account: 'provider_fee', amountCents: feeCents },
      ],
    },
  ]);
  const ofSite = await posted(null);
  expect(
    ofSite.map(({ providerRecord, reason, entries }) => ({
      providerRecord,
      reason,
      entries: entries.map(({ account, amountCents }) => [account, amountCents]),
    })),
  ).toEqual(
    expect.arrayContaining([
      {
        providerRecord: `stripe:${payout}`,
        reason: 'movement',
        entries: [
          ['escrow', -9_000],
          ['bank', 9_000],
        ],
      },
      {
        providerRecord: `stripe:${topup}`,
        reason: 'movement',
        entries: [
          ['escrow', 500],
          ['bank', -500],
        ],
      },
      {
        providerRecord: `stripe:${radar}`,
        reason: 'fee',
        entries: [
          ['escrow', -200],
          ['provider_fee', 200],
        ],
      },
    ]),
  );
  expect(ofSite).toHaveLength(3);
  expect(await verified()).toMatchObject({ differences: [] });
});

it('a refund in the dashboard whose events are lost is taken over by the job, and a full one ends the booking', async () => {
  const { id, cents, intent, scene } = await paid();
  stripe.refundInDashboard(intent, 4_000);
  await runJob();
  expect(await server.prisma.booking.findUnique({ where: { id } })).toMatchObject({
    status: 'confirmed',
    outsideRefundCents: 4_000,
  });
  stripe.refundInDashboard(intent, cents - 4_000);
  await runJob();
  expect(await server.prisma.booking.findUnique({ where: { id } })).toMatchObject({
    status: 'cancelled',
    endedBy: 'payment',
    refundCents: cents,
  });
  const told = await server.prisma.outgoingMail.findMany({
    where: { text: { contains: id }, subject: { contains: 'has ended' } },
  });
  expect(told.map(({ toAddress }) => toAddress).toSorted()).toEqual(
    [scene.traveler.user.email, scene.owner.user.email].toSorted(),
  );
  isLater = true;
  expect((await verified()).differences).toEqual([]);
});

it('a refund in the dashboard that is heard of before its payment ends the booking once, in whatever order events come', async () => {
  const scene = await makeScene(server, { isInstant: true });
  const { databaseId: id, version } = await held(server, scene);
  const booking = { databaseId: id, version };
  await payAt(server, scene.traveler.cookie, booking, stripeMethod('lose_answer'));
  const intent = [...stripe.intents.values()].find(({ metadata }) => metadata['booking'] === id);
  stripe.refundInDashboard(intent?.id ?? '', intent?.amount ?? 0);
  const events = stripe.events();
  for (const { body, signature } of [...events.toReversed(), ...events]) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    await server.send('/api/payments/webhook', { method: 'POST', headers, body });
  }
  const { status, events: moves } = await server.prisma.booking.findUniqueOrThrow({
    where: { id },
    include: { events: { orderBy: { number: 'asc' } } },
  });
  expect(status).toBe('cancelled');
  expect(moves.map(({ move }) => move)).toEqual(['hold', 'confirm', 'end_by_refund']);
  expect(Object.values(await balancesOf(server.prisma, id)).every((cents) => cents === 0)).toBe(
    true,
  );
  expect(
    await server.prisma.outgoingMail.count({
      where: { text: { contains: id }, subject: { contains: 'has ended' } },
    }),
  ).toBe(2);
});

it('what no booking explains stays a difference until an administrator has recorded it', async () => {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  const reference = stripe.moveBalance('contribution', 4_000);
  await reconcileDaily(server.deps, readExpectedBalances, paymentHandlers(server.deps));
  const report = async () => (await server.graphql(reportQuery, {}, { cookie })).data;
  expect((await report())?.reconciliation).toEqual({
    notRead: [],
    differences: [{ kind: 'MOVEMENT', reference }],
  });
  const record = async (given: object, by = cookie) => {
    const input = { reference, account: 'BANK' as const, reason: 'A sale of a tour.', ...given };
    return (await server.graphql(recordMutation, { input }, { cookie: by })).data?.recordMovement;
  };
  const { cookie: member } = await signedInUser(server);
  expect(await record({}, member)).toMatchObject({ __typename: 'ForbiddenError' });
  expect(await record({ account: 'OWNER_PAYABLE' })).toMatchObject({
    __typename: 'InvalidInputError',
  });
  expect(await record({ reference: 'txn_0' })).toMatchObject({ __typename: 'NotFoundError' });
  const answers = await Promise.all([record({}), record({})]);
  expect(answers.map((answer) => answer?.__typename).toSorted()).toEqual([
    'ConflictError',
    'RecordMovementPayload',
  ]);
  expect((await report())?.reconciliation?.differences).toEqual([]);
  const lines = await posted(null);
  expect(lines.find(({ providerRecord }) => providerRecord?.endsWith(reference))).toMatchObject({
    providerRecord: `stripe:${reference}`,
    reason: 'movement',
    entries: [
      { account: 'escrow', amountCents: 4_000 },
      { account: 'bank', amountCents: -4_000 },
    ],
  });
  expect(
    await server.prisma.auditEntry.findMany({ where: { action: 'ledger.recordMovement' } }),
  ).toMatchObject([{ subjectId: reference, note: 'A sale of a tour.' }]);
  expect((await verified()).differences).toEqual([]);
});

it('long books are read in steps, each of which goes on where the last one ended', async () => {
  await runJob();
  const { provider } = await server.prisma.providerBooks.findFirstOrThrow();
  const references = Array.from({ length: 250 }, () => stripe.moveBalance('topup', 100));
  const count = () =>
    server.prisma.ledgerTransaction.count({
      where: { providerRecord: { in: references.map((reference) => `${provider}:${reference}`) } },
    });
  const step = () => postMovements(server.deps, paymentHandlers(server.deps), 1);
  const books = () => server.prisma.providerBooks.findUniqueOrThrow({ where: { provider } });
  const { readUntil } = await books();
  await step();
  expect(await count()).toBe(100);
  expect(await books()).toMatchObject({ readUntil, startedAt: expect.any(Date) as Date });
  const waiting = await server.prisma.$queryRaw<{ jobs: number }[]>`
    SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'post_movements'`;
  expect(waiting).toEqual([{ jobs: 1 }]);
  // What comes meanwhile is newer than where the step goes on, and is read the next time.
  const late = stripe.moveBalance('topup', 100);
  const { startedAt } = await books();
  await step();
  expect(await count()).toBe(200);
  await runJob();
  expect(await count()).toBe(250);
  expect(await books()).toMatchObject({ readUntil: startedAt, startedAt: null, cursor: null });
  await runJob();
  expect(
    await server.prisma.ledgerTransaction.count({
      where: { providerRecord: `${provider}:${late}` },
    }),
  ).toBe(1);
  isLater = true;
  expect((await verified()).differences).toEqual([]);
});

it('the line of a payment can not be recorded as something else', async () => {
  const { cookie } = await signedInUser(server, { role: 'admin' });
  const { intent } = await paid();
  const { movements } = (await server.deps.payments?.movements(new Date(0))) ?? { movements: [] };
  const { reference = '' } = movements.find(({ source }) => source === intent) ?? {};
  const input = { reference, account: 'BANK' as const, reason: 'A sale.' };
  const { data } = await server.graphql(recordMutation, { input }, { cookie });
  expect(data?.recordMovement?.__typename).toBe('ConflictError');
  expect(
    await server.prisma.ledgerTransaction.count({
      where: { providerRecord: `stripe:${reference}` },
    }),
  ).toBe(0);
});

it('a sum that nothing explains is a difference', async () => {
  const { id: bookingId } = await paid();
  const about = { bookingId, operationId: null, currency: 'USD', at: new Date() };
  const amounts = { escrow: 700, bank: -700 };
  await server.prisma.$transaction((transaction) =>
    post(transaction, { ...about, reason: 'correction', amounts }),
  );
  const { differences } = await verified();
  expect(differences.map(({ kind }) => kind)).toEqual(['balance', 'escrow']);
  expect(differences[1]?.words).toMatch(/nothing explains -\$7 of it$/);
  await server.prisma.$transaction((transaction) =>
    post(transaction, { ...about, reason: 'correction', amounts: { escrow: -700, bank: 700 } }),
  );
});

it('what the keys may not read is told, and the rest is compared', async () => {
  const error = {
    type: 'invalid_request_error',
    message: 'The key does not have rak_balance_read',
  };
  stripe.refuseNext(403, error);
  const found = await verified();
  expect(found.notRead).toEqual([
    'The payments and transfers at the provider: The key does not have rak_balance_read',
  ]);
  expect(found.differences).toEqual([]);
});
