-- The lists of stays in the order of check-in, for owners as for travelers.
-- CreateIndex
CREATE INDEX "bookings_owner_id_check_in_id_idx" ON "bookings"("owner_id", "check_in", "id");

-- What people read out on the phone: the end of a booking's id, and the number of its certificate.
CREATE INDEX bookings_number_idx ON bookings (right(id::text, 8));
CREATE INDEX bookings_certificate_idx ON bookings
  USING GIN (search_fold(certificate_number) gin_trgm_ops);

-- The team settles a reported problem, so it may read what both sides wrote about the week.
CREATE FUNCTION open_thread_of_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE message_threads SET is_reported = true
  WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id AND NOT is_reported;
  RETURN NULL;
END $$;

CREATE TRIGGER bookings_open_thread AFTER INSERT OR UPDATE OF disputed_at ON bookings
  FOR EACH ROW WHEN (NEW.disputed_at IS NOT NULL) EXECUTE FUNCTION open_thread_of_dispute();

CREATE FUNCTION open_disputed_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_reported := NEW.is_reported OR EXISTS (
    SELECT FROM bookings
    WHERE listing_id = NEW.listing_id AND user_id = NEW.traveler_id AND disputed_at IS NOT NULL);
  RETURN NEW;
END $$;

CREATE TRIGGER message_threads_open_disputed BEFORE INSERT ON message_threads
  FOR EACH ROW EXECUTE FUNCTION open_disputed_thread();

UPDATE message_threads SET is_reported = true
WHERE NOT is_reported AND EXISTS (
  SELECT FROM bookings WHERE bookings.listing_id = message_threads.listing_id
    AND user_id = traveler_id AND disputed_at IS NOT NULL);

-- Points for sale say how many there are a year.
-- AlterTable
ALTER TABLE "listings" ADD COLUMN "yearly_points" INTEGER;

ALTER TABLE listings ADD CONSTRAINT listings_yearly_points CHECK (
  yearly_points IS NULL OR (yearly_points BETWEEN 1 AND 10000000 AND ownership = 'points') IS TRUE);
