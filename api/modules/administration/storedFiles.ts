import pLimit from 'p-limit';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { firstId } from '#api/platform/input/globalId.ts';
import type { ObjectStorage } from '#api/platform/storage/objectStorage.ts';
import { documentKey } from '../contracts/uploads/keys.ts';
import { keysOf as pictureKeys } from '../pictures/files.ts';
import { keysAt as resortPictureKeys } from '../resorts/admin/resortPictures.ts';

type Query = Pick<ClientBase | Pool, 'query'>;

export interface NeededFile {
  key: string;
  /** Bytes; null if the database does not store the size. */
  size: number | null;
  name: string;
}

interface Row {
  id: string;
  name: string;
  size: number | null;
  width: number | null;
  address: string | null;
}

interface Kind {
  sql: string;
  files(row: Row): string[];
}

const selectOf = (columns: string, table: string, where: string): string => `
  SELECT id::text, ${columns} FROM ${table}
  WHERE ${where} AND id > $1 AND ($2::uuid[] IS NULL OR id = ANY ($2)) ORDER BY id LIMIT $3`;

/** Everything in the storage that rows refer to for good. New kinds of files are added here. */
const kinds: readonly Kind[] = [
  {
    sql: selectOf(
      `size, NULL::int AS width, NULL AS address,
       concat(CASE WHEN booking_id IS NOT NULL THEN 'guest certificate'
                   WHEN sale_id IS NOT NULL THEN 'document of a closing'
                   WHEN evidence_id IS NOT NULL THEN 'evidence' ELSE 'proof of ownership' END,
              ' “', file_name, '”') AS name`,
      'contract_documents',
      `status IN ('accepted', 'attached')`,
    ),
    files: (row) => [documentKey(row)],
  },
  {
    sql: selectOf(
      `NULL::int AS size, width, NULL AS address,
       concat('picture “', alt, '”') AS name`,
      'pictures',
      'drawing IS NULL',
    ),
    files: ({ id, width }) => pictureKeys({ id, width: width ?? 0 }),
  },
  {
    sql: selectOf(
      `NULL::int AS size, NULL::int AS width, image_url AS address,
       concat('picture of ', name) AS name`,
      'resorts',
      `image_url LIKE '/media/resorts/%'`,
    ),
    files: ({ address }) => resortPictureKeys(address ?? ''),
  },
];

const placeShape = z.object({ kind: z.number(), after: z.string() });

type Place = z.infer<typeof placeShape>;

const start: Place = { kind: 0, after: firstId };

const batch = 200;

interface Batch {
  kind: Kind;
  rows: Row[];
  place: Place;
}

async function* batchesFrom(database: Query, place: Place): AsyncGenerator<Batch> {
  for (const [index, kind] of kinds.entries()) {
    let after = index === place.kind ? place.after : start.after;
    for (let isOver = index < place.kind; !isOver;) {
      const { rows } = await database.query<Row>(kind.sql, [after, null, batch]);
      after = rows.at(-1)?.id ?? after;
      yield { kind, rows, place: { kind: index, after } };
      isOver = rows.length < batch;
    }
  }
}

const filesOf = (kind: Kind, row: Row): NeededFile[] =>
  kind.files(row).map((key) => ({ key, size: row.size, name: `${row.name} (${key})` }));

export async function* neededFiles(database: Query): AsyncGenerator<NeededFile> {
  for await (const { kind, rows } of batchesFrom(database, start)) {
    yield* rows.flatMap((row) => filesOf(kind, row));
  }
}

const roundShape = z.object({
  checked: z.number(),
  missing: z.number(),
  named: z.array(z.string()),
  at: z.string(),
});

export type Round = z.infer<typeof roundShape>;

const stateShape = z.object({
  current: roundShape,
  place: placeShape.nullable(),
  finished: roundShape.nullable(),
});

export const storedFilesFact = 'stored_files';

const mostFiles = 2_000;

const mostNamed = 5;

/**
 * Continues comparing the storage with the rows that refer to its files where the last run stopped.
 * Stores the result, and logs an error if files are missing.
 */
export async function checkStoredFiles({
  database,
  storage,
  log,
  clock,
}: Pick<Deps, 'database' | 'storage' | 'log' | 'clock'>): Promise<void> {
  const { rows: facts } = await database.pool.query<{ value: string }>(
    'SELECT value FROM installation_facts WHERE key = $1',
    [storedFilesFact],
  );
  const before = readState(facts[0]?.value);
  const isResumed = before !== null && before.place !== null;
  const round = isResumed ? before.current : { checked: 0, missing: 0, named: [], at: '' };
  const missingBefore = round.missing;
  const mostChecked = round.checked + mostFiles;
  let place: Place | null = null;
  for await (const each of batchesFrom(database.pool, before?.place ?? start)) {
    const { kind, rows } = each;
    const missing = await missingOf({ database: database.pool, storage }, kind, rows);
    round.missing += missing.length;
    round.named = [...round.named, ...missing.map(({ name }) => name)].slice(0, mostNamed);
    round.checked += rows.flatMap((row) => filesOf(kind, row)).length;
    if (round.checked >= mostChecked) {
      ({ place } = each);
      break;
    }
  }
  round.at = clock().toISOString();
  const state = { current: round, place, finished: place ? (before?.finished ?? null) : round };
  await database.pool.query(
    `INSERT INTO installation_facts (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`,
    [storedFilesFact, JSON.stringify(state)],
  );
  if (round.missing > missingBefore) {
    log.error({ missing: round.missing }, 'files of the storage are missing');
  }
}

const looking = pLimit(8);

async function missingOf(
  { database, storage }: { database: Query; storage: Pick<ObjectStorage, 'stat'> },
  kind: Kind,
  rows: Row[],
): Promise<NeededFile[]> {
  const isMissing = async ({ key, size }: NeededFile): Promise<boolean> => {
    const stored = await looking(() => storage.stat(key));
    return !stored || (size !== null && stored.size !== size);
  };
  const found = await Promise.all(
    rows.map(async (row) => {
      const files = filesOf(kind, row);
      const missing = await Promise.all(files.map(isMissing));
      return { row, files: files.filter((_file, index) => missing[index]) };
    }),
  );
  const suspects = found.filter(({ files }) => files.length > 0);
  if (suspects.length === 0) {
    return [];
  }
  // A row may have been deleted since it was read; then its file is not missing.
  const ids = suspects.map(({ row }) => row.id);
  const { rows: left } = await database.query<Row>(kind.sql, [start.after, ids, ids.length]);
  const kept = new Set(left.map(({ id, address }) => `${id} ${address}`));
  return suspects
    .filter(({ row: { id, address } }) => kept.has(`${id} ${address}`))
    .flatMap(({ files }) => files);
}

const readState = (value: string | null | undefined): z.infer<typeof stateShape> | null =>
  value ? stateShape.parse(JSON.parse(value)) : null;

/**
 * The last result of the check: of the unfinished round as soon as it misses more files than the
 * finished round; null before the first run.
 * @param value of the fact `storedFilesFact`
 */
export function toldRound(value: string | null): Round | null {
  const { current, finished } = readState(value) ?? {};
  return finished && (current?.missing ?? 0) <= finished.missing ? finished : (current ?? null);
}
