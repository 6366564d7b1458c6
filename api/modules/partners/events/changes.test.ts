import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenScope } from '#api/platform/sessions/apiTokens.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort, globalId, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { createOrganization, createTokenRow, settledEvents } from '../testing/partner.ts';
import { changesPage, continueEvents } from './changes.ts';

let server: TestServer;
let organization: { id: string };
let cookie: string;
let ownerId: string;

beforeAll(async () => {
  server = await startTestServer();
  const owner = await signedInUser(server);
  ({ cookie } = owner);
  ownerId = owner.user.id;
  organization = await createOrganization(server, { account: owner.user });
});

beforeEach(() => server.prisma.apiEvent.deleteMany());

afterAll(() => server.close());

interface Changes {
  edges: {
    cursor: string;
    node: {
      type: string;
      kind: string;
      objectId: string;
      objectDatabaseId: string;
      listing: { title: string } | null;
      resort: { name: string } | null;
    };
  }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const document = `query PartnerChanges($after: String, $first: Int, $before: String, $last: Int) {
  changes(after: $after, first: $first, before: $before, last: $last) {
    edges { cursor node { type kind objectId objectDatabaseId occurredAt
      listing { title } resort { name } } }
    pageInfo { hasNextPage endCursor } } }`;

const read = (variables: object = {}, by: object = { cookie }) =>
  server.graphqlText<{ changes: Changes }>(document, { ...variables }, by);

const readAll = async (variables: object = {}, by?: object): Promise<Changes> => {
  await settledEvents(server);
  const { data, errors } = await read(variables, by);
  expect(errors).toEqual([]);
  if (!data) throw new Error('no data');
  return data.changes;
};

const shown = ({ edges }: Changes) =>
  edges.map(({ node: { type, objectDatabaseId, listing, resort } }) => [
    type,
    objectDatabaseId,
    listing?.title ?? resort?.name ?? null,
  ]);

describe('changes', () => {
  it('are in order, with the objects as they are now', async () => {
    const resort = await createResort(server, { name: 'Palm Bay' });
    const week = await createListing(server, { resortId: resort.id, ownerId, title: 'Old' });
    await server.prisma.listing.update({ where: { id: week.id }, data: { title: 'New' } });
    const gone = await createListing(server, { resortId: resort.id, ownerId, title: 'Gone' });
    await server.prisma.listing.update({ where: { id: gone.id }, data: { isActive: false } });
    const changes = await readAll();
    expect(shown(changes)).toEqual([
      ['PUBLISHED', resort.id, 'Palm Bay'],
      ['PUBLISHED', week.id, 'New'],
      ['CHANGED', week.id, 'New'],
      ['PUBLISHED', gone.id, null],
      ['WITHDRAWN', gone.id, null],
    ]);
    expect(changes.edges[0]?.node.objectId).toBe(globalId('Resort', resort.id));
    expect(changes.edges[1]?.node.objectId).toBe(globalId('Listing', week.id));
  });

  it('are read page by page, and again from the end once more has happened', async () => {
    const names = ['A', 'B', 'C'];
    for (const name of names) await createResort(server, { name });
    const first = await readAll({ first: 2 });
    expect([shown(first).length, first.pageInfo.hasNextPage]).toEqual([2, true]);
    const second = await readAll({ first: 2, after: first.pageInfo.endCursor });
    expect([...shown(first), ...shown(second)].map(([, , name]) => name)).toEqual(names);
    expect(second.pageInfo.hasNextPage).toBe(false);
    const end = second.pageInfo.endCursor;
    expect(shown(await readAll({ after: end }))).toEqual([]);
    await createResort(server, { name: 'D' });
    expect(shown(await readAll({ after: end })).map(([, , name]) => name)).toEqual(['D']);
    expect(shown(await readAll({ last: 1 })).map(([, , name]) => name)).toEqual(['D']);
    const before = (await readAll({ last: 1 })).edges[0]?.cursor;
    expect(shown(await readAll({ last: 2, before })).map(([, , name]) => name)).toEqual(['B', 'C']);
  });

  it('hold what the scopes of a token allow', async () => {
    const resort = await createResort(server, { name: 'Palm Bay' });
    await createListing(server, { resortId: resort.id, ownerId, title: 'Week' });
    const seenWith = async (...scopes: TokenScope[]) => {
      const { bearer } = await createTokenRow(server, organization, { scopes });
      return shown(await readAll({}, bearer)).map(([, , name]) => name);
    };
    expect(await seenWith('listings:read')).toEqual(['Week']);
    expect(await seenWith('resorts:read')).toEqual(['Palm Bay']);
    expect(await seenWith('resorts:read', 'listings:read')).toEqual(['Palm Bay', 'Week']);
    const { bearer } = await createTokenRow(server, organization, { scopes: ['bookings:read'] });
    const { errors } = await read({}, bearer);
    expect(errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', scope: 'resorts:read' });
  });

  it('cost three statements, however many there are', async () => {
    for (const count of [3, 30]) {
      const resort = await createResort(server);
      for (let number = 0; number < count; number += 1) {
        await createListing(server, { resortId: resort.id, ownerId });
      }
      await settledEvents(server);
      const { requestId } = await read({ first: 100 });
      expect(server.statementsOf(requestId)).toHaveLength(3);
    }
  });

  it('refuse a cursor that is older than what is kept, and one of another list', async () => {
    await createResort(server);
    const { endCursor } = (await readAll()).pageInfo;
    const old = Buffer.from(
      JSON.stringify(['CHANGES', '1', '1', '2020-01-01T00:00:00.000Z']),
    ).toString('base64url');
    const codeOf = async (after: string | null) =>
      (await read({ after })).errors.map(({ message }) => message);
    expect(await codeOf(endCursor)).toEqual([]);
    expect(await codeOf(old)).toEqual([expect.stringContaining('Read the whole lists again')]);
    expect(await codeOf('nonsense')).toEqual([expect.stringContaining('does not belong')]);
  });
});

describe('a reader who goes on after the last change', () => {
  const names = async (after: string | null) => {
    const page = await changesPage(server.deps, null, { first: 100, after });
    return { page, ids: page.edges.map(({ node }) => node.objectId) };
  };

  it('is not shown a change while an earlier transaction is open, and then gets both in order', async () => {
    const slow = await connect();
    await slow.query('BEGIN');
    const late = await writeEvent(slow);
    const early = (await createResort(server, { name: 'early' })).id;
    expect((await names(null)).ids).toEqual([]);
    await slow.query('COMMIT');
    await slow.end();
    await settledEvents(server);
    expect((await names(null)).ids).toEqual([late, early]);
  });

  it('misses nothing of concurrent writers, and sees nothing twice', async () => {
    const writers = await Promise.all(Array.from({ length: 4 }, connect));
    const steps = fc.array(
      fc.record({
        writer: fc.nat(writers.length - 1),
        step: fc.constantFrom('write', 'write', 'commit', 'roll back', 'read'),
      }),
      { minLength: 10, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (planned) => {
        await server.prisma.apiEvent.deleteMany();
        const open = writers.map(() => ({ isOpen: false, ids: [] as string[] }));
        const committed: string[] = [];
        const seen: string[] = [];
        let after: string | null = null;
        const readOn = async (): Promise<void> => {
          const { page, ids } = await names(after);
          seen.push(...ids);
          after = page.pageInfo.endCursor ?? after;
        };
        const end = async (number: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
          const [client, state] = [writers[number], open[number]];
          if (!client || !state?.isOpen) return;
          await client.query(how);
          if (how === 'COMMIT') committed.push(...state.ids);
          open[number] = { isOpen: false, ids: [] };
        };
        for (const { writer, step } of planned) {
          const [client, state] = [writers[writer], open[writer]];
          if (!client || !state) continue;
          if (step === 'write') {
            if (!state.isOpen) await client.query('BEGIN');
            state.isOpen = true;
            state.ids.push(await writeEvent(client));
          } else if (step === 'read') {
            await readOn();
          } else {
            await end(writer, step === 'commit' ? 'COMMIT' : 'ROLLBACK');
          }
        }
        for (const number of writers.keys()) await end(number, 'COMMIT');
        await settledEvents(server);
        await readOn();
        expect(seen.toSorted()).toEqual(committed.toSorted());
      }),
      { numRuns: inDepth(12, 500) },
    );
    await Promise.all(writers.map((client) => client.end()));
  });

  it('goes on after the data was restored on a server that numbers its transactions anew', async () => {
    const before = (await createResort(server)).id;
    await server.pool.query('UPDATE api_events SET transaction = transaction + 1000000000');
    await continueEvents(server.deps.database);
    await settledEvents(server);
    const { page, ids } = await names(null);
    expect(ids).toEqual([before]);
    const next = (await createResort(server)).id;
    await settledEvents(server);
    expect((await names(page.pageInfo.endCursor ?? null)).ids).toEqual([next]);
    await continueEvents(server.deps.database);
    await settledEvents(server);
    expect((await names(null)).ids).toEqual([before, next]);
  });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  return client;
}

/** Writes an event on a connection of its own, as the triggers do; returns the id of its object. */
async function writeEvent(client: pg.Client): Promise<string> {
  const id = randomUUID();
  await client.query("SELECT write_api_event('resort.changed', 'Resort', $1, NULL, '{}')", [id]);
  return id;
}
