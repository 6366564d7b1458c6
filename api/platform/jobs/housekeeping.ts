import type pg from 'pg';
import type { Database } from '../database/database.ts';

/** Modules declare their own; docs/operations.md lists all. */
export interface Retention<Deps> {
  what: string;
  /** How long, such as '90 days after it was sent'. */
  kept: string;
  remove(deps: Deps): Promise<void>;
}

export type DatabaseRetention = Retention<{ database: Pick<Database, 'pool'> }>;

/** @param where condition of expired rows, with the days as $1 */
export const rowsKeptFor = (
  days: number,
  { what, after, table, where }: { what: string; after: string; table: string; where: string },
): DatabaseRetention => ({
  what,
  kept: `${days} days after ${after}`,
  remove: ({ database }) => removeRows(database.pool, table, where, [days]),
});

export const rowsThatRunOut = (what: string, table: string, where: string): DatabaseRetention => ({
  what,
  kept: 'until they run out',
  remove: ({ database }) => removeRows(database.pool, table, where),
});

export const platformRetention: DatabaseRetention[] = [
  rowsThatRunOut('Sessions', 'sessions', 'expires_at < now()'),
  // The limiter stores milliseconds since 1970.
  rowsThatRunOut('Counts of tries', 'rate_limits', 'expire < extract(epoch FROM now()) * 1000'),
  rowsKeptFor(30, {
    what: 'Idempotency keys',
    after: 'their call',
    table: 'idempotency_keys',
    where: 'created_at < now() - make_interval(days => $1)',
  }),
];

/** Rows per statement, so that none reaches the statement timeout. */
const batch = 5_000;

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

/** Goes on after a failure. @throws {AggregateError} at the end, so that the job is retried */
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
