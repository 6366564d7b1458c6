import autocannon, { type Request, type Result } from 'autocannon';

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

interface LoadOptions {
  connections?: number;
  /** Accepted response statuses. Defaults to 200. */
  expected?: number[];
}

/**
 * Keeps connections busy (16 by default), each with one request at a time.
 * @param requestsOf returns the requests of one connection, which are sent in a loop
 * @throws {Error} if a request fails or a response has an unexpected status
 */
export async function load(
  origin: string,
  seconds: number,
  requestsOf: () => LoadRequest[],
  { connections = 16, expected = [200] }: LoadOptions = {},
): Promise<Load & { statuses: ReadonlyMap<number, number> }> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const { duration, errors } = await new Promise<Result>((done, fail) => {
    const run = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        setupClient: (client) => client.setRequests(requestsOf() as Request[]),
      },
      (error: unknown, result) => (error instanceof Error ? fail(error) : done(result)),
    );
    run.on('response', (_client, status, _bytes, milliseconds) => {
      times.push(milliseconds);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    });
  });
  const refused = [...statuses].reduce(
    (sum, [status, count]) => (expected.includes(status) ? sum : sum + count),
    0,
  );
  if (refused + errors > 0) {
    throw new Error(`${refused} answers were refused, ${errors} requests failed`);
  }
  if (times.length === 0) {
    times.push(duration * 1_000);
  }
  times.sort((one, other) => one - other);
  const percentile = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    statuses,
    perSecond: times.length / duration,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}

const median = (values: number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
};

export const medianLoad = (loads: Load[]): Load => ({
  perSecond: median(loads.map((one) => one.perSecond)),
  p50: median(loads.map((one) => one.p50)),
  p95: median(loads.map((one) => one.p95)),
  p99: median(loads.map((one) => one.p99)),
});
