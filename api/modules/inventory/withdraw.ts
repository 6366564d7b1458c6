import type { Prisma } from '../../generated/prisma/client.ts';

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/** How many listings of a provider that are on the site a run has not met. */
export async function countVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer FROM listings
    WHERE provider_id = ${providerId}::uuid AND is_active AND NOT EXISTS (
      SELECT FROM inventory_seen_weeks AS seen
      WHERE run_id = ${runId}::uuid AND seen.external_id = listings.external_id)`;
  return row?.count ?? 0;
}

/**
 * Takes listings off the site that a run has not met, some of them; they and their history stay.
 * @returns how many; fewer than `most` once there are no more
 */
export async function withdrawVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
  most: number,
): Promise<number> {
  const gone = await transaction.$queryRaw<{ id: string }[]>`
    UPDATE listings SET is_active = false, updated_at = now()
    WHERE id IN (
      SELECT id FROM listings
      WHERE provider_id = ${providerId}::uuid AND is_active AND NOT EXISTS (
        SELECT FROM inventory_seen_weeks AS seen
        WHERE run_id = ${runId}::uuid AND seen.external_id = listings.external_id)
      ORDER BY id LIMIT ${most} FOR NO KEY UPDATE)
    RETURNING id`;
  if (gone.length > 0) {
    await transaction.$executeRaw`
      INSERT INTO listing_events (id, listing_id, kind)
      SELECT gen_random_uuid(), unnest(${gone.map(({ id }) => id)}::uuid[]), 'withdrawn'`;
  }
  return gone.length;
}
