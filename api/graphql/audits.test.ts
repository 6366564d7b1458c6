import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createTokenRow } from '../modules/partners/testing/partner.ts';
import { documentedRows } from '../testing/documentedRows.ts';
import { signedInUser } from '../testing/factories.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { errorCodes } from '../platform/errorCodes.ts';

/** The reference audits of the GraphQL over HTTP specification. */
let server: TestServer;
let token: string;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer();
  token = (await createTokenRow(server, await createOrganization(server))).text;
  ({ cookie } = await signedInUser(server));
});

afterAll(() => server.close());

const callers: [string, () => Record<string, string>][] = [
  ['without credentials', () => ({})],
  ['with a token', () => ({ authorization: `Bearer ${token}` })],
  ['with a session', () => ({ cookie })],
];

describe.each(callers)('%s', (_caller, headersOf) => {
  const audits = serverAudits({
    url: () => `${server.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      Object.entries(headersOf()).forEach(([name, value]) => headers.set(name, value));
      return fetch(url, { ...init, headers });
    },
  });

  it('all audits are run', () => expect(audits).toHaveLength(61));

  it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
  });

  const page = 'query ($first: Int!) { resorts(first: $first) { edges { cursor } } }';
  const ofViewer =
    'query ($first: Int!) { resorts(first: $first) { edges { cursor } } viewer { id } }';

  it.each([
    ['of another type', page, { first: 'x' }],
    ['that are missing', page, {}],
    ['that are null', page, { first: null }],
    ['of an operation with own data', ofViewer, { first: 'x' }],
    [
      'that are no days',
      'query ($on: Date!) { resort(id: "1") { weeks(night: $on) { __typename } } }',
      { on: 'x' },
    ],
    [
      'with fields that no input has',
      'mutation ($in: SignInInput!) { signIn(input: $in) { __typename } }',
      { in: { identifier: 'a', password: 'b', x: 1 } },
    ],
  ])('variables %s are refused, whatever is accepted', async (_what, query, variables) => {
    for (const [accept, status] of [
      ['application/graphql-response+json', 400],
      ['application/json', 200],
    ] as const) {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, ...headersOf() },
        body: JSON.stringify({ query, variables }),
      });
      expect(answer.status).toBe(status);
      const body = (await answer.json()) as Record<string, unknown>;
      expect(body).not.toHaveProperty('data');
      expect(body['errors']).toMatchObject([
        { message: expect.stringMatching(/^Variable "\$/), extensions: { code: 'BAD_USER_INPUT' } },
      ]);
    }
  });
});

it('calls with a token are counted, so the token was read', async () => {
  await server.deps.apiBudgets.flush();
  const [{ calls } = { calls: 0 }] = await server.prisma.$queryRaw<{ calls: number }[]>`
    SELECT sum(calls)::int AS calls FROM api_usage`;
  expect(calls).toBeGreaterThan(20);
});

it('the documentation has each code and its meaning', () => {
  expect(documentedRows(/^\| code +\| meaning/)).toEqual(
    Object.entries(errorCodes).map(([code, meaning]) => [`\`${code}\``, meaning]),
  );
});
