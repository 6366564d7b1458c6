-- An owner blocks no booked nights. The lock makes new bookings of the listing wait.
CREATE OR REPLACE FUNCTION own_block_not_booked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings WHERE id = NEW.listing_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM bookings
    WHERE listing_id = NEW.listing_id AND takes_nights(status)
      AND check_in < NEW.ends_on AND check_out > NEW.starts_on) THEN
    RAISE EXCEPTION 'Some of these nights are booked'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'blocked_nights_not_booked', TABLE = 'blocked_nights';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER own_block_not_booked BEFORE INSERT OR UPDATE OF listing_id, starts_on, ends_on ON blocked_nights
  FOR EACH ROW WHEN (NEW.provider_id IS NULL AND NEW.calendar_id IS NULL)
  EXECUTE FUNCTION own_block_not_booked();

-- Blocks or frees nights as the owner, whatever other sources block. Returns the nights that changed.
CREATE OR REPLACE FUNCTION set_own_blocks(of_listing uuid, wanted datemultirange, blocks boolean) RETURNS datemultirange
LANGUAGE plpgsql AS $$
DECLARE
  before datemultirange;
  after datemultirange;
BEGIN
  PERFORM FROM listings WHERE id = of_listing FOR NO KEY UPDATE;
  SELECT coalesce(range_agg(daterange(starts_on, ends_on)), '{}') INTO before FROM blocked_nights
    WHERE listing_id = of_listing AND provider_id IS NULL AND calendar_id IS NULL;
  after := CASE WHEN blocks THEN before + wanted ELSE before - wanted END;
  DELETE FROM blocked_nights
    WHERE listing_id = of_listing AND provider_id IS NULL AND calendar_id IS NULL
      AND daterange(starts_on, ends_on) NOT IN (SELECT unnest(after));
  INSERT INTO blocked_nights (id, listing_id, external_id, starts_on, ends_on)
    SELECT gen_random_uuid(), of_listing, '', lower(nights), upper(nights) FROM unnest(after) AS nights
    WHERE nights NOT IN (
      SELECT daterange(starts_on, ends_on) FROM blocked_nights
      WHERE listing_id = of_listing AND provider_id IS NULL AND calendar_id IS NULL);
  RETURN CASE WHEN blocks THEN wanted - before ELSE wanted * before END;
END $$;

-- Nights ahead taken elsewhere that are booked here too. An entry with exactly the nights of a booking is
-- a copy of that booking if the listing has a calendar link, from which the other site reads it.
CREATE OR REPLACE VIEW night_conflicts AS
SELECT blocked.id AS blocked_id, blocked.listing_id, blocked.calendar_id, blocked.external_id,
       blocked.starts_on, blocked.ends_on,
       bookings.id AS booking_id, bookings.check_in, bookings.check_out,
       coalesce(calendars.name, providers.name, '') AS source
FROM blocked_nights AS blocked
JOIN listings ON listings.id = blocked.listing_id
JOIN bookings ON bookings.listing_id = blocked.listing_id
  AND bookings.check_in < blocked.ends_on AND bookings.check_out > blocked.starts_on
LEFT JOIN listing_calendars AS calendars ON calendars.id = blocked.calendar_id
LEFT JOIN inventory_providers AS providers ON providers.id = blocked.provider_id
WHERE takes_nights(bookings.status) AND bookings.status <> 'held' AND blocked.ends_on > CURRENT_DATE
  AND NOT ((blocked.starts_on, blocked.ends_on) = (bookings.check_in, bookings.check_out)
           AND calendar_token_hash IS NOT NULL);
