import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '#api/testing/factories.ts';
import { startHoldingProxy, type HoldingProxy } from '#api/testing/holdingProxy.ts';
import { createReviewMutation } from '#api/modules/reviews/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { heapBytes } from '../process/heapBytes.ts';
import { readsOf, readsWhere } from './reads.ts';

const nameOf = 'query ($id: ID!) { resort(id: $id) { name reviewCount } }';

interface Resort {
  name: string;
  reviewCount: number;
}

const read = async (server: TestServer, id: string): Promise<Resort | undefined> =>
  (await server.graphqlText<{ resort: Resort }>(nameOf, { id })).data?.resort;

describe('a process that changed the catalogue reads the change before its announcement', () => {
  let server: TestServer;
  let proxy: HoldingProxy;

  beforeAll(async () => {
    server = await startTestServer({
      announcedAt: async (databaseUrl) => {
        proxy = await startHoldingProxy(databaseUrl);
        return proxy.url;
      },
    });
  });

  afterAll(async () => {
    await server.close();
    proxy.close();
  });

  type Way = (id: string, name: string) => Promise<unknown>;

  const ways: Record<string, Way> = {
    'by REST': async (id, name) => {
      const { cookie } = await signedInUser(server, { role: 'admin' });
      const answer = await server.rest('PATCH', `/api/admin/resorts/${id}`, { name }, { cookie });
      expect(answer.status).toBe(200);
    },
    'by GraphQL': async (id, name) => {
      const { cookie } = await signedInUser(server, { role: 'admin' });
      const answer = await server.graphqlText<{ updateResort: { __typename: string } }>(
        `mutation ($input: UpdateResortInput!) { updateResort(input: $input) { __typename } }`,
        { input: { resortId: id, fields: { name } } },
        { cookie },
      );
      expect(answer.data?.updateResort.__typename).toBe('UpdateResortPayload');
    },
    'by a Prisma statement, as in jobs and imports': (id, name) =>
      server.prisma.resort.update({ where: { id }, data: { name } }),
    'by a transaction': (id, name) =>
      server.prisma.$transaction(async (transaction) => {
        await transaction.resort.update({ where: { id }, data: { name: 'not yet' } });
        await transaction.resort.update({ where: { id }, data: { name } });
      }),
    'by SQL': (id, name) =>
      server.pool.query('UPDATE resorts SET name = $2 WHERE id = $1', [id, name]),
  };

  it.each(Object.entries(ways))('%s', async (_way, write) => {
    const { id } = await createResort(server, { name: 'Old name' });
    await server.emptyCaches();
    proxy.hold();
    try {
      expect(await read(server, id)).toMatchObject({ name: 'Old name' });
      await write(id, 'New name');
      expect(await read(server, id)).toMatchObject({ name: 'New name' });
    } finally {
      proxy.release();
    }
  });

  it('and reads a change of another process once it is announced', async () => {
    const { id } = await createResort(server, { name: 'Old name' });
    await server.emptyCaches();
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    proxy.hold();
    try {
      await read(server, id);
      await other.query('UPDATE resorts SET name = $2 WHERE id = $1', [id, 'New name']);
    } finally {
      proxy.release();
      await other.end();
    }
    await expect.poll(() => read(server, id)).toMatchObject({ name: 'New name' });
  });

  it('and has heard of another process when all of its announcements have come', async () => {
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    try {
      const { rows } = await other.query<{ id: string }>(
        `SELECT pg_current_xact_id()::text AS id, pg_notify('catalogue_changed', payload)
         FROM (SELECT jsonb_build_object('x', pg_current_xact_id()::text, 'k', part)::text AS payload
               FROM unnest(ARRAY['row', 'stay']) AS part) AS announced`,
      );
      const has = (announcements: number) =>
        server.deps.catalogue.hasHeard(new Map([[rows[0]?.id ?? '', announcements]]));
      await expect.poll(() => has(2)).toBe(true);
      expect(has(3)).toBe(false);
    } finally {
      await other.end();
    }
  });

  it('repeatedly, with eight concurrent writers', async () => {
    const { id } = await createResort(server);
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 5; round += 1) {
        const { cookie } = await signedInUser(server);
        const before = (await read(server, id))?.reviewCount ?? 0;
        await server.graphql(
          createReviewMutation,
          {
            input: {
              resortId: id,
              rating: 4,
              title: `Round ${round} of ${writer}`,
              content: 'A quiet week, a clean kitchen and a short walk to the beach.',
            },
          },
          { cookie },
        );
        expect((await read(server, id))?.reviewCount).toBeGreaterThan(before);
      }
    });
    await Promise.all(writers);
    expect((await read(server, id))?.reviewCount).toBe(40);
  });
});

