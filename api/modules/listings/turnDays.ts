import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';

const batchSize = 1_000;

/**
 * Brings the day of every time zone, the offers and their free nights up to an instant. Counters of
 * resorts change in the same transactions. Idempotent, also when run concurrently.
 */
export async function turnDays(deps: Pick<Deps, 'database'>, now: Date): Promise<void> {
  const { prisma } = deps.database;
  const turned = await prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM time_zones WHERE today <> (${now}::timestamptz AT TIME ZONE name)::date`;
  for (const { name } of turned) {
    // One zone per statement: the statement waits for writers of listings and holds no other lock.
    await prisma.$executeRaw`
      UPDATE time_zones SET today = (${now}::timestamptz AT TIME ZONE name)::date WHERE name = ${name}`;
  }
  await correct(deps, over);
  await correct(deps, ahead);
  await dropPastNights(deps);
}

/**
 * Listings that are over. The first condition on available_to bounds the scan of the index on
 * (on_offer, available_to).
 */
const over = Prisma.sql`on_offer
  AND available_to <= (SELECT max(today) FROM time_zones)
  AND NOT is_on_offer(is_active, contract_verification_status, available_to, today)`;

/** Listings on offer again: their resort moved to another time zone, or the clock was set back. */
const ahead = Prisma.sql`NOT on_offer
  AND available_to > (SELECT min(today) FROM time_zones)
  AND is_on_offer(is_active, contract_verification_status, available_to, today)`;

async function correct({ database }: Pick<Deps, 'database'>, wrong: Prisma.Sql): Promise<void> {
  for (;;) {
    // The trigger on listings sets the value. ORDER BY available_to lets the planner use the index;
    // ORDER BY id, the lock order elsewhere, would read all of them.
    const count = await database.prisma.$executeRaw`
      WITH wrong AS MATERIALIZED (
        SELECT listings.id
        FROM listings JOIN resorts ON resorts.id = resort_id
          JOIN time_zones ON time_zones.name = timezone
        WHERE ${wrong}
        ORDER BY available_to LIMIT ${batchSize}
      ), locked AS (
        SELECT id FROM listings WHERE id IN (SELECT id FROM wrong) ORDER BY id FOR NO KEY UPDATE
      )
      UPDATE listings SET on_offer = NOT on_offer, updated_at = now() FROM locked WHERE listings.id = locked.id`;
    if (count < batchSize) {
      return;
    }
  }
}

async function dropPastNights({ database }: Pick<Deps, 'database'>): Promise<void> {
  for (;;) {
    const [kept] = await database.prisma.$queryRaw<{ count: number }[]>`
      WITH begun AS MATERIALIZED (
        SELECT DISTINCT listing_id
        FROM free_stretches JOIN resorts ON resorts.id = resort_id
          JOIN time_zones ON time_zones.name = timezone
        WHERE starts_on < (SELECT max(today) FROM time_zones) AND starts_on < today
        LIMIT ${batchSize}
      )
      SELECT count(*)::int AS count, keep_free_stretches(array_agg(listing_id))::text FROM begun`;
    if (!kept || kept.count < batchSize) {
      return;
    }
  }
}
