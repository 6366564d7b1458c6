-- CreateTable
CREATE TABLE "free_stretches" (
    "listing_id" UUID NOT NULL,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,
    "resort_id" UUID NOT NULL,
    "price_per_night_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "max_guests" INTEGER NOT NULL,
    "bedrooms" INTEGER,
    "resort_destination" TEXT NOT NULL,
    "week_total_cents" BIGINT NOT NULL,

    CONSTRAINT "free_stretches_pkey" PRIMARY KEY ("listing_id","starts_on")
);

-- CreateIndex
CREATE INDEX "free_stretches_resort_id_starts_on_ends_on_idx" ON "free_stretches"("resort_id", "starts_on", "ends_on");

-- CreateIndex
CREATE INDEX "free_stretches_starts_on_listing_id_ends_on_idx" ON "free_stretches"("starts_on", "listing_id", "ends_on");

-- CreateIndex
CREATE INDEX "free_stretches_resort_destination_starts_on_listing_id_ends_idx" ON "free_stretches"("resort_destination", "starts_on", "listing_id", "ends_on");

-- CreateIndex
CREATE INDEX "free_stretches_currency_price_per_night_cents_listing_id_st_idx" ON "free_stretches"("currency", "price_per_night_cents", "listing_id", "starts_on");

-- CreateIndex
CREATE INDEX "free_stretches_currency_week_total_cents_listing_id_starts__idx" ON "free_stretches"("currency", "week_total_cents", "listing_id", "starts_on");

-- CreateIndex
CREATE INDEX "free_stretches_resort_destination_currency_week_total_cents_idx" ON "free_stretches"("resort_destination", "currency", "week_total_cents", "listing_id", "starts_on");

-- AddForeignKey
ALTER TABLE "free_stretches" ADD CONSTRAINT "free_stretches_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "free_stretches" ADD CONSTRAINT "free_stretches_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE free_stretches
  ADD CONSTRAINT free_stretches_nights CHECK (ends_on > starts_on),
  ADD CONSTRAINT free_stretches_no_overlap
    EXCLUDE USING gist (listing_id WITH =, daterange(starts_on, ends_on) WITH &&) DEFERRABLE INITIALLY DEFERRED;

-- A walk in the order of arrival looks for what began long before in here.
CREATE INDEX free_stretches_long ON free_stretches (starts_on, listing_id, ends_on) WHERE ends_on - starts_on > 31;
CREATE INDEX free_stretches_long_by_destination
  ON free_stretches (resort_destination, starts_on, listing_id, ends_on) WHERE ends_on - starts_on > 31;

-- Stores the free nights of these listings: the nights from tonight on that they offer, without nights
-- that are taken. Locks the listings in one order, so that the last of several concurrent changes sees
-- all the others. FOR SHARE as in listing_on_offer.
CREATE FUNCTION keep_free_stretches(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM time_zones WHERE name IN (
      SELECT timezone FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY name FOR SHARE;
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
END $$;

CREATE FUNCTION listings_free_stretches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added WHERE on_offer;
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE (added.on_offer OR removed.on_offer)
      AND (added.on_offer, added.resort_id, added.available_from, added.available_to,
           added.price_per_night_cents, added.currency, added.max_guests, added.bedrooms)
        IS DISTINCT FROM
          (removed.on_offer, removed.resort_id, removed.available_from, removed.available_to,
           removed.price_per_night_cents, removed.currency, removed.max_guests, removed.bedrooms);
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM keep_free_stretches(ids);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER listings_free_stretches_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_free_stretches();
CREATE TRIGGER listings_free_stretches_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_free_stretches();

-- Of bookings and of blocked nights.
CREATE FUNCTION taken_free_stretches() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER bookings_free_stretches_inserted AFTER INSERT ON bookings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE TRIGGER bookings_free_stretches_updated AFTER UPDATE ON bookings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE TRIGGER bookings_free_stretches_deleted AFTER DELETE ON bookings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();

CREATE TRIGGER blocked_nights_free_stretches_inserted AFTER INSERT ON blocked_nights
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE TRIGGER blocked_nights_free_stretches_updated AFTER UPDATE ON blocked_nights
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();
CREATE TRIGGER blocked_nights_free_stretches_deleted AFTER DELETE ON blocked_nights
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION taken_free_stretches();

-- Two bookings of one listing wait for each other here: both would keep its free nights.
CREATE OR REPLACE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A booking lies within the nights of its listing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_within_listing', TABLE = 'bookings';
  END IF;
  IF EXISTS (
    SELECT FROM blocked_nights
    WHERE listing_id = NEW.listing_id AND starts_on < NEW.check_out AND ends_on > NEW.check_in) THEN
    RAISE EXCEPTION 'Some nights of the booking are taken elsewhere'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_not_blocked', TABLE = 'bookings';
  END IF;
  RETURN NEW;
END $$;

-- At a resort that moves to another time zone it may be another day.
CREATE OR REPLACE FUNCTION resort_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_free_stretches(ARRAY (SELECT id FROM listings WHERE resort_id = NEW.id AND on_offer));
  PERFORM graphile_worker.add_job('turn_days', job_key => 'turn_days');
  RETURN NULL;
END $$;

CREATE FUNCTION resort_destination_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_free_stretches(ARRAY (SELECT id FROM listings WHERE resort_id = NEW.id AND on_offer));
  RETURN NULL;
END $$;

CREATE TRIGGER resort_destination_changed AFTER UPDATE OF destination ON resorts FOR EACH ROW
  WHEN (OLD.destination <> NEW.destination) EXECUTE FUNCTION resort_destination_changed();

SELECT keep_free_stretches(array_agg(id)) FROM listings WHERE on_offer;
