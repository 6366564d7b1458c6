import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startBenchDatabase } from './benchDatabase.ts';
import { compare, loadForProfile, type Compared } from './comparison.ts';
import { measureFeeds, type MeasuredFeed } from './feeds.ts';
import { measureInventory, type MeasuredSync } from './inventory.ts';
import { openProfile, type ProfileGroup } from './profile.ts';
import { buildServers, startBareHandler, startServer } from './processes.ts';
import { measureSearches, type Searched } from './searches.ts';
import { countStatements, type CountedStatements } from './statements.ts';
import { heapOfStrangers, measureStrangers, type StrangersSoFar } from './strangers.ts';
import { attemptNights, type AttemptedNights } from './nights.ts';
import { printTable } from './table.ts';
import { measureUnknownPages, type MeasuredPages } from './unknownPages.ts';
import { measureUploads, type MeasuredUploads } from './uploads.ts';
import { measureUsers, type ListedUsers } from './users.ts';
import { measureWeeks, type MeasuredWeeks } from './weeks.ts';

const usage = `npm run bench -- [options]
  --resorts N    size of the database, 10,000 or more (100000)
  --seconds S    length of each measurement (3)
  --rounds R     rounds, of which the median counts (3)
  --only PART    list, resort, search, weeks, statements, users, inventory, pages,
                 strangers, uploads, inventory-feed or nights
  --attempts N   attempts to take nights (1000000)
  --search NAME  only the searches, of resorts or weeks, whose name has this in it
  --profile      a CPU profile of the server under load instead of measurements
  --port P       first of the two ports that are used (45400)
  --json FILE    the figures, as JSON too`;

const parts = [
  'list',
  'resort',
  'search',
  'weeks',
  'statements',
  'users',
  'inventory',
  'pages',
  'strangers',
  'uploads',
  'inventory-feed',
  'nights',
] as const;
type Part = (typeof parts)[number];

interface Options {
  resorts: number;
  seconds: number;
  rounds: number;
  only: Part | undefined;
  search: string | undefined;
  profile: boolean;
  port: number;
  json: string | undefined;
  attempts: number;
}

interface Figures {
  resorts: number;
  machine: string;
  compared?: Compared[];
  searched?: Searched[];
  weeks?: MeasuredWeeks[];
  users?: ListedUsers[];
  inventory?: MeasuredSync[];
  strangers?: StrangersSoFar[];
  statements?: CountedStatements[] | undefined;
  pages?: MeasuredPages[];
  uploads?: MeasuredUploads[];
  feeds?: MeasuredFeed[];
  nights?: AttemptedNights;
  profile?: Record<string, ProfileGroup[]>;
}

async function main(options: Options): Promise<void> {
  const figures: Figures = {
    resorts: options.resorts,
    machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  };
  console.log(`${options.resorts.toLocaleString('en')} resorts; ${figures.machine}`);
  const needsCatalogue =
    options.only === undefined || !['uploads', 'inventory-feed', 'nights'].includes(options.only);
  if (needsCatalogue || options.only === 'uploads') {
    await buildServers();
  }
  if (needsCatalogue) {
    await measureCatalogue(figures, options);
  }
  if (!options.profile && (options.only ?? 'uploads') === 'uploads') {
    figures.uploads = await measureUploads(options.port);
    printUploads(figures.uploads);
  }
  if (!options.profile && (options.only ?? 'inventory-feed') === 'inventory-feed') {
    figures.feeds = await measureFeeds();
    printFeeds(figures.feeds);
  }
  if (!options.profile && (options.only ?? 'nights') === 'nights') {
    figures.nights = await attemptNights(options.attempts);
    printNights(figures.nights);
  }
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
}

async function measureCatalogue(figures: Figures, options: Options): Promise<void> {
  const database = await startBenchDatabase(options.resorts, console.log);
  try {
    const ids = await someIds(database.url);
    if (options.profile) {
      figures.profile = await profile(database.url, options);
    } else {
      await measureAll(figures, database.url, ids, options);
    }
  } finally {
    await database.stop();
  }
}

