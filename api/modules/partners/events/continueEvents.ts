import type { Database } from '#api/platform/database.ts';

/**
 * Keeps the order of events when the data was restored on a server that numbers its transactions
 * anew. To be called at the start, before anything is written.
 */
export async function continueEvents({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('SELECT continue_api_events()');
}
