import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

const editor = async (search: string): Promise<string> =>
  (await server.send(`/graphql/editor${search}`, { headers: { accept: 'text/html' } })).text;

const ownOptions = '"shouldPersistHeaders":false';

it('the editor keeps no headers, and the page around it has a field for a token', async () => {
  expect(await editor('')).toContain(ownOptions);
  const page = await server.send('/graphql', { headers: { accept: 'text/html' } });
  expect(page.text).toContain('<input id="token"');
});

it('the page around the editor runs only its own script', async () => {
  const page = await server.send('/graphql', { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const [tag, directive] of [
    [/<\/?script>/, 'script-src'],
    [/<\/?style>/, 'style-src'],
  ] as const) {
    const [, content = ''] = page.text.split(tag);
    const hash = createHash('sha256').update(content).digest('base64');
    expect(policy).toContain(`${directive} 'sha256-${hash}';`);
  }
});

it('the editor begins with the variables of its address, which end no script', async () => {
  const variables = JSON.stringify({ id: '</script><script>alert(1)</script>' });
  const page = await editor(`?${new URLSearchParams({ query: '{ __typename }', variables })}`);
  expect(page).toContain(String.raw`\\u003c/script>\\u003cscript>alert(1)`);
  expect(page).not.toContain('<script>alert');
  expect(page).toContain(`${ownOptions},"variables":"{`);
  expect(await editor('?variables=%7B%3C/script%3E')).toContain(`${ownOptions}}`);
});
