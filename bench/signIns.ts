import { known } from './documents.ts';
import { load, median, medianLoad, type Load, type LoadRequest } from './load.ts';
import type { Rounds } from './measuredLoad.ts';
import type { Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';
import type { Table } from './table.ts';

/** Connections that sign in; each password is hashed. */
const floodConnections = 8;

/** Reads public resorts during sign-ins to an unknown account, which take as long as a member's. */
export async function measureSignIns(
  { origin }: Program,
  resorts: readonly ListedResort[],
  { seconds, rounds }: Rounds,
): Promise<Table> {
  const reads = (): LoadRequest[] =>
    resorts.slice(0, 1_000).map(({ id }) => known('resort', { id }));
  const signIns = (connection: number): LoadRequest[] =>
    Array.from({ length: 100 }, (_, number) =>
      known('signIn', {
        input: { identifier: `nobody-${connection}-${number}`, password: 'wrong-password' },
      }),
    );
  const flood = { connections: floodConnections };
  await load(origin, 2, reads);
  await load(origin, 2, signIns, flood);
  const quiet: Load[] = [];
  const busy: Load[] = [];
  const flooded: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await load(origin, seconds, reads));
    const both = [load(origin, seconds, reads), load(origin, seconds, signIns, flood)] as const;
    const [read, signedIn] = await Promise.all(both);
    busy.push(read);
    flooded.push(signedIn);
  }
  const ratio = median(quiet.map(({ p99 }, round) => (busy[round]?.p99 ?? p99) / p99));
  const row = (name: string, loads: Load[], times?: number) => {
    const { perSecond, p50, p99 } = medianLoad(loads);
    return [name, perSecond, p50, p99, times];
  };
  return {
    title: 'Reads of resorts beside sign-ins',
    columns: ['', 'requests/s', 'p50 ms', 'p99 ms', 'times p99 alone'],
    rows: [
      row('reads alone', quiet),
      row('reads beside sign-ins', busy, ratio),
      row('the sign-ins (8 connections)', flooded),
    ],
  };
}
