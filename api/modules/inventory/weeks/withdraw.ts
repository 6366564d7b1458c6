import { Prisma } from '../../../generated/prisma/client.ts';

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw'>;

/**
 * That a run has not met a listing. OFFSET 0 has it looked up for each listing by the primary key: as
 * a join it could be compared with every week of the run, since nothing is known yet of these rows.
 */
const isGone = (runId: string): Prisma.Sql => Prisma.sql`
  NOT EXISTS (
    SELECT FROM inventory_seen_weeks AS seen
    WHERE run_id = ${runId}::uuid AND seen.external_id = listings.external_id OFFSET 0)`;

/** How many listings of a provider that are on the site a run has not met. */
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

/** What became of some listings of a provider, in the order of its ids. */
export interface Withdrawn {
  count: number;
  /** The provider's id after which to go on; null at the end. */
  last: string | null;
}

/**
 * Takes listings off the site that a run has not met; they and their history stay.
 * @param after the provider's id after which to look; '' for the first
 * @param most so many listings are looked at
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
