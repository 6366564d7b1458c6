import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { measureHtml, measureRest, type MeasuredRequests } from './answers.ts';
import { measureAttack, type MeasuredAttack } from './attackers.ts';
import { startBenchDatabase } from './benchDatabase.ts';
import { compare, loadForProfile, profiledLoads, type Compared } from './comparison.ts';
import { measureFeeds, type MeasuredFeed } from './feeds.ts';
import { measureInventory, type MeasuredSync } from './inventory.ts';
import type { Load } from './load.ts';
import type { MeasuredLoad } from './measuredLoad.ts';
import { measureMix, warmUpSeconds, writesOf, type Mix } from './mixed.ts';
import { measurePoints, type MeasuredPoints } from './points.ts';
import { openProfile, type ProfileGroup } from './profile.ts';
import {
  buildServers,
  startBareHandler,
  startPeer,
  startServer,
  type Program,
} from './processes.ts';
import { readResorts, type ListedResort } from './resorts.ts';
import { measureSearches, type Searched } from './searches.ts';
import { measureSignIns, type MeasuredSignIns } from './signIns.ts';
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
  --only PARTS   one or more of these, with commas between them:
                 list, resort (beside the bare handler and the peers), mixed, html, rest, sign-ins,
                 search, weeks, statements, users, inventory, pages (that do not exist), strangers,
                 uploads, inventory-feed, nights, points (processor time of each public root
                 field for a point), attackers (what visitors wait beside the dearest searches)
  --attempts N   attempts to take nights (1000000)
  --search NAME  only the searches, of resorts or weeks, whose name has this in it
  --profile      a CPU profile of the server under load instead of measurements
  --port P       first of the four ports that are used (45400)
  --json FILE    the figures, as JSON too`;

const withServer = [
  'list',
  'resort',
  'mixed',
  'html',
  'rest',
  'sign-ins',
  'search',
  'weeks',
  'users',
  'inventory',
  'pages',
] as const;
const withCatalogue = [...withServer, 'statements', 'strangers'] as const;
const withSampleData = ['points', 'attackers'] as const;
const parts = [...withCatalogue, ...withSampleData, 'uploads', 'inventory-feed', 'nights'] as const;
type Part = (typeof parts)[number];

interface Options {
  resorts: number;
  seconds: number;
  rounds: number;
  parts: readonly Part[];
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
  mix?: Mix;
  html?: MeasuredRequests[];
  rest?: MeasuredRequests[];
  signIns?: MeasuredSignIns;
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
  points?: MeasuredPoints[];
  attack?: MeasuredAttack[];
  profile?: Record<string, ProfileGroup[]>;
}

async function main(options: Options): Promise<void> {
  const figures: Figures = {
    resorts: options.resorts,
    machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
  };
  console.log(`${options.resorts.toLocaleString('en')} resorts; ${figures.machine}`);
  const wants = (...some: Part[]): boolean => some.some((part) => options.parts.includes(part));
  if (wants(...withCatalogue, ...withSampleData, 'uploads')) {
    await buildServers();
  }
  if (wants(...withCatalogue)) {
    await measureCatalogue(figures, options);
  }
  if (!options.profile && wants('points')) {
    figures.points = await measurePoints(options.port);
    printPoints(figures.points);
  }
  if (!options.profile && wants('attackers')) {
    figures.attack = await measureAttack(options.port, options);
    printAttack(figures.attack);
  }
  if (!options.profile && wants('uploads')) {
    figures.uploads = await measureUploads(options.port);
    printUploads(figures.uploads);
  }
  if (!options.profile && wants('inventory-feed')) {
    figures.feeds = await measureFeeds();
    printFeeds(figures.feeds);
  }
  if (!options.profile && wants('nights')) {
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
    if (options.profile) {
      figures.profile = await profile(database.url, options);
    } else {
      await measureAll(figures, database.url, await readResorts(database.url), options);
    }
  } finally {
    await database.stop();
  }
}

async function measureAll(
  figures: Figures,
  databaseUrl: string,
  resorts: ListedResort[],
  options: Options,
): Promise<void> {
  const { seconds, rounds, search, port } = options;
  const wants = (...some: Part[]): boolean => some.some((part) => options.parts.includes(part));
  if (wants('statements')) {
    figures.statements = await countStatements(databaseUrl, resorts[0]?.id ?? '');
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
  if (!wants(...withServer)) {
    return;
  }
  const server = await startServer(databaseUrl, port);
  try {
    if (wants('list', 'resort', 'mixed')) {
      await measureBeside(server, figures, databaseUrl, resorts, options);
    }
    if (wants('html')) {
      figures.html = await measureHtml(server, databaseUrl, resorts, options);
      printRequests('Pages as HTML, signed out', figures.html);
    }
    if (wants('rest')) {
      figures.rest = await measureRest(server, databaseUrl, options);
      printRequests('Lists by REST', figures.rest);
    }
    if (wants('sign-ins')) {
      figures.signIns = await measureSignIns(server, resorts, options);
      printSignIns(figures.signIns);
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

/** Alternates between the server, the bare handler and, for the two queries, the peers. */
async function measureBeside(
  server: Program,
  figures: Figures,
  databaseUrl: string,
  resorts: ListedResort[],
  { seconds, rounds, parts: wanted, port }: Options,
): Promise<void> {
  const bare = await startBareHandler(databaseUrl, port + 1);
  try {
    const compared = (['list', 'resort'] as const).filter((part) => wanted.includes(part));
    if (compared.length > 0) {
      const [mercurius, postgraphile] = await Promise.all([
        startPeer('mercurius', databaseUrl, port + 2),
        startPeer('postgraphile', databaseUrl, port + 3),
      ]);
      try {
        const programs = { server, bare, mercurius, postgraphile };
        const options = { databaseUrl, seconds, rounds, parts: compared };
        figures.compared = await compare(programs, resorts, options);
        printCompared(figures.compared);
      } finally {
        await Promise.all([mercurius.stop(), postgraphile.stop()]);
      }
    }
    if (wanted.includes('mixed')) {
      figures.mix = await measureMix({ server, bare }, databaseUrl, resorts, { seconds, rounds });
      printMix(figures.mix);
    }
  } finally {
    await bare.stop();
  }
}

async function profile(
  databaseUrl: string,
  { seconds, port }: Options,
): Promise<Record<string, ProfileGroup[]>> {
  const profiles: Record<string, ProfileGroup[]> = {};
  for (const name of profiledLoads) {
    const opened = openProfile();
    const server = await startServer(databaseUrl, port, opened.nodeOptions);
    await loadForProfile(server, name, Math.max(seconds, 10));
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

const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

const percent = (share: number | undefined): string =>
  share === undefined ? '' : `${(share * 100).toFixed(1)} %`;

const cpuTimes = ({ cpu }: MeasuredLoad): string[] => [
  cpu.server.toFixed(3),
  cpu.postgres.toFixed(3),
];

function printCompared(rows: Compared[]): void {
  printTable(
    'The two queries (16 connections, CPU in milliseconds for each request)',
    ['', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'CPU', 'of PostgreSQL', 'hits'],
    rows.map((row) => [
      row.name,
      row.perSecond.toFixed(0),
      row.ofBare?.toFixed(2) ?? '',
      milliseconds(row.p50),
      milliseconds(row.p99),
      ...cpuTimes(row),
      percent(row.hitRate),
    ]),
  );
}

function printMix({ rows, written, forgottenPerWrite }: Mix): void {
  printTable(
    `Reads beside ${(writesOf(written) / written.seconds).toFixed(0)} writes a second, after reading for ${warmUpSeconds} s (16 connections)`,
    [
      '',
      'requests/s',
      'of bare',
      'p50 ms',
      'p99 ms',
      'CPU',
      'of PostgreSQL',
      'hits',
      'MB remembered',
    ],
    rows.map(({ name, reads, ofBare, hitRate, bytes }) => [
      name,
      reads.perSecond.toFixed(0),
      ofBare?.toFixed(2) ?? '',
      milliseconds(reads.p50),
      milliseconds(reads.p99),
      ...cpuTimes(reads),
      percent(hitRate),
      bytes === undefined ? '' : (bytes / 1e6).toFixed(1),
    ]),
  );
  const { publish, book, review, import: imports, refused } = written;
  console.log(
    `${publish} weeks published, ${book} booked or freed, ${review} reviews, ${imports} imports, ${refused} changed nothing; ` +
      `answers forgotten for each write: ${forgottenPerWrite?.toFixed(1) ?? 'not counted'}`,
  );
}

function printRequests(title: string, rows: MeasuredRequests[]): void {
  printTable(
    `${title} (16 connections)`,
    ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU', 'of PostgreSQL', 'kB each'],
    rows.map(({ name, answers, bytes }) => [
      name,
      answers.perSecond.toFixed(0),
      milliseconds(answers.p50),
      milliseconds(answers.p99),
      ...cpuTimes(answers),
      (bytes / 1e3).toFixed(1),
    ]),
  );
}

function printSignIns({ quiet, busy, signIns, ratio }: MeasuredSignIns): void {
  const row = (name: string, { perSecond, p50, p99 }: Load): string[] => [
    name,
    perSecond.toFixed(0),
    milliseconds(p50),
    milliseconds(p99),
  ];
  printTable(
    `Reads of resorts beside sign-ins (p99 ${ratio.toFixed(2)} times that without)`,
    ['', 'requests/s', 'p50 ms', 'p99 ms'],
    [
      row('reads alone', quiet),
      row('reads beside sign-ins', busy),
      row('the sign-ins (8 connections)', signIns),
    ],
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

function printPoints(rows: MeasuredPoints[]): void {
  printTable(
    'Public root fields on the sample data, nothing remembered (microseconds of processor)',
    ['', 'points', 'server', 'PostgreSQL', 'for a point, of the median'],
    rows.map((row) => [
      row.name,
      String(row.points),
      row.server.toFixed(0),
      row.postgres.toFixed(0),
      row.relative.toFixed(2),
    ]),
  );
}

function printAttack(rows: MeasuredAttack[]): void {
  printTable(
    'Six visitors, and beside them six connections of one address with the dearest searches (milliseconds)',
    [
      '',
      'p50',
      'p95',
      'requests/s',
      'attacked p50',
      'p95',
      'requests/s',
      'times p95',
      'attacks/s answered',
      'refused',
    ],
    rows.map(({ name, quiet, attacked, ratio, answered, refused }) => [
      name,
      milliseconds(quiet.p50),
      milliseconds(quiet.p95),
      quiet.perSecond.toFixed(0),
      milliseconds(attacked.p50),
      milliseconds(attacked.p95),
      attacked.perSecond.toFixed(0),
      ratio.toFixed(2),
      answered.toFixed(1),
      refused.toFixed(1),
    ]),
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
  const names = values.only?.split(',') ?? parts;
  const chosen = parts.filter((part) => names.includes(part));
  if (chosen.length < names.length) {
    throw new UsageError(`--only takes ${parts.join(', ')}`);
  }
  return {
    resorts: whole('resorts', 10_000),
    seconds: whole('seconds', 1),
    rounds: whole('rounds', 1),
    port: whole('port', 1),
    attempts: whole('attempts', 1),
    parts: chosen,
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
