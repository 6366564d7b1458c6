import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InventoryProvider, Prisma } from '#api/generated/prisma/client.ts';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let cookie: string;
let member: string;
let provider: InventoryProvider;

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
  ({ cookie: member } = await signedInUser(server));
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('TRUNCATE inventory_providers, resorts CASCADE');
  provider = await server.prisma.inventoryProvider.create({
    data: { name: 'Weeks Elsewhere', kind: 'json_feed', address: 'https://weeks.example' },
  });
});

let made = 0;

const propose = (given: Partial<Prisma.InventoryResortUncheckedCreateInput> = {}) =>
  server.prisma.inventoryResort.create({
    data: {
      providerId: provider.id,
      externalId: `r${(made += 1)}`,
      name: 'Kāʻanapali Shores',
      ...given,
    },
  });

interface ProposalJson {
  databaseId: string;
  name: string;
  weeks: number;
  isIgnored: boolean;
  providerName: string;
  resort: { databaseId: string; name: string } | null;
  suggestions: { name: string }[];
}

interface PageJson {
  edges: { cursor: string; node: ProposalJson }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const fields =
  'databaseId name weeks isIgnored providerName resort { databaseId name } suggestions { name }';

async function listed(args = '') {
  const answer = await server.graphqlText<{ inventoryResorts: PageJson }>(
    `{ inventoryResorts${args} {
      edges { cursor node { ${fields} } } pageInfo { hasNextPage endCursor } } }`,
    {},
    { cookie },
  );
  expect(answer.errors).toEqual([]);
  return {
    ...answer.data?.inventoryResorts,
    names: answer.data?.inventoryResorts.edges.map(({ node }) => node.name),
    statements: server.statementsOf(answer.requestId).length,
  };
}

interface Result {
  __typename: string;
  message?: string;
  inventoryResort?: ProposalJson;
}

async function act(
  name: 'matchInventoryResort' | 'createResortFromInventory' | 'ignoreInventoryResort',
  input: object,
  as = cookie,
): Promise<Result> {
  const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  const answer = await server.graphqlText<Record<string, Result>>(
    `mutation ($input: ${type}Input!) {
      ${name}(input: $input) {
        __typename ... on Error { message } ... on ${type}Payload { inventoryResort { ${fields} } }
      }
    }`,
    { input },
    { cookie: as },
  );
  return answer.data?.[name] ?? { __typename: answer.errors[0]?.message ?? 'nothing' };
}

const audited = async () =>
  (
    await server.pool.query<{ action: string; before: object; after: object }>(
      `SELECT action, before, after FROM audit_entries ORDER BY id DESC LIMIT 1`,
    )
  ).rows[0];

describe('Resorts to match', () => {
  it('are neither matched nor ignored, most weeks first, in pages', async () => {
    const resort = await createResort(server);
    for (const [name, weeks] of [
      ['A', 1],
      ['B', 40],
      ['C', 7],
      ['D', 7],
    ] as const) {
      await propose({ name, weeks });
    }
    await propose({ name: 'matched', weeks: 99, resortId: resort.id });
    await propose({ name: 'ignored', weeks: 99, isIgnored: true });
    const all = await listed();
    expect(all.names).toEqual(['B', 'D', 'C', 'A']);
    const first = await listed('(first: 2)');
    expect(first.names).toEqual(['B', 'D']);
    expect(first.pageInfo?.hasNextPage).toBe(true);
    const after = first.pageInfo?.endCursor ?? '';
    expect((await listed(`(first: 2, after: "${after}")`)).names).toEqual(['C', 'A']);
    expect((await listed('(last: 1)')).names).toEqual(['A']);
    const other = await server.prisma.inventoryProvider.create({
      data: { name: 'Other', kind: 'csv_feed', address: 'https://weeks.example' },
    });
    expect((await listed(`(providerId: "${other.id}")`)).names).toEqual([]);
    expect((await listed(`(providerId: "${provider.id}")`)).names).toHaveLength(4);
    expect((await listed('(providerId: "nonsense")')).names).toEqual([]);
  });

  it('have up to three suggestions by name and location, ignoring accents, in two statements', async () => {
    for (const [name, location] of [
      ['Kaanapali Shores', 'Lahaina, Hawaii'],
      ['Kaanapali Shores North', 'Lahaina, Hawaii'],
      ['Kaanapali Shores North', 'Bangor, Maine'],
      ['Kaanapali Beach Club', 'Lahaina, Hawaii'],
      ['Harbour Lodge', 'Bath, Maine'],
    ] as const) {
      await createResort(server, { name, location });
    }
    await propose({ name: 'Kā‘anapali Shores', location: 'Lahaina, Hawai‘i' });
    await propose({ name: 'Harbor Lodge', location: 'Bath, Maine' });
    await propose({ name: 'Zzyzx', location: 'Nowhere' });
    const page = await listed();
    const suggested = new Map(
      page.edges?.map(({ node }) => [node.name, node.suggestions.map(({ name }) => name)]),
    );
    expect(suggested.get('Kā‘anapali Shores')).toEqual([
      'Kaanapali Shores',
      'Kaanapali Shores North',
      'Kaanapali Beach Club',
    ]);
    expect(suggested.get('Harbor Lodge')).toEqual(['Harbour Lodge']);
    expect(suggested.get('Zzyzx')).toEqual([]);
    expect(page.statements).toBeLessThanOrEqual(2);
  });

  it('find suggestions among many resorts through an index', async () => {
    await server.pool.query(
      `ALTER TABLE resorts DISABLE TRIGGER USER;
       INSERT INTO occupancy_taxes (destination) VALUES ('Maine') ON CONFLICT DO NOTHING;
       INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
                            updated_at)
       SELECT gen_random_uuid(), 's' || n, left(md5(n::text), 8) || ' ' || left(md5((n % 70)::text), 6) || ' Resort', 'Independent',
              'Maine', 'Maine', 'x', 'x', now() FROM generate_series(1, 5000) AS n;
       ALTER TABLE resorts ENABLE TRIGGER USER;
       ANALYZE resorts`,
    );
    for (let index = 0; index < 20; index += 1) {
      await propose({ name: `Harbour ${index} Beach Resort` });
    }
    expect((await listed('(first: 100)')).names).toHaveLength(20);
    const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(
      "EXPLAIN SELECT id FROM resorts WHERE search_fold(name) % 'harbour beach resort'",
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('resorts_folded_name_idx');
  });
});

describe('Matching', () => {
  it('takes a resort off the list, and is audited', async () => {
    const resort = await createResort(server);
    const { id } = await propose();
    const result = await act('matchInventoryResort', {
      inventoryResortId: id,
      resortId: resort.id,
    });
    expect(result.inventoryResort).toMatchObject({
      resort: { databaseId: resort.id, name: resort.name },
      isIgnored: false,
      suggestions: [],
    });
    expect((await listed()).names).toEqual([]);
    expect(await audited()).toMatchObject({
      action: 'inventory.matchResort',
      before: { resortId: null, isIgnored: false, name: 'Kāʻanapali Shores' },
      after: { resortId: resort.id, isIgnored: false },
    });
  });

  it('replaces an earlier match, and ends ignoring', async () => {
    const [one, other] = [await createResort(server), await createResort(server)];
    const { id: inventoryResortId } = await propose({ isIgnored: true });
    for (const { id: resortId } of [one, other]) {
      const result = await act('matchInventoryResort', { inventoryResortId, resortId });
      expect(result.inventoryResort).toMatchObject({
        isIgnored: false,
        resort: { databaseId: resortId },
      });
    }
  });

  it('requires both resorts and an administrator', async () => {
    const nobody = '01890a5d-ac96-774b-bcce-b302099a8057';
    const resort = await createResort(server);
    const { id } = await propose();
    for (const [inventoryResortId, resortId, message] of [
      [nobody, resort.id, 'There is no such resort of a provider'],
      ['nonsense', resort.id, 'There is no such resort of a provider'],
      [id, nobody, 'Resort not found'],
      [id, 'nonsense', 'Resort not found'],
    ]) {
      expect(await act('matchInventoryResort', { inventoryResortId, resortId })).toEqual({
        __typename: 'NotFoundError',
        message,
      });
    }
    const input = { inventoryResortId: id, resortId: resort.id };
    expect((await act('matchInventoryResort', input, member)).__typename).toBe('ForbiddenError');
    expect((await server.prisma.inventoryResort.findFirstOrThrow()).resortId).toBeNull();
  });
});

describe('A resort added from a proposal', () => {
  it('has its name, location and brand, fields of a nearby resort, and a placeholder description', async () => {
    await createResort(server, {
      location: 'Lahaina, Hawaii',
      destination: 'Maui',
      city: 'Lahaina',
      region: 'Hawaii',
      country: 'United States',
      timezone: 'Pacific/Honolulu',
      weekRule: 'friday',
    });
    const { id } = await propose({ location: 'Lāhainā, Hawaiʻi', brand: 'Aston' });
    const result = await act('createResortFromInventory', { inventoryResortId: id });
    const resortId = result.inventoryResort?.resort?.databaseId ?? '';
    expect(await server.prisma.resort.findUniqueOrThrow({ where: { id: resortId } })).toMatchObject(
      {
        name: 'Kāʻanapali Shores',
        slug: 'kaʻanapali-shores'.replace('ʻ', '-'),
        location: 'Lāhainā, Hawaiʻi',
        brand: 'Aston',
        destination: 'Maui',
        city: 'Lahaina',
        timezone: 'Pacific/Honolulu',
        weekRule: 'friday',
        priceMin: 0,
        availableRentals: 0,
        description: 'Kāʻanapali Shores is new on Tideweek. A description follows.',
      },
    );
    expect((await listed()).names).toEqual([]);
  });

  it('gets defaults for fields the provider does not send', async () => {
    const { id } = await propose({ name: `  ${'x'.repeat(300)}`, location: '', brand: '' });
    const result = await act('createResortFromInventory', { inventoryResortId: id });
    const resortId = result.inventoryResort?.resort?.databaseId ?? '';
    expect(await server.prisma.resort.findUniqueOrThrow({ where: { id: resortId } })).toMatchObject(
      {
        name: 'x'.repeat(200),
        brand: 'Independent',
        location: 'Location to be confirmed',
        destination: 'Location to be confirmed',
        timezone: 'UTC',
      },
    );
    const elsewhere = await propose({ name: 'Dunes', location: 'Skagen, Denmark' });
    await act('createResortFromInventory', { inventoryResortId: elsewhere.id });
    expect(await server.prisma.resort.findFirst({ where: { name: 'Dunes' } })).toMatchObject({
      destination: 'Denmark',
    });
  });

  it('is added once by concurrent requests', async () => {
    const { id: inventoryResortId } = await propose();
    const results = await Promise.all(
      Array.from({ length: 5 }, () => act('createResortFromInventory', { inventoryResortId })),
    );
    expect(results.filter(({ inventoryResort }) => inventoryResort)).toHaveLength(1);
    expect(new Set(results.flatMap(({ message }) => message ?? []))).toEqual(
      new Set(['Kāʻanapali Shores is matched already. Load the list again']),
    );
    expect(await server.prisma.resort.count()).toBe(1);
  });
});

describe('Ignoring', () => {
  it('takes a resort off the list, and is audited', async () => {
    const { id: inventoryResortId } = await propose();
    const result = await act('ignoreInventoryResort', { inventoryResortId });
    expect(result.inventoryResort).toMatchObject({ isIgnored: true, resort: null });
    expect((await listed()).names).toEqual([]);
    expect(await audited()).toMatchObject({
      action: 'inventory.ignoreResort',
      after: { resortId: null, isIgnored: true },
    });
  });

  it('is refused for a matched resort', async () => {
    const { id } = await createResort(server);
    const { id: inventoryResortId } = await propose({ resortId: id });
    expect(await act('ignoreInventoryResort', { inventoryResortId })).toEqual({
      __typename: 'ConflictError',
      message: 'Kāʻanapali Shores is matched already. Load the list again',
    });
  });
});
