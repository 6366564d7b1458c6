import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const engineModule = '@prisma/schema-engine-wasm/schema_engine_bg';

interface EngineModule {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  SchemaEngine: typeof SchemaEngine;
}

export interface SchemaDiff {
  /** SQL that changes the database to match the schema; empty if they agree. */
  sql: string;
  /** Statements left out because they would drop objects outside Prisma's schema language. */
  leftOut: string[];
}

/** Models that are views, for which the engine would create tables. */
const views = ['waiting_bookings', 'night_conflicts', 'refund_steps'].map(
  (view) => `public.${view}`,
);

/** Uses the engine's WebAssembly module: its program would be downloaded from outside npm. */
export async function diffToSchema(url: string, schemaFile: string): Promise<SchemaDiff> {
  const schema = { files: [{ path: schemaFile, content: readFileSync(schemaFile, 'utf8') }] };
  const adapter = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapter(url));
  const { SchemaEngine } = await engineModuleOnce();
  const engine = await SchemaEngine.new(
    { datamodels: [[schemaFile, schema.files[0]?.content ?? '']] },
    () => undefined,
    adapter,
  );
  try {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', configDir: dirname(schemaFile), ...schema },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: null,
      filters: { externalTables: views, externalEnums: [] },
    });
    return await keepInvisible(stdout ?? '', url);
  } finally {
    engine.free();
  }
}

/** The adapter rejects columns of type "char" (OID 18): read as text, reported as characters. */
class CatalogueAdapter extends PrismaPg {
  private readonly charFields: Set<string>;

  constructor(connectionString: string) {
    const pool = poolFor(connectionString);
    const plainQuery = pool.query.bind(pool);
    const charFields = new Set<string>();
    const query = async (config: pg.QueryArrayConfig) => {
      const result = await plainQuery(config);
      for (const field of result.fields) {
        if (field.dataTypeID !== pg.types.builtins.CHAR) continue;
        charFields.add(field.name);
        field.dataTypeID = pg.types.builtins.TEXT;
      }
      return result;
    };
    super(Object.assign(pool, { query }), { disposeExternalPool: true });
    this.charFields = charFields;
  }

  override async connect() {
    const adapter = await super.connect();
    const plainQuery = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      this.charFields.clear();
      const result = await plainQuery(query);
      const columnTypes = result.columnTypes.map((type, index) =>
        this.charFields.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

/** Ignores errors of idle connections, which may still be closing when the server stops. */
const poolFor = (connectionString: string): pg.Pool =>
  new pg.Pool({ connectionString, max: 1 }).on('error', () => undefined);

let loading: Promise<EngineModule> | undefined;

/** The module has global state, so a second instance in one process would break the first. */
const engineModuleOnce = (): Promise<EngineModule> => (loading ??= loadEngine());

async function loadEngine(): Promise<EngineModule> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(engineModule));
  const glue = (await import(engineModule)) as EngineModule;
  const bytes = readFileSync(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, {
    './schema_engine_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  const begin = instance.exports['__wbindgen_start'];
  if (typeof begin === 'function') begin();
  return glue;
}

interface Invisible {
  indexes: Set<string>;
  columns: Set<string>;
}

async function keepInvisible(script: string, url: string): Promise<SchemaDiff> {
  const invisible = await findInvisible(url);
  const kept: string[] = [];
  const leftOut: string[] = [];
  for (const block of script.trim().split(/\n\n+/)) {
    const comments = block.split('\n').filter((line) => line.startsWith('--'));
    const statement = block
      .split('\n')
      .filter((line) => !line.startsWith('--'))
      .join('\n');
    if (statement === '') continue;
    const rest = withoutInvisible(statement, invisible);
    if (rest !== statement) leftOut.push(statement);
    if (rest !== '') kept.push([...comments, rest].join('\n'));
  }
  return { sql: kept.map((block) => `${block}\n`).join('\n'), leftOut };
}

function withoutInvisible(statement: string, { indexes, columns }: Invisible): string {
  const index = /^DROP INDEX "([^"]+)";$/.exec(statement)?.[1];
  if (index !== undefined) return indexes.has(index) ? '' : statement;
  const [, table, actions = ''] = /^ALTER TABLE "([^"]+)" ([\s\S]+);$/.exec(statement) ?? [];
  if (table === undefined) return statement;
  const all = actions.split(',\n');
  const rest = all.filter((action) => {
    const column = /^(?:DROP COLUMN "([^"]+)"|ALTER COLUMN "([^"]+)" DROP DEFAULT)$/.exec(action);
    return column === null || !columns.has(`${table}.${column[1] ?? column[2]}`);
  });
  if (rest.length === all.length) return statement;
  return rest.length === 0 ? '' : `ALTER TABLE "${table}" ${rest.join(',\n')};`;
}

/**
 * Generated columns, and indexes with included columns, NULLS NOT DISTINCT, another order of nulls
 * or operator class. Prisma itself ignores other objects outside its language.
 */
async function findInvisible(url: string): Promise<Invisible> {
  const pool = poolFor(url);
  try {
    const indexes = await pool.query<{ name: string }>(`
      select pg_class.relname as name
      from pg_index
      join pg_class on pg_class.oid = indexrelid
      join pg_am on pg_am.oid = pg_class.relam
      where relnamespace = 'public'::regnamespace
        and (
          indnkeyatts < indnatts
          or indnullsnotdistinct
          or indoption::int2[] && array[1, 2]::int2[]
          or amname = 'btree' and exists (
            select from pg_opclass where pg_opclass.oid = any (indclass) and not opcdefault
          )
        )`);
    const columns = await pool.query<{ name: string }>(`
      select table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = 'public' and is_generated = 'ALWAYS'`);
    return {
      indexes: new Set(indexes.rows.map(({ name }) => name)),
      columns: new Set(columns.rows.map(({ name }) => name)),
    };
  } finally {
    await pool.end();
  }
}
