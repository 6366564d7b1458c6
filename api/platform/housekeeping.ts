import type pg from 'pg';
import type { Database } from './database.ts';

/** Something that is kept for a time only. Each module declares its own; docs/operations.md has them all. */
export interface Retention<Deps> {
  what: string;
  /** Until when, such as '90 days after it was sent'. */
  kept: string;
  remove(deps: Deps): Promise<void>;
}

export type DatabaseRetention = Retention<{ database: Pick<Database, 'pool'> }>;

/**
 * Rows that are removed some days after a moment.
 * @param where which rows of the table, with that number of days as $1
 */
export const rowsKeptFor = (
  days: number,
  { what, after, table, where }: { what: string; after: string; table: string; where: string },
): DatabaseRetention => ({
  what,
  kept: `${days} days after ${after}`,
  remove: ({ database }) => removeRows(database.pool, table, where, [days]),
});

/** Rows that say themselves when they run out. */
export const rowsThatRunOut = (what: string, table: string, where: string): DatabaseRetention => ({
  what,
  kept: 'until they run out',
  remove: ({ database }) => removeRows(database.pool, table, where),
});

/** What the platform keeps. */
export const platformRetention: DatabaseRetention[] = [
  rowsThatRunOut('Sessions', 'sessions', 'expires_at < now()'),
  // The limiter keeps milliseconds since 1970.
  rowsThatRunOut('Counts of tries', 'rate_limits', 'expire < extract(epoch FROM now()) * 1000'),
  rowsKeptFor(30, {
    what: 'Idempotency keys',
    after: 'their call',
    table: 'idempotency_keys',
    where: 'created_at < now() - make_interval(days => $1)',
  }),
];

/** Rows that one statement removes, so that none takes long enough to be given up. */
const batch = 5_000;

/** Removes rows of a table, in batches. */
export async function removeRows(
  pool: pg.Pool,
  table: string,
  where: string,
  values: unknown[] = [],
): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${where} LIMIT $${values.length + 1}))`,
      [...values, batch],
    );
    if ((rowCount ?? 0) < batch) {
      return;
    }
  }
}

/**
 * Removes what has run out. What can't be removed keeps nothing else from being removed.
 * @throws {AggregateError} once all the rest is done, so that the job is tried again
 */
export async function removeOld<Deps>(
  retention: readonly Retention<Deps>[],
  deps: Deps,
): Promise<void> {
  const failures: Error[] = [];
  for (const { what, remove } of retention) {
    await remove(deps).catch((error: unknown) => {
      failures.push(new Error(`${what} could not be removed`, { cause: error }));
    });
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  }
}
