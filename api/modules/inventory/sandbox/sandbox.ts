import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { sandboxFormats, type SandboxFormat } from './formats.ts';
import { createSandboxWeeks, usualRows } from './weeks.ts';
import { utcToday } from '#common/days.ts';

/** Faults of a provider that can be simulated, as values of `?fault=`. */
const faults = [
  ...(['slow', '500', 'malformed', 'duplicates'] as const),
  ...(['truncated', 'redirects', 'huge'] as const),
];

type Fault = (typeof faults)[number];

type Weeks = ReturnType<typeof createSandboxWeeks>;

const mostRows = 5_000_000;

const batch = 100;

/** `fault=slow`: rows before the pause, and the milliseconds, longer than any reader's timeout. */
const slowRows = 50;
const slowPause = 60_000;

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/**
 * Starts an inventory provider on this machine that serves /weeks.json and /weeks.csv over HTTP.
 * Query parameters: `rows` (number of weeks), `pause` (milliseconds after each 100 rows), `fault`.
 * @param today YYYY-MM-DD; for tests
 */
export async function startSandbox(today = utcToday()) {
  const stopped = new AbortController();
  const catalogues = new Map<string, Weeks>();
  const weeksOf = (catalogue: string): Weeks => {
    const weeks = catalogues.get(catalogue) ?? createSandboxWeeks(catalogue, today);
    catalogues.set(catalogue, weeks);
    return weeks;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const file = sandboxFormats[url.pathname];
    const fault = faults.find((known) => known === url.searchParams.get('fault'));
    if (request.method !== 'GET' || !file) {
      response.writeHead(404).end();
    } else if (fault === '500') {
      response.writeHead(500, { 'content-type': 'text/plain' }).end('Something broke here');
    } else if (fault === 'redirects') {
      response.writeHead(302, { location: request.url }).end();
    } else {
      const rows = wholeNumber(url.searchParams.get('rows'), usualRows, mostRows);
      const pause = wholeNumber(url.searchParams.get('pause'), 0, 10_000);
      const { format, catalogue } = file;
      const weeks = weeksOf(catalogue);
      response.writeHead(200, { 'content-type': format.contentType });
      const order = { format, weeks, rows, pause, fault, signal: stopped.signal };
      await pipeline(Readable.from(pieces(order), { objectMode: false }), response);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      stopped.abort();
      server.close();
      server.closeAllConnections();
      if (server.listening) {
        await once(server, 'close');
      }
    },
  };
}

interface Order {
  format: SandboxFormat;
  weeks: Weeks;
  rows: number;
  pause: number;
  fault: Fault | undefined;
  signal: AbortSignal;
}

async function* pieces(order: Order): AsyncGenerator<string, void, undefined> {
  const { format, pause, fault, signal } = order;
  const rows = fault === 'huge' ? Number.POSITIVE_INFINITY : order.rows;
  const size = fault === 'slow' ? slowRows : batch;
  yield format.before;
  for (let from = 0; from < rows; from += size) {
    if (fault === 'truncated' && from >= rows * 0.4) {
      // Cuts the connection; the rest is not sent.
      throw new Error('truncated');
    }
    const lines = Array.from({ length: Math.min(size, rows - from) }, (_, index) =>
      line(order, from + index),
    );
    yield (from === 0 ? '' : format.between) + lines.join(format.between);
    if (fault === 'slow' || pause > 0) {
      await wait(fault === 'slow' ? slowPause : pause, undefined, { signal });
    }
  }
  yield format.after;
}

function line({ format, weeks, fault }: Order, index: number): string {
  if (fault === 'malformed' && index % 20 === 7) {
    return format.broken[Math.floor(index / 20) % format.broken.length] ?? '';
  }
  const isRepeated = fault === 'duplicates' && index % 10 === 9;
  return format.row(weeks(isRepeated ? index - 5 : index));
}

function wholeNumber(text: string | null, usual: number, most: number): number {
  const number = Number(text ?? usual);
  return Number.isInteger(number) && number >= 0 ? Math.min(number, most) : usual;
}
