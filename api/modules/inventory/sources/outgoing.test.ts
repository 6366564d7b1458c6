import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mayReach } from '#api/platform/outgoing/outgoingAddresses.ts';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { smtpCertificate, smtpKey } from '#api/testing/smtpCertificate.ts';
import { createOutgoing, type OutgoingOptions, type OutgoingRequest } from './outgoing.ts';
import { ProviderError } from '#api/context/sources.ts';

const canary = 'canary-key-5f1e2d';

let feed: FeedServer;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  feed = await startFeedServer((request, response) => answer(request, response));
});

beforeEach(() => {
  answer = (_request, response) => response.end('weeks');
  feed.requests.length = 0;
});

afterAll(() => feed.close());

/** Permits the test feed; tests of time limits set short ones. */
const outgoing = (options: Partial<OutgoingOptions> & { allowed?: string[] } = {}) =>
  createOutgoing({
    mayReach: mayReach(options.allowed ?? ['127.0.0.1', 'feed.test']),
    resolve: () => Promise.resolve(['127.0.0.1']),
    ...options,
    limits: { bytes: 1_000_000, ...options.limits },
  });

async function read(
  address: string,
  options: Parameters<typeof outgoing>[0] = {},
  request: Partial<OutgoingRequest> = {},
): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of outgoing(options).read({
    name: 'Palm Weeks',
    address: new URL(address),
    key: canary,
    accept: 'text/plain',
    signal: new AbortController().signal,
    ...request,
  })) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** The message of a failed read; it must not contain the key. */
