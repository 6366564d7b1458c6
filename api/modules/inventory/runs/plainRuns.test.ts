import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, signedInUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { ProviderError, type OfferedRow, type Sources } from '#api/context/sources.ts';

let server: TestServer;
let cookie: string;

/** Rows of the feed; an error ends it. */
let offered: (OfferedRow | ProviderError)[] = [];

const sources: Sources = {
  async *weeks() {
    for (const row of offered) {
      await Promise.resolve();
      if (row instanceof ProviderError) {
        throw row;
      }
      yield row;
    }
  },
  takenNights: () => {
    throw new Error('there are no calendars here');
  },
  calendar: () => Promise.resolve(undefined),
  checkCalendarAddress: () => Promise.resolve(),
  checkAddress: () => Promise.resolve(),
};

beforeAll(async () => {
  server = await startTestServer({ sources });
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query(
    'TRUNCATE inventory_providers, inventory_syncs, listings, resorts, graphile_worker._private_jobs CASCADE',
  );
  await createResort(server, { name: 'Harbour House', location: 'Camden, Maine' });
  await server.prisma.inventoryProvider.createMany({
    data: [
      { name: 'Weeks Elsewhere', kind: 'json_feed', address: 'https://weeks.example' },
      { name: 'Asleep', kind: 'csv_feed', address: 'https://weeks.example', isEnabled: false },
      { name: 'Beta / 50% “Weeks”', kind: 'csv_feed', address: 'https://weeks.example' },
    ],
  });
  offered = [1, 2, 3].map((number) => ({ number, week: week(number) }));
});

const week = (number: number, more: object = {}) => ({
  externalId: `w${number}`,
  resortName: 'Harbour House',
  resortLocation: 'Camden, Maine',
  title: 'A week',
  description: 'Two rooms.',
  pricePerNight: 100 * number,
  currency: 'USD',
  availableFrom: dayAhead(100),
  availableTo: dayAhead(107),
  maxGuests: 4,
  ...more,
});

const call = <Body = unknown>(method: 'GET' | 'POST', path: string, body?: object) =>
  server.rest<Body>(method, `/api/inventory/${path}`, body, { cookie });

/** Sends a request that waits for a run, and runs its job. */
async function run(path: string, body: object = {}) {
  const answer = call('POST', path, body);
  let isAnswered = false;
  void answer.finally(() => (isAnswered = true));
  await expect
    .poll(async () => isAnswered || (await server.prisma.inventorySync.count()) > 0)
    .toBe(true);
  await server.runJobs();
  return answer;
}

const begun = (given: Partial<Prisma.InventorySyncUncheckedCreateInput>) =>
  server.prisma.inventorySync.create({
    data: { provider: 'Weeks', status: 'completed', finishedAt: new Date(), ...given },
  });

