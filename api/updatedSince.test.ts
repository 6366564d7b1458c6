import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createListing,
  createResort,
  createReview,
  createUser,
  globalId,
  signedInUser,
} from './testing/factories.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

// What partners read to follow the changes of their copy.
let server: TestServer;
let resortId: string;

const longAgo = new Date('2020-06-01T00:00:00Z');
const since = '2021-01-01T00:00:00Z';

beforeAll(async () => {
  server = await startTestServer();
});

beforeEach(async () => {
  await server.prisma.listing.deleteMany();
  await server.prisma.resort.deleteMany();
  resortId = (await createResort(server)).id;
});

afterAll(() => server.close());

interface Page {
  edges: { node: { name?: string; title?: string; createdAt: string; updatedAt: string } }[];
  totalCount?: { value: number };
  pageInfo: { hasNextPage: boolean; endCursor: string };
}

const page = '{ edges { node { %s createdAt updatedAt } } pageInfo { hasNextPage endCursor } }';
const pageOf = (name: string, more = '') => page.replace('%s', name).replace(/}$/, `${more} }`);

async function read<Data>(query: string, cookie?: string): Promise<Data> {
  await server.emptyCaches();
  const { data, errors } = await server.graphqlText<Data>(query, {}, { cookie });
  expect(errors).toEqual([]);
  if (!data) throw new Error('no data');
  return data;
}

const names = (found: Page) => found.edges.map(({ node }) => node.name ?? node.title);

const age = (table: 'resorts' | 'listings' | 'reviews', id: string) =>
  server.pool.query(`UPDATE ${table} SET updated_at = $2 WHERE id = $1`, [id, longAgo]);

