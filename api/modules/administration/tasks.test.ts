import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphql } from '../../generated/operations/gql.ts';
import {
  createInquiry,
  createListing,
  createMail,
  createResort,
  createReview,
  createUser,
  signedInUser,
} from '../../testing/factories.ts';
import { createOrganization } from '../partners/testing/partner.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';

const adminTasksQuery = graphql(`
  query AdminTasks {
    adminTasks {
      verifications {
        value
        isCapped
      }
      inquiries {
        value
      }
      reports {
        value
      }
      organizations {
        value
      }
      failedMails {
        value
      }
      failedSyncs {
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

it('open tasks are counted by section until they are done', async () => {
  const { prisma } = server;
  const nothing = { value: 0 };
  expect(await tasks()).toEqual({
    verifications: { value: 0, isCapped: false },
    inquiries: nothing,
    reports: nothing,
    organizations: nothing,
    failedMails: nothing,
    failedSyncs: nothing,
  });
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
  const one = { value: 1 };
  expect(await tasks()).toEqual({
    verifications: { value: 1, isCapped: false },
    inquiries: one,
    reports: one,
    organizations: one,
    failedMails: one,
    failedSyncs: one,
  });
  await prisma.reviewReport.updateMany({ data: { status: 'dismissed' } });
  await prisma.inventorySync.updateMany({ where: { status: 'running' }, data: doneNow });
  expect(await tasks()).toMatchObject({ reports: nothing, failedSyncs: nothing });
});

const doneNow = { status: 'completed' as const, finishedAt: new Date() };

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
  expect((await tasks())?.verifications).toEqual({ value: 1000, isCapped: true });
});