describe('The REST API', () => {
  it('lists the names of the enabled providers', async () => {
    const answer = await call('GET', 'providers');
    expect([answer.status, answer.body]).toEqual([200, ['Beta / 50% “Weeks”', 'Weeks Elsewhere']]);
  });

  it('returns the result of a preview once it has finished; nothing is brought in', async () => {
    offered.push({ number: 4, week: week(4, { currency: 'EUR' }) });
    const answer = await run('preview/Weeks%20Elsewhere', { destination: 'camden' });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body as object)).toEqual(['total', 'imported', 'errors', 'provider']);
    expect(answer.body).toEqual({
      provider: 'Weeks Elsewhere',
      total: 4,
      imported: 3,
      errors: [
        {
          listingId: 'w4',
          error: "Prices in EUR can't be brought in; only US dollars",
        },
      ],
    });
    expect(await server.prisma.listing.count()).toBe(0);
  });

  it('returns the result of a sync once it has finished, and lists it in the history', async () => {
    const answer = await run('sync/weeks%20elsewhere');
    expect([answer.status, answer.body]).toEqual([200, { total: 3, imported: 3, errors: [] }]);
    expect(Object.keys(answer.body as object)).toEqual(['total', 'imported', 'errors']);
    expect(await server.prisma.listing.count({ where: { isActive: true } })).toBe(3);
    const history = await call<{ timestamp: string }[]>('GET', 'history');
    expect(history.body).toEqual([
      {
        provider: 'Weeks Elsewhere',
        timestamp: (await server.prisma.inventorySync.findFirstOrThrow()).timestamp.toISOString(),
        imported: 3,
        total: 3,
        errors: [],
      },
    ]);
  });

  it.each([
    ['preview', {}, 10],
    ['sync', {}, 10],
    ['preview', { limit: 12 }, 12],
    ['preview', { limit: null }, 25],
    ['sync', { limit: null }, 25],
  ])('runs a %s with %j over %d weeks', async (purpose, filters, count) => {
    for (let id = 4; id <= 25; id += 1) {
      offered.push({ number: id, week: week(id) });
    }
    const { body } = await run(`${purpose}/Weeks%20Elsewhere`, filters);
    expect(body).toMatchObject({ total: count, imported: count });
  });

  it('finds nothing in a preview with a min price above all weeks', async () => {
    offered.push({ number: 4, week: week(4, { pricePerNight: 'on request' }) });
    const { body } = await run('preview/Weeks%20Elsewhere', { priceMin: 1_000_000 });
    expect(body).toEqual({ provider: 'Weeks Elsewhere', total: 0, imported: 0, errors: [] });
  });

  it('finds a provider with special characters in its name', async () => {
    const answer = await run(`sync/${encodeURIComponent('Beta / 50% “Weeks”')}`);
    expect([answer.status, answer.text]).toEqual([200, '{"total":3,"imported":3,"errors":[]}']);
  });

  it.each([
    [{ limit: 0 }, 'Limit must be between 1 and 100'],
    [{ limit: 101 }, 'Limit must be between 1 and 100'],
    [{ limit: 1.5 }, 'Limit must be a whole number'],
    [{ priceMin: -1 }, 'Min price must be at least 0'],
    [{ priceMax: 'cheap' }, 'Max price must be a number'],
    [{ priceMin: 2, priceMax: 1 }, 'Max price must not be below min price'],
    [{ destination: 7 }, 'Destination must be text'],
    [[], 'The body must be a JSON object'],
  ])('refuses %j', async (body, message) => {
    for (const kind of ['preview', 'sync']) {
      const answer = await call('POST', `${kind}/Weeks%20Elsewhere`, body);
      expect([answer.status, answer.text]).toEqual([400, message]);
    }
    expect(await server.prisma.inventorySync.count()).toBe(0);
  });

  it('refuses an unknown or disabled provider, and a second sync', async () => {
    for (const name of ['Nobody', '%00', "'%20OR%201=1"]) {
      const answer = await call('POST', `sync/${name}`, {});
      expect([answer.status, answer.text]).toEqual([404, 'There is no such provider']);
    }
    const off = await call('POST', 'sync/Asleep', {});
    expect([off.status, off.text]).toEqual([409, 'Asleep is turned off']);
    const { id: providerId } = await server.prisma.inventoryProvider.findUniqueOrThrow({
      where: { name: 'Weeks Elsewhere' },
    });
    await begun({ providerId, status: 'running', finishedAt: null });
    const second = await call('POST', 'sync/Weeks%20Elsewhere', {});
    expect([second.status, second.text]).toEqual([
      409,
      'A sync of Weeks Elsewhere is under way already',
    ]);
  });

  it('returns the reason if a provider fails', async () => {
    offered.push(new ProviderError('Weeks Elsewhere answered 500'));
    const answer = await run('sync/Weeks%20Elsewhere');
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('answered 500')]);
  });

  it('lists finished syncs as history, newest first, with at most 100 errors each', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    await begun({ provider: 'a preview', purpose: 'preview' });
    await begun({ provider: 'under way', status: 'running', finishedAt: null });
    for (let minute = 0; minute < 52; minute += 1) {
      await begun({ provider: `p${minute}`, timestamp: at(minute), total: 9, imported: 4 });
    }
    const last = await server.prisma.inventorySync.findFirstOrThrow({ where: { provider: 'p51' } });
    await fillErrors(last.id, 150);
    const answer = await call<{ provider: string; errors: unknown[] }[]>('GET', 'history');
    expect(answer.body.map(({ provider }) => provider)).toEqual(
      Array.from({ length: 50 }, (_, index) => `p${51 - index}`),
    );
    expect(answer.body[0]).toMatchObject({
      timestamp: at(51).toISOString(),
      total: 9,
      imported: 4,
    });
    expect(answer.body[0]?.errors).toHaveLength(100);
    expect(answer.body[0]?.errors[0]).toEqual({ listingId: 'w1', error: 'Nothing is right' });
    expect(answer.body[1]?.errors).toEqual([]);
    expect(server.statementsOf(answer.requestId)).toHaveLength(1);
  });
});

