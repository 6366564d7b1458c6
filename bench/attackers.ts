import { known } from './documents.ts';
import { ask, freshBlank, operation } from './graphql.ts';
import { load, median, medianLoad, type Load, type LoadRequest } from './load.ts';
import type { Rounds } from './measuredLoad.ts';
import { withSampleServers } from './sampleServer.ts';
import type { Cell, Table } from './table.ts';

const connections = 6;

const waysOn = (alias: string): string => `${alias}: searchWaysOn(filter: $${alias}) {
  conditions { condition count { value } }
  weeks { differences week { checkIn listing { title resort { name } } } }
  resorts { differences resort { name } } }`;

/** Three searches with ten conditions each, close to the cost limit of an operation. */
const dearest = `query Dearest($a: ResortFilter, $b: ResortFilter, $c: ResortFilter) {
  ${['a', 'b', 'c'].map(waysOn).join('\n')} }`;

const conditions = {
  amenities: ['Pool', 'Spa', 'Nothing'],
  bedrooms: 2,
  brands: ['Marriott Vacation Club'],
  destinations: ['Hawaii'],
  guests: 4,
  minNights: 5,
  minRating: 4,
};

const weeks = `query Weeks($filter: ResortFilter) { weeks(filter: $filter, first: 12) {
  totalCount { value } edges { node { checkIn checkOut total { formatted } listing { title } } } } }`;

let asked = 0;

/** A new highest price in each request; no stay costs more. */
const fresh = (): { maxTotalCents: number } => ({ maxTotalCents: 500_000_000 + (asked += 1) });

const from = (address: string, request: LoadRequest): LoadRequest => ({
  ...request,
  headers: { ...request.headers, 'x-forwarded-for': address },
});

const attack = (address: string): LoadRequest[] =>
  Array.from({ length: 400 }, () => {
    const [a, b, c] = [fresh(), fresh(), fresh()].map((more) => ({ ...conditions, ...more }));
    return from(address, operation(dearest, { a, b, c }));
  });

/** In turn a list of resorts, a list of weeks, and a cached resort. */
const visit = (address: string, resort: string): LoadRequest[] =>
  Array.from({ length: 1_000 }, () => [
    known('search', { text: freshBlank(), sort: 'HIGHEST_RATED', filter: {} }),
    operation(weeks, { filter: { guests: 2, ...fresh() } }),
    known('resort', { id: resort }),
  ])
    .flat()
    .map((request) => from(address, request));

/**
 * Measures servers with and without limits, each without and with attackers next to the visitors.
 */
export async function measureAttack(port: number, { seconds, rounds }: Rounds): Promise<Table> {
  const rows: Cell[][] = [];
  const settings: { name: string; given: Record<string, string> }[] = [
    { name: 'with limits', given: { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' } },
    { name: 'without limits', given: { RATE_LIMITS: 'off' } },
  ];
  await withSampleServers(
    port,
    settings.map(({ given }) => given),
    async ({ origin }, _url, index) => {
      const { resorts } = await ask<{ resorts: { edges: { node: { id: string } }[] } }>(
        origin,
        operation('{ resorts(first: 1) { edges { node { id } } } }', {}),
      );
      const resort = resorts.edges[0]?.node.id ?? '';
      const visitors = (round: number) => (connection: number) =>
        visit(`203.0.${round}.${connection + 1}`, resort);
      const attackers = (round: number) => () => attack(`198.51.100.${round}`);
      const refusable = { connections, expected: [200, 429, 503] };
      await load(origin, 2, visitors(200), { connections });
      await load(origin, 1, attackers(200), refusable);
      const quiet: Load[] = [];
      const attacked: Load[] = [];
      const perSecond = { answered: [] as number[], refused: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        quiet.push(await load(origin, seconds, visitors(2 * round), { connections }));
        const [busy, { statuses, answers }] = await Promise.all([
          load(origin, seconds, visitors(2 * round + 1), { connections }),
          load(origin, seconds, attackers(round + 1), refusable),
        ]);
        attacked.push(busy);
        const answered = statuses.get(200) ?? 0;
        perSecond.answered.push(answered / seconds);
        perSecond.refused.push((answers - answered) / seconds);
      }
      const cellsOf = ({ p50, p95, perSecond: each }: Load) => [p50, p95, each];
      rows.push([
        settings[index]?.name,
        ...cellsOf(medianLoad(quiet)),
        ...cellsOf(medianLoad(attacked)),
        median(attacked.map(({ p95 }, round) => p95 / (quiet[round]?.p95 ?? p95))),
        median(perSecond.answered),
        median(perSecond.refused),
      ]);
    },
  );
  const times = ['p50', 'p95', 'requests/s'];
  return {
    title:
      'Six visitors, and beside them six connections of one address with the dearest searches (milliseconds)',
    columns: ['', ...times, 'attacked p50', ...times.slice(1), 'times p95', 'attacks/s', 'refused'],
    rows,
  };
}
