ALTER TABLE bookings
  ADD COLUMN rebooking_of_id uuid REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD COLUMN subsidy_cents integer NOT NULL DEFAULT 0,
  ADD COLUMN subsidy_paid_cents integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT bookings_subsidy CHECK (
    subsidy_paid_cents BETWEEN 0 AND subsidy_cents AND (subsidy_cents = 0 OR rebooking_of_id IS NOT NULL)),
  -- Kept weeks are booked by paying.
  ADD CONSTRAINT bookings_rebooking CHECK (rebooking_of_id IS NULL OR (is_protected AND is_instant));
CREATE INDEX bookings_rebooking_of_id_idx ON bookings (rebooking_of_id);
-- One of the weeks that are kept takes the place of a cancelled one.
CREATE UNIQUE INDEX bookings_rebooked_once ON bookings (rebooking_of_id) WHERE confirmed_at IS NOT NULL;

ALTER TABLE users ADD COLUMN owner_cancellations integer NOT NULL DEFAULT 0;
UPDATE users SET owner_cancellations = made.count FROM (
  SELECT owner_id, count(*) FROM booking_events JOIN bookings ON bookings.id = booking_id
  WHERE move = 'cancel_by_owner' GROUP BY owner_id) AS made
WHERE users.id = owner_id;
