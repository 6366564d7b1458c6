import { known } from './documents.ts';
import { load, median, type LoadRequest } from './load.ts';
import { measureLoad, medianMeasured, type MeasuredLoad } from './measuredLoad.ts';
import { hitRate, readRemembered } from './metrics.ts';
import { openCpuClock, type Program } from './processes.ts';
import { seeded, zipf } from './random.ts';
import type { ListedResort } from './resorts.ts';
import { startWriter, type Written } from './writer.ts';

export interface MeasuredMix {
  name: 'bare' | 'signed out';
  reads: MeasuredLoad;
  /** Reads per second relative to the bare handler: the median over the rounds. */
  ofBare: number | undefined;
  /** Share of reads from the cache, if the server counts them. */
  hitRate: number | undefined;
  /** Cached bytes at the end, if the server counts them. */
  bytes: number | undefined;
}

export interface Mix {
  rows: MeasuredMix[];
  written: Written;
  /** Dropped responses per write, if the server counts them. */
  forgottenPerWrite: number | undefined;
}

/** Seconds of reading and writing before the measurements. */
export const warmUpSeconds = 60;

/** One in this many reads is the list. */
const readsPerList = 20;

/**
 * Reads of a busy site: one of 100,000 resorts, popular resorts more often (Zipf), and sometimes
 * the list, while a writer changes resorts with the same distribution. The bare handler gets the
 * same kinds of reads and writes, in alternating rounds.
 */
export async function measureMix(
  { server, bare }: { server: Program; bare: Program },
  databaseUrl: string,
  resorts: readonly ListedResort[],
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Mix> {
  const ids = resorts.slice(0, 100_000).map(({ id }) => id);
  const next = zipf(ids, seeded(16));
  const reads = (list: LoadRequest, resort: (id: string) => LoadRequest) => () =>
    // More than a connection can send in the time.
    Array.from({ length: seconds * 1_500 }, (_, number) =>
      number % readsPerList === 0 ? list : resort(next()),
    );
  const fromServer = reads(known('list', { minRating: 1 }), (id) => known('resort', { id }));
  const fromBare = reads(get('/list?minRating=1'), (id) => get(`/resort/${id}`));

  const atStart = await readRemembered(server);
  const clock = await openCpuClock(databaseUrl);
  const writer = await startWriter(server, databaseUrl, zipf(ids, seeded(17)));
  const loads: { bare: MeasuredLoad; server: MeasuredLoad; hitRate: number | undefined }[] = [];
  let written: Written;
  try {
    await load(bare.origin, seconds, fromBare);
    for (let warmed = 0; warmed < warmUpSeconds; warmed += seconds) {
      await load(server.origin, seconds, fromServer);
    }
    for (let round = 0; round < rounds; round += 1) {
      const bareLoad = await measureLoad(clock, bare, seconds, fromBare);
      const before = await readRemembered(server);
      const serverLoad = await measureLoad(clock, server, seconds, fromServer);
      const after = await readRemembered(server);
      loads.push({ bare: bareLoad, server: serverLoad, hitRate: hitRate(before, after) });
    }
  } finally {
    await clock.close();
    written = await writer.stop();
  }
  const atEnd = await readRemembered(server);
  const rates = loads.flatMap((one) => (one.hitRate === undefined ? [] : [one.hitRate]));
  return {
    rows: [
      {
        name: 'bare',
        reads: medianMeasured(loads.map((one) => one.bare)),
        ofBare: undefined,
        hitRate: undefined,
        bytes: undefined,
      },
      {
        name: 'signed out',
        reads: medianMeasured(loads.map((one) => one.server)),
        ofBare: median(loads.map((one) => one.server.perSecond / one.bare.perSecond)),
        hitRate: rates.length === 0 ? undefined : median(rates),
        bytes: atEnd.bytes,
      },
    ],
    written,
    forgottenPerWrite:
      atEnd.forgotten === undefined
        ? undefined
        : (atEnd.forgotten - (atStart.forgotten ?? 0)) / writesOf(written),
  };
}

export const writesOf = ({ publish, book, review, import: imports }: Written): number =>
  publish + book + review + imports;

const get = (path: string): LoadRequest => ({ path, method: 'GET' });
