import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { catalogueChannel } from '#api/platform/database/database.ts';

/** Listings repriced per transaction; bookings of these listings wait for it. */
const batchSize = 1_000;

/**
 * Stores new totals of free nights after a tax rate or the service fee has changed. Idempotent,
 * also when run concurrently. Until its turn, a listing keeps the old rates for display and
 * payment.
 */
export async function repriceStays({ database }: Pick<Deps, 'database'>): Promise<void> {
  let after: string | null = null;
  do {
    const rows: { last: string | null }[] = await database.read(Prisma.sql`
      WITH outdated AS MATERIALIZED (
        SELECT DISTINCT listing_id
        FROM free_stretches JOIN occupancy_taxes ON destination = resort_destination
          CROSS JOIN service_fee
        WHERE (tax_bps, service_fee_bps) <> (occupancy_taxes.rate_bps, service_fee.rate_bps)
          AND (${after}::uuid IS NULL OR listing_id > ${after}::uuid)
        ORDER BY listing_id LIMIT ${batchSize}),
      batch AS (SELECT array_agg(listing_id ORDER BY listing_id) AS ids, max(listing_id::text) AS last FROM outdated)
      SELECT last, keep_free_stretches(ids)::text, pg_notify(${catalogueChannel}, '')::text
      FROM batch WHERE last IS NOT NULL`);
    after = rows[0]?.last ?? null;
  } while (after !== null);
}
