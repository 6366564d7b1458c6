import { once } from 'node:events';
import { connect } from 'node:net';
import { createAnswerReader, type Received } from './answerReader.ts';

export interface LoadRequest {
  path: string;
  method: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
}

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

/** Connections that send at once. */
export const connections = 16;

/**
 * Keeps 16 connections busy, each with one request at a time. The clock starts when all requests are
 * built and all connections are open.
 * @param requestsOf returns the requests of one connection, which are sent in a loop
 * @throws {Error} if a connection fails or a response has another status than 200
 */
export async function load(
  origin: string,
  seconds: number,
  requestsOf: (connection: number) => LoadRequest[],
): Promise<Load & { answers: number; bytes: number }> {
  const { host, hostname, port } = new URL(origin);
  const requests = Array.from({ length: connections }, (_, connection) =>
    requestsOf(connection).map((request) => bytesOf(request, host)),
  );
  const sockets = await Promise.all(
    requests.map(async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const times: number[] = [];
  let received = 0;
  const began = performance.now();
  let ended = began + seconds * 1_000;
  let isOver = false;
  await new Promise<void>((done, fail) => {
    for (const [connection, socket] of sockets.entries()) {
      const own = requests[connection] ?? [];
      const read = createAnswerReader();
      let sent = 0;
      let sentAt = 0;
      const send = (): void => {
        sentAt = performance.now();
        socket.write(own[sent % own.length] as Buffer);
        sent += 1;
      };
      socket.on('data', (data: Buffer) => {
        if (isOver) {
          return;
        }
        let answer: Received | undefined;
        try {
          answer = read(data);
          if (answer && answer.status !== 200) throw new Error(`an answer ${answer.status}`);
        } catch (error) {
          socket.destroy(error as Error);
          return;
        }
        if (answer) {
          ended = performance.now();
          times.push(ended - sentAt);
          received += answer.bytes;
          send();
        }
      });
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('the server closed a connection')));
      send();
    }
    setTimeout(done, seconds * 1_000);
  }).finally(() => {
    isOver = true;
    for (const socket of sockets) {
      socket.removeAllListeners('close');
      socket.destroy();
    }
  });
  const duration = (ended - began) / 1_000;
  const answers = times.length;
  if (answers === 0) {
    times.push(seconds * 1_000);
  }
  times.sort((one, other) => one - other);
  const percentile = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    answers,
    bytes: received / Math.max(1, answers),
    perSecond: answers / duration,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}

const bytesOf = ({ path, method, headers = {}, body = '' }: LoadRequest, host: string): Buffer => {
  const all = {
    host,
    ...headers,
    ...(method === 'POST' && { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

export const get = (path: string): LoadRequest => ({ path, method: 'GET' });

export const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

export const medianLoad = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map((one) => one.perSecond)),
  p50: median(loads.map((one) => one.p50)),
  p95: median(loads.map((one) => one.p95)),
  p99: median(loads.map((one) => one.p99)),
});
