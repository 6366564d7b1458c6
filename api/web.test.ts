import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { graphql } from './generated/operations/gql.ts';
import { RateLimitedError } from './platform/errors.ts';
import { readCosts } from './platform/limits/readBudget.ts';
import { createLog } from './platform/process/log.ts';
import { signedInUser } from './testing/factories.ts';
import { getRaw } from './testing/rawHttp.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';
import { pagePolicy, type WebClient } from './web.ts';

const connections = (policy: string): string | undefined =>
  policy.split('; ').find((rule) => rule.startsWith('connect-src'));

it('pages may connect to this server, and to a storage that accepts parts of uploads itself', () => {
  expect(connections(pagePolicy('nonce', {}))).toBe("connect-src 'self'");
  expect(connections(pagePolicy('', { storage: 'https://s3.example' }))).toBe(
    "connect-src 'self' https://s3.example",
  );
});

it('pages may load the card form of Stripe where it takes the payments, and nowhere else', () => {
  expect(pagePolicy('', {})).not.toContain('stripe.com');
  const rules = pagePolicy("'sha256-x'", { stripe: true }).split('; ');
  const scripts = 'https://js.stripe.com https://*.js.stripe.com';
  expect(rules).toContain(`script-src 'self' 'sha256-x' ${scripts}`);
  expect(rules).toContain(`frame-src ${scripts} https://hooks.stripe.com`);
  expect(rules).toContain("connect-src 'self' https://api.stripe.com");
});

/** The URLs that the client was asked to render. */
let rendered: string[] = [];
let renderPage: WebClient['render'];

const client: WebClient = {
  dir: mkdtempSync(join(tmpdir(), 'tideweek-client-')),
  assets: undefined,
  render: (request) => {
    rendered.push(request.url);
    return renderPage(request);
  },
  renderShell: () => ({ html: '<p>the shell</p>', scripts: [] }),
  leadsToPage: (url) => url.startsWith('/known'),
};

const logged: string[] = [];
let server: TestServer;

beforeAll(async () => {
  mkdirSync(join(client.dir, 'known'));
  writeFileSync(join(client.dir, 'known/part.graphql'), 'type Query');
  const log = createLog('warn', { write: (line: string) => void logged.push(line) });
  server = await startTestServer({ webClient: client, log });
});

afterAll(async () => {
  await server.close();
  rmSync(client.dir, { recursive: true });
});

beforeEach(async () => {
  rendered = [];
  renderPage = ({ url }) =>
    Promise.resolve({
      kind: 'page',
      status: url.startsWith('/known') ? 200 : 404,
      html: `<script>'${url}'</script><p>page of ${url}</p>`,
      scripts: [`'${url}'`],
    });
  await server.emptyCaches();
});

