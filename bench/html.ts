import { randomInt } from 'node:crypto';
import type { LoadRequest } from './load.ts';
import type { MeasuredCase } from './measuredLoad.ts';
import type { Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';

const page = (path: string, encoding = 'gzip, deflate, br'): LoadRequest => ({
  path,
  method: 'GET',
  headers: {
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-encoding': encoding,
  },
});

/** Pages as HTML, signed out. */
export function htmlCases(
  program: Program,
  resorts: readonly ListedResort[],
  seconds: number,
): MeasuredCase[] {
  const some = (most: number, count: number) => () =>
    Array.from({ length: count }, () =>
      page(`/resort/${resorts[randomInt(Math.min(most, resorts.length))]?.id}`),
    );
  return [
    { name: 'home page, br', requestsOf: () => [page('/')] },
    { name: 'home page, gzip', requestsOf: () => [page('/', 'gzip')] },
    { name: 'home page, not compressed', requestsOf: () => [page('/', 'identity')] },
    { name: 'one of 100 resorts, br', requestsOf: some(100, 200) },
    { name: 'one of all resorts, br', requestsOf: some(resorts.length, seconds * 200) },
  ].map((one) => ({ ...one, program }));
}
