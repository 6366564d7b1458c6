import type pg from 'pg';

/**
 * Removes what has run out: sessions, links, counts of tries, idempotency keys of a month ago, the
 * record of mail that was sent a quarter ago, the text of mail that was given up a month ago, and
 * previews of inventory of yesterday.
 */
export async function sweep(pool: pg.Pool): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE expires_at < now()');
  await pool.query('DELETE FROM secret_links WHERE expires_at < now()');
  // The limiter keeps milliseconds since 1970.
  await pool.query('DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000');
  await pool.query(`DELETE FROM idempotency_keys WHERE created_at < now() - interval '30 days'`);
  await pool.query(
    `DELETE FROM outgoing_mails WHERE status = 'sent' AND created_at < now() - interval '90 days'`,
  );
  await pool.query(
    `UPDATE outgoing_mails SET html = '', text = '', headers = '{}'
     WHERE status = 'failed' AND created_at < now() - interval '30 days' AND html <> ''`,
  );
  await pool.query(
    `DELETE FROM inventory_syncs
     WHERE purpose = 'preview' AND timestamp < now() - interval '1 day'`,
  );
}
