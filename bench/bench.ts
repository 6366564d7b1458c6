import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { htmlCases, restCases } from './answers.ts';
import { measureAttack } from './attackers.ts';
import { startBenchDatabase } from './benchDatabase.ts';
import { compare, profileList } from './comparison.ts';
import { measureFeeds } from './feeds.ts';
import { measureInventory } from './inventory.ts';
import { measureCases } from './measuredLoad.ts';
import { measureMix } from './mixed.ts';
import { attemptNights } from './nights.ts';
import { measurePoints } from './points.ts';
import { buildServers, startBareHandler, startServer } from './processes.ts';
import { readResorts } from './resorts.ts';
import { measureSearches } from './searches.ts';
import { measureSignIns } from './signIns.ts';
import { countStatements } from './statements.ts';
import { measureStrangers } from './strangers.ts';
import { printTable, type Table } from './table.ts';
import { measureUnknownPages } from './unknownPages.ts';
import { measureUploads } from './uploads.ts';
import { measureUsers } from './users.ts';
import { weekCases } from './weeks.ts';

const usage = `npm run bench -- [options]
  --resorts N    size of the database, 10,000 or more (100000)
  --seconds S    length of each measurement (3)
  --rounds R     rounds, of which the median counts (3)
  --only PARTS   one or more of these, with commas between them:
                 list, resort (beside the bare handler and the peers), mixed, html, rest, sign-ins,
                 search, weeks, statements, users, inventory, pages (that do not exist), strangers,
                 uploads, inventory-feed, nights, points (processor time of each public root
                 field for a point), attackers (what visitors wait beside the dearest searches)
  --attempts N   attempts to take nights (1000000)
  --search NAME  only the searches, of resorts or weeks, whose name has this in it
  --profile      a CPU profile of the server under load instead of measurements
  --port P       first of the five ports that are used (45400)
  --json FILE    the figures, as JSON too`;

type Options = ReturnType<typeof readOptions>;

/** The parts in the order in which they run: those with servers of their own first. */
const parts: Record<string, (bench: Bench) => Promise<Table>> = {
  points: ({ port }) => measurePoints(port),
  attackers: ({ port, rounds }) => measureAttack(port, rounds),
  uploads: ({ port }) => measureUploads(port),
  'inventory-feed': measureFeeds,
  nights: ({ attempts }) => attemptNights(attempts),
  statements: async ({ database, resorts }) =>
    countStatements((await database()).url, (await resorts())[0]?.id ?? ''),
  strangers: async ({ database, port }) => measureStrangers((await database()).url, port),
  list: (bench) => compareQuery(bench, 'list'),
  resort: (bench) => compareQuery(bench, 'resort'),
  mixed: async ({ server, bare, database, resorts, rounds }) =>
    measureMix(
      { server: await server(), bare: await bare() },
      (await database()).url,
      await resorts(),
      rounds,
    ),
  html: async ({ server, resorts, database, rounds }) =>
    measureCases(
      'Pages as HTML, signed out',
      htmlCases(await server(), await resorts(), rounds.seconds),
      (await database()).url,
      rounds,
    ),
  rest: async ({ server, database, rounds }) =>
    measureCases('Lists by REST', restCases(await server()), (await database()).url, rounds),
  'sign-ins': async ({ server, resorts, rounds }) =>
    measureSignIns(await server(), await resorts(), rounds),
  search: async ({ server, database, rounds, search }) =>
    measureSearches((await server()).origin, (await database()).url, rounds.seconds, search),
  weeks: async ({ server, database, rounds, search }) =>
    measureCases('Weeks', weekCases(await server(), search), (await database()).url, rounds),
  users: async ({ server, database }) =>
    measureUsers((await server()).origin, (await database()).url),
  inventory: async ({ server, database }) =>
    measureInventory((await server()).origin, (await database()).url),
  pages: async ({ server, rounds }) => measureUnknownPages(await server(), rounds.seconds),
};

const compareQuery = async (bench: Bench, query: 'list' | 'resort'): Promise<Table> =>
  compare(
    query,
    { server: await bench.server(), bare: await bench.bare() },
    {
      databaseUrl: (await bench.database()).url,
      resorts: await bench.resorts(),
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
    if (options.profile) {
      const { url } = await bench.database();
      (await profileList(url, bench.port, bench.rounds.seconds)).forEach(tell);
    } else {
      for (const [name, part] of Object.entries(parts)) {
        if (options.names.includes(name)) tell(await part(bench));
      }
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
  const { resorts: count, seconds, rounds, port } = options;
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
    resorts: once(async () => readResorts((await database()).url)),
    server: started(async () => startServer((await database()).url, port)),
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
      attempts: { type: 'string', default: '1000000' },
      json: { type: 'string' },
    },
  });
  const whole = (
    name: 'resorts' | 'seconds' | 'rounds' | 'port' | 'attempts',
    least: number,
  ): number => {
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
    attempts: whole('attempts', 1),
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
