import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startBenchDatabase } from './benchDatabase.ts';
import { compare } from './comparison.ts';
import { htmlCases } from './html.ts';
import { measureCases } from './measuredLoad.ts';
import { buildServers, startBareHandler, startServer } from './processes.ts';
import { readResortIds } from './benchDatabase.ts';
import { measureSearches } from './searches.ts';
import { printTable, type Table } from './table.ts';
import { weekCases } from './weeks.ts';

const usage = `npm run bench -- [options]
  --resorts N    size of the database, 10,000 or more (100000)
  --seconds S    length of each measurement (3)
  --rounds R     rounds, of which the median counts (3)
  --only PARTS   one or more of these, with commas between them: list, resort (beside the bare
                 handler and the peers), html, search, weeks
  --search NAME  only the searches, of resorts or weeks, whose name has this in it
  --profile      writes a CPU profile of the server to .data/bench-server, for Chrome's
                 developer tools
  --port P       first of the four ports that are used (45400)
  --json FILE    the figures, as JSON too`;

type Options = ReturnType<typeof readOptions>;

const parts: Record<string, (bench: Bench) => Promise<Table>> = {
  list: (bench) => compareQuery(bench, 'list'),
  resort: (bench) => compareQuery(bench, 'resort'),
  html: async ({ server, ids, database, rounds }) =>
    measureCases(
      'Pages as HTML, signed out',
      htmlCases(await server(), await ids(), rounds.seconds),
      (await database()).url,
      rounds,
    ),
  search: async ({ server, database, rounds, search }) =>
    measureSearches((await server()).origin, (await database()).url, rounds.seconds, search),
  weeks: async ({ server, database, rounds, search }) =>
    measureCases('Weeks', weekCases(await server(), search), (await database()).url, rounds),
};

const compareQuery = async (bench: Bench, query: 'list' | 'resort'): Promise<Table> =>
  compare(
    query,
    { server: await bench.server(), bare: await bench.bare() },
    {
      databaseUrl: (await bench.database()).url,
      ids: await bench.ids(),
      port: bench.port + 2,
    },
    bench.rounds,
  );

async function main(options: Options): Promise<void> {
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const { resorts, json } = options;
  console.log(`${resorts.toLocaleString('en')} resorts; ${machine}`);
  await buildServers();
  const bench = openBench(options);
  const tables: Table[] = [];
  const tell = (table: Table): void => {
    tables.push(table);
    printTable(table);
  };
  try {
    for (const [name, part] of Object.entries(parts)) {
      if (options.names.includes(name)) tell(await part(bench));
    }
  } finally {
    await bench.stop();
  }
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify({ resorts, machine, tables }, null, 2)}\n`);
  }
}

type Bench = ReturnType<typeof openBench>;

/** The options, and what parts share, each started when a part first needs it. */
function openBench(options: Options) {
  const { resorts: count, seconds, rounds, port, profile } = options;
  const stops: (() => Promise<void>)[] = [];
  const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
    let made: Promise<Made> | undefined;
    return () => (made ??= make());
  };
  const started = <Made extends { stop(): Promise<void> }>(start: () => Promise<Made>) =>
    once(async () => {
      const made = await start();
      stops.push(() => made.stop());
      return made;
    });
  const database = started(() => startBenchDatabase(count, console.log));
  return {
    ...options,
    rounds: { seconds, rounds },
    database,
    ids: once(async () => readResortIds((await database()).url)),
    server: started(async () =>
      startServer((await database()).url, port, profile ? ['--cpu-prof'] : []),
    ),
    bare: started(async () => startBareHandler((await database()).url, port + 1)),
    async stop() {
      for (const stop of stops.reverse()) await stop();
    },
  };
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      resorts: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string' },
      search: { type: 'string' },
      profile: { type: 'boolean', default: false },
      port: { type: 'string', default: '45400' },
      json: { type: 'string' },
    },
  });
  const whole = (name: 'resorts' | 'seconds' | 'rounds' | 'port', least: number): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least) {
      throw new UsageError(`--${name} must be a whole number, at least ${least}`);
    }
    return value;
  };
  const known = Object.keys(parts);
  const names = values.only?.split(',') ?? known;
  if (names.some((name) => !known.includes(name))) {
    throw new UsageError(`--only takes ${known.join(', ')}`);
  }
  return {
    resorts: whole('resorts', 10_000),
    seconds: whole('seconds', 1),
    rounds: whole('rounds', 1),
    port: whole('port', 1),
    names,
    search: values.search,
    profile: values.profile,
    json: values.json,
  };
}

class UsageError extends Error {}

try {
  mkdirSync('.data', { recursive: true });
  await main(readOptions());
} catch (error) {
  if (error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE')) {
    console.error(`${(error as Error).message}\n\n${usage}`);
  } else {
    console.error(error);
  }
  process.exitCode = 1;
}
