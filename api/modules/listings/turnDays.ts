import type { Deps } from '../../context/context.ts';
import { Prisma } from '../../generated/prisma/client.ts';

/** Listings that change in one transaction. */
const batchSize = 1_000;

/**
 * Brings the day of every time zone, and what is on offer, to an instant. Listings whose last night has
 * passed leave the counters of their resorts in the same transaction. Running it again, or twice at
 * once, changes nothing more.
 */
export async function turnDays(deps: Pick<Deps, 'database'>, now: Date): Promise<void> {
  const { prisma } = deps.database;
  const turned = await prisma.$queryRaw<{ name: string }[]>`
    SELECT name FROM time_zones WHERE today <> (${now}::timestamptz AT TIME ZONE name)::date`;
  for (const { name } of turned) {
    // Each by itself: it waits for whoever writes listings of this zone, and holds no other lock.
    await prisma.$executeRaw`
      UPDATE time_zones SET today = (${now}::timestamptz AT TIME ZONE name)::date WHERE name = ${name}`;
  }
  await correct(deps, over);
  await correct(deps, ahead);
}

/** The first condition on available_to bounds the scan of the index on (on_offer, available_to). */
const over = Prisma.sql`on_offer
  AND available_to <= (SELECT max(today) FROM time_zones)
  AND NOT is_on_offer(is_active, contract_verification_status, available_to, today)`;

/** Its resort has moved to another time zone, or the clock was put back. */
const ahead = Prisma.sql`NOT on_offer
  AND available_to > (SELECT min(today) FROM time_zones)
  AND is_on_offer(is_active, contract_verification_status, available_to, today)`;

async function correct({ database }: Pick<Deps, 'database'>, wrong: Prisma.Sql): Promise<void> {
  for (;;) {
    // The trigger on listings says what is right. In the order of available_to the planner takes the
    // index; in the order of their ids, as everyone locks listings, it would walk through all of them.
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
      UPDATE listings SET on_offer = NOT on_offer FROM locked WHERE listings.id = locked.id`;
    if (count < batchSize) {
      return;
    }
  }
}
