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
