import type { Database } from '#api/platform/database.ts';

/**
 * Keeps the order of events after a restore on a server whose transaction numbers start anew. Call
 * it at start-up, before any write.
 */
export async function continueEvents({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('SELECT continue_api_events()');
}
