import { ask } from './graphql.ts';
import { load, median, medianLoad, type Load, type LoadRequest } from './load.ts';
import { openCpuClock, type CpuClock, type CpuTimes, type Program } from './processes.ts';
import type { Table } from './table.ts';

export interface Rounds {
  /** Length of each measurement. */
  seconds: number;
  /** How often everything is measured; the figure is the median. */
  rounds: number;
}

export interface MeasuredCase {
  name: string;
  program: Program;
  /** Name of the bare handler's case for comparison. */
  bare?: string | undefined;
  requestsOf(connection: number): LoadRequest[];
  /** Whether to tell the share of answers from the cache. */
  remembers?: boolean;
  /** Sent before each measurement, outside of it. */
  before?: LoadRequest[] | undefined;
  /** Called after each measurement with the number of requests. */
  sent?: ((count: number) => void) | undefined;
}

interface Round extends Load {
  /** Milliseconds of CPU time per request; the steadiest figure between runs. */
  cpu: CpuTimes;
  /** Average bytes of a response, with headers. */
  bytes: number;
  hitRate: number | undefined;
}

/**
 * Keeps 16 connections busy with one case after the other, in rounds after one that warms up. "Of
 * bare" is the median over the rounds of the requests per second relative to the bare handler.
 */
export async function measureCases(
  title: string,
  cases: readonly MeasuredCase[],
  databaseUrl: string,
  { seconds, rounds }: Rounds,
): Promise<Table> {
  const clock = await openCpuClock(databaseUrl);
  const measured = new Map<string, Round[]>(cases.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const one of cases) {
        const result = await measureOnce(one, clock, round === 0 ? 2 : seconds).catch(
          (error: unknown) => {
            throw new Error(`${one.name} could not be measured`, { cause: error });
          },
        );
        if (round > 0) {
          measured.get(one.name)?.push(result);
        }
      }
    }
  } finally {
    await clock.close();
  }
  const rows = cases.map(({ name, bare = '' }) => {
    const own = measured.get(name) ?? [];
    const others = measured.get(bare);
    const { perSecond, p50, p95, p99 } = medianLoad(own);
    const rates = own.flatMap((one) => one.hitRate ?? []);
    return [
      name,
      perSecond,
      others &&
        median(others.map((other, round) => (own[round]?.perSecond ?? 0) / other.perSecond)),
      p50,
      p95,
      p99,
      median(own.map(({ cpu }) => cpu.server)),
      median(own.map(({ cpu }) => cpu.postgres)),
      median(own.map(({ bytes }) => bytes)) / 1e3,
      rates.length === 0 ? undefined : 100 * median(rates),
    ];
  });
  const times = ['p50 ms', 'p95', 'p99', 'CPU ms', 'of PostgreSQL'];
  const columns = ['', 'requests/s', 'of bare', ...times, 'kB each', 'hits %'];
  return { title: `${title} (16 connections)`, columns, rows };
}

async function measureOnce(
  { program, requestsOf, sent, remembers = false, before: first = [] }: MeasuredCase,
  clock: CpuClock,
  seconds: number,
): Promise<Round> {
  for (const request of first) {
    await ask(program.origin, request);
  }
  const before = remembers ? await readRemembered(program) : undefined;
  const stop = await clock.start(program);
  const result = await load(program.origin, seconds, requestsOf);
  const { server, postgres } = await stop();
  const after = remembers ? await readRemembered(program) : undefined;
  sent?.(result.answers);
  return {
    ...result,
    cpu: { server: server / result.answers, postgres: postgres / result.answers },
    hitRate: before && after && hitRate(before, after),
  };
}

/** Hits and misses of a server's response cache since it started. */
interface Remembered {
  hits: number;
  misses: number;
}

async function readRemembered({ origin }: Program): Promise<Remembered> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const sumOf = (name: string): number =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  return {
    hits: sumOf('public_answers_hits_total'),
    misses: sumOf('public_answers_misses_total'),
  };
}

/** Share of hits between two readings; undefined without reads. */
function hitRate(before: Remembered, after: Remembered): number | undefined {
  const hits = after.hits - before.hits;
  const reads = hits + after.misses - before.misses;
  return reads === 0 ? undefined : hits / reads;
}