async function measureAll(
  figures: Figures,
  databaseUrl: string,
  ids: string[],
  { seconds, rounds, only, search, port }: Options,
): Promise<void> {
  const wants = (...some: Part[]): boolean => only === undefined || some.includes(only);
  if (wants('statements')) {
    figures.statements = await countStatements(databaseUrl, ids[0] ?? '');
    printStatements(figures.statements);
  }
  if (wants('strangers')) {
    const server = await startServer(databaseUrl, port, [
      `--max-old-space-size=${heapOfStrangers}`,
    ]);
    try {
      figures.strangers = await measureStrangers(server);
      printStrangers(figures.strangers);
    } finally {
      await server.stop();
    }
  }
  if (!wants('list', 'resort', 'search', 'weeks', 'users', 'inventory', 'pages')) {
    return;
  }
  const server = await startServer(databaseUrl, port);
  try {
    if (wants('list', 'resort')) {
      const bare = await startBareHandler(databaseUrl, port + 1);
      try {
        figures.compared = await compare({ server: server.origin, bare: bare.origin }, ids, {
          seconds,
          rounds,
          only: only === 'list' || only === 'resort' ? only : undefined,
        });
        printCompared(figures.compared);
      } finally {
        await bare.stop();
      }
    }
    if (wants('search')) {
      figures.searched = await measureSearches(server.origin, databaseUrl, seconds, search);
      printSearched(figures.searched);
    }
    if (wants('weeks')) {
      figures.weeks = await measureWeeks(server, databaseUrl, { seconds, rounds, search });
      printWeeks(figures.weeks);
    }
    if (wants('users')) {
      figures.users = await measureUsers(server.origin, databaseUrl);
      printUsers(figures.users);
    }
    if (wants('inventory')) {
      figures.inventory = await measureInventory(server.origin, databaseUrl);
      printInventory(figures.inventory);
    }
    if (wants('pages')) {
      figures.pages = await measureUnknownPages(server, seconds);
      printPages(figures.pages);
    }
  } finally {
    await server.stop();
  }
}

async function profile(
  databaseUrl: string,
  { seconds, port }: Options,
): Promise<Record<string, ProfileGroup[]>> {
  const profiles: Record<string, ProfileGroup[]> = {};
  for (const name of ['signed in, remembered', 'signed in, fresh'] as const) {
    const opened = openProfile();
    const server = await startServer(databaseUrl, port, opened.nodeOptions);
    await loadForProfile(server.origin, name, Math.max(seconds, 10));
    await server.stop();
    const groups = opened.read();
    profiles[name] = groups;
    printTable(
      `Where the server's time goes: list, ${name}`,
      ['package', 'self time'],
      groups.map((group) => [group.name, `${(group.share * 100).toFixed(1)} %`]),
    );
  }
  return profiles;
}

async function someIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM resorts ORDER BY md5(id::text) LIMIT 50000',
  );
  await client.end();
  return rows.map((row) => row.id);
}

const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

function printCompared(rows: Compared[]): void {
  printTable(
    'The two queries (16 connections)',
    ['', 'requests/s', 'of bare', 'p50 ms', 'p99 ms'],
    rows.map((row) => [
      row.name,
      row.perSecond.toFixed(0),
      row.ofBare?.toFixed(2) ?? '',
      milliseconds(row.p50),
      milliseconds(row.p99),
    ]),
  );
}

function printSearched(rows: Searched[]): void {
  const firstPageOf = (row: Searched): Searched | undefined =>
    rows.find((other) => other.page === 1 && other.name === row.name && other.sort === row.sort);
  printTable(
    'Searches (16 connections, milliseconds)',
    ['', 'sort', 'page', 'p50', 'p95', 'p99', 'of page 1', 'requests/s', 'remembered p95'],
    rows.map((row) => [
      row.name,
      row.sort,
      String(row.page),
      milliseconds(row.fresh.p50),
      milliseconds(row.fresh.p95),
      milliseconds(row.fresh.p99),
      row.page === 1 ? '' : (row.fresh.p50 / (firstPageOf(row)?.fresh.p50 ?? 1)).toFixed(2),
      row.fresh.perSecond.toFixed(0),
      milliseconds(row.remembered.p95),
    ]),
  );
}

function printWeeks(rows: MeasuredWeeks[]): void {
  printTable(
    'Weeks (16 connections, milliseconds)',
    ['', 'p50', 'p95', 'p99', 'requests/s', 'CPU of the server', 'of PostgreSQL'],
    rows.map(({ name, fresh, cpu }) => [
      name,
      milliseconds(fresh.p50),
      milliseconds(fresh.p95),
      milliseconds(fresh.p99),
      fresh.perSecond.toFixed(0),
      cpu.server.toFixed(2),
      cpu.postgres.toFixed(2),
    ]),
  );
}

