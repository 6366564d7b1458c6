-- CreateEnum
CREATE TYPE "BookingParty" AS ENUM ('traveler', 'owner', 'team', 'clock', 'payment');

-- CreateEnum
CREATE TYPE "BookingMove" AS ENUM ('hold', 'abandon', 'lapse', 'request', 'confirm', 'withdraw', 'accept', 'decline', 'expire', 'fail', 'certify', 'remind_owner', 'remind_owner_again', 'escalate', 'check_in', 'release', 'complete', 'cancel', 'cancel_by_owner', 'cancel_by_team', 'dispute', 'resolve');

-- AlterTable
ALTER TABLE "bookings" ADD COLUMN     "accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "answer_by" TIMESTAMPTZ(3),
ADD COLUMN     "cancellation_policy" "CancellationPolicy",
ADD COLUMN     "certificate_number" TEXT,
ADD COLUMN     "cleaning_cents" INTEGER,
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "ended_by" "BookingParty",
ADD COLUMN     "guest_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "held_until" TIMESTAMPTZ(3),
ADD COLUMN     "is_instant" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_protected" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "message" TEXT,
ADD COLUMN     "nights_cents" INTEGER,
ADD COLUMN     "owner_id" UUID,
ADD COLUMN     "price_per_night_cents" INTEGER,
ADD COLUMN     "refund_cents" INTEGER,
ADD COLUMN     "released_at" TIMESTAMPTZ(3),
ADD COLUMN     "service_fee_bps" INTEGER,
ADD COLUMN     "service_fee_cents" INTEGER,
ADD COLUMN     "tax_bps" INTEGER,
ADD COLUMN     "tax_cents" INTEGER,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "booking_events" (
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "move" "BookingMove" NOT NULL,
    "party" "BookingParty" NOT NULL,
    "actor_id" UUID,
    "status" "BookingStatus" NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "number" BIGSERIAL NOT NULL,

    CONSTRAINT "booking_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "booking_events_actor_id_idx" ON "booking_events"("actor_id");

-- CreateIndex
CREATE INDEX "booking_events_booking_id_number_idx" ON "booking_events"("booking_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "booking_events_booking_id_move_key" ON "booking_events"("booking_id", "move");

-- CreateIndex
CREATE INDEX "bookings_user_id_created_at_id_idx" ON "bookings"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "bookings_owner_id_created_at_id_idx" ON "bookings"("owner_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_events" ADD CONSTRAINT "booking_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- ---------------------------------------------------------------------------
-- What takes nights of a listing: all but what ended before the stay, and stays that are over.
-- Requests take them too now. Those made so far could not be paid for, and took none.
-- ---------------------------------------------------------------------------
UPDATE bookings SET status = 'expired' WHERE status = 'pending';

ALTER TABLE bookings DROP CONSTRAINT bookings_no_double_booking;

CREATE OR REPLACE FUNCTION takes_nights(status "BookingStatus") RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('held', 'pending', 'confirmed', 'certified', 'checked_in', 'disputed', 'resolved')
$$;

ALTER TABLE bookings
  ADD CONSTRAINT bookings_no_double_booking
    EXCLUDE USING gist (listing_id WITH =, daterange(check_in, check_out, '[)') WITH &&)
    WHERE (listing_id IS NOT NULL AND takes_nights(status));

-- A booking that keeps its nights is not checked again: what a calendar blocks later, or what the
-- owner asks for now, does not stand in the way of its moves.
CREATE OR REPLACE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fewest integer;
BEGIN
  IF TG_OP = 'UPDATE' AND takes_nights(OLD.status)
    AND (NEW.listing_id, NEW.resort_id, NEW.check_in, NEW.check_out)
      = (OLD.listing_id, OLD.resort_id, OLD.check_in, OLD.check_out) THEN
    RETURN NEW;
  END IF;
  SELECT shortest_stay(min_nights, available_from, available_to) INTO fewest FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A booking lies within the nights of its listing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_within_listing', TABLE = 'bookings';
  END IF;
  IF NEW.check_out - NEW.check_in BETWEEN 1 AND fewest - 1 THEN
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

-- ---------------------------------------------------------------------------
-- Facts that each status needs, and price lines that add up.
-- ---------------------------------------------------------------------------
ALTER TABLE bookings
  ALTER COLUMN guest_names SET NOT NULL,
  ADD CONSTRAINT bookings_protected CHECK (NOT is_protected OR (
    listing_id IS NOT NULL AND cancellation_policy IS NOT NULL
    AND tax_bps >= 0 AND service_fee_bps >= 0
    AND cleaning_cents >= 0 AND tax_cents >= 0 AND service_fee_cents >= 0
    AND nights_cents = price_per_night_cents * (check_out - check_in)
    AND nights_cents + cleaning_cents + tax_cents + service_fee_cents = total_price_cents) IS TRUE),
  ADD CONSTRAINT bookings_deadlines CHECK (NOT is_protected OR CASE status
    WHEN 'held' THEN held_until IS NOT NULL
    WHEN 'pending' THEN answer_by IS NOT NULL
    WHEN 'declined' THEN ended_by IS NOT NULL
    WHEN 'expired' THEN ended_by IS NOT NULL
    WHEN 'cancelled' THEN ended_by IS NOT NULL
    ELSE confirmed_at IS NOT NULL END),
  ADD CONSTRAINT bookings_certificate CHECK (
    NOT is_protected OR status <> 'certified' OR certificate_number IS NOT NULL),
  ADD CONSTRAINT bookings_refund CHECK (refund_cents BETWEEN 0 AND total_price_cents),
  ADD CONSTRAINT bookings_message CHECK (length(message) <= 2000);

CREATE INDEX bookings_held_until ON bookings (held_until) WHERE is_protected AND status = 'held';
CREATE INDEX bookings_answer_by ON bookings (answer_by) WHERE is_protected AND status = 'pending';
CREATE INDEX bookings_stays_ahead ON bookings (check_in)
  WHERE is_protected AND status IN ('confirmed', 'certified', 'checked_in');
CREATE INDEX bookings_unreleased ON bookings (check_in)
  WHERE is_protected AND released_at IS NULL AND status IN ('checked_in', 'completed');

UPDATE bookings SET owner_id = listings.owner_id FROM listings WHERE listings.id = listing_id;

CREATE FUNCTION booking_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.owner_id := (SELECT owner_id FROM listings WHERE id = NEW.listing_id);
  RETURN NEW;
END $$;

CREATE TRIGGER booking_owner BEFORE INSERT OR UPDATE OF listing_id, owner_id ON bookings
  FOR EACH ROW EXECUTE FUNCTION booking_owner();

CREATE FUNCTION booking_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER booking_changed BEFORE UPDATE ON bookings FOR EACH ROW EXECUTE FUNCTION booking_changed();

-- The history of a booking is only added to. An account that is deleted leaves its events.
CREATE FUNCTION booking_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The history of a booking can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booking_events_append_only';
END $$;

CREATE TRIGGER booking_event_stays BEFORE UPDATE OR DELETE ON booking_events
  FOR EACH ROW EXECUTE FUNCTION booking_event_stays();

-- Locks a booking for a move. The listing comes first, as for a new booking: whoever frees nights and
-- whoever waits for them would otherwise wait for each other.
CREATE FUNCTION lock_booking(wanted uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings WHERE id = (SELECT listing_id FROM bookings WHERE id = wanted) FOR NO KEY UPDATE;
  PERFORM FROM bookings WHERE id = wanted FOR UPDATE;
END $$;