/** What the process holds then is in use. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const fillErrors = (id: string, count: number) =>
  server.pool.query(
    `INSERT INTO inventory_sync_errors (id, sync_id, number, listing_id, error)
     SELECT gen_random_uuid(), $1, n, 'w' || n, 'Nothing is right' FROM generate_series(1, $2) AS n`,
    [id, count],
  );

const errorsOf = (id: string) =>
  server.send(`/api/admin/inventory/runs/${id}/errors.csv`, { cookie });

describe('The errors of a run as CSV', () => {
  const many = inDepth(40_000, 100_000);

  it('are escaped so that a spreadsheet evaluates no formulas', async () => {
    const { id } = await begun({});
    const cells: [string, string][] = [
      ['=HYPERLINK("https://evil.example")', '+1'],
      ['-2', '@SUM(A1)'],
      ['a, "b"', 'two\nlines'],
      ['\tx', '\r=1'],
      ['plain', "it's"],
    ];
    await server.prisma.inventorySyncError.createMany({
      data: cells.map(([listingId, error], index) => ({
        syncId: id,
        number: index + 1,
        listingId,
        error,
      })),
    });
    const answer = await errorsOf(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="inventory-errors.csv"',
    );
    expect(answer.text).toBe(
      [
        'row,listingId,error',
        `1,"'=HYPERLINK(""https://evil.example"")",'+1`,
        `2,'-2,'@SUM(A1)`,
        '3,"a, ""b""","two\nlines"',
        `4,'\tx,"'\r=1"`,
        `5,plain,it's`,
        '',
      ].join('\r\n'),
    );
  });

  it('are those of one run; an unknown run is refused', async () => {
    const [one, other] = [await begun({}), await begun({})];
    await fillErrors(other.id, 3);
    expect((await errorsOf(one.id)).text).toBe('row,listingId,error\r\n');
    for (const id of ['01890a5d-ac96-774b-bcce-b302099a8057', 'nonsense', '%00']) {
      const answer = await errorsOf(id);
      expect([answer.status, answer.text]).toEqual([404, 'There is no such run']);
    }
  });

  it(`are streamed: ${many} of them are not held in memory`, async () => {
    const { id } = await begun({});
    await fillErrors(id, many);
    const answer = await fetch(`${server.url}/api/admin/inventory/runs/${id}/errors.csv`, {
      headers: { cookie },
    });
    const heldNow = (): number => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = heldNow();
    let [most, lines, pieces] = [0, 0, 0];
    for await (const piece of answer.body ?? []) {
      pieces += 1;
      lines += Buffer.from(piece).filter((byte) => byte === 10).length;
      if (pieces % 10 === 0) most = Math.max(most, heldNow());
    }
    expect(lines).toBe(many + 1);
    expect(pieces).toBeGreaterThan(20);
    // All lines take more than 100 bytes each.
    expect(most - before).toBeLessThan(many * 50);
  });
});

interface RunJson {
  databaseId: string;
  providerName: string;
  problems?: {
    totalCount: { value: number; isCapped: boolean };
    edges: { node: { number: number; listingId: string; error: string } }[];
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string | null };
  };
}

async function read<Data>(query: string) {
  const answer = await server.graphqlText<Data>(query, {}, { cookie });
  return { ...answer, statements: server.statementsOf(answer.requestId).length };
}

describe('Runs', () => {
  it('are listed without previews, newest first, in pages, for one provider or all', async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const { id: providerId } = await server.prisma.inventoryProvider.findUniqueOrThrow({
      where: { name: 'Asleep' },
    });
    await begun({ provider: 'preview', purpose: 'preview' });
    for (const [provider, minute] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
      ['d', 2],
    ] as const) {
      await begun({ provider, timestamp: at(minute), ...(provider === 'b' && { providerId }) });
    }
    const list = async (args: string) => {
      const { data } = await read<{
        inventoryRuns: {
          edges: { cursor: string; node: RunJson }[];
          pageInfo: { hasNextPage: boolean };
        };
      }>(
        `{ inventoryRuns${args} { edges { cursor node { databaseId providerName } } pageInfo { hasNextPage } } }`,
      );
      const edges = data?.inventoryRuns.edges ?? [];
      return {
        names: edges.map(({ node }) => node.providerName).join(''),
        end: edges.at(-1)?.cursor ?? '',
        hasNextPage: data?.inventoryRuns.pageInfo.hasNextPage,
      };
    };
    expect((await list('')).names).toBe('adcb');
    const first = await list('(first: 2)');
    expect(first).toMatchObject({ names: 'ad', hasNextPage: true });
    expect(await list(`(first: 2, after: "${first.end}")`)).toMatchObject({
      names: 'cb',
      hasNextPage: false,
    });
    expect((await list('(last: 2)')).names).toBe('cb');
    expect((await list(`(providerId: "${providerId}")`)).names).toBe('b');
    expect((await list('(providerId: "nonsense")')).names).toBe('');
  });

  it('list their problems in pages, filtered by a text, in two statements', async () => {
    const { id } = await begun({});
    await fillErrors(id, 1_500);
    await server.prisma.inventorySyncError.create({
      data: { syncId: id, number: 2_000, listingId: 'SBX-100%', error: 'No price_' },
    });
    const problems = async (args: string) => {
      const answer = await read<{ inventoryRun: RunJson }>(
        `{ inventoryRun(databaseId: "${id}") { databaseId problems${args} {
          totalCount { value isCapped } edges { node { number listingId error } }
          pageInfo { hasNextPage hasPreviousPage endCursor } } } }`,
      );
      expect(answer.errors).toEqual([]);
      expect(answer.statements).toBeLessThanOrEqual(2);
      const found = answer.data?.inventoryRun.problems;
      return { ...found, numbers: found?.edges.map(({ node }) => node.number) };
    };
    const first = await problems('(first: 2)');
    expect(first).toMatchObject({
      numbers: [1, 2],
      totalCount: { value: 1_000, isCapped: true },
      pageInfo: { hasNextPage: true },
    });
    const next = await problems(`(first: 2, after: "${first.pageInfo?.endCursor ?? ''}")`);
    expect(next.numbers).toEqual([3, 4]);
    expect((await problems('(last: 2)')).numbers).toEqual([1_500, 2_000]);
    expect(await problems('(search: "sbx-100%")')).toMatchObject({
      numbers: [2_000],
      totalCount: { value: 1, isCapped: false },
    });
    expect((await problems('(search: "PRICE_")')).numbers).toEqual([2_000]);
    expect((await problems('(search: "no such text")')).numbers).toEqual([]);
    const refused = await read(
      `{ inventoryRun(databaseId: "${id}") { problems(after: "x") { edges { node { number } } } } }`,
    );
    expect(refused.errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  it('can be cancelled by administrators; an unknown run is refused', async () => {
    const act = async (input: string) => {
      const { data } = await read<{ cancelInventoryRun: object }>(`mutation {
        cancelInventoryRun(input: { runId: "${input}" }) {
          __typename ... on Error { message }
          ... on CancelInventoryRunPayload { run { status isCancelRequested } } } }`);
      return data?.cancelInventoryRun;
    };
    const { id } = await begun({ status: 'running', finishedAt: null });
    expect(await act(id)).toMatchObject({ run: { status: 'RUNNING', isCancelRequested: true } });
    await act(id);
    expect(await auditedOf(id)).toEqual(['inventory.cancel']);
    expect(await act('01890a5d-ac96-774b-bcce-b302099a8057')).toMatchObject({
      message: 'There is no such run',
    });
    expect(await act('nonsense')).toMatchObject({ message: 'There is no such run' });
  });

  it('are started for one provider, as a preview or a sync', async () => {
    const { id } = await server.prisma.inventoryProvider.findUniqueOrThrow({
      where: { name: 'Weeks Elsewhere' },
    });
    const start = async (name: 'previewInventory' | 'startInventorySync', input: string) => {
      const type = name === 'previewInventory' ? 'PreviewInventory' : 'StartInventorySync';
      const { data } = await read<Record<string, object>>(`mutation { ${name}(input: { ${input} }) {
        __typename ... on Error { message }
        ... on InvalidInputError { fieldErrors { field message } }
        ... on ${type}Payload { run { purpose status providerName
          filters { limit priceMin { amount formatted } priceMax { amount } } } } } }`);
      return data?.[name];
    };
    const prices = 'priceMinCents: 9950, priceMaxCents: 20000';
    expect(await start('previewInventory', `providerId: "${id}", limit: 5, ${prices}`)).toEqual({
      __typename: 'PreviewInventoryPayload',
      run: {
        purpose: 'PREVIEW',
        status: 'WAITING',
        providerName: 'Weeks Elsewhere',
        filters: {
          limit: 5,
          priceMin: { amount: 9_950, formatted: '$99.50' },
          priceMax: { amount: 20_000 },
        },
      },
    });
    expect(await start('startInventorySync', `providerId: "${id}"`)).toMatchObject({
      run: { purpose: 'SYNC', filters: { limit: null } },
    });
    expect(await start('startInventorySync', `providerId: "${id}"`)).toEqual({
      __typename: 'ConflictError',
      message: 'A sync of Weeks Elsewhere is under way already',
    });
    const runs = await server.prisma.inventorySync.findMany({
      where: { providerId: id, actorId: { not: null } },
    });
    const [preview, sync] = [
      runs.find(({ purpose }) => purpose === 'preview'),
      runs.find(({ purpose }) => purpose === 'sync'),
    ];
    expect(await auditedOf(preview?.id)).toEqual([]);
    expect(await auditedOf(sync?.id)).toEqual(['inventory.sync']);
    expect(await start('startInventorySync', 'providerId: " "')).toEqual({
      __typename: 'InvalidInputError',
      message: 'Please select a provider first',
      fieldErrors: [{ field: 'providerId', message: 'Please select a provider first' }],
    });
    expect(await start('previewInventory', 'providerId: "nonsense"')).toEqual({
      __typename: 'NotFoundError',
      message: 'There is no such provider',
    });
    expect(await start('previewInventory', `providerId: "${id}", limit: 101`)).toMatchObject({
      fieldErrors: [{ field: 'limit', message: 'Limit must be between 1 and 100' }],
    });
    const reversed = `providerId: "${id}", priceMinCents: 200, priceMaxCents: 199`;
    expect(await start('previewInventory', reversed)).toMatchObject({
      fieldErrors: [{ field: 'priceMaxCents', message: 'Max price must not be below min price' }],
    });
  });
});

async function auditedOf(subjectId: string | undefined): Promise<string[]> {
  const entries = await server.prisma.auditEntry.findMany({
    where: { subjectId: subjectId ?? '' },
  });
  return entries.map(({ action }) => action);
}
