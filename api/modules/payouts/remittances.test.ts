import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { RecordRemittanceInput } from '#api/generated/operations/graphql.ts';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readExpectedBalances } from '../bookings/payment/expectedBalances.ts';
import { makeScene, movableClock, releasedStay } from '../bookings/testing/flow.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

const time = movableClock();
const rateBps = 1_000;
// A tenth of 7 x $150 + $90 cleaning.
const taxCents = 11_400;
let server: TestServer;
let admin: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  admin = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

const duesQuery = graphql(`
  query DuesOfSite($first: Int, $after: String) {
    dues(first: $first, after: $after) {
      edges {
        node {
          account
          payee
          payeeName
          currency
          owed {
            amount
          }
          paid {
            amount
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
    remittances(first: 100) {
      edges {
        node {
          account
          payeeName
          reference
          amount {
            amount
          }
        }
      }
    }
  }
`);

const recordMutation = graphql(`
  mutation RecordRemittance($input: RecordRemittanceInput!) {
    recordRemittance(input: $input) {
      __typename
      ... on RecordRemittancePayload {
        remittance {
          payeeName
          amount {
            amount
          }
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

async function record(input: RecordRemittanceInput, { cookie } = admin) {
  const { data } = await server.graphql(recordMutation, { input }, { cookie });
  return data?.recordRemittance;
}

/** A destination with stays that have begun, at different times. */
async function taxedStays(destination: string, stays: number) {
  const { id: resortId } = await createResort(server, { destination });
  const { id: payee } = await server.prisma.occupancyTax.update({
    where: { destination },
    data: { rateBps },
  });
  const ids: string[] = [];
  for (let stay = 0; stay < stays; stay += 1) {
    const scene = await makeScene(server, { resortId, isInstant: true });
    ids.push((await releasedStay(server, time, scene)).id);
  }
  return { payee, ids };
}

const payment = (payee: string, amountCents: number, idempotencyKey?: string) => ({
  account: 'TAX' as const,
  payee,
  currency: 'USD',
  amountCents,
  reference: 'Transfer 4711',
  ...(idempotencyKey !== undefined && { idempotencyKey }),
});

async function dueOf(name: string) {
  const { data } = await server.graphql(duesQuery, { first: 100 }, admin);
  return data?.dues?.edges.map(({ node }) => node).find(({ payeeName }) => payeeName === name);
}

const postedTax = async (bookingIds: string[]) => {
  const entries = await server.prisma.ledgerEntry.findMany({
    where: { account: 'tax_payable', transaction: { bookingId: { in: bookingIds } } },
    include: { transaction: true },
  });
  return bookingIds.map((id) =>
    entries
      .filter(({ transaction }) => transaction.bookingId === id)
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  );
};

describe('A payment to a tax office', () => {
  it('settles the oldest stays first, at most what is owed, and the ledger agrees', async () => {
    const { payee, ids } = await taxedStays('Coast one', 2);
    expect(await dueOf('Coast one')).toEqual({
      account: 'TAX',
      payee,
      payeeName: 'Coast one',
      currency: 'USD',
      owed: { amount: 2 * taxCents },
      paid: { amount: 0 },
    });
    expect(await record(payment(payee, taxCents + 400))).toMatchObject({
      __typename: 'RecordRemittancePayload',
      remittance: { payeeName: 'Coast one', amount: { amount: taxCents + 400 } },
    });
    expect(await postedTax(ids)).toEqual([0, 400 - taxCents]);
    expect(await dueOf('Coast one')).toMatchObject({
      owed: { amount: taxCents - 400 },
      paid: { amount: taxCents + 400 },
    });
    expect(await record(payment(payee, taxCents - 399))).toMatchObject({
      __typename: 'InvalidInputError',
      message: 'Only $110 is owed',
    });
    await record(payment(payee, taxCents - 400));
    expect(await postedTax(ids)).toEqual([0, 0]);
    expect(await record(payment(payee, 1))).toMatchObject({ message: 'Only $0 is owed' });
    const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
    expect(differences).toEqual([]);

    const { data } = await server.graphql(duesQuery, {}, admin);
    expect(data?.remittances?.edges[0]?.node).toEqual({
      account: 'TAX',
      payeeName: 'Coast one',
      reference: 'Transfer 4711',
      amount: { amount: taxCents - 400 },
    });
    const [entry] = await server.prisma.auditEntry.findMany({
      where: { action: 'remittance.record' },
      orderBy: { id: 'desc' },
    });
    expect(entry).toMatchObject({
      actorId: admin.user.id,
      after: { name: 'Coast one', amountCents: taxCents - 400, reference: 'Transfer 4711' },
    });
  });

  it('is recorded once by a repeated call, and a key is good for a single payment', async () => {
    const { payee, ids } = await taxedStays('Coast two', 1);
    const answers = await Promise.all([
      record(payment(payee, 5_000, 'key-of-payment')),
      record(payment(payee, 5_000, 'key-of-payment')),
    ]);
    expect(answers.map((answer) => answer?.__typename)).toEqual(
      Array(2).fill('RecordRemittancePayload'),
    );
    expect(await postedTax(ids)).toEqual([5_000 - taxCents]);
    expect(await record(payment(payee, 6_000, 'key-of-payment'))).toMatchObject({
      __typename: 'ConflictError',
    });
    expect(await postedTax(ids)).toEqual([5_000 - taxCents]);
  });

  it('never exceeds what is owed when two people record it at once', async () => {
    const { payee, ids } = await taxedStays('Coast three', 1);
    const answers = await Promise.all([
      record(payment(payee, taxCents)),
      record(payment(payee, taxCents)),
    ]);
    expect(answers.map((answer) => answer?.__typename).toSorted()).toEqual([
      'InvalidInputError',
      'RecordRemittancePayload',
    ]);
    expect(await postedTax(ids)).toEqual([0]);
  });

  it('is for administrators, with a reference, to a payee that is owed something', async () => {
    const { payee, ids } = await taxedStays('Coast four', 1);
    const member = await signedInUser(server);
    expect(await record(payment(payee, 100), member)).toMatchObject({
      __typename: 'ForbiddenError',
    });
    const { data } = await server.graphql(duesQuery, {}, { cookie: member.cookie });
    expect([data?.dues ?? null, data?.remittances ?? null]).toEqual([null, null]);
    expect(await record({ ...payment(payee, 100), reference: ' ' })).toMatchObject({
      __typename: 'InvalidInputError',
    });
    expect(await record({ ...payment(payee, 100), currency: 'EUR' })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await record({ ...payment(payee, 100), account: 'PROVIDER' })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await postedTax(ids)).toEqual([-taxCents]);
  });
});

it('lists payees in pages, A to Z', async () => {
  const first = await server.graphql(duesQuery, { first: 3 }, admin);
  const after = first.data?.dues?.pageInfo.endCursor ?? '';
  const second = await server.graphql(duesQuery, { first: 3, after }, admin);
  const names = [first, second].map(({ data }) =>
    data?.dues?.edges.map(({ node }) => node.payeeName),
  );
  expect(names).toEqual([['Coast four', 'Coast one', 'Coast three'], ['Coast two']]);
});
