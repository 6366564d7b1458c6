-- CreateTable
CREATE TABLE "time_zones" (
    "name" TEXT NOT NULL,
    "today" DATE NOT NULL,

    CONSTRAINT "time_zones_pkey" PRIMARY KEY ("name")
);

INSERT INTO time_zones (name, today)
  SELECT name, (now() AT TIME ZONE name)::date FROM pg_timezone_names
  WHERE name !~ '^(posix|right)/' AND name NOT IN ('Factory', 'localtime', 'posixrules');

UPDATE resorts SET timezone = 'UTC' WHERE timezone NOT IN (SELECT name FROM time_zones);

-- AddForeignKey
ALTER TABLE "resorts" ADD CONSTRAINT "resorts_timezone_fkey" FOREIGN KEY ("timezone") REFERENCES "time_zones"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "on_offer" BOOLEAN NOT NULL DEFAULT false;

-- DropIndex
DROP INDEX "listings_resort_id_available_from_idx";

-- CreateIndex
CREATE INDEX "listings_resort_id_on_offer_available_from_id_idx" ON "listings"("resort_id", "on_offer", "available_from", "id");

-- CreateIndex
CREATE INDEX "listings_on_offer_available_to_idx" ON "listings"("on_offer", "available_to");

-- What Prisma's schema cannot say.

-- ---------------------------------------------------------------------------
-- What takes nights of a listing, in one place.
-- ---------------------------------------------------------------------------
CREATE FUNCTION takes_nights(status "BookingStatus") RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('held', 'confirmed')
$$;

ALTER TABLE bookings
  DROP CONSTRAINT bookings_no_double_booking,
  ADD CONSTRAINT bookings_no_double_booking
    EXCLUDE USING gist (listing_id WITH =, daterange(check_in, check_out, '[)') WITH &&)
    WHERE (listing_id IS NOT NULL AND takes_nights(status));

DROP TRIGGER booking_within_listing ON bookings;
CREATE TRIGGER booking_within_listing
  BEFORE INSERT OR UPDATE OF listing_id, resort_id, check_in, check_out, status ON bookings FOR EACH ROW
  WHEN (NEW.listing_id IS NOT NULL AND takes_nights(NEW.status))
  EXECUTE FUNCTION booking_within_listing();

-- ---------------------------------------------------------------------------
-- What is on offer, in one place: active, verified, and with a night that is still ahead at the resort.
-- ---------------------------------------------------------------------------
CREATE FUNCTION is_on_offer(is_active boolean, status "ContractVerificationStatus", available_to date, today date)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT is_active AND status = 'verified' AND available_to > today
$$;

-- The passing of a day is no edit.
DROP TRIGGER listing_changed ON listings;
CREATE TRIGGER listing_changed BEFORE UPDATE ON listings FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{on_offer,escrow_status,escrow_account_id,escrow_reference,calendar_token,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{on_offer,escrow_status,escrow_account_id,escrow_reference,calendar_token,updated_at,version}'::text[]))
  EXECUTE FUNCTION listing_changed();

-- Listings that were counted until now; the last statement takes those out that are over.
UPDATE listings SET on_offer = true WHERE is_on_offer(is_active, contract_verification_status, available_to, '-infinity');

-- FOR SHARE: a turn of the day waits for this transaction and then sees its row, or this row waits and
-- gets the new day. Nobody sets the column by hand.
CREATE FUNCTION listing_on_offer() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  day date;
BEGIN
  SELECT today INTO day FROM resorts JOIN time_zones ON time_zones.name = timezone
    WHERE resorts.id = NEW.resort_id FOR SHARE OF time_zones;
  -- Without a resort the foreign key refuses the row.
  NEW.on_offer := coalesce(is_on_offer(NEW.is_active, NEW.contract_verification_status, NEW.available_to, day), false);
  RETURN NEW;
END $$;

CREATE TRIGGER listing_on_offer
  BEFORE INSERT OR UPDATE OF is_active, contract_verification_status, available_to, resort_id, on_offer ON listings
  FOR EACH ROW EXECUTE FUNCTION listing_on_offer();

CREATE OR REPLACE FUNCTION listings_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  changes integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, count(*)::integer AS change FROM added WHERE on_offer
      GROUP BY resort_id) AS moved;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, -count(*)::integer AS change FROM removed WHERE on_offer
      GROUP BY resort_id) AS moved;
  ELSE
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, sum(one)::integer AS change FROM (
        SELECT resort_id, 1 AS one FROM added WHERE on_offer
        UNION ALL
        SELECT resort_id, -1 FROM removed WHERE on_offer) AS moves
      GROUP BY resort_id HAVING sum(one) <> 0) AS moved;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM FROM resorts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE resorts SET available_rentals = greatest(available_rentals + change, 0)
      FROM unnest(ids, changes) AS moved(resort, change) WHERE id = resort;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION listings_published() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added WHERE on_offer;
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE added.on_offer AND NOT removed.on_offer;
  END IF;
  IF ids IS NULL OR NOT EXISTS (SELECT FROM saved_searches WHERE alerts) THEN
    RETURN NULL;
  END IF;
  IF cardinality(ids) = 1 THEN
    PERFORM graphile_worker.add_job('listing_published', json_build_object('id', ids[1]),
      job_key => 'listing_published:' || ids[1]);
    RETURN NULL;
  END IF;
  FOR n IN 1..cardinality(ids) BY 1000 LOOP
    PERFORM graphile_worker.add_job('listings_published',
      json_build_object('ids', ids[n:n + 999]));
  END LOOP;
  RETURN NULL;
END $$;

-- Answers that were remembered say what was ahead the day before.
CREATE TRIGGER days_turned AFTER UPDATE ON time_zones
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

-- At a resort that moves to another time zone it may be another day.
CREATE FUNCTION resort_zone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('turn_days', job_key => 'turn_days');
  RETURN NULL;
END $$;

CREATE TRIGGER resort_zone_changed AFTER UPDATE OF timezone ON resorts FOR EACH ROW
  WHEN (OLD.timezone <> NEW.timezone) EXECUTE FUNCTION resort_zone_changed();

UPDATE listings SET on_offer = false
  FROM resorts JOIN time_zones ON time_zones.name = timezone
  WHERE resorts.id = resort_id AND on_offer AND available_to <= today;
