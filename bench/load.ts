import autocannon, { type Request, type Result } from 'autocannon';

const connections = 16;

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

/**
 * Keeps 16 connections busy, each with one request at a time.
 * @param requestsOf gives what one connection sends, in turn and from the start again
 */
export async function load(
  origin: string,
  seconds: number,
  requestsOf: () => LoadRequest[],
): Promise<Load> {
  const times: number[] = [];
  let refused = 0;
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
      if (status !== 200) {
        refused += 1;
      }
    });
  });
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