async function failure(...args: Parameters<typeof read>): Promise<string> {
  const error: unknown = await read(...args).then(
    (text) => new Error(`read: ${text}`),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  const { message, stack, cause } = error as ProviderError;
  expect(`${message} ${stack} ${String(cause)}`).not.toContain(canary);
  return message;
}

describe('addresses that requests never go to', () => {
  const port = (): number => feed.port;

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://127.255.255.254',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://127.0.0.1.',
    'http://①②⑦.⓪.⓪.①',
    'http://[::1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://0.0.0.0',
    'http://0',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[::ffff:0:127.0.0.1]',
    'http://[64:ff9b::127.0.0.1]',
    'http://[64:ff9b:1::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://[2001:0:7f00:1::]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://[fc00::1]',
    'http://[fd12:3456::1]',
    'http://[ff02::1]',
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
    'http://[::ffff:169.254.169.254]',
    'http://100.100.100.200',
    'http://10.0.0.1',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://100.64.0.1',
    'http://192.0.0.1',
    'http://198.18.0.1',
    'http://203.0.113.7',
    'http://224.0.0.1',
    'http://240.0.0.1',
    'http://255.255.255.255',
    'https://127.0.0.1',
  ])('%s', async (origin) => {
    const guarded = { allowed: [], resolve: () => Promise.reject(new Error('asked a resolver')) };
    const address = `${origin}:${port()}/weeks`;
    expect(await failure(address, guarded)).toMatch(/^Palm Weeks can't be asked: .* is private$/);
    expect(await outgoing(guarded).objection(new URL(address))).toMatch(/is private$/);
    expect(feed.requests).toEqual([]);
  });

  it.each([
    ['localhost', ['127.0.0.1']],
    ['LOCALHOST.', ['127.0.0.1']],
    ['localhost.localdomain', ['::1']],
    ['sub.localhost', ['127.0.0.1']],
    ['127.0.0.1.nip.io', ['127.0.0.1']],
    ['metadata.google.internal', ['169.254.169.254']],
    ['mapped.example', ['::ffff:10.0.0.1']],
    ['half.example', ['93.184.216.34', '10.0.0.1']],
    ['six.example', ['2606:4700::1111', 'fd00::1']],
    ['strange.example', ['not an address']],
  ])('the name %s, which resolves to %j', async (host, addresses) => {
    const guarded = { allowed: [], resolve: () => Promise.resolve(addresses) };
    const address = `http://${host}:${port()}/`;
    expect(await failure(address, guarded)).toMatch(/^Palm Weeks can't be asked: .* is private$/);
    expect(await outgoing(guarded).objection(new URL(address))).toMatch(/is private$/);
    expect(feed.requests).toEqual([]);
  });

  it('names that this machine resolves itself', async () => {
    const guarded = createOutgoing({ mayReach: mayReach([]) });
    expect(await guarded.objection(new URL(`http://localhost:${port()}/`))).toBe(
      'The address localhost is private',
    );
  });

  it.each([
    ['file:///etc/passwd', 'must begin with http'],
    ['ftp://93.184.216.34/weeks', 'must begin with http'],
    ['gopher://93.184.216.34:70/_GET', 'must begin with http'],
    ['data:application/json,[]', 'must begin with http'],
    ['javascript:alert(1)', 'must begin with http'],
    ['sandbox:/weeks.json', 'must begin with http'],
    ['http://user:secret@93.184.216.34/', 'no user name and password'],
    ['http://user@93.184.216.34/', 'no user name and password'],
  ])('%s', async (address, message) => {
    expect(await failure(address)).toContain(message);
    expect(await outgoing().objection(new URL(address))).toContain(message);
  });

  it('a name that resolves differently later: only the checked address is connected to', async () => {
    const answers = [['127.0.0.1'], ['10.99.99.99']];
    let asked = 0;
    const resolve = (): Promise<string[]> => Promise.resolve(answers[asked++] ?? []);
    const options = { allowed: ['127.0.0.1'], resolve };
    expect(await read(`http://rebinding.test:${port()}/`, options)).toBe('weeks');
    expect(asked).toBe(1);
    expect(await failure(`http://rebinding.test:${port()}/`, options)).toContain('is private');
    expect(feed.requests).toHaveLength(1);
  });

  it('a name that becomes private between a request and its redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    const answers = [['127.0.0.1'], ['169.254.169.254']];
    const resolve = (): Promise<string[]> => Promise.resolve(answers.shift() ?? []);
    expect(
      await failure(`http://rebinding.test:${port()}/`, { allowed: ['127.0.0.1'], resolve }),
    ).toBe("Palm Weeks can't be asked: The address rebinding.test is private");
    expect(feed.requests).toHaveLength(1);
  });

  it('do not include public ones and names that cannot be resolved yet', async () => {
    const check = (address: string, addresses: string[]) =>
      outgoing({ allowed: [], resolve: () => Promise.resolve(addresses) }).objection(
        new URL(address),
      );
    expect(await check('https://93.184.216.34/', [])).toBeUndefined();
    expect(await check('https://[2606:4700:4700::1111]/', [])).toBeUndefined();
    expect(await check('https://weeks.example/', ['93.184.216.34'])).toBeUndefined();
    expect(await check('https://weeks.example/', [])).toBeUndefined();
  });
});

describe('permission for private addresses', () => {
  it.each([
    [['127.0.0.1'], true],
    [['127.0.0.0/8'], true],
    [['feed.test'], true],
    [['FEED.test.'], true],
    [['10.0.0.0/8'], false],
    [['other.test'], false],
    [['test'], false],
  ])('%j: %s', async (allowed, isAllowed) => {
    const address = `http://feed.test:${feed.port}/`;
    if (isAllowed) {
      expect(await read(address, { allowed })).toBe('weeks');
    } else {
      expect(await failure(address, { allowed })).toContain('is private');
    }
  });

  it('covers one port if a port is given', async () => {
    const address = `http://feed.test:${feed.port}/`;
    expect(await read(address, { allowed: [`feed.test:${feed.port}`] })).toBe('weeks');
    expect(await failure(address, { allowed: ['feed.test:1'] })).toContain('is private');
    expect(
      await read(`http://127.0.0.1:${feed.port}/`, { allowed: [`127.0.0.1:${feed.port}`] }),
    ).toBe('weeks');
  });

  it('covers an IPv4 address written as IPv6', () => {
    const reach = mayReach(['10.0.0.0/8', 'fd00::/8']);
    const target = { host: 'x', port: 80 };
    expect(reach({ ...target, address: '::ffff:10.1.2.3' })).toBe(true);
    expect(reach({ ...target, address: '::ffff:11.1.2.3' })).toBe(false);
    expect(reach({ ...target, address: 'fd12::1' })).toBe(true);
  });
});

