import { known } from './documents.ts';
import { get, load, type LoadRequest } from './load.ts';
import { measureCases, type MeasuredCase, type Rounds } from './measuredLoad.ts';
import { readRemembered } from './metrics.ts';
import type { Program } from './processes.ts';
import { seeded, zipf } from './random.ts';
import type { ListedResort } from './resorts.ts';
import type { Table } from './table.ts';
import { startWriter } from './writer.ts';

/** Seconds of reading and writing before the measurements. */
const warmUpSeconds = 60;

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
  rounds: Rounds,
): Promise<Table> {
  const { seconds } = rounds;
  const ids = resorts.slice(0, 100_000).map(({ id }) => id);
  const next = zipf(ids, seeded(16));
  const reads = (list: LoadRequest, resort: (id: string) => LoadRequest) => () =>
    // More than a connection can send in the time.
    Array.from({ length: seconds * 1_500 }, (_, number) =>
      number % readsPerList === 0 ? list : resort(next()),
    );
  const fromServer = reads(known('list', { minRating: 1 }), (id) => known('resort', { id }));
  const fromBare = reads(get('/list?minRating=1'), (id) => get(`/resort/${id}`));
  const cases: MeasuredCase[] = [
    { name: 'bare', program: bare, requestsOf: fromBare },
    {
      name: 'signed out',
      program: server,
      bare: 'bare',
      requestsOf: fromServer,
      remembers: true,
    },
  ];

  const atStart = await readRemembered(server);
  const writer = await startWriter(server, databaseUrl, zipf(ids, seeded(17)));
  const measured = (async () => {
    for (let warmed = 0; warmed < warmUpSeconds; warmed += seconds) {
      await load(server.origin, seconds, fromServer);
    }
    return measureCases('Reads beside 20 writes a second', cases, databaseUrl, rounds);
  })();
  const [table, written] = await Promise.all([measured, measured.then(writer.stop, writer.stop)]);
  const atEnd = await readRemembered(server);
  const { publish, book, review, import: imports, refused } = written;
  const forgotten = (atEnd.forgotten ?? Number.NaN) - (atStart.forgotten ?? 0);
  const perWrite = forgotten / (publish + book + review + imports);
  return {
    ...table,
    note: `${publish} weeks published, ${book} booked or freed, ${review} reviews, ${imports} imports, ${refused} changed nothing;
${perWrite.toFixed(1)} answers forgotten for each write; ${((atEnd.bytes ?? Number.NaN) / 1e6).toFixed(1)} MB remembered`,
  };
}
