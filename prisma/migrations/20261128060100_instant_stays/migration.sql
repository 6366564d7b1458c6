-- AlterTable
ALTER TABLE "free_stretches" ADD COLUMN     "is_instant" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema cannot say.

-- The default has filled the rows of listings whose owners have to agree.
UPDATE free_stretches SET is_instant = TRUE FROM listings
WHERE listings.id = listing_id AND listings.is_instant;
ALTER TABLE free_stretches ALTER COLUMN is_instant DROP DEFAULT;

CREATE OR REPLACE FUNCTION keep_free_stretches(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before uuid[];
BEGIN
  PERFORM FROM listings WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM time_zones WHERE name IN (
      SELECT timezone FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY name FOR SHARE;
  PERFORM FROM occupancy_taxes WHERE destination IN (
      SELECT destination FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY destination FOR SHARE;
  PERFORM FROM service_fee FOR SHARE;
  before := resorts_of_rentals(changed);
  WITH free AS MATERIALIZED (
    SELECT listings.id, resort_id, price_per_night_cents, currency, max_guests, bedrooms, is_instant,
           destination, cleaning_fee_cents, tax.rate_bps AS tax_bps, service_fee.rate_bps AS service_fee_bps,
           lower(stretch) AS starts_on, upper(stretch) AS ends_on, fewest AS min_nights,
           stay_total_cents(
             greatest(fewest, least(7, upper(stretch) - lower(stretch))), price_per_night_cents,
             cleaning_fee_cents, tax.rate_bps, service_fee.rate_bps) AS week_total_cents
    FROM listings JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
    JOIN occupancy_taxes AS tax USING (destination) CROSS JOIN service_fee
    CROSS JOIN LATERAL shortest_stay(min_nights, available_from, available_to) AS fewest
    CROSS JOIN LATERAL (
      SELECT range_agg(nights) AS nights FROM (
        SELECT daterange(check_in, check_out) FROM bookings
        WHERE listing_id = listings.id AND takes_nights(status)
        UNION ALL
        SELECT daterange(blocked_nights.starts_on, blocked_nights.ends_on) FROM blocked_nights
        WHERE listing_id = listings.id) AS each_taken(nights)) AS taken
    CROSS JOIN LATERAL unnest(
      datemultirange(daterange(least(greatest(available_from, today), available_to), available_to)) - coalesce(taken.nights, '{}')) AS stretch
    WHERE listings.id = ANY (changed) AND on_offer AND upper(stretch) - lower(stretch) >= fewest),
  gone AS (
    DELETE FROM free_stretches AS old
    WHERE listing_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM free WHERE free.id = old.listing_id AND free.starts_on = old.starts_on))
  INSERT INTO free_stretches AS kept
    (listing_id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
     bedrooms, is_instant, resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps,
     week_total_cents)
  SELECT id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
         bedrooms, is_instant, destination, cleaning_fee_cents, tax_bps, service_fee_bps,
         week_total_cents FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests, bedrooms, is_instant,
         resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents) =
        (EXCLUDED.ends_on, EXCLUDED.min_nights, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents,
         EXCLUDED.currency, EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.is_instant,
         EXCLUDED.resort_destination,
         EXCLUDED.cleaning_fee_cents, EXCLUDED.tax_bps, EXCLUDED.service_fee_bps,
         EXCLUDED.week_total_cents)
    WHERE kept.* IS DISTINCT FROM EXCLUDED.*;
  PERFORM count_rentals(before, resorts_of_rentals(changed));
END $$;

CREATE OR REPLACE FUNCTION listings_free_stretches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added WHERE on_offer;
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE (added.on_offer OR removed.on_offer)
      AND (added.on_offer, added.resort_id, added.available_from, added.available_to, added.min_nights,
           added.price_per_night_cents, added.cleaning_fee_cents, added.currency, added.max_guests,
           added.bedrooms, added.is_instant)
        IS DISTINCT FROM
          (removed.on_offer, removed.resort_id, removed.available_from, removed.available_to,
           removed.min_nights, removed.price_per_night_cents, removed.cleaning_fee_cents,
           removed.currency, removed.max_guests, removed.bedrooms,
           removed.is_instant);
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM keep_free_stretches(ids);
  END IF;
  RETURN NULL;
END $$;
