-- Calendars of other sites that owners bring in. The address is encrypted, since it holds a token.
CREATE TABLE listing_calendars (
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL REFERENCES listings ON DELETE CASCADE ON UPDATE CASCADE,
  name text NOT NULL,
  address text NOT NULL,
  shown_address text NOT NULL,
  etag text,
  last_modified text,
  claim uuid,
  next_read_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_read_at timestamptz(3),
  problem text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX listing_calendars_next_read_at_idx ON listing_calendars (next_read_at);
CREATE UNIQUE INDEX listing_calendars_listing_id_name_key ON listing_calendars (listing_id, lower(name));

-- Nights without provider and calendar are blocked by the owner. These rows do not overlap.
ALTER TABLE blocked_nights
  ALTER COLUMN provider_id DROP NOT NULL,
  ADD COLUMN calendar_id uuid REFERENCES listing_calendars ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT blocked_nights_one_source CHECK (num_nonnulls(provider_id, calendar_id) <= 1),
  ADD CONSTRAINT blocked_nights_own_apart EXCLUDE USING gist
    (listing_id WITH =, daterange(starts_on, ends_on) WITH &&)
    WHERE (provider_id IS NULL AND calendar_id IS NULL);
CREATE UNIQUE INDEX blocked_nights_calendar_id_external_id_key
  ON blocked_nights (calendar_id, external_id);

CREATE TABLE told_night_conflicts (
  calendar_id uuid NOT NULL REFERENCES listing_calendars ON DELETE CASCADE ON UPDATE CASCADE,
  external_id text NOT NULL,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY (calendar_id, external_id, booking_id)
);
CREATE INDEX told_night_conflicts_booking_id_idx ON told_night_conflicts (booking_id);
