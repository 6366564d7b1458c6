import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createResort, signedInUser } from '../testing/factories.ts';
import { listingDetails } from '../testing/listings.ts';
import { createListingMutation } from '../modules/publishing/testing/operations.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let resortId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ id: resortId } = await createResort(server));
});

afterAll(() => server.close());

const notDate = 'A Date is written like 2026-11-21';

describe('a Date', () => {
  const weeks = (night: unknown) =>
    server.graphqlText(
      'query ($id: ID!, $night: Date) { resort(id: $id) { weeks(night: $night) { edges { cursor } } } }',
      { id: resortId, night },
    );

  it.each(['2099-02-28', '2096-02-29'])('can be %s', async (night) => {
    expect((await weeks(night)).errors).toEqual([]);
  });

  it.each([
    'soon',
    '',
    '2099-02-30',
    '2099-02-29',
    '2099-13-01',
    '2099-2-3',
    '02/13/2099',
    '2099-02-13T00:00:00Z',
    ' 2099-02-13',
    '2099-02-13\n',
    '+002099-02-13',
    20_990_213,
    4_074_537_600_000,
    true,
    ['2099-02-13'],
    { year: 2099 },
  ])('as a variable is refused, with its name, when it is %j', async (night) => {
    const answer = await weeks(night);
    expect(answer.data).toBeUndefined();
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]?.message).toMatch(/^Variable "\$night" got invalid value /);
    expect(answer.errors[0]?.message).toContain(`; ${notDate}`);
    expect(answer.errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
  });

  it.each(['"2099-02-30"', '20990213', 'true', '["2099-02-13"]', 'FRIDAY'])(
    'in a document is refused, with its place, when it is %s',
    async (night) => {
      const answer = await server.graphqlText(
        `{ resort(id: "${resortId}") { weeks(night:\n${night}) { edges { cursor } } } }`,
      );
      expect(answer.errors).toMatchObject([
        {
          message: notDate,
          locations: [{ line: 2, column: 1 }],
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ]);
    },
  );

  it('in an input object is refused with its path, and nothing is stored', async () => {
    const { cookie } = await signedInUser(server);
    const details = listingDetails(resortId, { availableTo: '2099-02-30' });
    const answer = await server.graphql(createListingMutation, { input: { details } }, { cookie });
    expect(answer.errors.map(({ message }) => message)).toEqual([
      `Variable "$input" got invalid value "2099-02-30" at "input.details.availableTo"; ${notDate}`,
    ]);
    expect(await server.prisma.listing.count()).toBe(0);
  });
});

describe('a DateTime', () => {
  let cookie: string;

  beforeEach(async () => {
    ({ cookie } = await signedInUser(server, { role: 'admin' }));
  });

  const entries = (since: unknown) =>
    server.graphqlText(
      'query ($since: DateTime) { auditEntries(filter: { since: $since }) { edges { cursor } } }',
      { since },
      { cookie },
    );

  it.each(['2099-02-13T09:30:00Z', '2099-02-13T09:30:00.123456Z', '2099-02-13T09:30:00-05:30'])(
    'can be %s',
    async (since) => {
      expect((await entries(since)).errors).toEqual([]);
    },
  );

  it.each([
    'soon',
    '2099-02-13',
    '2099-02-13T09:30:00',
    '2099-02-30T09:30:00Z',
    '2099-02-13T24:30:00Z',
    '2099-02-13T09:30:00|05:30',
    'Fri, 13 Feb 2099 09:30:00 GMT',
    4_074_537_600_000,
  ])('is refused when it is %j', async (since) => {
    const answer = await entries(since);
    expect(answer.errors.map(({ extensions }) => extensions)).toEqual([{ code: 'BAD_USER_INPUT' }]);
  });

  it('is answered in UTC with milliseconds', async () => {
    const { user } = await signedInUser(server, { createdAt: new Date('2026-11-21T09:30:00Z') });
    const answer = await server.graphqlText<{ node: { createdAt: string } }>(
      'query ($id: ID!) { node(id: $id) { ... on User { createdAt } } }',
      { id: btoa(`User:${user.id}`) },
      { cookie },
    );
    expect(answer.data?.node.createdAt).toBe('2026-11-21T09:30:00.000Z');
  });
});