describe('the cache', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    await createResort(server, { description: 'Sand and sea. '.repeat(600) });
  });

  afterAll(() => server.close());

  const megabyte = 1024 * 1024;

  it('limits the bytes of responses to unknown documents', async () => {
    await server.emptyCaches();
    expect(server.deps.catalogue.figures().bytes).toBe(0);
    const sizes: number[] = [];
    for (let round = 0; round < 300; round += 1) {
      const fields = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        .map((field) => `a${round}_${field}: description`)
        .join(' ');
      const answer = await server.graphqlText(
        `{ resorts(first: 1) { edges { node { ${fields} } } } }`,
      );
      expect(answer.text.length).toBeGreaterThan(40_000);
      sizes.push(server.deps.catalogue.figures().bytes);
    }
    // All responses together would take 25 MB.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * megabyte);
    expect(sizes.at(-1)).toBeGreaterThan(15 * megabyte);
    await server.emptyCaches();
    expect(server.deps.catalogue.figures().bytes).toBe(0);
  });

  it('counts the bytes of its keys', async () => {
    await server.emptyCaches();
    await server.deps.catalogue.through('x'.repeat(50_000), () => Promise.resolve({}));
    expect(server.deps.catalogue.figures().bytes).toBeGreaterThan(100_000);
  });
});

it('counts at least the characters of a value, and each object and entry', () => {
  expect(heapBytes('x'.repeat(1_000))).toBeGreaterThan(1_000);
  expect(heapBytes([{ a: 1 }, { b: { c: ['x'] } }])).toBeGreaterThan(5 * 100);
  const inside: unknown[] = [];
  let nested = inside;
  for (let level = 0; level < 100_000; level += 1) {
    const next: unknown[] = [];
    nested.push(next);
    nested = next;
  }
  expect(heapBytes(inside)).toBeGreaterThan(1_000_000);
});

it('a change is compared with 2,000 entries that may depend on it, and the older ones are forgotten', async () => {
  const server = await startTestServer();
  try {
    const { id } = await createResort(server);
    await server.emptyCaches();
    const { catalogue } = server.deps;
    let compared = 0;
    const keep = (key: string, part: 'place' | 'stay') =>
      catalogue.keep(
        key,
        {},
        readsOf(() =>
          readsWhere([part], () => {
            compared += 1;
            return false;
          }),
        ),
        catalogue.version(),
      );
    keep('stay', 'stay');
    for (let number = 1; number <= 2_010; number += 1) keep(`place ${number}`, 'place');
    const version = catalogue.version();
    await server.prisma.resort.update({ where: { id }, data: { priceMin: { increment: 1 } } });
    await expect.poll(() => catalogue.version()).toBeGreaterThan(version);
    const kept = Array.from({ length: 2_010 }, (_, index) => index + 1).filter((number) =>
      catalogue.peek(`place ${number}`),
    );
    expect([kept.length, kept[0]]).toEqual([2_000, 11]);
    expect(compared).toBe(2_000 * (catalogue.version() - version));
    expect(catalogue.peek('stay')).toEqual({});
  } finally {
    await server.close();
  }
});
