import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRaw, sendRaw } from './testing/rawHttp.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';

it('stops once the last response is sent, even on a kept-alive connection', async () => {
  const server = await startTestServer();
  const id = randomUUID();
  const picture = Buffer.alloc(20_000_000, 7);
  await server.deps.storage.write(`resort-pictures/${id}/960`, Readable.from([picture]), {
    maxBytes: picture.length,
  });
  const agent = new Agent({ keepAlive: true });
  const request = get(`${server.url}/media/resorts/${id}/960.webp`, { agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const closed = server.close();
  expect((await buffer(answer)).equals(picture)).toBe(true);
  await closed;
  agent.destroy();
});

describe('Malformed requests', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ publicUrl: 'https://weeks.example' });
  });

  afterAll(() => server.close());

  it.each<[name: string, request: string, status: number]>([
    [
      'headers too large',
      `GET /api/x HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['an address too large', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['an unknown method', 'FOO /api/x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an unknown version', 'GET /api/x HTTP/3.7\r\nHost: a\r\n\r\n', 400],
    ['bytes beyond ASCII', 'GET /\u00ff HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'two lengths',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc',
      400,
    ],
    ['no host', 'GET /api/resorts HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET /api/resorts HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n',
      417,
    ],
    ['half a letter', 'GET /api/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ])('%s: plain text with the security headers', async (_name, request, status) => {
    const answer = await sendRaw(server.url, request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(answer.text.length),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer.text).toMatch(/^[A-Z][\w ,:]+$/);
  });

  it('a whole URL is read as its path, whatever host it names', async () => {
    for (const origin of ['http://evil.example', 'HTTP://a:99999', 'http://[']) {
      const answer = await getRaw(server.url, `${origin}/api/resorts`);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, []]);
    }
    expect((await getRaw(server.url, 'http://evil.example')).status).toBe(404);
  });

  it('never cause a server error, however odd the path', async () => {
    const part = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%',
      '%2f',
      '%5C',
      '%00',
      '%61',
      '[',
      ']',
      '@',
      ':',
      ';',
      '?',
      '#',
      '&',
      '=',
      '*',
      '~',
      '|',
      'api',
      'API',
      's3',
      'media',
      'resorts',
      'graphql',
      'search',
      'x',
    );
    const path = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    await fc.assert(
      fc.asyncProperty(path, async (target) => {
        const { status, headers } = await getRaw(server.url, target);
        expect(status).toBeLessThan(500);
        expect(headers['x-content-type-options']).toBe('nosniff');
      }),
      { numRuns: 300 },
    );
  });
});

it('forbids responses of the interfaces to load or frame anything, and restricts the editor', async () => {
  const server = await startTestServer();
  const policyOf = async (path: string, accept: string) =>
    (await server.send(path, { headers: { accept } })).headers.get('content-security-policy');
  for (const path of ['/api/resorts', '/api/nothing', '/graphql?query={__typename}', '/healthz']) {
    expect(await policyOf(path, 'application/json')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  }
  const editor = (await policyOf('/graphql', 'text/html'))?.split('; ') ?? [];
  for (const directive of ['default-src', 'base-uri', 'form-action', 'frame-ancestors']) {
    expect(editor).toContain(`${directive} 'none'`);
  }
  expect(editor).toContain("connect-src 'self'");
  expect(editor.join()).not.toContain('unsafe');
  const framed = (await policyOf('/graphql/editor', 'text/html'))?.split('; ') ?? [];
  expect(framed).toContain('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox');
  expect(framed.filter((directive) => directive.startsWith('connect-src'))).toEqual([]);
  expect(framed).toContain("default-src 'none'");
  expect(framed).toContain("frame-ancestors 'self'");
  await server.close();
});

it('sends a multipart response with a length and without chunks', async () => {
  const server = await startTestServer();
  const query = encodeURIComponent('{ __typename }');
  const request = get(`${server.url}/graphql?query=${query}`, {
    headers: { accept: 'multipart/mixed' },
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  expect(answer.headers['content-type']).toMatch(/^multipart\/mixed/);
  expect(answer.headers['transfer-encoding']).toBeUndefined();
  expect(Number(answer.headers['content-length'])).toBe(body.length);
  expect(body.toString()).toContain('{"data":{"__typename":"Query"}}');
  await server.close();
});
