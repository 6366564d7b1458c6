import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readExpectedBalances } from '../modules/bookings/payment/expectedBalances.ts';
import { inspectDocument } from '../modules/contracts/inspection/inspect.ts';
import { documentKey } from '../modules/contracts/uploads/keys.ts';
import { checkSales } from '../modules/reconciliation/ledgerChecks.ts';
import { statementOf, statementSums } from '../modules/payouts/statement.ts';
import { reconcile } from '../modules/reconciliation/reconcile.ts';
import { openDiskStorage } from '../platform/storage/diskStorage.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ database: 'sample' });
});

afterAll(() => server.close());

it('the sample has a stay in every state, in which bookings, ledger and sandbox agree', async () => {
  const found = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(found).toMatchObject({ bookings: 9, differences: [] });
  const stays = await server.prisma.booking.findMany({
    where: { isProtected: true },
    orderBy: { checkIn: 'asc' },
    include: { user: true, owner: true, evidence: true, reviews: true, events: true },
  });
  expect(stays.map(({ status }) => status)).toEqual([
    'completed',
    'completed',
    'cancelled',
    'completed',
    'disputed',
    'checked_in',
    'certified',
    'confirmed',
    'pending',
  ]);
  expect(new Set(stays.map(({ owner }) => owner?.username))).toEqual(new Set(['owner']));
  expect(stays.filter(({ user }) => user.username === 'traveller')).toHaveLength(5);
  expect(stays.flatMap(({ reviews }) => reviews)).toMatchObject([{ rating: 5 }]);
  expect(stays.flatMap(({ evidence }) => evidence).map(({ party }) => party)).toEqual([
    'traveler',
    'owner',
    'traveler',
  ]);
  for (const { status, events } of stays) {
    expect(events.at(-1)?.status).toBe(status);
    const instants = events.map(({ at }) => at.getTime());
    expect(instants).toEqual(instants.toSorted((one, other) => one - other));
  }
});

it('the sample has sales from an offer to the release, with the money that was told', async () => {
  const sales = await server.prisma.sale.findMany({
    orderBy: { createdAt: 'asc' },
    include: { buyer: true, seller: true, steps: true, events: true, terms: true, listing: true },
  });
  expect(sales.map(({ status }) => status)).toEqual([
    'called_off',
    'sold',
    'agreed',
    'offered',
    'accepted',
  ]);
  expect(await checkSales(server.deps)).toEqual([]);
  const [, sold, agreed, offered, accepted] = sales;
  expect(sold?.steps.every(({ state }) => state === 'done' || state === 'waived')).toBe(true);
  expect(sold).toMatchObject({ settlement: 'to_seller', listing: { isActive: false } });
  const open = agreed?.steps.filter(({ state }) => state === 'open').map(({ step }) => step);
  expect(open?.toSorted()).toEqual(['balance', 'buyer_signature']);
  expect(offered).toMatchObject({ turn: 'buyer', terms: [{}, { side: 'seller' }] });
  for (const sale of [sold, agreed, offered]) expect(sale?.buyer.username).toBe('traveller');
  for (const sale of [offered, accepted]) expect(sale?.seller.username).toBe('owner');
  expect(await server.prisma.outgoingMail.count()).toBe(0);
});

it('the sample owner was paid in two years, and has a statement of each', async () => {
  const owner = await server.prisma.user.findUniqueOrThrow({ where: { username: 'owner' } });
  const [first] = await server.prisma.ledgerTransaction.findMany({
    where: { reason: 'payout' },
    orderBy: { at: 'asc' },
    take: 1,
  });
  const year = first?.at.getUTCFullYear() ?? 0;
  const sums = await Promise.all(
    [year, year + 1].map((each) =>
      statementSums(server.deps, statementOf(owner.id, { year: each })),
    ),
  );
  for (const { earned, kept, paidOut, closing } of sums) {
    expect(earned).toBeGreaterThan(0);
    expect([paidOut, closing]).toEqual([earned + kept, 0]);
  }
  expect(sums.some(({ kept }) => kept > 0)).toBe(true);
});

it('every guest certificate of the sample is in the storage, and one that an upload could be', async () => {
  const storage = await openDiskStorage(inject('sampleFiles'));
  const certified = await server.prisma.booking.findMany({
    where: { certificateNumber: { not: null } },
    include: { certificates: true },
  });
  expect(certified).toHaveLength(6);
  for (const { certificateNumber, certificates } of certified) {
    const [document] = certificates;
    const content = await buffer(await storage.read(documentKey(document ?? { id: '' })));
    expect(document).toMatchObject({
      status: 'attached',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
    expect(content.toString('latin1')).toContain(certificateNumber);
    const path = join(server.folder, 'certificate.pdf');
    await writeFile(path, content);
    expect((await inspectDocument(path)).contentType).toBe(document?.contentType);
  }
});
