import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { execute, parse, type DocumentNode } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createReviewMutation } from '#api/modules/reviews/testing/operations.ts';
import { createPassingCache } from '#api/platform/cache/catalogueCache.ts';
import { readAnnouncement } from '#api/platform/cache/changes.ts';
import { catalogueChannel } from '#api/platform/database/database.ts';
import { schema } from '#api/schema.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createUser, dayAhead, signedInUser } from '#api/testing/factories.ts';
import { startHoldingProxy, type HoldingProxy } from '#api/testing/holdingProxy.ts';
import { visitorContext } from '#api/testing/visitorContext.ts';
import {
  patientHeartbeat,
  persistedDocumentsFile,
  startTestServer,
  type TestServer,
} from '#api/testing/testServer.ts';

const steps = inDepth(11, 2_000);

let first: TestServer;
let second: TestServer;
let proxy: HoldingProxy;
let resortIds: string[];
let saleIds: string[];
let questions: Question[];

interface Question {
  documentId: string;
  document: DocumentNode;
  variables: Record<string, unknown>;
  /** Whether only changes of one resort concern it. */
  isOfOne: boolean;
}

beforeAll(async () => {
  first = await startTestServer({ database: 'sample' });
  first.deps.database.onOwnChange((channel, payload) => {
    const { transaction } = readAnnouncement(payload);
    if (channel === catalogueChannel && transaction !== undefined) {
      announced.set(transaction, (announced.get(transaction) ?? 0) + 1);
    }
  });
  second = await startTestServer({
    database: { url: first.databaseUrl },
    // A connection counts as lost when it is cut, not when this process was slow.
    heartbeat: patientHeartbeat,
    announcedAt: async (databaseUrl) => {
      proxy = await startHoldingProxy(databaseUrl);
      return proxy.url;
    },
  });
  const resorts = await first.prisma.resort.findMany({ orderBy: { id: 'asc' } });
  resortIds = resorts.map(({ id }) => id);
  const forSale = await first.prisma.listing.findMany({
    where: { onSale: true },
    orderBy: { id: 'asc' },
    take: 6,
  });
  saleIds = forSale.map(({ id }) => id);
  questions = asked();
});

afterAll(async () => {
  await second.close();
  proxy.close();
  await first.close();
});

