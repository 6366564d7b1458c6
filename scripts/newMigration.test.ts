import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../api/testing/testDatabase.ts';
import { compareSchema, writeMigration, type WithDatabase } from './newMigration.ts';

const datasource = 'datasource db {\n  provider = "postgresql"\n}\n';
const resort = `
model Resort {
  id    Int    @id
  name  String
  words Unsupported("tsvector")?
  @@map("resorts")
}
`;

let folder: string;
let folders: { schema: string; migrations: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tideweek-test-'));
  folders = { schema: join(folder, 'schema.prisma'), migrations: join(folder, 'migrations') };
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database on the server of all tests: the command starts a server of its own. */
const withDatabase: WithDatabase = async (use) => {
  const database = await createTestDatabase('blank');
  try {
    return await use(database.url);
  } finally {
    await database.drop();
  }
};

const compare = () => compareSchema(folders, withDatabase);

const write = (name: string, empty = false) =>
  writeMigration(folders, name, { empty, withDatabase });

it('the committed migrations match the schema', async () => {
  const folders = { schema: 'prisma/schema.prisma', migrations: 'prisma/migrations' };
  expect((await compareSchema(folders)).sql).toBe('');
});

describe('a new migration', () => {
  it('contains the change of the schema and comes after the existing migrations', async () => {
    writeFileSync(folders.schema, datasource + resort);
    const first = await write('Add resorts');
    expect(first).toMatch(/\/\d{14}_add_resorts\/migration\.sql$/);
    expect(readFileSync(first ?? '', 'utf8')).toMatch(/^-- CreateTable\nCREATE TABLE "resorts"/);
    expect((await compare()).sql).toBe('');
    expect(await write('again')).toBeUndefined();

    writeFileSync(folders.schema, datasource + resort.replace('@@map', 'city String?\n  @@map'));
    const second = await write('addCity');
    expect(second).toMatch(/_add_city\/migration\.sql$/);
    expect((second ?? '') > (first ?? '')).toBe(true);
    expect(readFileSync(second ?? '', 'utf8')).toBe(
      '-- AlterTable\nALTER TABLE "resorts" ADD COLUMN     "city" TEXT;\n',
    );
  });

  it("drops nothing that Prisma's schema can't describe, and lists what it left out", async () => {
    writeFileSync(folders.schema, datasource + resort);
    writeSql(
      '20260101000000_init',
      `create extension pg_trgm; create extension btree_gist;
       create table resorts (id int not null, name text not null, words tsvector,
         low int generated always as (id * 2) stored, constraint resorts_pkey primary key (id));
       alter table resorts add constraint filled check (name <> ''),
         add constraint apart exclude using gist (id with =, name with =);
       create index by_lower on resorts (lower(name));
       create unique index one_named on resorts (name) where id > 5;
       create index covering on resorts (id) include (name);
       create index by_pattern on resorts (name text_pattern_ops);
       create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
       create trigger touched before update on resorts for each row execute function touch();
       create view names as select name from resorts;`,
    );
    const diff = await compare();
    expect(diff.sql).toBe('');
    expect(diff.leftOut.sort()).toEqual([
      'ALTER TABLE "resorts" DROP COLUMN "low";',
      'DROP INDEX "by_pattern";',
      'DROP INDEX "covering";',
    ]);

    writeFileSync(folders.schema, datasource + resort.replace('@@map', 'city String?\n  @@map'));
    const sql = readFileSync((await write('city')) ?? '', 'utf8');
    expect(sql).toContain('--   DROP INDEX "covering";');
    expect(sql.replace(/^--.*$/gm, '').trim()).toBe(
      'ALTER TABLE "resorts" ADD COLUMN     "city" TEXT;',
    );
    expect((await compare()).sql).toBe('');
  });

  it('asks for a review when it drops a column or a table', async () => {
    writeFileSync(folders.schema, datasource + resort);
    writeSql(
      '20260101000000_init',
      `create table resorts (id int not null, name text not null, city text, words tsvector,
         constraint resorts_pkey primary key (id))`,
    );
    const sql = readFileSync((await write('less')) ?? '', 'utf8');
    expect(sql).toMatch(/^-- REVIEW: this removes or narrows/);
    expect(sql).toContain('ALTER TABLE "resorts" DROP COLUMN "city";');
  });

  it('is empty on request, for SQL written by hand', async () => {
    writeFileSync(folders.schema, datasource);
    const file = await write('checks', true);
    expect(readFileSync(file ?? '', 'utf8')).toBe('');
  });
});

function writeSql(name: string, sql: string): void {
  mkdirSync(join(folders.migrations, name), { recursive: true });
  writeFileSync(join(folders.migrations, name, 'migration.sql'), sql);
}
