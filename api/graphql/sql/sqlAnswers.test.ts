import { readFileSync } from 'node:fs';
import {
  execute,
  getOperationAST,
  GraphQLFloat,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  parse,
  type ExecutionResult,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '#api/context/context.ts';
import { schema } from '#api/schema.ts';
import { createLog } from '#api/platform/process/log.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, createReview, createUser } from '#api/testing/factories.ts';
import { visitorContext } from '#api/testing/visitorContext.ts';
import {
  forRandomDocuments,
  readVocabulary,
  type Vocabulary,
} from '#api/testing/randomDocument.ts';
import {
  persistedDocumentsFile,
  startTestServer,
  type TestServer,
} from '#api/testing/testServer.ts';
import { makePlan } from '../answers/plans.ts';
import { record, Reads } from '#api/platform/cache/reads.ts';
import { joined } from '../answers/answers.ts';
import { compileSqlAnswer, type SqlTexts } from './sqlAnswers.ts';
import { checkSqlFields } from './sqlCheck.ts';
import { inSql } from './sqlFields.ts';

const documents = inDepth(100, 5_000);

let server: TestServer;

/** Statements that fail are only logged: their answers come from graphql-js. */
const warnings: string[] = [];
const log = createLog('warn', { write: (line) => void warnings.push(line) });

afterAll(() => expect(warnings).toEqual([]));

const contextOf = ({ deps }: TestServer): RequestContext => visitorContext(deps);

const ordinary = async (
  text: string,
  variableValues: Record<string, unknown> = {},
): Promise<ExecutionResult> =>
  execute({ schema, document: parse(text), variableValues, contextValue: contextOf(server) });

const inOneStatement = async (
  text: string,
  variables: Record<string, unknown> = {},
): Promise<SqlTexts | undefined> =>
  compileSqlAnswer(schema, parse(text))?.(variables, contextOf(server));

/** The answer in SQL, which has to be the ordinary one. */
async function same(text: string, variables: Record<string, unknown> = {}): Promise<SqlTexts> {
  const part = await inOneStatement(text, variables);
  expect(part, text).toBeDefined();
  const body = JSON.parse(joined(part!)) as unknown;
  const expected = await ordinary(text, variables);
  expect(body).toEqual(JSON.parse(JSON.stringify(expected)));
  expect(JSON.stringify(body)).toBe(JSON.stringify(expected));
  return part!;
}

describe('an answer that PostgreSQL writes', () => {
  let vocabulary: Vocabulary;

  beforeAll(async () => {
    server = await startTestServer({ database: 'sample', log });
    vocabulary = await readVocabulary(ordinary);
  });

  afterAll(() => server.close());

  const roots = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ extensions }) => extensions['sql'])
    .map(({ name }) => name);

  const listingFields = [
    'id',
    'databaseId',
    'title',
    'bedrooms',
    'maxGuests',
    'isWholeOnly',
    'pricePerNight',
    'salePrice',
    'firstYearTotal',
    'isEscrowOpen',
    'pictures',
    'pictureCount',
    'resort',
    'createdAt',
  ];

  // They read more than rows of the database, or listings, which not everyone may read.
  const unknown = [
    ...['availability', 'numberedWeeks', 'stay', 'stayCalendar', 'weeks'].map(
      (name) => `Resort.${name}`,
    ),
    ...Object.keys((schema.getType('Listing') as GraphQLObjectType).getFields())
      .filter((name) => !listingFields.includes(name))
      .map((name) => `Listing.${name}`),
    'WeekConnection.facets',
  ];

  it('equals the one of graphql-js for any document', async () => {
    let answered = 0;
    const check = () =>
      forRandomDocuments(
        { schema, roots, vocabulary, seldom: unknown, numRuns: documents },
        async ({ text, variables, question }) => {
          const part = await inOneStatement(text, variables);
          if (part) {
            answered += 1;
            const expected = JSON.stringify(await ordinary(text, variables));
            expect(JSON.stringify(JSON.parse(joined(part))), question).toBe(expected);
          }
        },
      );
    await check();
    // By chance too few may be in SQL; then twice as many are asked for.
    if (answered <= documents / 6) await check();
    // Enough of them are in SQL for the comparison to mean something.
    expect(answered).toBeGreaterThan(documents / 6);
  });
});