describe('redirects', () => {
  const to = (location: string, status = 302) => {
    answer = (request, response) =>
      request.url === '/'
        ? response.writeHead(status, { location }).end()
        : response.end(`at ${request.url}`);
  };
  const address = (): string => `http://feed.test:${feed.port}/`;

  it.each([301, 302, 303, 307, 308])('on the same host are followed: %i', async (status) => {
    to('/weeks?page=2', status);
    expect(await read(address())).toBe('at /weeks?page=2');
    expect(feed.requests[1]?.headers.authorization).toBe(`Bearer ${canary}`);
  });

  it.each([
    'http://other.test/',
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://feed.test:1/',
    '//other.test/',
    'http://feed.test.other.test/',
  ])('to another host or port are not followed: %s', async (location) => {
    to(location);
    expect(await failure(address())).toBe('Palm Weeks redirected to another host');
    expect(feed.requests).toHaveLength(1);
  });

  it.each(['file:///etc/passwd', 'ftp://feed.test/', 'http://[', 'gopher://feed.test/'])(
    'to %s are not followed',
    async (location) => {
      to(location);
      expect(await failure(address())).toBe('Palm Weeks redirected to where no request may go');
    },
  );

  it('with a user name and password are not followed', async () => {
    to(`http://user:pw@feed.test:${feed.port}/x`);
    expect(await failure(address())).toContain('no user name and password');
  });

  it('are followed at most five times', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await failure(address())).toBe('Palm Weeks redirected more than 5 times');
    expect(feed.requests).toHaveLength(6);
  });

  it('without a location, and statuses other than 200, are errors', async () => {
    for (const status of [302, 204, 206, 304, 401, 404, 500, 503]) {
      answer = (_request, response) => response.writeHead(status).end();
      expect(await failure(address())).toBe(`Palm Weeks answered ${status}`);
    }
  });

  it('of a POST are followed only if they keep the method', async () => {
    to('/weeks', 302);
    expect(await failure(address(), {}, { body: '{}' })).toBe('Palm Weeks answered 302');
    to('/weeks', 307);
    expect(await read(address(), {}, { body: '{}' })).toBe('at /weeks');
    expect(feed.requests.at(-1)?.method).toBe('POST');
  });
});

describe('the body of a response', () => {
  const address = (): string => `http://feed.test:${feed.port}/`;
  const packed = gzipSync(Buffer.from('weeks '.repeat(10_000)));

  it('is refused with fewer bytes than announced', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('weeks', () => response.destroy());
    };
    expect(await failure(address())).toBe('Palm Weeks ended in the middle');
  });

  it('is refused without its last chunk', async () => {
    answer = (_request, response) => {
      response.write('weeks', () => response.destroy());
    };
    expect(await failure(address())).toBe('Palm Weeks ended in the middle');
  });

  it('is refused if its compressed data is cut off, even if HTTP is complete', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(packed.subarray(0, packed.length - 20));
    };
    expect(await failure(address())).toBe('Palm Weeks ended in the middle');
  });

  it('is refused if it cannot be decompressed, or its encoding was not requested', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    };
    expect(await failure(address())).toBe("Palm Weeks sent something that can't be unpacked");
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(packed);
    };
    expect(await failure(address())).toBe(
      'Palm Weeks answered in a compression that was not asked for',
    );
  });

  it('is read in each compression', async () => {
    for (const [name, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['deflate', deflateSync],
    ] as const) {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-encoding': name }).end(pack(Buffer.from('weeks')));
      };
      expect(await read(address()), name).toBe('weeks');
    }
  });
});

