import type { Deps } from '#api/context/context.ts';
import { Prisma, type Listing } from '#api/generated/prisma/client.ts';
import type { ListingReason } from '#common/fraudReasons.ts';
import { formatMoney } from '#common/money.ts';
import { plural } from '#common/numbers.ts';
import { fraudSigns } from '../moderation/fraud/fraudSigns.ts';

export interface ListingSign {
  reason: ListingReason;
  /** Figures for the team; empty for signs in the words. */
  details: string;
  /** The plain id of the listing whose text it repeats. */
  listingId: string | null;
}

/** Below this share of the median of comparable prices, a price is far below them. */
const farBelow = 0.4;

const fewestComparables = 5;

/** Other listings of the resort that a listing is compared with, the newest first. */
const mostCompared = 500;

/** Shorter descriptions are alike by chance. */
const shortestText = 80;

/** Trigrams that two texts have in common, of all that they have: 1 for the same words. */
const leastSimilar = 0.6;

const newAccountDays = 30;

/** In cents, of any currency. */
const highSalePrice = 2_000_000;
const highStayPrice = 500_000;

interface Facts {
  count: number;
  median: number | null;
  copiedId: string | null;
  similarity: number | null;
  accountDays: number;
  price: number;
}

/**
 * What the team should look at closely before it verifies a member's listing. Comparable are
 * listings of other members at the resort with as many bedrooms: for sale, those of the season and
 * kind of ownership; for rent, those that begin within 45 days of it. Only five or more count.
 */
export async function listingSigns(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  listing: Pick<Listing, 'id' | 'title' | 'description' | 'isForSale' | 'currency'>,
): Promise<ListingSign[]> {
  const [facts] = await database.read<Facts>(factsSql(listing.id, clock()));
  const signs = fraudSigns(`${listing.title}\n${listing.description}`).map(inWords);
  if (!facts) return signs;
  const { count, median, copiedId, similarity, accountDays, price } = facts;
  const money = (amount: number) =>
    formatMoney({ amount: Math.round(amount), currency: listing.currency });
  if (count >= fewestComparables && median !== null && price < median * farBelow) {
    signs.push({
      reason: 'PRICE_FAR_BELOW',
      details: `${money(price)}, and ${money(median)} is the median of ${count} others`,
      listingId: null,
    });
  }
  if (copiedId !== null && similarity !== null) {
    const details = `${Math.round(similarity * 100)}% alike`;
    signs.push({ reason: 'COPIED_TEXT', details, listingId: copiedId });
  }
  if (
    accountDays < newAccountDays &&
    price >= (listing.isForSale ? highSalePrice : highStayPrice)
  ) {
    const details = `${money(price)}, ${plural(accountDays, 'day')} after signing up`;
    signs.push({ reason: 'NEW_ACCOUNT_HIGH_PRICE', details, listingId: null });
  }
  return signs;
}

const inWords = (reason: ListingReason): ListingSign => ({ reason, details: '', listingId: null });

const factsSql = (id: string, now: Date): Prisma.Sql => Prisma.sql`
  WITH one AS (SELECT * FROM listings WHERE id = ${id}::uuid),
  other AS (
    SELECT listings.* FROM one JOIN listings USING (resort_id)
    WHERE listings.id <> one.id AND listings.owner_id <> one.owner_id
    ORDER BY listings.id DESC LIMIT ${mostCompared}),
  comparable AS (
    SELECT CASE WHEN one.is_for_sale THEN other.sale_price_cents
      -- By the night, since stays differ in length.
      ELSE other.price_per_night_cents * (one.available_to - one.available_from) END AS price
    FROM one, other
    WHERE other.is_active AND other.contract_verification_status = 'verified'
      AND other.currency = one.currency AND other.bedrooms = one.bedrooms
      AND CASE WHEN one.is_for_sale
        THEN other.is_for_sale AND other.sale_price_cents IS NOT NULL
          AND other.ownership IS NOT DISTINCT FROM one.ownership
          AND lower(other.season) IS NOT DISTINCT FROM lower(one.season)
        ELSE abs(other.available_from - one.available_from) <= 45 END),
  copied AS (
    SELECT other.id, similarity(other.description, one.description) AS similarity
    FROM one, other
    WHERE length(one.description) >= ${shortestText} AND length(other.description) >= ${shortestText}
    ORDER BY similarity DESC, other.id LIMIT 1)
  SELECT (SELECT count(*)::int FROM comparable) AS count,
    (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY price) FROM comparable) AS median,
    copied.id AS "copiedId", copied.similarity,
    extract(day FROM ${now}::timestamptz - users.created_at)::int AS "accountDays",
    CASE WHEN one.is_for_sale THEN coalesce(one.sale_price_cents, 0)
      ELSE one.price_per_night_cents * (one.available_to - one.available_from) END AS price
  FROM one JOIN users ON users.id = one.owner_id
  LEFT JOIN copied ON copied.similarity >= ${leastSimilar}`;
