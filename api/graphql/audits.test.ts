import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization, createTokenRow } from '../modules/partners/testing/partner.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

/** The reference audits of the GraphQL over HTTP specification. */
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  token = (await createTokenRow(server, await createOrganization(server))).text;
});

afterAll(() => server.close());

const callers: [string, () => Record<string, string>][] = [
  ['without credentials', () => ({})],
  ['with a token', () => ({ authorization: `Bearer ${token}` })],
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
});

it('calls with a token are counted, so the token was read', async () => {
  await server.deps.apiBudgets.flush();
  const [{ calls } = { calls: 0 }] = await server.prisma.$queryRaw<{ calls: number }[]>`
    SELECT sum(calls)::int AS calls FROM api_usage`;
  expect(calls).toBeGreaterThan(20);
});