/** What the pages of the client ask of some resorts, searches, lists and listings for sale. */
function asked(): Question[] {
  const texts = Object.entries(
    JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<string, string>,
  );
  const question = (name: string, variables: Record<string, unknown> = {}): Question => {
    const [documentId = '', text = ''] =
      texts.find(([, each]) => new RegExp(`^query ${name}\\b`).test(each)) ?? [];
    const isOfOne = /^resortPageLoader(Reviews|Weeks)?Query$/.test(name);
    return { documentId, document: parse(text), variables, isOfOne };
  };
  const lists = [
    { sort: 'HIGHEST_RATED', first: 3 },
    { sort: 'PRICE_LOW_TO_HIGH', first: 3 },
    { sort: 'PRICE_HIGH_TO_LOW', first: 5, filter: { minRating: 4 } },
    { sort: 'MOST_REVIEWS', first: 3, filter: { destinations: ['Florida'] } },
    { sort: 'HIGHEST_RATED', first: 3, query: 'beach' },
    { sort: 'HIGHEST_RATED', first: 3, query: 'orlndo' },
    { sort: 'PRICE_LOW_TO_HIGH', first: 12, filter: { destinations: ['Aruba'], guests: 2 } },
    { sort: 'LOWEST_TOTAL', first: 3, filter: { destinations: ['Hawaii'] } },
  ];
  return [
    question('HomePageQuery'),
    ...lists.map((variables) => question('searchPageLoaderQuery', variables)),
    ...lists.slice(0, 4).map((variables) => question('nextPageLoaderResortsQuery', variables)),
    question('weeksPageLoaderQuery', { sort: 'EARLIEST', first: 3 }),
    question('weeksPageLoaderQuery', {
      sort: 'LOWEST_TOTAL',
      first: 3,
      filter: { destinations: ['Aruba'] },
    }),
    question('SuggestionListQuery', { text: 'mar' }),
    question('WaysOnQuery', { query: 'marina', filter: { amenities: ['Casino'], guests: 4 } }),
    question('WaysOnQuery', { query: 'lodge', filter: { minRating: 5 } }),
    question('buyPageLoaderQuery', { sort: 'NEWEST', first: 3 }),
    question('buyPageLoaderQuery', {
      sort: 'LOWEST_PRICE',
      first: 3,
      filter: { destinations: ['Florida', 'Aruba'] },
    }),
    question('buyPageLoaderQuery', { sort: 'LOWEST_FEE', query: 'marina' }),
    question('buyPageLoaderQuery', { sort: 'NEWEST', query: '5 stars' }),
    question('nextPageLoaderSalesQuery', { sort: 'LOWEST_PRICE', first: 3 }),
    question('nextPageLoaderSalesQuery', { sort: 'HIGHEST_PRICE', first: 3 }),
    question('ComparePageQuery', { ids: saleIds.slice(0, 3) }),
    ...saleIds.map((id) => question('SalePageQuery', { id })),
    ...resortIds.slice(0, 12).map((id) => question('resortPageLoaderSimilarQuery', { id })),
    ...resortIds.flatMap((id) => [
      question('resortPageLoaderQuery', { id }),
      question('resortPageLoaderReviewsQuery', { id, sort: 'NEWEST' }),
      question('resortPageLoaderWeeksQuery', { id }),
    ]),
  ];
}

const ask = async (
  server: TestServer,
  { documentId, variables }: Question,
  cookie?: string,
): Promise<string> =>
  (await server.rest('POST', '/graphql', { documentId, variables }, { cookie })).text;

/** The answer for somebody who is signed out, read from the database. */
async function fresh({ document, variables }: Question): Promise<string> {
  const context = visitorContext({ ...first.deps, catalogue: createPassingCache() });
  const result = await execute({
    schema,
    document,
    variableValues: variables,
    contextValue: context,
  });
  return JSON.stringify(result);
}

/** Without what only the reader sees. */
const publicPart = (text: string): unknown => {
  const { data } = JSON.parse(text) as { data: Record<string, unknown> };
  return { ...data, viewer: null };
};

/** A browser, which keeps the cookies that it gets. */
function browserOf(cookie: string) {
  const jar = new Map([cookie.split('=', 2) as [string, string]]);
  const header = (): string => [...jar].map((pair) => pair.join('=')).join('; ');
  return {
    header,
    keep(setCookies: readonly string[]): void {
      for (const each of setCookies) {
        const [name = '', value = ''] = (each.split(';', 1)[0] ?? '').split('=', 2);
        jar.set(name, value);
      }
    },
  };
}

/** Runs SQL and waits until both processes have heard of it, unless one is cut off. */
async function bySql(text: string, values: unknown[], isCut: boolean): Promise<void> {
  const client = await first.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
    await client.query(text, values);
    await client.query('COMMIT');
    await heard(rows[0]?.id ?? '', isCut);
  } finally {
    client.release();
  }
}

/** Announcements of transactions of the first process. */
const announced = new Map<string, number>();

async function heard(transaction: string, isCut: boolean): Promise<void> {
  const writes = new Map([[transaction, announced.get(transaction) ?? 0]]);
  for (const { deps } of isCut ? [first] : [first, second]) {
    await expect.poll(() => deps.catalogue.hasHeard(writes)).toBe(true);
  }
}

/** Waits until a process listens, and so remembers. */
const isRemembering = (server: TestServer): Promise<void> =>
  expect
    .poll(async () => {
      await ask(server, questions[0] as Question);
      return server.deps.catalogue.figures().bytes;
    })
    .toBeGreaterThan(0);

