import { isoDay, dayMs } from '../api/platform/days.ts';
import { freshBlank, operation } from './graphql.ts';
import { load, medianLoad, type Load, type LoadRequest } from './load.ts';
import { openCpuClock, type CpuTimes, type Program } from './processes.ts';
import { terms } from './vocabulary.ts';

export interface MeasuredWeeks {
  name: string;
  /** Every request is different, so that nothing of it is cached. */
  fresh: Load;
  /** Milliseconds of CPU time for each request. */
  cpu: CpuTimes;
}

interface Measured {
  name: string;
  document: string;
  text?: string;
  filter: object;
  sort?: string;
}

const page = `query Weeks($text: String, $filter: ResortFilter, $sort: WeekSort!) {
  weeks(query: $text, filter: $filter, sort: $sort, first: 12) {
    edges { cursor node { checkIn checkOut nights total { formatted }
      listing { title maxGuests bedrooms resort { databaseId name location imageUrl } } } }
    pageInfo { hasNextPage endCursor } } }`;

const counted = page.replace('edges', 'totalCount { value isCapped } edges');

const months = `query Months($text: String, $filter: ResortFilter) {
  weekMonths(query: $text, filter: $filter) { month lowestTotal { formatted } } }`;

const waysOn = `query WaysOn($text: String, $filter: ResortFilter) {
  searchWaysOn(query: $text, filter: $filter) {
    conditions { condition count { value } }
    weeks { differences week { checkIn total { formatted } listing { title resort { name } } } }
    resorts { differences resort { name } } } }`;

const cards = `query Cards($text: String, $filter: ResortFilter) {
  resorts(query: $text, filter: $filter, first: 12) {
    totalCount { value isCapped }
    edges { moreWeeks { value } week { checkIn nights total { formatted } listing { title } }
      node { databaseId name location imageUrl } } } }`;

const cardsByTotal = cards
  .replace('$filter: ResortFilter', '$filter: ResortFilter, $sort: ResortSort!')
  .replace('first: 12', 'first: 12, sort: $sort');

const inDays = (days: number): string => isoDay(Date.now() + days * dayMs);

/** A month, a place and guests: three conditions. */
const flexible = {
  arrivalFrom: inDays(200),
  arrivalTo: inDays(230),
  destinations: ['Hawaii'],
  guests: 4,
};

const measured: readonly Measured[] = [
  { name: 'weeks, no filter', document: page, filter: {} },
  { name: 'weeks, three filters', document: page, filter: flexible },
  { name: 'weeks, three filters, counted', document: counted, filter: flexible },
  {
    name: 'weeks, three filters, cheapest',
    document: page,
    filter: { ...flexible, minNights: 7, maxNights: 7 },
    sort: 'LOWEST_TOTAL',
  },
  {
    name: 'weeks, text and month',
    document: page,
    text: terms.many,
    filter: { arrivalFrom: flexible.arrivalFrom, arrivalTo: flexible.arrivalTo },
  },
  { name: 'resorts with their weeks', document: cards, filter: flexible },
  {
    name: 'resorts by total of a week',
    document: cardsByTotal,
    filter: { ...flexible, minNights: 7, maxNights: 7 },
    sort: 'LOWEST_TOTAL',
  },
  { name: 'resorts by total, no filter', document: cardsByTotal, filter: {}, sort: 'LOWEST_TOTAL' },
  { name: 'resorts by arrival', document: cardsByTotal, filter: flexible },
  { name: 'months, three filters', document: months, filter: flexible },
  { name: 'months, no filter', document: months, filter: {} },
  { name: 'ways on', document: waysOn, filter: { ...flexible, amenities: ['Nothing'] } },
];

const noCpu = { server: 0, postgres: 0, requests: 1 };

/** Latencies with 16 connections: the medians over the rounds. Round 0 warms up. */
export async function measureWeeks(
  server: Program,
  databaseUrl: string,
  { seconds, rounds, search = '' }: { seconds: number; rounds: number; search: string | undefined },
): Promise<MeasuredWeeks[]> {
  const clock = await openCpuClock(databaseUrl);
  const chosen = measured.filter(({ name }) => name.includes(search));
  const loads = new Map<string, Load[]>(chosen.map(({ name }) => [name, []]));
  const used = new Map<string, CpuTimes & { requests: number }>();
  let asked = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, document, text, filter, sort = 'EARLIEST' } of chosen) {
      const fresh = (): LoadRequest => {
        asked += 1;
        return operation(document, {
          text: text ?? freshBlank(),
          // A highest price that nothing exceeds, another one each time.
          filter: { ...filter, maxTotalCents: 500_000_000 + asked },
          ...(document.includes('$sort') && { sort }),
        });
      };
      const stop = await clock.start(server);
      const result = await load(server.origin, seconds, () => Array.from({ length: 1_000 }, fresh));
      const times = await stop();
      if (round > 0) {
        loads.get(name)?.push(result);
        const sums = used.get(name) ?? { server: 0, postgres: 0, requests: 0 };
        used.set(name, {
          server: sums.server + times.server,
          postgres: sums.postgres + times.postgres,
          requests: [...result.statuses.values()].reduce(
            (sum, count) => sum + count,
            sums.requests,
          ),
        });
      }
    }
  }
  await clock.close();
  return chosen.map(({ name }) => {
    const { server: inServer, postgres, requests } = used.get(name) ?? noCpu;
    return {
      name,
      fresh: medianLoad(loads.get(name) ?? []),
      cpu: { server: inServer / requests, postgres: postgres / requests },
    };
  });
}