function printInventory(rows: MeasuredSync[]): void {
  printTable(
    'Syncs of 100,000 weeks, and a search at a time meanwhile (milliseconds)',
    ['', 'seconds', 'created', 'unchanged', 'search p50', 'p95', 'times quiet p50'],
    rows.map((row) => [
      row.name,
      row.seconds.toFixed(1),
      String(row.created),
      String(row.unchanged),
      milliseconds(row.p50),
      milliseconds(row.p95),
      row.ratio.toFixed(2),
    ]),
  );
}

function printPages(rows: MeasuredPages[]): void {
  printTable(
    'Pages that do not exist (16 connections), and /healthz beside them (milliseconds)',
    [
      '',
      'requests/s',
      'p95',
      'processor',
      'left to the browser',
      'health p50',
      'p95',
      'p99',
      'machine load',
    ],
    rows.map((row) => [
      row.name,
      row.pages.perSecond.toFixed(0),
      milliseconds(row.pages.p95),
      row.processor.toFixed(2),
      `${(row.unrendered * 100).toFixed(0)} %`,
      milliseconds(row.health.p50),
      milliseconds(row.health.p95),
      milliseconds(row.health.p99),
      row.machineLoad.toFixed(1),
    ]),
  );
}

function printStrangers(rows: StrangersSoFar[]): void {
  printTable(
    `Different queries of strangers, to a server with a heap of ${heapOfStrangers} MB`,
    ['queries', 'memory MB', 'kB an answer', 'seconds'],
    rows.map((row) => [
      row.queries.toLocaleString('en'),
      row.memory.toFixed(0),
      (row.answer / 1000).toFixed(0),
      row.seconds.toFixed(0),
    ]),
  );
}

function printUsers(rows: ListedUsers[]): void {
  printTable(
    "The administrators' list of 100,000 users (one request at a time, milliseconds)",
    ['', 'sort', 'page', 'p50', 'p95', 'most'],
    rows.map((row) => [
      row.name,
      row.sort,
      String(row.page),
      milliseconds(row.p50),
      milliseconds(row.p95),
      milliseconds(row.most),
    ]),
  );
}

function printStatements(rows: CountedStatements[] | undefined): void {
  if (!rows) {
    console.log('\nThe client is not built, so its operations are not counted: npm run generate');
    return;
  }
  printTable(
    'SQL statements of each client query, nothing remembered',
    ['', '10 rows', '100 rows', '10 rows, signed in'],
    rows.map((row) => [
      row.name,
      ...[row.ten, row.hundred, row.signedIn].map((count) => String(count ?? 'refused')),
    ]),
  );
}

function printUploads(rows: MeasuredUploads[]): void {
  printTable(
    `${rows[0]?.count} documents of ${(rows[0]?.size ?? 0) / 1e6} MB at once (memory of the server, MB)`,
    ['', 'before', 'most', 'of all documents', 'seconds', 'MB/s'],
    rows.map((row) => {
      const sent = (row.count * row.size) / 1e6;
      return [
        row.way,
        row.memoryBefore.toFixed(0),
        row.memoryMost.toFixed(0),
        (row.memoryMost / sent).toFixed(2),
        row.seconds.toFixed(1),
        (sent / row.seconds).toFixed(0),
      ];
    }),
  );
}

function printNights(row: AttemptedNights): void {
  printTable(
    'Nights taken from 16 connections, past all code but the constraint',
    ['attempts', 'booked', 'cancelled', 'overlaps', 'attempts/s'],
    [
      [
        row.attempts,
        row.booked,
        row.cancelled,
        row.overlaps,
        Math.round(row.attemptsPerSecond),
      ].map((figure) => figure.toLocaleString('en')),
    ],
  );
}

function printFeeds(rows: MeasuredFeed[]): void {
  printTable(
    'A feed of inventory, read as a sync reads it (memory of the reader, MB)',
    ['', 'MB', 'rows', 'before', 'most', 'seconds', 'MB/s', 'rows/s'],
    rows.map((row) => [
      row.kind,
      row.megabytes.toFixed(0),
      row.rows.toLocaleString('en'),
      row.memoryBefore.toFixed(0),
      row.memoryMost.toFixed(0),
      row.seconds.toFixed(1),
      (row.megabytes / row.seconds).toFixed(0),
      (row.rows / row.seconds).toFixed(0),
    ]),
  );
}

function readOptions(): Options {
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
  const only = parts.find((part) => part === values.only);
  if (values.only !== undefined && !only) {
    throw new UsageError(`--only must be one of ${parts.join(', ')}`);
  }
  return {
    resorts: whole('resorts', 10_000),
    seconds: whole('seconds', 1),
    rounds: whole('rounds', 1),
    port: whole('port', 1),
    attempts: whole('attempts', 1),
    only,
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