describe('updatedSince', () => {
  it('of listings is the weeks that were changed, in pages', async () => {
    await createListing(server, { resortId, title: 'Old', updatedAt: longAgo });
    const edited = await createListing(server, { resortId, title: 'Edited', updatedAt: longAgo });
    await createListing(server, { resortId, title: 'New' });
    await server.prisma.listing.update({ where: { id: edited.id }, data: { maxGuests: 5 } });
    const readPage = async (after = '') => {
      const args = `updatedSince: "${since}", first: 1${after && `, after: "${after}"`}`;
      const query = `{ listings(${args}) ${pageOf('title')} }`;
      return (await read<{ listings: Page }>(query)).listings;
    };
    const first = await readPage();
    const second = await readPage(first.pageInfo.endCursor);
    expect([...names(first), ...names(second)].sort()).toEqual(['Edited', 'New']);
    expect(second.pageInfo.hasNextPage).toBe(false);
  });

  it('of listings has a week that is back on offer', async () => {
    const week = { resortId, title: 'Back', updatedAt: longAgo, isActive: false };
    const { id } = await createListing(server, week);
    await server.prisma.listing.update({ where: { id }, data: { isActive: true } });
    const query = `{ listings(updatedSince: "${since}") ${pageOf('title')} }`;
    expect(names((await read<{ listings: Page }>(query)).listings)).toEqual(['Back']);
  });

  it('of resorts is those with a changed field, rating or count', async () => {
    const make = (name: string) => createResort(server, { name, updatedAt: longAgo });
    await make('Unchanged');
    const [edited, rated, listed] = [
      await make('Edited'),
      await make('Rated'),
      await make('Listed'),
    ];
    await server.prisma.resort.update({ where: { id: edited.id }, data: { brand: 'Other' } });
    await createReview(server, { resortId: rated.id });
    await createListing(server, { resortId: listed.id });
    await age('resorts', resortId);
    const query = (text = '') =>
      read<{ resorts: Page }>(
        `{ resorts(updatedSince: "${since}"${text}) ${pageOf('name', 'totalCount { value }')} }`,
      );
    const { resorts } = await query();
    expect(names(resorts).sort()).toEqual(['Edited', 'Listed', 'Rated']);
    expect(resorts.totalCount).toEqual({ value: 3 });
    const worded = (await query(', query: "maine", filter: { brand: "Other" }')).resorts;
    expect([names(worded), worded.totalCount]).toEqual([['Edited'], { value: 1 }]);
    await age('resorts', edited.id);
    expect(names((await query()).resorts).sort()).toEqual(['Listed', 'Rated']);
  });

  it('of reviews is those that were changed, in every order', async () => {
    await createReview(server, { resortId, title: 'Old', updatedAt: longAgo });
    await createReview(server, { resortId, title: 'New' });
    for (const sort of ['NEWEST', 'LOWEST']) {
      const { resort } = await read<{ resort: { reviews: Page } }>(
        `{ resort(id: "${resortId}") { reviews(updatedSince: "${since}", sort: ${sort}) ${pageOf('title')} } }`,
      );
      expect(names(resort.reviews)).toEqual(['New']);
    }
  });

  it('of own listings is those that were changed, published or not', async () => {
    const { user, cookie } = await signedInUser(server);
    const own = { resortId, ownerId: user.id };
    const { id } = await createListing(server, { ...own, title: 'Old', updatedAt: longAgo });
    await createListing(server, { ...own, title: 'New', contractVerificationStatus: 'pending' });
    const query = `{ viewer { listings(updatedSince: "${since}") ${pageOf('title', 'totalCount { value }')} } }`;
    const { viewer } = await read<{ viewer: { listings: Page } }>(query, cookie);
    expect(names(viewer.listings)).toEqual(['New']);
    expect(viewer.listings.totalCount).toEqual({ value: 1 });
    const node = `{ node(id: "${globalId('OwnListing', id)}") { ... on OwnListing { updatedAt } } }`;
    expect(await read(node, cookie)).toEqual({ node: { updatedAt: longAgo.toISOString() } });
  });

  it.each([
    ['listings', `{ listings(updatedSince: "0000-01-01T00:00:00Z") { edges { cursor } } }`],
    ['resorts', `{ resorts(updatedSince: "9999-12-31T23:59:59-01:00") { edges { cursor } } }`],
  ])('of %s refuses years that the database cannot compare', async (_field, query) => {
    const { errors } = await server.graphqlText(query);
    expect(errors[0]).toMatchObject({
      message: 'updatedSince must be in the years 1 to 9999',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});

it('Changed rows are found by an index among 20,000', async () => {
  const owner = await createUser(server);
  await server.pool.query(`
    ALTER TABLE listings DISABLE TRIGGER USER;
    ALTER TABLE resorts DISABLE TRIGGER USER;
    INSERT INTO occupancy_taxes (destination) VALUES ('d');
    INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url, price_min, price_max, updated_at)
    SELECT gen_random_uuid(), 'r' || n, 'R' || n, 'b', 'l', 'd', 'x', 'x', 1, 2, now() - n * interval '1 hour'
    FROM generate_series(1, 20000) AS n;
    INSERT INTO listings (id, owner_id, resort_id, title, description, price_per_night_cents, available_from, available_to,
                          max_guests, contract_verification_status, on_offer, updated_at)
    SELECT gen_random_uuid(), '${owner.id}', id, 'x', 'x', 1, CURRENT_DATE + 100, CURRENT_DATE + 107, 2, 'verified', true, updated_at FROM resorts;
    ALTER TABLE listings ENABLE TRIGGER USER;
    ALTER TABLE resorts ENABLE TRIGGER USER`);
  await server.pool.query('VACUUM ANALYZE resorts, listings');
  const plan = async (sql: string) => {
    const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const recent = `updated_at >= now() - interval '1 day'`;
  expect(
    await plan(
      `SELECT id FROM listings WHERE on_offer = true AND provider_id IS NULL AND ${recent} ORDER BY id LIMIT 101`,
    ),
  ).toContain('listings_on_offer_updated_at_idx');
  expect(
    await plan(
      `SELECT id FROM resorts WHERE ${recent} ORDER BY rating DESC, review_count DESC, id DESC LIMIT 101`,
    ),
  ).toContain('resorts_updated_at_idx');
});
