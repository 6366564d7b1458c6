import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { load } from './load.ts';
import { cpuTimeOf, type Program } from './processes.ts';
import type { Cell, Table } from './table.ts';

const kinds = [
  { name: 'unknown address', path: () => `/${randomUUID()}` },
  { name: 'unknown resort', path: () => `/resort/${randomUUID()}` },
  { name: 'unknown resort, a cookie', path: () => `/resort/${randomUUID()}`, cookie: 'tideweek=x' },
];

/** Requests pages that don't exist, each address once. */
export async function measureUnknownPages(
  { origin, pid }: Program,
  seconds: number,
): Promise<Table> {
  const rows: Cell[][] = [];
  for (const { name, path, cookie } of kinds) {
    const requestsOf = () =>
      Array.from({ length: 5_000 }, () => ({
        path: path(),
        method: 'GET' as const,
        headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) },
      }));
    const before = cpuTimeOf(pid);
    const [pages, health] = await Promise.all([
      load(origin, seconds, requestsOf, { expected: [404, 503] }),
      load(origin, seconds, () => [{ path: '/healthz', method: 'GET' }], { connections: 1 }),
    ]);
    const processor = (cpuTimeOf(pid) - before) / pages.answers;
    const unrendered = (100 * (pages.statuses.get(503) ?? 0)) / pages.answers;
    const { p50, p95, p99 } = health;
    rows.push([
      name,
      pages.perSecond,
      pages.p95,
      processor,
      unrendered,
      p50,
      p95,
      p99,
      loadavg()[0],
    ]);
  }
  const measured = ['requests/s', 'p95', 'processor', '% left to the browser'];
  return {
    title: 'Pages that do not exist (16 connections), and /healthz beside them (milliseconds)',
    columns: ['', ...measured, 'health p50', 'p95', 'p99', 'machine load'],
    rows,
  };
}
