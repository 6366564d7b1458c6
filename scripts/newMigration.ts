import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../api/platform/database/migrations.ts';
import { onServer } from './lib/databases.ts';
import { diffToSchema, type SchemaDiff } from './lib/schemaDiff.ts';

const usage = `Usage: npm run db:new-migration NAME            a migration from the change of the schema
       npm run db:new-migration NAME -- --empty a file for SQL written by hand
       npm run db:new-migration -- --check      fails when schema and migrations differ`;

const destroys = /\bDROP (TABLE|COLUMN|TYPE|INDEX|CONSTRAINT)\b|\bSET DATA TYPE\b|\bSET NOT NULL\b/;

interface Folders {
  schema: string;
  migrations: string;
}

/** Calls back with the URL of an empty database, which it removes afterwards. */
export type WithDatabase = <Result>(use: (url: string) => Promise<Result>) => Promise<Result>;

export const compareSchema = (
  { schema, migrations }: Folders,
  withDatabase = onOwnServer,
): Promise<SchemaDiff> =>
  withDatabase(async (url) => {
    if (existsSync(migrations)) await migrate(url, migrations);
    return diffToSchema(url, schema);
  });

const onOwnServer: WithDatabase = async (use) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tideweek-migration-'));
  try {
    return await onServer({ databaseUrl: undefined, dataDir }, use, { fsync: 'off' });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Writes the next migration and returns its file; undefined if there is nothing to change. */
export async function writeMigration(
  folders: Folders,
  name: string,
  { empty = false, withDatabase = onOwnServer } = {},
): Promise<string | undefined> {
  const diff = empty ? { sql: '', leftOut: [] } : await compareSchema(folders, withDatabase);
  if (diff.sql === '' && !empty) return undefined;
  const folder = join(
    folders.migrations,
    `${nextTimestamp(folders.migrations)}_${snakeCase(name)}`,
  );
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'migration.sql');
  writeFileSync(file, header(diff) + diff.sql);
  return file;
}

function header({ sql, leftOut }: SchemaDiff): string {
  const lines: string[] = [];
  if (destroys.test(sql)) {
    lines.push('-- REVIEW: this removes or narrows something that may hold data.');
  }
  if (leftOut.length > 0) {
    lines.push("-- REVIEW: left out, because Prisma's schema can't describe what it would drop:");
    lines.push(
      ...leftOut.flatMap((statement) => statement.split('\n').map((line) => `--   ${line}`)),
    );
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

function nextTimestamp(migrations: string): string {
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const taken = existsSync(migrations)
    ? readdirSync(migrations).map((entry) => /^\d{14}/.exec(entry)?.[0] ?? '')
    : [];
  const latest = taken.sort().at(-1) ?? '';
  return latest < now ? now : String(BigInt(latest) + 1n);
}

function snakeCase(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const snake = words.replace(/[^a-z0-9]+/g, '_').replace(/^_|_$/g, '');
  if (snake === '') throw new Error(`${name} is no name for a migration`);
  return snake;
}

async function main(args: string[]): Promise<number> {
  const folders = { schema: 'prisma/schema.prisma', migrations: 'prisma/migrations' };
  if (args.includes('--check')) {
    const { sql } = await compareSchema(folders);
    if (sql === '') return 0;
    console.error(
      `The migrations don't lead to prisma/schema.prisma; npm run db:new-migration NAME writes what is missing:\n\n${sql}`,
    );
    return 1;
  }
  const [name] = args.filter((arg) => !arg.startsWith('--'));
  if (name === undefined) {
    console.error(usage);
    return 1;
  }
  const file = await writeMigration(folders, name, { empty: args.includes('--empty') });
  if (file === undefined) {
    console.error('The migrations already lead to the schema. For SQL of your own add -- --empty.');
    return 1;
  }
  console.log(file);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
