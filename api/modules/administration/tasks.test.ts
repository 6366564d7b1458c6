import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import {
  createBooking,
  createInquiry,
  createListing,
  createMail,
  createResort,
  createReview,
  createUser,
  signedInUser,
} from '#api/testing/factories.ts';
import { createOrganization } from '../partners/testing/partner.ts';
import { agreedDeal } from '../sales/closing/testing/flow.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const adminTasksQuery = graphql(`
  query AdminTasks {
    adminTasks {
      queue {
        kind
        count {
          value
          isCapped
        }
        since
        dueAt
      }
      verifications {
        value
      }
      reports {
        value
      }
    }
  }
`);

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

async function tasks() {
  const { data, errors, requestId } = await server.graphql(adminTasksQuery, {}, { cookie });
  expect(errors).toEqual([]);
  expect(server.statementsOf(requestId)).toHaveLength(1);
  return data?.adminTasks;
}

const kinds = async () =>
  Object.fromEntries(
    ((await tasks())?.queue ?? []).map(({ kind, count }) => [kind, count.value] as const),
  );

it('open tasks are counted by kind until they are done', async () => {
  const { prisma } = server;
  expect(await tasks()).toEqual({ queue: [], verifications: { value: 0 }, reports: { value: 0 } });
  const { id: userId } = await createUser(server);
  const { id: resortId } = await createResort(server);
  const given = { resortId, ownerId: userId, contractDocumentUrl: '/contracts/1' };
  await createListing(server, { ...given, contractVerificationStatus: 'pending' });
  await createListing(server, {
    ...given,
    contractVerificationStatus: 'pending',
    isActive: false,
  });
  await createListing(server, { ...given, contractVerificationStatus: 'verified' });
  await createInquiry(server, { userId });
  await createInquiry(server, { userId, status: 'closed' });
  const { id: reviewId } = await createReview(server, { resortId, userId });
  // Two reports of one review count once.
  for (let count = 0; count < 2; count += 1) {
    const { id: reporterId } = await createUser(server);
    await prisma.reviewReport.create({ data: { reviewId, reporterId, reason: 'SPAM' } });
  }
  await createOrganization(server, { status: 'pending', decidedAt: null });
  await createOrganization(server);
  await createOrganization(server, { wantedName: 'Seaside', nameWantedAt: new Date() });
  await createMail(server, { status: 'failed' });
  await createMail(server);
  const provider = { kind: 'json_feed', address: 'https://a.example' } as const;
  const { id: providerId } = await prisma.inventoryProvider.create({
    data: { ...provider, name: 'A' },
  });
  const off = await prisma.inventoryProvider.create({
    data: { ...provider, name: 'B', isEnabled: false },
  });
  const run = (id: string, status: 'failed' | 'completed' | 'running', minute: number) =>
    prisma.inventorySync.create({
      data: {
        providerId: id,
        provider: 'A',
        status,
        timestamp: new Date(Date.UTC(2027, 0, 1, 0, minute)),
        ...(status !== 'running' && { finishedAt: new Date() }),
      },
    });
  await run(providerId, 'completed', 1);
  await run(providerId, 'failed', 2);
  await run(providerId, 'running', 3);
  await run(off.id, 'failed', 1);
  const known = { providerId, name: 'Unknown Cove' };
  await prisma.inventoryResort.createMany({
    data: [
      { ...known, externalId: 'open' },
      { ...known, externalId: 'left out', isIgnored: true },
      { ...known, externalId: 'matched', resortId },
    ],
  });
  await agreedDeal(server);
  // No job asks the partner.
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
  await prisma.reconciliationReport.createMany({
    data: [
      { at: new Date('2027-01-01'), bookings: 1, payments: 1, differences: [{}, {}, {}] },
      { at: new Date('2027-01-02'), bookings: 1, payments: 1, differences: [{}, {}] },
    ],
  });
  const stay = { resortId, userId };
  await createBooking(server, { ...stay, status: 'disputed', disputedAt: new Date() });
  expect(await kinds()).toEqual({
    DIFFERENCE: 2,
    DISPUTE: 1,
    ESCROW: 1,
    INQUIRY: 1,
    MAIL: 1,
    ORGANIZATION: 2,
    RESORT_MATCH: 1,
    REVIEW_REPORT: 1,
    SYNC: 1,
    VERIFICATION: 1,
  });
  expect(await tasks()).toMatchObject({ verifications: { value: 1 }, reports: { value: 1 } });

  await prisma.reviewReport.updateMany({ data: { status: 'dismissed' } });
  await prisma.inventorySync.updateMany({ where: { status: 'running' }, data: doneNow });
  await prisma.booking.updateMany({ data: { status: 'resolved' } });
  const left = await kinds();
  for (const kind of ['REVIEW_REPORT', 'SYNC', 'DISPUTE']) expect(left).not.toHaveProperty(kind);
});

const doneNow = { status: 'completed' as const, finishedAt: new Date() };

it('problems come first, then what is due within two days, then what has waited longest', async () => {
  const { prisma } = server;
  await prisma.propertyInquiry.deleteMany();
  await prisma.outgoingMail.deleteMany();
  const { id: userId } = await createUser(server);
  const { id: resortId } = await createResort(server);
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await createMail(server, { status: 'failed', createdAt: ago(900) });
  await createInquiry(server, { userId, createdAt: ago(3) });
  await createInquiry(server, { userId, createdAt: ago(2) });
  await createBooking(server, { resortId, userId, status: 'disputed', disputedAt: ago(50) });
  const queue = ((await tasks())?.queue ?? []).filter(({ kind }) =>
    ['DISPUTE', 'INQUIRY', 'MAIL'].includes(kind),
  );
  expect(queue).toEqual([
    expect.objectContaining({ kind: 'DISPUTE', dueAt: null }),
    expect.objectContaining({ kind: 'INQUIRY', count: { value: 2, isCapped: false } }),
    expect.objectContaining({ kind: 'MAIL', dueAt: null }),
  ]);
  const [, inquiry] = queue;
  expect(Date.parse(inquiry?.dueAt ?? '') - Date.parse(inquiry?.since ?? '')).toBe(24 * 3_600_000);
});

it('tasks are counted up to a cap', async () => {
  const { id: userId } = await createUser(server);
  const { id: resortId } = await createResort(server);
  await server.pool.query(
    `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
                           available_from, available_to, contract_document_url, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'Week', 'Two rooms.', 10000, '2199-01-01', '2199-01-08', 'x',
            now()
     FROM generate_series(1, 1001)`,
    [resortId, userId],
  );
  const capped = (await tasks())?.queue.find(({ kind }) => kind === 'VERIFICATION');
  expect(capped?.count).toEqual({ value: 1000, isCapped: true });
});
