import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSavedSearch, createUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { retention } from '#api/jobs.ts';
import { removeOld } from './housekeeping.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;

it('removes expired data and nothing else', async () => {
  const { prisma } = server;
  const { id: userId } = await createUser(server);
  const ago = (days: number): Date => new Date(Date.now() - days * day);
  await prisma.session.createMany({
    data: [
      { id: 'over', userId, expiresAt: ago(1) },
      { id: 'running', userId, expiresAt: ago(-1) },
    ],
  });
  await prisma.rateLimit.createMany({
    data: [
      { key: 'over', points: 3, expire: ago(1).getTime() },
      { key: 'running', points: 3, expire: ago(-1).getTime() },
      { key: 'for ever', points: 3 },
    ],
  });
  await prisma.idempotencyKey.createMany({
    data: [
      { operation: 'signUp', key: 'old', resultId: userId, createdAt: ago(31) },
      { operation: 'signUp', key: 'recent', resultId: userId, createdAt: ago(29) },
    ],
  });
  await prisma.secretLink.createMany({
    data: [
      { id: '0'.repeat(64), expiresAt: ago(1) },
      { id: '1'.repeat(64), expiresAt: ago(-1) },
    ].map((link) => ({ ...link, userId, purpose: 'verify_email', email: 'a@example.com' })),
  });
  const { id: searchId } = await createSavedSearch(server, { userId });
  await prisma.unsubscribeLink.createMany({
    data: [
      { id: '2'.repeat(64), searchId, createdAt: ago(365.1) },
      { id: '3'.repeat(64), searchId, createdAt: ago(364.9) },
    ],
  });
  const mail = { toAddress: 'a@example.com', template: 't', subject: 's', html: 'h', text: 't' };
  await prisma.outgoingMail.createMany({
    data: [
      { ...mail, messageId: 'old@x', status: 'sent', sentAt: ago(91), createdAt: ago(91) },
      { ...mail, messageId: 'recent@x', status: 'sent', sentAt: ago(89), createdAt: ago(89) },
      { ...mail, messageId: 'given-up@x', status: 'failed', createdAt: ago(31) },
      { ...mail, messageId: 'waiting@x', createdAt: ago(100) },
    ],
  });
  const run = (provider: string, purpose: 'preview' | 'sync', ended: number) =>
    prisma.inventorySync.create({
      data: {
        provider,
        purpose,
        status: 'completed',
        timestamp: ago(ended),
        finishedAt: ago(ended),
        errors: {
          create: [1, 2].map((number) => ({ number, listingId: `A${number}`, error: 'No price' })),
        },
      },
    });
  await run('old preview', 'preview', 7.1);
  await run('recent preview', 'preview', 6.9);
  await run('old sync', 'sync', 30.1);
  await run('recent sync', 'sync', 29.9);
  await prisma.resortImport.createMany({
    data: [7.1, 6.9].map((days) => ({
      actorId: userId,
      rows: [],
      problems: [],
      total: Math.floor(days),
      createdAt: ago(days),
    })),
  });

  await removeOld(retention, server.deps);

  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual(['running']);
  expect((await prisma.rateLimit.findMany()).map(({ key }) => key).sort()).toEqual([
    'for ever',
    'running',
  ]);
  const runs = await prisma.inventorySync.findMany({
    orderBy: { provider: 'asc' },
    include: { errors: true },
  });
  expect(runs.map(({ provider, errors }) => [provider, errors.length])).toEqual([
    ['old sync', 0],
    ['recent preview', 2],
    ['recent sync', 2],
  ]);
  expect((await prisma.resortImport.findMany()).map(({ total }) => total)).toEqual([6]);
  expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key)).toEqual(['recent']);
  expect((await prisma.secretLink.findMany()).map(({ id }) => id)).toEqual(['1'.repeat(64)]);
  expect((await prisma.unsubscribeLink.findMany()).map(({ id }) => id)).toEqual(['3'.repeat(64)]);
  expect(
    await prisma.outgoingMail.findMany({
      orderBy: { createdAt: 'asc' },
      select: { messageId: true, html: true },
    }),
  ).toEqual([
    { messageId: 'waiting@x', html: 'h' },
    { messageId: 'recent@x', html: 'h' },
    { messageId: 'given-up@x', html: '' },
  ]);
});
