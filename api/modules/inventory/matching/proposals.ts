import type { Prisma } from '#api/generated/prisma/client.ts';
import { resortKey, type Match } from './resortMatching.ts';
import type { OfferedResort } from '../weeks/weekInput.ts';

const unnamed = resortKey({ externalId: '', name: '', location: '', brand: '' });

/** The most resorts stored per run: a feed may name a different resort in each row. */
const most = 5_000;

interface MetResort {
  externalId: string;
  name: string;
  location: string;
  brand: string;
  /** Plain id of our resort; null if not matched, so that it is proposed. */
  resortId: string | null;
  weeks: number;
}

export function createMetResorts() {
  const met = new Map<string, MetResort>();
  return {
    add(offered: OfferedResort, match: Match): void {
      if (match.key === unnamed) {
        return;
      }
      const row = met.get(match.key);
      if (row) {
        row.weeks += 1;
      } else if (met.size < most) {
        met.set(match.key, {
          externalId: match.key,
          name: offered.name || offered.externalId,
          location: offered.location,
          brand: offered.brand,
          resortId: 'resortId' in match ? match.resortId : null,
          weeks: 1,
        });
      }
    },
    rows: (): MetResort[] => [...met.values()],
  };
}

/**
 * Stores a provider's resorts. New resorts become proposals; matches and decisions of
 * administrators stay.
 * @param isComplete whether `resorts` lists every resort of the provider
 */
export async function keepResorts(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  providerId: string,
  met: MetResort[],
  isComplete: boolean,
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO inventory_resorts AS known
      (id, provider_id, external_id, name, location, brand, resort_id, weeks)
    SELECT gen_random_uuid(), ${providerId}::uuid, "externalId", name, location, brand,
           (SELECT id FROM resorts WHERE id = "resortId"), weeks
    FROM jsonb_to_recordset(${JSON.stringify(met)}::jsonb) AS met (
      "externalId" text, name text, location text, brand text, "resortId" uuid, weeks integer)
    ORDER BY "externalId"
    ON CONFLICT (provider_id, external_id) DO UPDATE
    SET name = excluded.name, location = excluded.location, brand = excluded.brand,
        resort_id = CASE WHEN known.is_ignored THEN NULL
                         ELSE coalesce(known.resort_id, excluded.resort_id) END,
        weeks = CASE WHEN ${isComplete} THEN excluded.weeks
                     ELSE greatest(known.weeks, excluded.weeks) END,
        updated_at = now()
    WHERE (known.name, known.location, known.brand, known.weeks, known.resort_id)
      IS DISTINCT FROM (
        excluded.name, excluded.location, excluded.brand,
        CASE WHEN ${isComplete} THEN excluded.weeks ELSE greatest(known.weeks, excluded.weeks) END,
        CASE WHEN known.is_ignored THEN NULL
             ELSE coalesce(known.resort_id, excluded.resort_id) END)`;
  if (isComplete) {
    await transaction.$executeRaw`
      UPDATE inventory_resorts SET weeks = 0, updated_at = now()
      WHERE provider_id = ${providerId}::uuid AND weeks <> 0
        AND external_id <> ALL (${met.map(({ externalId }) => externalId)}::text[])`;
  }
}