describe('limits', () => {
  const address = (): string => `http://feed.test:${feed.port}/`;

  it('apply to the announced and to the received size', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-length': 2e6 }).flushHeaders();
    expect(await failure(address())).toBe('Palm Weeks sent more than 1 MB');
    answer = (_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(50_000)));
        response.once('drain', more);
      };
      more();
    };
    expect(await failure(address())).toBe('Palm Weeks sent more than 1 MB');
  });

  it('apply to the decompressed size of a small response', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(60_000);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    };
    expect(await failure(address())).toBe('Palm Weeks sent more than 1 MB');
  });

  it('apply to silence before and during the response', async () => {
    const short = { limits: { idle: 400 } };
    answer = () => undefined;
    expect(await failure(address(), short)).toBe('Palm Weeks took longer than 400 milliseconds');
    answer = (_request, response) => response.write('weeks');
    expect(await failure(address(), short)).toBe('Palm Weeks took longer than 400 milliseconds');
  });

  it('apply to the total time, however steadily data arrives', async () => {
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await failure(address(), { limits: { whole: 1_000 } })).toBe(
      'Palm Weeks took longer than 1000 milliseconds',
    );
  });

  it('do not apply to a slow reader', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    answer = (_request, response) => response.end('x'.repeat(100_001));
    let length = 0;
    for await (const piece of outgoing({ limits: { idle: 5_000 } }).read({
      name: 'Palm Weeks',
      address: new URL(address()),
      key: undefined,
      accept: '*/*',
      signal: new AbortController().signal,
    })) {
      length += piece.length;
      await vi.advanceTimersByTimeAsync(5_100);
    }
    expect(length).toBe(100_001);
    expect(feed.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('apply to connecting and to resolving the name', async () => {
    const never = {
      resolve: () => new Promise<string[]>(() => undefined),
      limits: { connect: 400 },
    };
    expect(await failure(address(), never)).toBe(
      'Palm Weeks could not be reached within 400 milliseconds',
    );
    const unknown = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await failure(address(), { resolve: unknown })).toBe(
      'Palm Weeks has an address whose host nobody knows',
    );
    expect(await failure('http://feed.test:1/')).toBe('Palm Weeks refused the connection');
  });

  it('include the signal of the caller', async () => {
    const controller = new AbortController();
    answer = (_request, response) =>
      response.write('weeks', () => controller.abort(new Error('cancelled')));
    await expect(read(address(), {}, { signal: controller.signal })).rejects.toThrow('cancelled');
    await expect(read(address(), {}, { signal: controller.signal })).rejects.toThrow('cancelled');
  });
});

describe('secrets', () => {
  it('the key is in no message, whatever the provider sends back', async () => {
    const address = `http://feed.test:${feed.port}/`;
    answer = (request, response) => {
      response.writeHead(500, { 'x-echo': request.headers.authorization }).end(canary);
    };
    await failure(address);
    answer = (_request, response) => {
      response.writeHead(302, { location: `http://other.test/${canary}` }).end();
    };
    await failure(address);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': canary }).end();
    };
    await failure(address);
    expect(await failure(address, {}, { key: `${canary}\nX-Other: 1` })).toContain(
      "has a key that can't be sent",
    );
  });

  it('the key is not in the message about a server that does not speak HTTP', async () => {
    const server = createTcpServer((socket) => socket.end(`${canary} hello\r\n`));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await failure(`http://feed.test:${port}/`)).toBe('Palm Weeks did not answer as HTTP');
    server.close();
  });

  it('the key is sent over TLS only to a server with a trusted certificate for the name', async () => {
    const server = createTlsServer({ cert: smtpCertificate, key: smtpKey }, (_request, response) =>
      response.end('over TLS'),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const local = { allowed: ['127.0.0.1'] };
    expect(await failure(`https://localhost:${port}/`, local)).toBe(
      'Palm Weeks has no certificate that can be trusted',
    );
    const trusted = { ...local, trusted: smtpCertificate };
    expect(await failure(`https://other.test:${port}/`, trusted)).toBe(
      'Palm Weeks has no certificate that can be trusted',
    );
    expect(await read(`https://localhost:${port}/`, trusted)).toBe('over TLS');
    server.close();
  });
});
