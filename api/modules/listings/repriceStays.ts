import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { catalogueChannel } from '#api/platform/database/database.ts';

/** Listings whose free nights are stored anew per transaction; their bookings wait for it. */
const batchSize = 1_000;

/**
 * Stores new totals of free nights after a tax rate or the service fee has changed. Idempotent,
 * also when run concurrently. Until its turn, a listing keeps the old rates for display and
 * payment.
 */
export const repriceStays = (deps: Pick<Deps, 'database'>): Promise<void> =>
  storeAnew(
    deps,
    Prisma.sql`
      SELECT DISTINCT listing_id
      FROM free_stretches JOIN occupancy_taxes ON destination = resort_destination
        CROSS JOIN service_fee
      WHERE (tax_bps, service_fee_bps) <> (occupancy_taxes.rate_bps, service_fee.rate_bps)`,
  );

const rankPayload = z.object({ ownerId: z.uuid() });

/** Stores with the free nights of an owner how often they have cancelled. As `repriceStays`. */
export const rankWeeks = (deps: Pick<Deps, 'database'>, payload: unknown): Promise<void> =>
  storeAnew(
    deps,
    Prisma.sql`
      SELECT DISTINCT listing_id
      FROM users JOIN listings ON owner_id = users.id
        JOIN free_stretches ON listing_id = listings.id
      WHERE users.id = ${rankPayload.parse(payload).ownerId}::uuid
        AND free_stretches.owner_cancellations <> users.owner_cancellations`,
  );

async function storeAnew(
  { database }: Pick<Deps, 'database'>,
  outdated: Prisma.Sql,
): Promise<void> {
  let after: string | null = null;
  do {
    const rows: { last: string | null }[] = await database.read(Prisma.sql`
      WITH outdated AS MATERIALIZED (
        SELECT listing_id FROM (${outdated}) AS each_outdated
        WHERE ${after}::uuid IS NULL OR listing_id > ${after}::uuid
        ORDER BY listing_id LIMIT ${batchSize}),
      batch AS (SELECT array_agg(listing_id ORDER BY listing_id) AS ids, max(listing_id::text) AS last FROM outdated)
      SELECT last, keep_free_stretches(ids)::text, pg_notify(${catalogueChannel}, '')::text
      FROM batch WHERE last IS NOT NULL`);
    after = rows[0]?.last ?? null;
  } while (after !== null);
}
