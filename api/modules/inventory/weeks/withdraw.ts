import { Prisma } from '#api/generated/prisma/client.ts';

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/**
 * Condition: a run has not seen a listing. OFFSET 0 forces an index lookup per listing: the run's
 * rows have no statistics yet, and a join could compare each listing with every row.
 */
const isGone = (runId: string): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM inventory_seen_weeks AS seen
    WHERE run_id = ${runId}::uuid AND seen.external_id = listings.external_id OFFSET 0)`;

export async function countVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
): Promise<number> {
  const [row] = await transaction.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer FROM listings
    WHERE provider_id = ${providerId}::uuid AND is_active AND ${isGone(runId)}`;
  return row?.count ?? 0;
}

export interface Withdrawn {
  count: number;
  /** The provider's id after which to continue; null at the end. */
  last: string | null;
}

/**
 * Withdraws listings that a run has not seen. The rows and their history stay.
 * @param after the provider's id after which to start; '' for the first
 * @param most how many listings to check
 */
export async function withdrawVanished(
  transaction: Transaction,
  providerId: string,
  runId: string,
  after: string,
  most: number,
): Promise<Withdrawn> {
  const [looked] = await transaction.$queryRaw<{ last: string | null; gone: string[] }[]>`
    SELECT max(external_id) AS last,
           coalesce(jsonb_agg(id) FILTER (WHERE is_gone), '[]') AS gone
    FROM (
      SELECT id, external_id, ${isGone(runId)} AS is_gone FROM listings
      WHERE provider_id = ${providerId}::uuid AND external_id > ${after} AND is_active
      ORDER BY external_id LIMIT ${most}) AS listings`;
  const { last, gone } = looked ?? { last: null, gone: [] };
  if (gone.length === 0) {
    return { count: 0, last };
  }
  const withdrawn = await transaction.$executeRaw`
    WITH withdrawn AS (
      UPDATE listings SET is_active = false, updated_at = now()
      WHERE id = ANY (${gone}::uuid[]) AND is_active
      RETURNING id
    )
    INSERT INTO listing_events (id, listing_id, kind)
    SELECT gen_random_uuid(), id, 'withdrawn' FROM withdrawn`;
  return { count: withdrawn, last };
}