const resortFields = `id databaseId name location imageUrl rating reviewCount latitude amenities
  priceMin { formatted amount currency } priceMax { formatted } createdAt
  reviews(first: 3) { edges { cursor node { rating title content createdAt hasStayed
    answer { content createdAt } author { name memberSince } } } pageInfo { hasNextPage endCursor } }
  pictures { alt url sources { contentType width url } } seasons { name firstWeek }
  reviewSummary { stars count }`;

const one = `query ($id: ID!) { resort(id: $id) { ${resortFields} } }`;

const list = `query ($sort: ResortSort!, $filter: ResortFilter, $first: Int, $after: String, $last: Int, $before: String) {
  resorts(sort: $sort, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    totalCount { value isCapped } readAs
    edges { cursor node { ${resortFields} } week { nights } moreWeeks { value } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;

const sorts = ['PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW', 'HIGHEST_RATED', 'MOST_REVIEWS'];

describe('weeks and searches in SQL', () => {
  beforeAll(async () => {
    server = await startTestServer({ database: 'sample', log });
  });

  afterAll(() => server.close());

  const weeks = `query ($sort: WeekSort!, $filter: ResortFilter, $query: String, $first: Int, $after: String, $last: Int, $before: String) {
    weeks(sort: $sort, filter: $filter, query: $query, first: $first, after: $after, last: $last, before: $before) {
      totalCount { value isCapped }
      edges { cursor node { checkIn checkOut nights total { amount currency formatted }
        listing { id databaseId title bedrooms maxGuests isWholeOnly isForSale pricePerNight { formatted }
          salePrice { formatted } firstYearTotal { formatted } isEscrowOpen pictures { url } pictureCount
          resort { databaseId name location imageUrl id rating } } } }
      pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;

  it.each(['EARLIEST', 'LOWEST_TOTAL', 'HIGHEST_TOTAL'])('lists weeks, %s', async (sort) => {
    for (const asked of [
      {},
      { filter: { guests: 4, minNights: 3, maxNights: 5 } },
      { filter: { destination: 'Aruba' }, query: 'beach' },
      { query: 'nosuchword' },
    ]) {
      const texts = await same(weeks, { sort, ...asked, first: 5 });
      const { pageInfo } = JSON.parse(texts['weeks'] ?? '') as {
        pageInfo: { endCursor: string | null };
      };
      await same(weeks, { sort, ...asked, first: 5, after: pageInfo.endCursor });
      await same(weeks, { sort, ...asked, last: 3, before: pageInfo.endCursor });
    }
  });

  const searched = `query ($query: String, $filter: ResortFilter, $sort: ResortSort!) {
    resorts(query: $query, filter: $filter, sort: $sort, first: 4) {
      totalCount { value isCapped } readAs edges { cursor node { name } } pageInfo { hasNextPage } } }`;

  it.each([
    'aruba',
    'orlndo',
    'Orlndo’s beech',
    "st kitt's",
    'Curaçao',
    'hgv',
    'resort',
    'resorts in araba',
    'marriott',
    'nosuchword',
    '🏖️',
    '!!!',
  ])('finds "%s" in one statement, known before or not', async (query) => {
    for (const sort of sorts) {
      for (const filter of [
        null,
        { amenities: ['Pool'] },
        { minRating: 4, priceTier: 'FROM_300' },
      ]) {
        await server.emptyCaches();
        const asked = { query, filter, sort };
        const unknown = await inOneStatement(searched, asked);
        expect(await same(searched, asked)).toEqual(unknown);
      }
    }
  });

  it('finds the names in a filter by their words, in pages and in both directions', async () => {
    for (const filter of [
      { amenities: ['Pool'] },
      { amenities: ['Pool', 'Spa'] },
      { brand: 'Divi Resorts' },
      { brand: 'Nobody' },
      { brands: ['Divi Resorts', 'Nobody'] },
      { brand: 'Divi Resorts', destination: 'Aruba' },
    ]) {
      for (const sort of sorts) {
        await server.emptyCaches();
        const page = await same(list, { sort, filter, first: 3 });
        const { pageInfo } = JSON.parse(page['resorts'] ?? '') as {
          pageInfo: { endCursor: string | null };
        };
        await same(list, { sort, filter, first: 2, after: pageInfo.endCursor });
        await same(list, { sort, filter, last: 2, before: pageInfo.endCursor });
      }
    }
  });

  it('finds names in a filter that have no word to look for', async () => {
    const [resort] = await server.prisma.resort.findMany({ take: 1 });
    await server.prisma.resort.update({ where: { id: resort!.id }, data: { brand: 'The' } });
    await server.emptyCaches();
    const { resorts } = await same(list, { sort: 'HIGHEST_RATED', filter: { brand: 'The' } });
    expect(JSON.parse(resorts ?? '')).toMatchObject({
      edges: [{ node: { databaseId: resort!.id } }],
    });
  });

  it('leaves a listing that not everyone may read to graphql-js', async () => {
    const text = '{ weeks(first: 1) { edges { node { listing { title } } } } }';
    const texts = await same(text);
    await server.pool.query('ALTER TABLE listings DISABLE TRIGGER USER');
    await server.pool.query('UPDATE listings SET on_offer = FALSE, on_sale = FALSE');
    expect(await inOneStatement(text)).toBeUndefined();
    await server.pool.query('UPDATE listings SET on_offer = TRUE');
    expect(await same(text)).toEqual(texts);
  });

  it('remembers no count that was not asked for', async () => {
    await same('{ weeks(first: 1) { edges { cursor } } }');
    await same('{ weeks(first: 1) { totalCount { value } } }');
    await same('{ weeks(first: 2) { totalCount { value } } }');
  });
});

