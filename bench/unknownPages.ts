import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { load, type Load } from './load.ts';
import type { Program } from './processes.ts';

export interface MeasuredPages {
  name: string;
  pages: Load;
  /** Milliseconds of processor time per page; hardly affected by a busy machine. */
  processor: number;
  /** Share of responses with status 503, which leave the rendering to the browser. */
  unrendered: number;
  /** /healthz at the same time, one request at a time. */
  health: Load;
  /** Load average of the machine over the last minute. */
  machineLoad: number;
}

const kinds = [
  { name: 'unknown address', path: () => `/${randomUUID()}` },
  { name: 'unknown resort', path: () => `/resort/${randomUUID()}` },
  { name: 'unknown resort, a cookie', path: () => `/resort/${randomUUID()}`, cookie: 'tideweek=x' },
];

/** Requests pages that don't exist, each address once. */
export async function measureUnknownPages(
  { origin, pid }: Program,
  seconds: number,
): Promise<MeasuredPages[]> {
  const rows: MeasuredPages[] = [];
  for (const { name, path, cookie } of kinds) {
    const requestsOf = () =>
      Array.from({ length: 5_000 }, () => ({
        path: path(),
        method: 'GET' as const,
        headers: { 'accept-encoding': 'br', ...(cookie && { cookie }) },
      }));
    const before = processorTime(pid);
    const [pages, health] = await Promise.all([
      load(origin, seconds, requestsOf, { expected: [404, 503] }),
      load(origin, seconds, () => [{ path: '/healthz', method: 'GET' }], { connections: 1 }),
    ]);
    const answers = [...pages.statuses.values()].reduce((sum, count) => sum + count, 0);
    const unrendered = (pages.statuses.get(503) ?? 0) / answers;
    const processor = (processorTime(pid) - before) / answers;
    rows.push({ name, pages, processor, unrendered, health, machineLoad: loadavg()[0] ?? 0 });
  }
  return rows;
}

/** Processor time of a process in milliseconds; Linux counts hundredths of a second. */
function processorTime(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = '0', system = '0'] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
