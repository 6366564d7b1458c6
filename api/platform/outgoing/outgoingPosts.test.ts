import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { smtpCertificate, smtpKey } from '#api/testing/smtpCertificate.ts';
import {
  createOutgoingPosts,
  PostError,
  type OutgoingPostsOptions,
  type PostAnswer,
} from './outgoingPosts.ts';

let receiver: FeedServer;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  receiver = await startFeedServer((request, response) => answer(request, response));
});

beforeEach(() => {
  answer = (_request, response) => response.end('thanks');
  receiver.requests.length = 0;
});

afterAll(() => receiver.close());

const posts = (options: Partial<OutgoingPostsOptions> = {}) =>
  createOutgoingPosts({ allowed: ['127.0.0.1'], ...options });

const post = (
  address: string,
  options: Partial<OutgoingPostsOptions> = {},
  signal = new AbortController().signal,
): Promise<PostAnswer> =>
  posts(options).post({ address, headers: { 'webhook-id': '7' }, body: '{"n":1}', signal });

const failure = async (...args: Parameters<typeof post>): Promise<string> => {
  const error: unknown = await post(...args).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PostError);
  return (error as PostError).message;
};

describe('a post', () => {
  it('brings its headers and body, and returns the answer', async () => {
    let body = '';
    answer = (request, response) => {
      expect(request.method).toBe('POST');
      expect(request.headers).toMatchObject({
        'webhook-id': '7',
        'content-type': 'application/json',
      });
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => response.writeHead(202).end('th\0nks'));
    };
    expect(await post(`${receiver.origin}/hooks`)).toEqual({ status: 202, text: 'th\uFFFDnks' });
    expect(body).toBe('{"n":1}');
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await post(`${receiver.origin}/hooks`)).toEqual({ status: 307, text: '' });
    expect(receiver.requests).toHaveLength(1);
  });

  it('reads one kilobyte of an answer that never ends, and hangs up', async () => {
    let closed: Promise<unknown> | undefined;
    answer = (_request, response) => {
      closed = once(response, 'close');
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    };
    expect(await post(receiver.origin)).toEqual({ status: 200, text: 'x'.repeat(1024) });
    await closed;
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['is not answered', () => undefined],
    ['is answered without an end', (response) => response.write('x')],
  ])('that %s fails when its time is over', async (_name, begin) => {
    answer = (_request, response) => begin(response);
    expect(await failure(receiver.origin, { timeout: 200 })).toBe('No answer within 0.2 seconds');
  });

  it('fails in time although a name is not resolved', async () => {
    const never = () => new Promise<string[]>(() => undefined);
    expect(await failure('https://hooks.test', { timeout: 50, resolve: never })).toBe(
      'No answer within 0.05 seconds',
    );
  });

  it('ends with the reason of its signal', async () => {
    const stopping = new AbortController();
    answer = () => stopping.abort(new Error('stopping'));
    await expect(post(receiver.origin, {}, stopping.signal)).rejects.toThrow('stopping');
  });

  it('says in few words why there was no answer', async () => {
    answer = (request) => request.socket.destroy();
    expect(await failure(receiver.origin)).toMatch(/^The receiver /);
    expect(await failure('http://127.0.0.1:1')).toMatch(/^The receiver /);
  });

  it('checks the certificate of the receiver', async () => {
    const secure = createTlsServer({ key: smtpKey, cert: smtpCertificate }, (_request, response) =>
      response.end('secure'),
    ).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const address = `https://localhost:${port}`;
    expect(await post(address, { resolve, trusted: smtpCertificate })).toMatchObject({
      text: 'secure',
    });
    expect(await failure(address, { resolve })).toMatch(/^The receiver /);
    secure.close();
  });
});

describe('an address', () => {
  it('is refused at the connection once its name leads to a private one', async () => {
    let found = ['93.184.216.34'];
    const address = `https://hooks.test:${receiver.port}/`;
    const options = { allowed: [], resolve: () => Promise.resolve(found) };
    expect(await posts(options).objection(address)).toBeUndefined();
    found = ['93.184.216.34', '127.0.0.1'];
    expect(await failure(address, options)).toBe('The address hooks.test is private');
    expect(await posts(options).objection(address)).toBe('The address hooks.test is private');
    expect(receiver.requests).toHaveLength(0);
  });

  it('without https is one that is permitted', async () => {
    const resolve = () => Promise.resolve(['93.184.216.34']);
    for (const address of ['http://hooks.test', 'http://93.184.216.34', 'ftp://127.0.0.1']) {
      expect(await posts({ resolve }).objection(address)).toBe(
        'The address must begin with https://',
      );
    }
    expect(await posts().objection(receiver.origin)).toBeUndefined();
    expect(await posts({ allowed: [] }).objection('https://127.0.0.1')).toBe(
      'The address 127.0.0.1 is private',
    );
  });

  it('that is not known now may be saved', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect(await posts({ resolve }).objection('https://hooks.test')).toBeUndefined();
    expect(await posts({ resolve }).objection('http://hooks.test')).toBe(
      'The address must begin with https://',
    );
    expect(await failure('https://hooks.test', { resolve })).toMatch(/^The receiver /);
  });
});