describe('the answer in SQL', () => {
  beforeAll(async () => {
    server = await startTestServer({ log });
  });

  afterAll(() => server.close());

  beforeEach(async () => {
    await server.prisma.resort.deleteMany();
    await server.emptyCaches();
  });

  const hostile = [
    `"quotes" 'single' \\ back\\\\slash`,
    'line\nbreak\ttab\r\u0001\u001f\u007f',
    '\u2028\u2029 \ufeff \u00a0',
    '😀 👩‍👩‍👧 e\u0301 \u202e',
    `{id} \${1} $1 ?`,
    'x'.repeat(20_000),
    `'); DROP TABLE resorts; --`,
  ];

  it('holds any text as it is', async () => {
    const author = await createUser(server, { firstName: hostile[0]!, lastName: hostile[1]! });
    for (const text of hostile) {
      const resort = await createResort(server, {
        name: text,
        location: text,
        imageUrl: text,
        amenities: [text, '', text],
        latitude: null,
      });
      await createReview(server, {
        resortId: resort.id,
        userId: author.id,
        title: text,
        content: text,
      });
      const texts = await same(one, { id: resort.id });
      expect(JSON.parse(texts['resort'] ?? '')).toMatchObject({ name: text, latitude: null });
    }
    await same(list, { sort: 'MOST_REVIEWS' });
  });

  it('writes numbers as JavaScript does', async () => {
    const numbers = [0, 1, 999, 1_000, 123_456, 2_147_483_647];
    for (const [index, priceMax] of numbers.entries()) {
      await createResort(server, {
        priceMin: Math.min(priceMax, 7),
        priceMax,
        latitude: [0.1, -0, 1e-7, 45, -89.123456789012, 33.3][index]!,
        longitude: 1,
        rating: [0, 5, 4.5, 4.05, 0.01, 3][index]!,
      });
    }
    await same(list, { sort: 'PRICE_LOW_TO_HIGH' });
  });

  it('follows pages in both directions', async () => {
    for (let made = 0; made < 5; made += 1) {
      await createResort(server, { priceMin: made % 2, priceMax: 10, rating: made % 3 });
    }
    for (const sort of sorts) {
      for (const size of [0, 2, 4, 5, 6]) {
        await same(list, { sort, first: size });
        await same(list, { sort, last: size });
      }
      const page = await same(list, { sort, first: 3 });
      const { pageInfo } = JSON.parse(page['resorts'] ?? '') as {
        pageInfo: { startCursor: string; endCursor: string };
      };
      await same(list, { sort, first: 1, after: pageInfo.endCursor });
      await same(list, { sort, after: pageInfo.endCursor });
      await same(list, { sort, last: 1, before: pageInfo.endCursor });
      await same(list, { sort, last: 2, before: pageInfo.startCursor });
    }
    await same(list, { sort: 'HIGHEST_RATED', filter: { destination: 'Nowhere' } });
    await same(list, { sort: 'HIGHEST_RATED', filter: { minRating: 1, priceTier: 'UNDER_100' } });
  });

  it('says which row it was read from, and what was asked if there is none', async () => {
    const { id, slug } = await createResort(server);
    for (const asked of [id, id.toUpperCase(), slug]) {
      const reads = new Reads();
      await record(reads, () => same(one, { id: asked }));
      expect([...reads.resorts.keys()]).toEqual([id]);
    }
    for (const asked of ['00000000-0000-7000-8000-000000000000', 'nothing', 'No such', '']) {
      const reads = new Reads();
      const texts = await record(reads, () => inOneStatement(one, { id: asked }));
      expect(texts?.['resort']).toBe('null');
      expect([...reads.resorts.keys()]).toEqual([asked.toLowerCase()]);
    }
  });

  it('leaves errors to graphql-js', async () => {
    const refused: [string, Record<string, unknown>][] = [
      [list, { sort: 'HIGHEST_RATED', first: 101 }],
      [list, { sort: 'HIGHEST_RATED', first: 1, last: 1 }],
      [list, { sort: 'HIGHEST_RATED', after: 'nonsense' }],
      [list, { sort: 'NO_ORDER' }],
      [list, { sort: 'HIGHEST_RATED', filter: { minRating: 6 } }],
      [one, { id: Buffer.from(`Review:${crypto.randomUUID()}`).toString('base64') }],
      [one, {}],
      ['{ resort(id: "x") { reviews(first: 101) { edges { cursor } } } }', {}],
    ];
    for (const [text, variables] of refused) {
      expect(await inOneStatement(text, variables), text).toBeUndefined();
      expect((await ordinary(text, variables)).errors).toBeDefined();
    }
  });

  it('leaves stays, directives and tokens without the scopes of all fields to graphql-js', async () => {
    await createResort(server);
    const name = 'query ($id: ID!) { resort(id: $id) { name } }';
    for (const [scopes, isLeft] of [
      [[], true],
      [['resorts:read'], false],
      [['bookings:read', 'listings:read'], true],
    ] as const) {
      const token = { ...contextOf(server), token: { scopes } } as unknown as RequestContext;
      const texts = await compileSqlAnswer(schema, parse(name))?.({ id: 'x' }, token);
      expect(texts === undefined).toBe(isLeft);
    }
    for (const asked of [
      '(filter: { guests: 2 }) { edges { week { nights } } }',
      '(sort: EARLIEST) { edges { cursor } }',
      '{ edges { cursor @include(if: true) } }',
    ]) {
      expect(await inOneStatement(`{ resorts ${asked} }`), asked).toBeUndefined();
    }
  });

  it('counts once', async () => {
    await createResort(server);
    const text = '{ resorts { totalCount { value } } }';
    await same(text);
    await createResort(server);
    const found = async () => (await inOneStatement(text))?.['resorts'];
    // All earlier changes have been heard of by then.
    await server.emptyCaches();
    expect(await found()).toBe('{"totalCount":{"value":2}}');
    await server.pool.query('ALTER TABLE resorts DISABLE TRIGGER USER');
    await createResort(server);
    expect(await found()).toBe('{"totalCount":{"value":2}}');
    await server.pool.query('ALTER TABLE resorts ENABLE TRIGGER USER');
  });
});

