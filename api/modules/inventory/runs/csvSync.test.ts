import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { createResort, dayAhead, signedInUser } from '#api/testing/factories.ts';
import { createProvider } from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let feed: FeedServer;
let cookie: string;
/** What the provider sends. */
let csv = '';

beforeAll(async () => {
  server = await startTestServer();
  feed = await startFeedServer((_request, response) => {
    response.setHeader('content-type', 'text/csv').end(csv);
  });
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
  await createResort(server, { name: "Marriott's Aruba Surf Club" });
  const address = `${feed.origin}/weeks.csv`;
  await createProvider(server, { name: 'Palm Weeks', kind: 'csv_feed', address });
});

afterAll(async () => {
  await server.close();
  await feed.close();
});

const header = 'externalId,resortName,title,pricePerNight,availableFrom,availableTo,maxGuests';
const week = (id: string): string =>
  `${id},Marriott's Aruba Surf Club,A week ${id},149.50,${dayAhead(40)},${dayAhead(47)},4`;
const blank = ',,,,,,';

/** Syncs over HTTP as administrators do; returns the answer, and which weeks are on offer then. */
async function sync(...lines: string[]) {
  csv = [...lines, ''].join('\r\n');
  const before = await server.prisma.inventorySync.count();
  const all = { limit: null };
  const answer = server.rest<unknown>('POST', '/api/inventory/sync/Palm%20Weeks', all, { cookie });
  await expect.poll(() => server.prisma.inventorySync.count()).toBe(before + 1);
  await server.runJobs();
  const { status, body, text } = await answer;
  const listings = await server.prisma.listing.findMany({
    where: { isActive: true },
    orderBy: { externalId: 'asc' },
  });
  return { status, body, text, weeks: listings.map(({ externalId }) => externalId) };
}

it('rows of separators are no weeks, and weeks that are gone are withdrawn as without them', async () => {
  expect(await sync(header, week('w1'), blank, week('w2'), blank, blank)).toMatchObject({
    status: 200,
    body: { total: 2, imported: 2, errors: [] },
    weeks: ['w1', 'w2'],
  });
  expect(await sync(`${header},,`, `${week('w1')},,`, `${blank},,`, `${blank},,`)).toMatchObject({
    status: 200,
    body: { total: 1, imported: 1, errors: [] },
    weeks: ['w1'],
  });
  const { rows } = await server.pool.query<{ kind: string; external_id: string }>(
    'SELECT kind, external_id FROM listing_events JOIN listings ON listings.id = listing_id',
  );
  expect(rows).toEqual([{ kind: 'withdrawn', external_id: 'w2' }]);
});

it('nothing is withdrawn if a row can not be read, or if no column may be trusted', async () => {
  await sync(header, week('w1'), week('w2'));
  expect(await sync(header, week('w3'), `w2,"Marriott's`)).toMatchObject({
    status: 503,
    weeks: ['w1', 'w2', 'w3'],
  });
  expect(await sync(header, week('w1'), `w"2","x`, `"w4",x`)).toMatchObject({
    status: 200,
    body: { total: 3, imported: 1 },
    weeks: ['w1', 'w2', 'w3'],
  });
  const twice = await sync(`${header},title`, `${week('w1')},A week`);
  expect(twice).toMatchObject({ status: 503, weeks: ['w1', 'w2', 'w3'] });
  expect(twice.text).toContain('the column "title" stands twice');
});