it('renders one page for all unknown URLs, whatever cookies and secrets come with them', async () => {
  const answers = [];
  for (const [path, cookie] of [
    ['/no', undefined],
    ['/such', 'tracker=%E0%A4%A'],
    ['/page?x=1', 'tideweek=abcdefghijklmnopqrstuvwxyzabcdefghijklmn'],
    ['/at/all?token=secret', undefined],
  ] as const) {
    answers.push(await server.send(path, { cookie }));
  }
  expect(rendered).toEqual(['/unknown']);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  for (const { status, text, headers } of answers) {
    expect(status).toBe(404);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const script = /<script>(.*)<\/script>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`);
  }
});

it.each([
  ['br', 'br'],
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', null],
])('sends it to a client that accepts %s with the encoding %s', async (accepted, encoding) => {
  const answer = await server.send('/no', { headers: { 'accept-encoding': accepted } });
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('vary')).toContain('accept-encoding');
  expect(answer.text).toContain('page of /unknown');
});

it('renders an unknown URL for each signed-in visitor', async () => {
  const { cookie } = await signedInUser(server);
  const one = await server.send('/no', { cookie });
  const other = await server.send('/such', { cookie });
  expect([one.status, other.status]).toEqual([404, 404]);
  const page = await server.send('/known', { cookie });
  for (const { headers } of [one, other, page]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const signedOut = await server.send('/no');
  expect(signedOut.headers.get('cache-control')).toBe('private, no-cache');
  expect(rendered.slice(0, 2)).toEqual(['/unknown', '/unknown']);
});

it('serves files below the path of a page, which stays a page', async () => {
  const file = await server.send('/known/part.graphql');
  expect(file.text).toBe('type Query');
  expect((await server.send('/known')).text).toContain('page of /known');
});

it('caches a page with the policy of its own scripts', async () => {
  const policyOf = async (path: string) =>
    (await server.send(path)).headers.get('content-security-policy');
  const [one, again, other] = [
    await policyOf('/known'),
    await policyOf('/known'),
    await policyOf('/known/other'),
  ];
  expect(rendered).toEqual(['/known', '/known/other']);
  expect(again).toBe(one);
  expect(other).not.toBe(one);
});

it('limits concurrent renderings and leaves the other pages to the browser', async () => {
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const renderNow = renderPage;
  renderPage = async (request) => {
    await held;
    return renderNow(request);
  };
  const answers = Array.from({ length: 60 }, (_, number) => server.send(`/known/${number}`));
  // Rendered pages wait for the release, so any earlier response is not rendered.
  const unrendered: Awaited<(typeof answers)[number]>[] = [];
  for (const answer of answers) void answer.then((early) => unrendered.push(early));
  try {
    await expect.poll(() => unrendered.length).toBe(27);
    expect(rendered).toHaveLength(3);
  } finally {
    release?.();
  }
  for (const { status, text, headers } of unrendered.slice(0, 27)) {
    expect([status, text, headers.get('retry-after')]).toEqual([503, '<p>the shell</p>', '2']);
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(33);
  expect(statuses.filter((status) => status === 503)).toHaveLength(27);
  expect((await server.send('/known/again')).status).toBe(200);
});

it('logs the missing parts of a page with the request id', async () => {
  renderPage = (request) => {
    request.report(new Error('the data is away'));
    return Promise.resolve({ kind: 'page', status: 503, html: '', scripts: [] });
  };
  const { requestId, status } = await server.send('/known');
  expect(status).toBe(503);
  const line = logged.find((text) => text.includes(requestId));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    requestId,
    level: 50,
    err: { message: 'the data is away' },
  });
});

it.each([
  '/API/resorts',
  '/Api',
  '//api/resorts',
  '/%61PI/resorts',
  '/api%2Fresorts',
  '/x/../api/resorts',
  '/\\api\\resorts',
  '/GraphQL',
  '/HealthZ',
  '/S3/params',
  '/media/nothing',
])('%s is not a page and is answered with 404 in plain text', async (path) => {
  const { status, headers, text } = await getRaw(server.url, path);
  expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^There is (nothing here|no such call)$/);
  expect(rendered).toEqual([]);
});

it("charges renderings to the client's address, and refuses an address without points", async () => {
  const { readBudget } = server.deps;
  const spend = vi.spyOn(readBudget, 'spend');
  const enter = vi.spyOn(readBudget, 'enter');
  try {
    await server.send('/known/place');
    await server.send('/known/place');
    expect(spend.mock.calls).toEqual([['127.0.0.1', readCosts.page]]);
    enter.mockImplementation(() => {
      throw new RateLimitedError('Too many requests', 7);
    });
    const refused = await server.send('/known/place');
    expect([refused.status, refused.text]).toEqual([429, 'Too many requests']);
    expect(refused.headers.get('retry-after')).toBe('7');
  } finally {
    spend.mockRestore();
    enter.mockRestore();
  }
});

const tileServerQuery = graphql(`
  query TileServerOfSite {
    site {
      tileServer {
        url
        attribution
      }
    }
  }
`);

it('a site with a tile server names it to clients, and its pages may show its pictures', async () => {
  const withTiles = await startTestServer({
    webClient: client,
    mapTiles: { url: 'http://tiles.test:8080/{z}/{x}/{y}.png', attribution: '© Mapmakers' },
  });
  try {
    const page = await withTiles.send('/known');
    expect(page.headers.get('content-security-policy')).toContain(
      "img-src 'self' data: blob: https: http://tiles.test:8080;",
    );
    expect((await withTiles.graphql(tileServerQuery, {})).data).toEqual({
      site: {
        tileServer: { url: 'http://tiles.test:8080/{z}/{x}/{y}.png', attribution: '© Mapmakers' },
      },
    });
    expect((await server.graphql(tileServerQuery, {})).data).toEqual({
      site: { tileServer: null },
    });
  } finally {
    await withTiles.close();
  }
});