const clientQueries = Object.values(
  JSON.parse(readFileSync(persistedDocumentsFile, 'utf8')) as Record<string, string>,
);

describe('the compiler to SQL', () => {
  it.each([
    'HomePageQuery',
    'nextPageLoaderResortsQuery',
    'nextPageLoaderWeeksQuery',
    'resortPageLoaderQuery',
    'resortPageLoaderReviewsQuery',
    'searchPageLoaderQuery',
  ])('knows the public part of %s', (name) => {
    const document = parse(clientQueries.find((text) => text.startsWith(`query ${name}`)) ?? '');
    const operation = getOperationAST(document);
    const plan = operation && makePlan(schema, { document, operation, id: '' });
    expect(plan && compileSqlAnswer(schema, plan.sharedPart)).toBeDefined();
  });

  it.each([
    ['{nme}', 'Resort has no column nme'],
    ['{latitude}', 'may be null'],
  ])('refuses at start a field that is declared as %s', (sql, problem) => {
    const pothosOptions = {};
    const type = new GraphQLObjectType({
      name: 'Resort',
      extensions: { pothosPrismaModel: 'Resort', pothosOptions },
      fields: {
        height: {
          type: new GraphQLNonNull(GraphQLFloat),
          extensions: { ...inSql(sql), pothosOptions },
        },
      },
    });
    const query = new GraphQLObjectType({ name: 'Query', fields: { resort: { type } } });
    expect(() => checkSqlFields(new GraphQLSchema({ query }))).toThrow(
      new RegExp(`Resort.height in SQL: .*${problem}`),
    );
  });
});
