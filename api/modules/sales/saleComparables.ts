import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { readsResorts, readsWhere } from '#api/platform/cache/reads.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { RecordedDeedBack } from '../resorts/owning/owning.ts';
import {
  mostYears,
  owningCosts,
  type NightlyPrices,
  type OwningCosts,
  type OwningFigures,
} from './owningCosts.ts';

/** The quartiles of prices, in cents, and how many prices there are. */
export interface PriceSpread {
  count: number;
  currency: string;
  lowerQuartileCents: number;
  medianCents: number;
  upperQuartileCents: number;
}

/** How a resort has used its right of first refusal in closings of its weeks. */
export interface FirstRefusals {
  count: number;
  used: number;
  /** Half of its decisions took fewer days. */
  medianDays: number;
}

export interface SaleComparables {
  /** Null if no listing is meant. */
  onSaleSince: Date | null;
  askingPrices: PriceSpread | null;
  closedPrices: PriceSpread | null;
  /** Half of them were sold sooner after their verification. */
  medianDays: number | null;
  firstRefusals: FirstRefusals | null;
  /** Null for points, without a price, and if nobody says a yearly fee. */
  costs: OwningCosts | null;
  deedBack: RecordedDeedBack | null;
}

/** With fewer comparables, figures would say more about single owners than about the market. */
export const leastCompared = 5;

/** Years after which a closing says little about today's prices. */
export const closedYears = 3;

interface ComparablesRow extends Omit<OwningFigures, 'rentals'> {
  rentals: NightlyPrices;
  resortId: string;
  onSaleSince: Date | null;
  asking: Omit<PriceSpread, 'currency'>;
  closed: Omit<PriceSpread, 'currency'>;
  medianDays: number | null;
  firstRefusals: FirstRefusals;
  deedBack: { terms: string; source: string; recordedOn: string } | null;
}

/**
 * Prices of other weeks with the same resort, number of bedrooms, season and currency as a listing for
 * sale: what owners ask, and what buyers paid here; upper and lower case in seasons are the same.
 * Points have neither.
 * @returns null if the listing is not for sale
 */
export async function saleComparables(
  deps: Pick<Deps, 'database'>,
  listingId: string,
): Promise<SaleComparables | null> {
  const found = await comparables(
    deps,
    Prisma.sql`SELECT * FROM listings WHERE id = ${idToFind(listingId)}::uuid AND on_sale`,
  );
  if (!found) readsWhere(['stay']);
  return found;
}

/** The same for a week that its owner thinks of selling; what they offer already does not count. */
export const salePrices = (
  deps: Pick<Deps, 'database'>,
  owner: Pick<Viewer, 'id'> | null,
  { resortId, bedrooms, season }: { resortId: string; bedrooms: number; season: string },
): Promise<SaleComparables | null> =>
  comparables(
    deps,
    Prisma.sql`
      SELECT NULL::uuid AS id, ${owner?.id ?? null}::uuid AS owner_id, id AS resort_id, 'USD' AS currency, ${bedrooms}::int AS bedrooms,
        ${season.replaceAll('\0', '')} AS season, NULL AS ownership,
        NULL::int AS sale_price_cents, NULL::int AS maintenance_fee_cents, NULL AS use
      FROM resorts WHERE id = ${idToFind(resortId)}::uuid`,
  );

async function comparables(
  { database }: Pick<Deps, 'database'>,
  own: Prisma.Sql,
): Promise<SaleComparables | null> {
  const [row] = await database.read<ComparablesRow>(statement(own));
  if (!row) return null;
  const { resortId, currency, onSaleSince, asking, closed, medianDays, firstRefusals, deedBack } =
    row;
  const closedPrices = enough({ ...closed, currency });
  readsResorts([resortId]);
  return {
    onSaleSince,
    askingPrices: enough({ ...asking, currency }),
    closedPrices,
    medianDays: closedPrices && medianDays,
    firstRefusals: enough(firstRefusals),
    costs: owningCosts({ ...row, rentals: enough(row.rentals) }),
    deedBack: deedBack && { ...deedBack, recordedOn: new Date(deedBack.recordedOn) },
  };
}

const enough = <Figures extends { count: number }>(figures: Figures): Figures | null =>
  figures.count < leastCompared ? null : figures;

const quantile = (part: number, of: string) =>
  Prisma.raw(`round(percentile_cont(${part}) WITHIN GROUP (ORDER BY ${of}))::integer`);

const spread = (price: string) => Prisma.sql`
  'count', count(*), 'lowerQuartileCents', ${quantile(0.25, price)},
  'medianCents', ${quantile(0.5, price)}, 'upperQuartileCents', ${quantile(0.75, price)}`;

const isSameSize = Prisma.sql`
  other.resort_id = own.resort_id AND other.currency = own.currency
  AND other.bedrooms = own.bedrooms`;

const isOther = Prisma.sql`
  CASE WHEN own.id IS NULL THEN other.owner_id IS DISTINCT FROM own.owner_id ELSE other.id <> own.id END`;

const isAlike = Prisma.sql`
  ${isSameSize} AND lower(btrim(other.season)) = lower(btrim(own.season))
  AND own.ownership IS DISTINCT FROM 'points' AND other.ownership IS DISTINCT FROM 'points'`;

const statement = (own: Prisma.Sql) => Prisma.sql`
  SELECT own.resort_id AS "resortId", own.currency, on_sale_since(own.id) AS "onSaleSince",
    (SELECT json_build_object(${spread('other.sale_price_cents')})
     FROM listings other WHERE ${isAlike} AND other.on_sale AND ${isOther}) AS asking,
    closed.prices AS closed, closed.days AS "medianDays",
    (SELECT json_build_object('count', count(*), 'used', count(*) FILTER (WHERE is_used),
                              'medianDays', ${quantile(0.5, 'days')})
     FROM first_refusals WHERE resort_id = own.resort_id) AS "firstRefusals",
    own.ownership, own.use, own.sale_price_cents AS "salePriceCents",
    own.maintenance_fee_cents AS "ownFeeCents",
    (SELECT coalesce(json_agg(json_build_object(
              'bedrooms', bedrooms, 'year', year, 'cents', cents, 'source', source) ORDER BY year DESC), '[]')
     FROM (SELECT * FROM resort_fees
           WHERE resort_id = own.resort_id AND bedrooms = own.bedrooms AND own.currency = 'USD'
           ORDER BY year DESC LIMIT ${Prisma.raw(String(mostYears))}) latest) AS fees,
    (SELECT json_build_object('count', count(*), 'medianCents', ${quantile(0.5, 'other.price_per_night_cents')})
     FROM listings other
     WHERE ${isSameSize} AND other.on_offer AND ${isOther}) AS rentals,
    (SELECT json_build_object('terms', terms, 'source', source, 'recordedOn', recorded_on)
     FROM deed_backs WHERE resort_id = own.resort_id) AS "deedBack"
  FROM (${own}) own CROSS JOIN LATERAL (
    SELECT json_build_object(${spread('price_cents')}) AS prices, ${quantile(0.5, 'days_on_sale')} AS days
    FROM closed_sales
    WHERE resort_id = own.resort_id AND bedrooms = own.bedrooms AND season = lower(btrim(own.season))
      AND currency = own.currency AND own.ownership IS DISTINCT FROM 'points'
      AND closed_at > now() - make_interval(years => ${closedYears}::int)
  ) closed`;
