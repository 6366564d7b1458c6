import type pg from 'pg';
import type { Log } from './log.ts';

const hour = 60 * 60 * 1000;

/** Removes what has run out: sessions, counts of tries, idempotency keys of a month ago. */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE expires_at < now()');
  // The limiter keeps milliseconds since 1970.
  await pool.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');
  await pool.query(`DELETE FROM idempotency_keys WHERE created_at < now() - interval '30 days'`);
}

/** Sweeps now and every hour. */
export function startHousekeeping(pool: pg.Pool, log: Log): { stop(): void } {
  const tidy = (): void => {
    sweep(pool).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'));
  };
  tidy();
  const timer = setInterval(tidy, hour);
  return { stop: () => clearInterval(timer) };
}
