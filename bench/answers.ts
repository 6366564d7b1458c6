import { randomInt } from 'node:crypto';
import type { LoadRequest } from './load.ts';
import { measureLoad, medianMeasured, type MeasuredLoad } from './measuredLoad.ts';
import { openCpuClock, type Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';
import { terms } from './vocabulary.ts';

export interface MeasuredRequests {
  name: string;
  answers: MeasuredLoad;
  /** Average bytes of a response, with headers. */
  bytes: number;
}

interface Measured {
  name: string;
  requestsOf(): LoadRequest[];
}

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

const page = (path: string, encoding: string): LoadRequest => ({
  path,
  method: 'GET',
  headers: { ...browser, 'accept-encoding': encoding },
});

export const measureHtml = (
  server: Program,
  databaseUrl: string,
  resorts: readonly ListedResort[],
  options: { seconds: number; rounds: number },
): Promise<MeasuredRequests[]> => {
  const some = (most: number, count: number) => () =>
    Array.from({ length: count }, () =>
      page(
        `/resort/${resorts[randomInt(Math.min(most, resorts.length))]?.id}`,
        'gzip, deflate, br',
      ),
    );
  return measure(
    server,
    databaseUrl,
    [
      { name: 'home page, br', requestsOf: () => [page('/', 'gzip, deflate, br')] },
      { name: 'home page, gzip', requestsOf: () => [page('/', 'gzip')] },
      { name: 'home page, not compressed', requestsOf: () => [page('/', 'identity')] },
      { name: 'one of 100 resorts, br', requestsOf: some(100, 200) },
      { name: 'one of all resorts, br', requestsOf: some(resorts.length, options.seconds * 200) },
    ],
    options,
  );
};

export const measureRest = (
  server: Program,
  databaseUrl: string,
  options: { seconds: number; rounds: number },
): Promise<MeasuredRequests[]> =>
  measure(
    server,
    databaseUrl,
    ['/api/resorts', '/api/resorts/top?limit=12', `/api/resorts/search?q=${terms.many}`].map(
      (path) => ({ name: path, requestsOf: () => [{ path, method: 'GET' as const }] }),
    ),
    options,
  );

async function measure(
  server: Program,
  databaseUrl: string,
  cases: Measured[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<MeasuredRequests[]> {
  const clock = await openCpuClock(databaseUrl);
  const loads = cases.map((): (MeasuredLoad & { bytes: number })[] => []);
  try {
    // Round 0 warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, { requestsOf }] of cases.entries()) {
        const result = await measureLoad(clock, server, round === 0 ? 2 : seconds, requestsOf);
        if (round > 0) {
          loads[index]?.push(result);
        }
      }
    }
  } finally {
    await clock.close();
  }
  return cases.map(({ name }, index) => {
    const own = loads[index] ?? [];
    return { name, answers: medianMeasured(own), bytes: own[0]?.bytes ?? 0 };
  });
}
