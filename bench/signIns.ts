import { known } from './documents.ts';
import { load, median, medianLoad, type Load, type LoadRequest } from './load.ts';
import type { Program } from './processes.ts';
import type { ListedResort } from './resorts.ts';

export interface MeasuredSignIns {
  /** Reads of one resort, without and with concurrent sign-ins. */
  quiet: Load;
  busy: Load;
  signIns: Load;
  /** p99 with sign-ins relative to p99 without: the median over the rounds. */
  ratio: number;
}

/** Connections that sign in; each password is hashed. */
const floodConnections = 8;

/** Reads public resorts during sign-ins to an unknown account, which take as long as a member's. */
export async function measureSignIns(
  { origin }: Program,
  resorts: readonly ListedResort[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<MeasuredSignIns> {
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
  const measured: { quiet: Load; busy: Load; signIns: Load }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await load(origin, seconds, reads);
    const [busy, flooded] = await Promise.all([
      load(origin, seconds, reads),
      load(origin, seconds, signIns, flood),
    ]);
    measured.push({ quiet, busy, signIns: flooded });
  }
  return {
    quiet: medianLoad(measured.map(({ quiet }) => quiet)),
    busy: medianLoad(measured.map(({ busy }) => busy)),
    signIns: medianLoad(measured.map((one) => one.signIns)),
    ratio: median(measured.map(({ quiet, busy }) => busy.p99 / quiet.p99)),
  };
}
