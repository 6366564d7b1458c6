import zoneAt from '@photostructure/tz-lookup';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';

export const unknownZone = 'UTC';

interface Place {
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  region: string;
  country: string;
}

type Transaction = Pick<Prisma.TransactionClient, '$queryRaw'>;

/**
 * The time zones of resorts, in the same order: the given zone; else the zone at the coordinates;
 * else the most common zone in the region; else UTC.
 * @throws {InvalidInputError} naming timezone, if the database doesn't know the given zone
 */
export async function timeZonesOf(
  transaction: Transaction,
  places: readonly Place[],
): Promise<string[]> {
  const wanted = places.map(({ timezone, latitude, longitude }) =>
    timezone === unknownZone && latitude !== null && longitude !== null
      ? zoneAt(latitude, longitude)
      : timezone,
  );
  const known = await namesOf(transaction, wanted);
  const neighbours = await zonesOfRegions(
    transaction,
    places.filter((_, index) => wanted[index] === unknownZone),
  );
  return places.map((place, index) => {
    const zone = known.get(wanted[index]?.toLowerCase() ?? '');
    if (!zone && place.timezone !== unknownZone) {
      throw new InvalidInputError('timezone', timezoneMessage);
    }
    return zone && zone !== unknownZone ? zone : (neighbours.get(regionKey(place)) ?? unknownZone);
  });
}

export const timezoneMessage = 'Time zone must be one such as America/New_York';

/** Names of time zones as stored in the database, by their names in lower case. */
async function namesOf(
  transaction: Transaction,
  zones: readonly string[],
): Promise<Map<string, string>> {
  const folded = [...new Set(zones.map((zone) => zone.toLowerCase()))];
  const rows = await transaction.$queryRaw<{ name: string }[]>`
    SELECT name FROM time_zones WHERE lower(name) = ANY (${folded}::text[])`;
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}

const regionKey = ({ region, country }: Pick<Place, 'region' | 'country'>): string =>
  JSON.stringify([region, country]);

async function zonesOfRegions(
  transaction: Transaction,
  places: readonly Place[],
): Promise<Map<string, string>> {
  const regions = [...new Set(places.map(({ region }) => region))].filter(Boolean);
  if (regions.length === 0) {
    return new Map();
  }
  const rows = await transaction.$queryRaw<Pick<Place, 'region' | 'country' | 'timezone'>[]>`
    SELECT DISTINCT ON (region, country) region, country, timezone
    FROM resorts
    WHERE region = ANY (${regions}::text[]) AND timezone <> ${unknownZone}
    GROUP BY region, country, timezone
    ORDER BY region, country, count(*) DESC, timezone`;
  return new Map(rows.map((row) => [regionKey(row), row.timezone]));
}

const batchSize = 500;

export async function findTimeZones({ database }: Pick<Deps, 'database'>): Promise<void> {
  let after: string | undefined;
  do {
    const places = await database.prisma.resort.findMany({
      where: { timezone: unknownZone, ...(after !== undefined && { id: { gt: after } }) },
      select: {
        id: true,
        timezone: true,
        latitude: true,
        longitude: true,
        region: true,
        country: true,
      },
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    const zones = await timeZonesOf(database.prisma, places);
    const found = places
      .map(({ id }, index) => ({ id, zone: zones[index] ?? unknownZone }))
      .filter(({ zone }) => zone !== unknownZone);
    await database.prisma.$executeRaw`
      UPDATE resorts SET timezone = zone, updated_at = now()
      FROM unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ zone }) => zone)}::text[])
             AS found (resort, zone)
      WHERE id = resort AND timezone = ${unknownZone}`;
    after = places.length < batchSize ? undefined : places.at(-1)?.id;
  } while (after !== undefined);
}
