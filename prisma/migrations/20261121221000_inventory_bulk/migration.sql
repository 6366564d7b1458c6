-- AlterTable
ALTER TABLE "inventory_syncs" ADD COLUMN     "claim" UUID;

-- AlterTable
ALTER TABLE "blocked_nights" ADD COLUMN     "is_offered" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "inventory_seen_weeks" (
    "run_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,

    CONSTRAINT "inventory_seen_weeks_pkey" PRIMARY KEY ("run_id","external_id")
);

-- What Prisma's schema cannot say.

-- Thousands of listings change in one statement: what follows from a change is done once for each
-- statement, not for each row. Resorts are locked in one order, so that two statements at once wait
-- for each other and never both.
DROP TRIGGER listings_count ON listings;

CREATE OR REPLACE FUNCTION listings_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  changes integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, count(*)::integer AS change FROM added
      WHERE is_active AND contract_verification_status = 'verified'
      GROUP BY resort_id) AS moved;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, -count(*)::integer AS change FROM removed
      WHERE is_active AND contract_verification_status = 'verified'
      GROUP BY resort_id) AS moved;
  ELSE
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, sum(one)::integer AS change FROM (
        SELECT resort_id, 1 AS one FROM added
        WHERE is_active AND contract_verification_status = 'verified'
        UNION ALL
        SELECT resort_id, -1 FROM removed
        WHERE is_active AND contract_verification_status = 'verified') AS moves
      GROUP BY resort_id HAVING sum(one) <> 0) AS moved;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM FROM resorts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE resorts SET available_rentals = greatest(available_rentals + change, 0)
      FROM unnest(ids, changes) AS moved(resort, change) WHERE id = resort;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER listings_count_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_count();
CREATE TRIGGER listings_count_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_count();
CREATE TRIGGER listings_count_deleted AFTER DELETE ON listings
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION listings_count();

DROP TRIGGER listing_inserted_public ON listings;
DROP TRIGGER listing_made_public ON listings;
DROP FUNCTION listing_published();

-- One job for all that a statement makes public, a thousand at most.
CREATE FUNCTION listings_published() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added
    WHERE is_active AND contract_verification_status = 'verified';
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE added.is_active AND added.contract_verification_status = 'verified'
      AND NOT (removed.is_active AND removed.contract_verification_status = 'verified');
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

CREATE TRIGGER listings_published_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_published();
CREATE TRIGGER listings_published_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_published();

-- A calendar tells of a whole year; whether it takes nights that the listing offers follows both.
CREATE FUNCTION blocked_nights_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_offered := EXISTS (
    SELECT FROM listings
    WHERE id = NEW.listing_id AND available_from < NEW.ends_on AND available_to > NEW.starts_on);
  RETURN NEW;
END $$;

CREATE TRIGGER blocked_nights_offered BEFORE INSERT OR UPDATE ON blocked_nights
  FOR EACH ROW EXECUTE FUNCTION blocked_nights_offered();

CREATE FUNCTION listing_nights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blocked_nights SET is_offered = NOT is_offered
    WHERE listing_id = NEW.id
      AND is_offered <> (NEW.available_from < ends_on AND NEW.available_to > starts_on);
  RETURN NULL;
END $$;

CREATE TRIGGER listing_nights_changed AFTER UPDATE OF available_from, available_to ON listings
  FOR EACH ROW
  WHEN ((OLD.available_from, OLD.available_to) IS DISTINCT FROM (NEW.available_from, NEW.available_to))
  EXECUTE FUNCTION listing_nights_changed();

-- A search by dates leaves out what is taken elsewhere.
CREATE TRIGGER blocked_nights_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON blocked_nights
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

-- Nights that are held or sold lie within the listing, and none of them is taken elsewhere. The lock
-- makes a change of the listing's dates, and a sync of its calendar, wait.
CREATE OR REPLACE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR SHARE;
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
