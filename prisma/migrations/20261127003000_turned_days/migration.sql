-- The day of a time zone turns before its listings are taken off offer. Until then, a change of a
-- listing that is over finds no free nights instead of a range that ends before it begins.
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
    SELECT listings.id, resort_id, price_per_night_cents, currency, max_guests, bedrooms, destination,
           cleaning_fee_cents, tax.rate_bps AS tax_bps, service_fee.rate_bps AS service_fee_bps,
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
     bedrooms, resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents)
  SELECT id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
         bedrooms, destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests, bedrooms,
         resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents) =
        (EXCLUDED.ends_on, EXCLUDED.min_nights, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents,
         EXCLUDED.currency, EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.resort_destination,
         EXCLUDED.cleaning_fee_cents, EXCLUDED.tax_bps, EXCLUDED.service_fee_bps,
         EXCLUDED.week_total_cents)
    WHERE kept.* IS DISTINCT FROM EXCLUDED.*;
  PERFORM count_rentals(before, resorts_of_rentals(changed));
END $$;