type Write = (resortId: string, isCut: boolean) => Promise<void>;

const writes: Record<string, Write> = {
  'a price': (id, isCut) =>
    bySql('UPDATE resorts SET price_min = 20 + floor(random() * 80) WHERE id = $1', [id], isCut),
  'a brand': (id, isCut) =>
    bySql(
      `UPDATE resorts SET brand = (SELECT brand FROM resorts WHERE id <> $1 ORDER BY random() LIMIT 1)
       WHERE id = $1`,
      [id],
      isCut,
    ),
  'a rating': (id, isCut) =>
    bySql('UPDATE resorts SET rating = 3 + floor(random() * 20) / 10 WHERE id = $1', [id], isCut),
  'a sale price': (_id, isCut) =>
    bySql(
      `UPDATE listings SET sale_price_cents = 100000 + floor(random() * 1000000)
       WHERE id = (SELECT id FROM unnest($1::uuid[]) AS id ORDER BY random() LIMIT 1)`,
      [saleIds],
      isCut,
    ),
  'a name': (id, isCut) =>
    bySql(
      `UPDATE resorts SET name = 'Marina ' || left(md5(random()::text), 4) WHERE id = $1`,
      [id],
      isCut,
    ),
  'what is only shown': (id, isCut) =>
    bySql(
      `UPDATE resorts SET image_url = '/pictures/' || left(md5(random()::text), 6) || '.svg' WHERE id = $1`,
      [id],
      isCut,
    ),
  'a week': async (resortId, isCut) => {
    const listing = await createListing(first, { resortId, availableFrom: new Date(dayAhead(20)) });
    await bySql(
      'UPDATE listings SET price_per_night_cents = 9000 WHERE id = $1',
      [listing.id],
      isCut,
    );
  },
  'a booking': async (resortId, isCut) => {
    const { id: userId } = await createUser(first);
    const listing = await createListing(first, { resortId, availableFrom: new Date(dayAhead(40)) });
    await bySql(
      `INSERT INTO bookings (id, resort_id, listing_id, user_id, check_in, check_out, guests, total_price_cents, status, is_protected)
       SELECT gen_random_uuid(), resort_id, id, $2, available_from, available_from + 2, 1, 1000, 'confirmed', FALSE
       FROM listings WHERE id = $1`,
      [listing.id, userId],
      isCut,
    );
  },
  'a picture': (id, isCut) =>
    bySql(
      `UPDATE pictures SET alt = alt || '.' WHERE resort_id = $1 AND length(alt) < 190`,
      [id],
      isCut,
    ),
  'an author': (id, isCut) =>
    bySql(
      `UPDATE users SET first_name = 'Ada' || left(md5(random()::text), 4)
       WHERE id = (SELECT user_id FROM reviews WHERE resort_id = $1 LIMIT 1)`,
      [id],
      isCut,
    ),
  'all prices of a destination': (id, isCut) =>
    bySql(
      `UPDATE resorts SET price_max = price_max + 1
       WHERE destination = (SELECT destination FROM resorts WHERE id = $1)`,
      [id],
      isCut,
    ),
};

