import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { CorrectLedgerInput } from '#api/generated/operations/graphql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { balancesOf, post } from '#api/modules/ledger/ledger.ts';
import { reconcileDaily } from '#api/modules/reconciliation/reconcile.ts';
import { booked, makeScene } from '../testing/flow.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { paymentHandlers } from '../paymentHandlers.ts';

let server: TestServer;
let cookie: string;
let bookingId: string;
let total: number;

beforeAll(async () => {
  server = await startTestServer();
  cookie = (await signedInUser(server, { role: 'admin' })).cookie;
});

beforeEach(async () => {
  bookingId = await booked(server, await makeScene(server, { isInstant: true }));
  const booking = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  total = booking.totalPriceCents;
});

afterAll(() => server.close());

const runsQuery = graphql(`
  query ReconciliationRuns($first: Int) {
    isReconciling
    reconciliations(first: $first) {
      edges {
        node {
          at
          differences {
            kind
            bookingId
          }
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

const startMutation = graphql(`
  mutation StartReconciliation {
    startReconciliation {
      __typename
      ... on StartReconciliationPayload {
        isReconciling
      }
    }
  }
`);

const compareMutation = graphql(`
  mutation CompareAgain($input: CompareAgainInput!) {
    compareAgain(input: $input) {
      __typename
      ... on CompareAgainPayload {
        differences {
          kind
        }
      }
    }
  }
`);

const correctMutation = graphql(`
  mutation CorrectLedger($input: CorrectLedgerInput!) {
    correctLedger(input: $input) {
      __typename
      ... on Error {
        message
      }
      ... on CorrectLedgerPayload {
        differences {
          kind
        }
      }
    }
  }
`);

const runDaily = () =>
  reconcileDaily(server.deps, readExpectedBalances, paymentHandlers(server.deps));

/** What the latest report says about the booking. */
const reported = async () => {
  const { data } = await server.graphql(runsQuery, { first: 1 }, { cookie });
  return data?.reconciliations?.edges[0]?.node.differences
    .filter((each) => each.bookingId === bookingId)
    .map(({ kind }) => kind);
};

const compare = async () =>
  (await server.graphql(compareMutation, { input: { bookingId } }, { cookie })).data?.compareAgain;

const correct = async (given: Partial<CorrectLedgerInput> = {}) => {
  const input: CorrectLedgerInput = {
    bookingId,
    debit: 'ESCROW',
    credit: 'BANK',
    amountCents: 500,
    reason: 'A bank transfer was posted twice.',
    ...given,
  };
  return (await server.graphql(correctMutation, { input }, { cookie })).data?.correctLedger;
};

it('a correction is posted only as far as both accounts differ, and once', async () => {
  await server.prisma.$transaction((transaction) =>
    post(transaction, {
      bookingId,
      reason: 'correction',
      operationId: null,
      currency: 'USD',
      amounts: { escrow: -500, bank: 500 },
      at: new Date(),
    }),
  );
  await runDaily();
  expect(await reported()).toEqual(['BALANCE']);
  for (const given of [
    { amountCents: 501 },
    { debit: 'BANK', credit: 'ESCROW' },
    { credit: 'TRAVELLER' },
  ] as const) {
    expect(await correct(given)).toMatchObject({ __typename: 'ConflictError' });
  }
  const answers = await Promise.all([correct(), correct()]);
  expect(answers.map((answer) => answer?.__typename).toSorted()).toEqual([
    'ConflictError',
    'CorrectLedgerPayload',
  ]);
  expect(await balancesOf(server.prisma, bookingId)).toMatchObject({
    escrow: total,
    traveller: -total,
    bank: 0,
  });
  expect(await reported()).toEqual([]);
  expect(
    await server.prisma.auditEntry.findMany({ where: { action: 'booking.correctLedger' } }),
  ).toMatchObject([
    {
      subjectId: bookingId,
      note: 'A bank transfer was posted twice.',
      after: { debit: 'escrow', credit: 'bank', amountCents: 500 },
    },
  ]);
});

it('comparing a booking again takes over a refund of the dashboard and mends the report', async () => {
  await runDaily();
  const payment = await server.prisma.sandboxPayment.findFirstOrThrow({ where: { bookingId } });
  await server.deps.paymentSandbox?.refundInDashboard(payment.reference, 900);
  const report = await server.prisma.reconciliationReport.findFirstOrThrow({
    orderBy: { at: 'desc' },
  });
  const stale = { kind: 'payment', bookingId, operationId: null, reference: null, words: 'x' };
  const other = { ...stale, bookingId: null };
  await server.prisma.reconciliationReport.update({
    where: { id: report.id },
    data: { differences: [stale, other] },
  });
  expect(await compare()).toEqual({ __typename: 'CompareAgainPayload', differences: [] });
  expect(await balancesOf(server.prisma, bookingId)).toMatchObject({ escrow: total - 900 });
  const after = await server.prisma.reconciliationReport.findUniqueOrThrow({
    where: { id: report.id },
  });
  expect(after.differences).toEqual([other]);
});

it('an administrator starts a comparison, which waits as one job, and reads the runs', async () => {
  await runDaily();
  await runDaily();
  const { data } = await server.graphql(runsQuery, { first: 1 }, { cookie });
  expect(data?.reconciliations?.pageInfo.hasNextPage).toBe(true);
  for (const _ of [1, 2]) {
    const started = await server.graphql(startMutation, {}, { cookie });
    expect(started.data?.startReconciliation).toEqual({
      __typename: 'StartReconciliationPayload',
      isReconciling: true,
    });
  }
  const jobs = await server.pool.query(
    "SELECT FROM graphile_worker.jobs WHERE task_identifier = 'reconcile'",
  );
  expect(jobs.rowCount).toBe(1);
  expect((await server.graphql(runsQuery, { first: 1 }, { cookie })).data?.isReconciling).toBe(
    true,
  );
  const { cookie: member } = await signedInUser(server);
  const refused = await server.graphql(startMutation, {}, { cookie: member });
  expect(refused.data?.startReconciliation ?? null).not.toMatchObject({ isReconciling: true });
});
