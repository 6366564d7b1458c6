import { randomInt } from 'node:crypto';
import type { LoadRequest } from './load.ts';
import type { MeasuredCase } from './measuredLoad.ts';
import type { Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';
import { terms } from './vocabulary.ts';

const browser = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
};

const all = 'gzip, deflate, br';

const page = (path: string, encoding: string): LoadRequest => ({
  path,
  method: 'GET',
  headers: { ...browser, 'accept-encoding': encoding },
});

/** Pages as HTML, signed out. */
export function htmlCases(
  program: Program,
  resorts: readonly ListedResort[],
  seconds: number,
): MeasuredCase[] {
  const some = (most: number, count: number) => () =>
    Array.from({ length: count }, () =>
      page(`/resort/${resorts[randomInt(Math.min(most, resorts.length))]?.id}`, all),
    );
  return [
    { name: 'home page, br', requestsOf: () => [page('/', all)] },
    { name: 'home page, gzip', requestsOf: () => [page('/', 'gzip')] },
    { name: 'home page, not compressed', requestsOf: () => [page('/', 'identity')] },
    { name: 'one of 100 resorts, br', requestsOf: some(100, 200) },
    { name: 'one of all resorts, br', requestsOf: some(resorts.length, seconds * 200) },
  ].map((one) => ({ ...one, program }));
}

export const restCases = (program: Program): MeasuredCase[] =>
  ['/api/resorts', '/api/resorts/top?limit=12', `/api/resorts/search?q=${terms.many}`].map(
    (path) => ({ name: path, program, requestsOf: () => [{ path, method: 'GET' as const }] }),
  );
