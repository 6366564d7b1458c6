-- Stores the free nights of these listings: offered nights from tonight on, without taken nights
-- and without stretches too short for a stay. Locks the listings in one order, then days and rates,
-- so that the last of several concurrent changes sees every other change. The day of a time zone
-- turns before its listings go off offer: until then, a listing that is over has no free nights.
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
             cleaning_fee_cents, tax.rate_bps, service_fee.rate_bps) AS week_total_cents,
           coalesce(owner_cancellations, 0) AS owner_cancellations
    FROM listings JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
    LEFT JOIN users ON users.id = owner_id
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
     week_total_cents, owner_cancellations)
  SELECT id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
         bedrooms, is_instant, destination, cleaning_fee_cents, tax_bps, service_fee_bps,
         week_total_cents, owner_cancellations FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests, bedrooms, is_instant,
         resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents,
         owner_cancellations) =
        (EXCLUDED.ends_on, EXCLUDED.min_nights, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents,
         EXCLUDED.currency, EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.is_instant,
         EXCLUDED.resort_destination,
         EXCLUDED.cleaning_fee_cents, EXCLUDED.tax_bps, EXCLUDED.service_fee_bps,
         EXCLUDED.week_total_cents, EXCLUDED.owner_cancellations)
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

CREATE OR REPLACE TRIGGER listings_free_stretches_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_free_stretches();
CREATE OR REPLACE TRIGGER listings_free_stretches_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_free_stretches();

CREATE OR REPLACE FUNCTION taken_free_stretches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT listing_id) INTO ids FROM added WHERE listing_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT listing_id) INTO ids FROM removed WHERE listing_id IS NOT NULL;
  ELSE
    SELECT array_agg(DISTINCT listing_id) INTO ids FROM (
      SELECT listing_id FROM added UNION SELECT listing_id FROM removed) AS either
    WHERE listing_id IS NOT NULL;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM keep_free_stretches(ids);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bookings_free_stretches_inserted AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE OR REPLACE TRIGGER bookings_free_stretches_updated AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE OR REPLACE TRIGGER bookings_free_stretches_deleted AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE OR REPLACE TRIGGER blocked_nights_free_stretches_inserted AFTER INSERT ON blocked_nights
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE OR REPLACE TRIGGER blocked_nights_free_stretches_updated AFTER UPDATE ON blocked_nights
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE OR REPLACE TRIGGER blocked_nights_free_stretches_deleted AFTER DELETE ON blocked_nights
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();

CREATE OR REPLACE FUNCTION resort_destination_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_free_stretches(ARRAY (SELECT id FROM listings WHERE resort_id = NEW.id AND on_offer));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER resort_destination_changed AFTER UPDATE OF destination ON resorts FOR EACH ROW
  WHEN (OLD.destination <> NEW.destination) EXECUTE FUNCTION resort_destination_changed();

-- The resort of each of these listings that has a free night.
CREATE OR REPLACE FUNCTION resorts_of_rentals(wanted uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(resort_id) FROM (
    SELECT DISTINCT listing_id, resort_id FROM free_stretches WHERE listing_id = ANY (wanted)) AS rentals;
$$;

-- Updates counters after rentals changed resorts. Locks the resorts in one order, so that
-- concurrent changes cannot deadlock.
CREATE OR REPLACE FUNCTION count_rentals(before uuid[], now uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION listing_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_rentals(resorts_of_rentals(ARRAY[OLD.id]), NULL);
  DELETE FROM free_stretches WHERE listing_id = OLD.id;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER listing_deleted BEFORE DELETE ON listings FOR EACH ROW EXECUTE FUNCTION listing_deleted();

-- The shortest stay in a listing. Not a generated column: the trigger listing_changed compares
-- whole rows before generated columns are computed.
CREATE OR REPLACE FUNCTION shortest_stay(min_nights integer, available_from date, available_to date) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(min_nights, available_to - available_from)
$$;
