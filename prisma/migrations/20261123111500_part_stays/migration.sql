-- AlterTable
ALTER TABLE "free_stretches" ADD COLUMN     "min_nights" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "min_nights" INTEGER DEFAULT 1;

-- What Prisma's schema cannot say.

-- Every listing so far can be booked in any part, so the default has filled the rows.
ALTER TABLE free_stretches ALTER COLUMN min_nights DROP DEFAULT;

-- The fewest nights that a stay in a listing may have. No generated column: the trigger listing_changed
-- compares whole rows before they are written, when generated columns are not computed yet.
CREATE FUNCTION shortest_stay(min_nights integer, available_from date, available_to date) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(min_nights, available_to - available_from)
$$;

-- No stay has more than 60 nights.
ALTER TABLE listings ADD CONSTRAINT listings_min_nights CHECK (
  shortest_stay(min_nights, available_from, available_to) BETWEEN 1 AND least(60, available_to - available_from));

ALTER TABLE free_stretches DROP CONSTRAINT free_stretches_nights,
  ADD CONSTRAINT free_stretches_nights CHECK (min_nights > 0 AND ends_on - starts_on >= min_nights);

-- A search for stays longer than a week walks in here by total, which is that of the fewest nights.
CREATE INDEX free_stretches_long_stays ON free_stretches (currency, week_total_cents, listing_id, starts_on)
  WHERE min_nights > 7;

-- Free nights in a row that are too few for a stay are not stored: nobody can book them.
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
           lower(stretch) AS starts_on, upper(stretch) AS ends_on, fewest AS min_nights,
           price_per_night_cents::bigint * greatest(fewest, least(7, upper(stretch) - lower(stretch))) AS week_total_cents
    FROM listings JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
    CROSS JOIN LATERAL shortest_stay(min_nights, available_from, available_to) AS fewest
    CROSS JOIN LATERAL (
      SELECT range_agg(nights) AS nights FROM (
        SELECT daterange(check_in, check_out) FROM bookings
        WHERE listing_id = listings.id AND takes_nights(status)
        UNION ALL
        SELECT daterange(blocked_nights.starts_on, blocked_nights.ends_on) FROM blocked_nights
        WHERE listing_id = listings.id) AS each_taken(nights)) AS taken
    CROSS JOIN LATERAL unnest(
      datemultirange(daterange(greatest(available_from, today), available_to)) - coalesce(taken.nights, '{}')) AS stretch
    WHERE listings.id = ANY (changed) AND on_offer AND upper(stretch) - lower(stretch) >= fewest),
  gone AS (
    DELETE FROM free_stretches AS old
    WHERE listing_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM free WHERE free.id = old.listing_id AND free.starts_on = old.starts_on))
  INSERT INTO free_stretches AS kept
    (listing_id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
     bedrooms, resort_destination, week_total_cents)
  SELECT id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
         bedrooms, destination, week_total_cents FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests, bedrooms,
         resort_destination, week_total_cents) =
        (EXCLUDED.ends_on, EXCLUDED.min_nights, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents,
         EXCLUDED.currency, EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.resort_destination,
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
           added.price_per_night_cents, added.currency, added.max_guests, added.bedrooms)
        IS DISTINCT FROM
          (removed.on_offer, removed.resort_id, removed.available_from, removed.available_to,
           removed.min_nights, removed.price_per_night_cents, removed.currency, removed.max_guests,
           removed.bedrooms);
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM keep_free_stretches(ids);
  END IF;
  RETURN NULL;
END $$;

-- Nights that a booking has already stay booked, even if the owner now wants longer stays.
CREATE OR REPLACE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fewest integer;
BEGIN
  SELECT shortest_stay(min_nights, available_from, available_to) INTO fewest FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A booking lies within the nights of its listing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_within_listing', TABLE = 'bookings';
  END IF;
  IF NEW.check_out - NEW.check_in BETWEEN 1 AND fewest - 1 AND (
      TG_OP = 'INSERT' OR NOT takes_nights(OLD.status)
      OR (NEW.listing_id, NEW.check_in, NEW.check_out)
        IS DISTINCT FROM (OLD.listing_id, OLD.check_in, OLD.check_out)) THEN
    RAISE EXCEPTION 'A booking has at least the nights that the owner asks for'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_shortest_stay', TABLE = 'bookings';
  END IF;
  IF EXISTS (
    SELECT FROM blocked_nights
    WHERE listing_id = NEW.listing_id AND starts_on < NEW.check_out AND ends_on > NEW.check_in) THEN
    RAISE EXCEPTION 'Some nights of the booking are taken elsewhere'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_not_blocked', TABLE = 'bookings';
  END IF;
  RETURN NEW;
END $$;
