import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const editor = async (search: string): Promise<string> =>
  (await server.send(`/graphql${search}`, { headers: { accept: 'text/html' } })).text;

const ownOptions = '"shouldPersistHeaders":false';

it('the editor keeps no headers, and has a field for a token', async () => {
  const page = await editor('');
  expect(page).toContain(ownOptions);
  expect(page).toContain('<input id="token"');
});

it('the editor begins with the variables of its address, which end no script', async () => {
  const variables = JSON.stringify({ id: '</script><script>alert(1)</script>' });
  const page = await editor(`?${new URLSearchParams({ query: '{ __typename }', variables })}`);
  expect(page).toContain(String.raw`\\u003c/script>\\u003cscript>alert(1)`);
  expect(page).not.toContain('<script>alert');
  expect(page).toContain(`${ownOptions},"variables":"{`);
  expect(await editor('?variables=%7B%3C/script%3E')).toContain(`${ownOptions}}`);
});
