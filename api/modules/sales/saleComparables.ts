import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { readsResorts, readsWhere } from '#api/platform/cache/reads.ts';
import { idToFind } from '#api/platform/input/globalId.ts';

export interface AskingPrices {
  count: number;
  currency: string;
  lowerQuartileCents: number;
  medianCents: number;
  upperQuartileCents: number;
}

export interface SaleComparables {
  onSaleSince: Date;
  askingPrices: AskingPrices | null;
}

/** With fewer comparables, a price range would say more about single owners than about the market. */
export const leastCompared = 5;

interface ComparablesRow extends AskingPrices {
  resortId: string;
  onSaleSince: Date;
}

/**
 * Asking prices of other weeks with the same resort, number of bedrooms, season and currency as a
 * listing for sale; upper and lower case in seasons are the same. Points have neither.
 * @returns null if the listing is not for sale
 */
export async function saleComparables(
  { database }: Pick<Deps, 'database'>,
  listingId: string,
): Promise<SaleComparables | null> {
  const [row] = await database.read<ComparablesRow>(statement(idToFind(listingId)));
  if (!row) {
    readsWhere(['stay']);
    return null;
  }
  const { resortId, onSaleSince, ...askingPrices } = row;
  readsResorts([resortId]);
  return { onSaleSince, askingPrices: row.count < leastCompared ? null : askingPrices };
}

const quartile = (part: number) =>
  Prisma.raw(
    `round(percentile_cont(${part}) WITHIN GROUP (ORDER BY other.sale_price_cents))::integer`,
  );

const statement = (id: string) => Prisma.sql`
  SELECT own.resort_id AS "resortId", own.currency,
    coalesce(
      (SELECT min(created_at) FROM listing_events WHERE listing_id = own.id AND kind = 'verified'),
      own.created_at) AS "onSaleSince",
    prices.*
  FROM listings own CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count, ${quartile(0.25)} AS "lowerQuartileCents",
      ${quartile(0.5)} AS "medianCents", ${quartile(0.75)} AS "upperQuartileCents"
    FROM listings other
    WHERE other.resort_id = own.resort_id AND other.on_sale AND other.id <> own.id
      AND other.currency = own.currency AND other.bedrooms = own.bedrooms
      AND lower(btrim(other.season)) = lower(btrim(own.season))
      AND own.ownership IS DISTINCT FROM 'points' AND other.ownership IS DISTINCT FROM 'points'
  ) prices
  WHERE own.id = ${id}::uuid AND own.on_sale`;
