import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createResort, password, signedInUser } from './testing/factories.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('the privacy page names every cookie that the server sets', async () => {
  const admin = await signedInUser(server, { role: 'admin' });
  const { id: resortId } = await createResort(server);
  const login = { identifier: admin.user.email, password };
  const answers = [
    await server.rest('POST', '/api/users/login', login),
    // It changes the catalogue.
    await server.graphqlText(
      'mutation ($input: UpdateResortInput!) { updateResort(input: $input) { __typename } }',
      { input: { resortId, fields: { priceMaxCents: 90_000 } } },
      { cookie: admin.cookie },
    ),
  ];
  const names = answers.flatMap(({ setCookies }) =>
    setCookies.map((cookie) => cookie.slice(0, cookie.indexOf('='))),
  );
  expect(new Set(names)).toEqual(new Set(['tideweek', 'tideweek-device', 'tideweek-wrote']));
  const page = await readFile(new URL('../web/site/articles/privacy.md', import.meta.url), 'utf8');
  for (const name of names) {
    expect(page).toContain(`\`${name}\``);
  }
});