it('forgets what a change of anybody concerns, on each process, and hardly anything else', async () => {
  const told = { needless: 0, answers: 0 };
  const before = new Map<Question, { text: string; readAt: number }>();
  const aboutSeveral = questions.filter(({ isOfOne }) => !isOfOne);
  for (const question of questions) {
    before.set(question, { text: await ask(first, question), readAt: Date.now() });
  }
  const kinds = Object.entries(writes);
  let made = 0;
  let isCut = false;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...resortIds),
      fc.array(fc.nat(questions.length - 1), { minLength: 4, maxLength: 4 }),
      fc.array(fc.nat(aboutSeveral.length - 1), { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      async (resortId, some, others, cut) => {
        // Each as often: some concern more answers than others.
        const [name, write] = kinds[made % kinds.length] as [string, Write];
        made += 1;
        if (cut === 1 && !isCut) {
          proxy.cut('reset');
          isCut = true;
          // It has noticed when nothing is remembered.
          await expect.poll(() => second.deps.catalogue.figures().bytes).toBe(0);
        } else if (cut === 2 && isCut) {
          await proxy.mend();
          isCut = false;
          await isRemembering(second);
        }
        await write(resortId, isCut);
        const own = questions.filter(({ variables }) => variables['id'] === resortId);
        const drawn = [
          ...some.map((index) => questions[index]),
          ...others.map((index) => aboutSeveral[index]),
        ] as Question[];
        for (const question of [...own, ...drawn]) {
          const expected = publicPart(await fresh(question));
          expect(publicPart(await ask(first, question)), name).toEqual(expected);
          expect(publicPart(await ask(second, question)), name).toEqual(expected);
        }
        for (const question of questions) {
          const { misses } = first.deps.catalogue.figures();
          const text = await ask(first, question);
          const wasForgotten = first.deps.catalogue.figures().misses > misses;
          const { text: earlier, readAt = 0 } = before.get(question) ?? {};
          told.answers += 1;
          // After ten minutes, it is forgotten anyway.
          const wasNew = Date.now() - readAt < 500_000;
          if (wasForgotten && wasNew && text === earlier) told.needless += 1;
          if (wasForgotten) before.set(question, { text, readAt: Date.now() });
        }
      },
    ),
    { numRuns: steps },
  );
  if (isCut) await proxy.mend();
  expect(told.needless / told.answers).toBeLessThan(0.05);
});

it('forgets a page of what is for sale when another listing enters it', async () => {
  const page = questions.find(({ variables }) => variables['sort'] === 'HIGHEST_PRICE') as Question;
  await isRemembering(second);
  const before = await ask(first, page);
  await bySql(
    `UPDATE listings SET sale_price_cents = (SELECT max(sale_price_cents) FROM listings WHERE on_sale)
     WHERE id = (SELECT id FROM listings WHERE on_sale AND currency = 'USD'
                 ORDER BY sale_price_cents, id LIMIT 1)`,
    [],
    false,
  );
  const after = await ask(first, page);
  expect(publicPart(after)).toEqual(publicPart(await fresh(page)));
  expect(after).not.toBe(before);
});

it('forgets how many would be for sale without a rating', async () => {
  const page = questions.find(({ variables }) => variables['query'] === '5 stars') as Question;
  const [listingId] = saleIds;
  await isRemembering(second);
  await bySql(
    'UPDATE resorts SET rating = 3 WHERE id = (SELECT resort_id FROM listings WHERE id = $1)',
    [listingId],
    false,
  );
  const before = await ask(first, page);
  await bySql(
    'UPDATE listings SET sale_price_cents = NULL, is_for_sale = FALSE WHERE id = $1',
    [listingId],
    false,
  );
  const after = await ask(first, page);
  expect(publicPart(after)).toEqual(publicPart(await fresh(page)));
  expect(after).not.toBe(before);
});

it('lets everybody read what they wrote, on the other process at once', async () => {
  const [question] = questions.filter(({ variables }) => 'sort' in variables && 'id' in variables);
  if (!question) throw new Error('There is no page of reviews');
  await isRemembering(second);
  await ask(second, question);
  proxy.hold();
  try {
    const { cookie } = await signedInUser(first);
    const browser = browserOf(cookie);
    const answer = await first.graphql(
      createReviewMutation,
      {
        input: {
          resortId: String(question.variables['id']),
          rating: 5,
          title: 'Read at once',
          content: 'A quiet week, a clean kitchen and a short walk to the beach.',
        },
      },
      { cookie: browser.header() },
    );
    browser.keep(answer.setCookies);
    expect(await ask(second, question, browser.header())).toContain('Read at once');
  } finally {
    proxy.release();
  }
  await expect.poll(() => ask(second, question)).toContain('Read at once');
});
