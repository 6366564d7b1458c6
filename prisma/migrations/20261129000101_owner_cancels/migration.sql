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

ALTER TABLE free_stretches ADD COLUMN owner_cancellations integer NOT NULL DEFAULT 0;
UPDATE free_stretches SET owner_cancellations = users.owner_cancellations
FROM listings JOIN users ON users.id = owner_id
WHERE listings.id = listing_id AND users.owner_cancellations > 0;

-- Of weeks that are equal in the order of a search, those of reliable owners come first.
DROP INDEX free_stretches_starts_on_listing_id_ends_on_idx,
  free_stretches_resort_destination_starts_on_listing_id_ends_idx,
  free_stretches_currency_week_total_cents_listing_id_starts__idx,
  free_stretches_resort_destination_currency_week_total_cents_idx,
  free_stretches_long, free_stretches_long_by_destination, free_stretches_long_stays;
CREATE INDEX free_stretches_starts_on_owner_cancellations_listing_id_end_idx
  ON free_stretches (starts_on, owner_cancellations, listing_id, ends_on);
CREATE INDEX free_stretches_resort_destination_starts_on_owner_cancellat_idx
  ON free_stretches (resort_destination, starts_on, owner_cancellations, listing_id, ends_on);
CREATE INDEX free_stretches_currency_week_total_cents_owner_cancellation_idx
  ON free_stretches (currency, week_total_cents, owner_cancellations, listing_id, starts_on);
CREATE INDEX free_stretches_resort_destination_currency_week_total_cents_idx
  ON free_stretches (resort_destination, currency, week_total_cents, owner_cancellations, listing_id, starts_on);
CREATE INDEX free_stretches_long
  ON free_stretches (starts_on, owner_cancellations, listing_id, ends_on) WHERE ends_on - starts_on > 31;
CREATE INDEX free_stretches_long_by_destination
  ON free_stretches (resort_destination, starts_on, owner_cancellations, listing_id, ends_on)
  WHERE ends_on - starts_on > 31;
CREATE INDEX free_stretches_long_stays
  ON free_stretches (currency, week_total_cents, owner_cancellations, listing_id, starts_on)
  WHERE min_nights > 7;
