import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

/** The reference audits of the GraphQL over HTTP specification. */
let server: TestServer;

const audits = serverAudits({
  url: () => `${server.url}/graphql`,
  fetchFn: (...args: Parameters<typeof fetch>) => fetch(...args),
});

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('all audits are run', () => expect(audits).toHaveLength(61));

it.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (_name, audit) => {
  const result = await audit.fn();
  expect(result.status === 'ok' ? 'ok' : `${result.status}: ${result.reason}`).toBe('ok');
});
