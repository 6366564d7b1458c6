-- Available rentals are listings with a free night, so that their number agrees with the weeks that
-- guests find: a listing whose last free night is booked leaves it, and comes back when one is freed.

DROP TRIGGER listings_count_inserted ON listings;
DROP TRIGGER listings_count_updated ON listings;
DROP TRIGGER listings_count_deleted ON listings;
DROP FUNCTION listings_count();

-- The resort of each of these listings that has a free night.
CREATE FUNCTION resorts_of_rentals(wanted uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(resort_id) FROM (
    SELECT DISTINCT listing_id, resort_id FROM free_stretches WHERE listing_id = ANY (wanted)) AS rentals;
$$;

-- Moves the counters from the resorts of some rentals to those they have now. Locks the resorts in
-- one order, so that concurrent changes cannot deadlock.
CREATE FUNCTION count_rentals(before uuid[], now uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  changes integer[];
BEGIN
  SELECT array_agg(resort), array_agg(change) INTO ids, changes FROM (
    SELECT resort, sum(one)::integer AS change FROM (
      SELECT unnest(now) AS resort, 1 AS one
      UNION ALL
      SELECT unnest(before), -1) AS moves
    GROUP BY resort HAVING sum(one) <> 0) AS moved;
  IF ids IS NOT NULL THEN
    PERFORM FROM resorts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE resorts SET available_rentals = greatest(available_rentals + change, 0), updated_at = now()
      FROM unnest(ids, changes) AS moved(resort, change) WHERE id = resort;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION keep_free_stretches(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before uuid[];
BEGIN
  PERFORM FROM listings WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM time_zones WHERE name IN (
      SELECT timezone FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY name FOR SHARE;
  before := resorts_of_rentals(changed);
  WITH free AS MATERIALIZED (
    SELECT listings.id, resort_id, price_per_night_cents, currency, max_guests, bedrooms, destination,
           lower(stretch) AS starts_on, upper(stretch) AS ends_on,
           price_per_night_cents::bigint * least(7, upper(stretch) - lower(stretch)) AS week_total_cents
    FROM listings JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
    CROSS JOIN LATERAL (
      SELECT range_agg(nights) AS nights FROM (
        SELECT daterange(check_in, check_out) FROM bookings
        WHERE listing_id = listings.id AND takes_nights(status)
        UNION ALL
        SELECT daterange(blocked_nights.starts_on, blocked_nights.ends_on) FROM blocked_nights
        WHERE listing_id = listings.id) AS each_taken(nights)) AS taken
    CROSS JOIN LATERAL unnest(
      datemultirange(daterange(greatest(available_from, today), available_to)) - coalesce(taken.nights, '{}')) AS stretch
    WHERE listings.id = ANY (changed) AND on_offer),
  gone AS (
    DELETE FROM free_stretches AS old
    WHERE listing_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM free WHERE free.id = old.listing_id AND free.starts_on = old.starts_on))
  INSERT INTO free_stretches AS kept
    (listing_id, starts_on, ends_on, resort_id, price_per_night_cents, currency, max_guests, bedrooms,
     resort_destination, week_total_cents)
  SELECT id, starts_on, ends_on, resort_id, price_per_night_cents, currency, max_guests, bedrooms,
         destination, week_total_cents FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, resort_id, price_per_night_cents, currency, max_guests, bedrooms, resort_destination,
         week_total_cents) =
        (EXCLUDED.ends_on, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents, EXCLUDED.currency,
         EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.resort_destination, EXCLUDED.week_total_cents)
    WHERE kept.* IS DISTINCT FROM EXCLUDED.*;
  PERFORM count_rentals(before, resorts_of_rentals(changed));
END $$;

-- Before the foreign key deletes its free nights, which say whether it was counted.
CREATE FUNCTION listing_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rentals(resorts_of_rentals(ARRAY[OLD.id]), NULL);
  DELETE FROM free_stretches WHERE listing_id = OLD.id;
  RETURN OLD;
END $$;

CREATE TRIGGER listing_deleted BEFORE DELETE ON listings FOR EACH ROW EXECUTE FUNCTION listing_deleted();

-- Listings that were counted until now although all their nights are taken.
UPDATE resorts SET available_rentals = greatest(available_rentals - taken.count, 0)
  FROM (
    SELECT resort_id, count(*)::integer AS count FROM listings
    WHERE on_offer AND NOT EXISTS (SELECT FROM free_stretches WHERE listing_id = listings.id)
    GROUP BY resort_id) AS taken
  WHERE resorts.id = taken.resort_id;
