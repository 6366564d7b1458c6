import autocannon, { type Client, type Request } from 'autocannon';

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
 * Keeps connections busy (16 by default), each with one request at a time. The clock starts when all
 * requests are built.
 * @param requestsOf returns the requests of one connection, which are sent in a loop
 * @throws {Error} if a request fails or a response has an unexpected status
 */
export async function load(
  origin: string,
  seconds: number,
  requestsOf: (connection: number) => LoadRequest[],
  { connections = 16, expected = [200] }: LoadOptions = {},
): Promise<Load & { statuses: ReadonlyMap<number, number>; answers: number; bytes: number }> {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const begun = new Set<Client>();
  let clients = 0;
  let began = 0;
  let ended = 0;
  let received = 0;
  const errors = await new Promise<number>((done, fail) => {
    const run = autocannon(
      {
        url: origin,
        connections,
        duration: seconds,
        setupClient(client) {
          client.setRequests(requestsOf(clients) as Request[]);
          clients += 1;
        },
      },
      (error: unknown, result) => (error instanceof Error ? fail(error) : done(result.errors)),
    );
    run.on('start', () => {
      began = performance.now();
    });
    run.on('response', (client, status, bytes, milliseconds) => {
      ended = performance.now();
      received += bytes;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // The time of a connection's first response includes building the requests.
      if (begun.has(client)) {
        times.push(milliseconds);
      } else {
        begun.add(client);
      }
    });
  });
  const duration = ended === 0 ? seconds : (ended - began) / 1_000;
  const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  if (errors > 0 || [...statuses.keys()].some((status) => !expected.includes(status))) {
    throw new Error(
      `${errors} requests failed; answers by status: ${JSON.stringify([...statuses])}`,
    );
  }
  if (times.length === 0) {
    // No connection had a second answer.
    times.push(seconds * 1_000);
  }
  times.sort((one, other) => one - other);
  const percentile = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    statuses,
    answers,
    bytes: received / Math.max(1, answers),
    perSecond: answers / duration,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}

export const median = (values: number[]): number => {
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
