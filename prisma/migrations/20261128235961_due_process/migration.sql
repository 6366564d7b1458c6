ALTER TABLE bookings
  ADD COLUMN rested_by "BookingParty"[] NOT NULL DEFAULT '{}',
  ADD COLUMN decided_at timestamptz(3),
  ADD COLUMN accepted_by "BookingParty"[] NOT NULL DEFAULT '{}',
  ADD COLUMN appealed_by "BookingParty"[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT bookings_decision_sides CHECK (
    rested_by <@ ARRAY['traveler', 'owner']::"BookingParty"[]
    AND accepted_by <@ ARRAY['traveler', 'owner']::"BookingParty"[]
    AND appealed_by <@ ARRAY['traveler', 'owner']::"BookingParty"[]
    AND NOT accepted_by && appealed_by),
  ADD CONSTRAINT bookings_decision_answered CHECK (
    decided_at IS NOT NULL OR (accepted_by = '{}' AND appealed_by = '{}'));

-- Both sides of an open dispute were told when it was reported.
UPDATE bookings SET answer_by = disputed_at + interval '72 hours', is_told = true
  WHERE status = 'disputed' AND is_protected;

CREATE TABLE dispute_decisions (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  is_appeal boolean NOT NULL,
  decided_by_id uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  refund_cents integer NOT NULL,
  reasons text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT dispute_decisions_refund CHECK (refund_cents >= 0),
  CONSTRAINT dispute_decisions_reasons CHECK (char_length(reasons) BETWEEN 1 AND 2000)
);
CREATE UNIQUE INDEX dispute_decisions_booking_id_is_appeal_key ON dispute_decisions (booking_id, is_appeal);
CREATE INDEX dispute_decisions_decided_by_id_idx ON dispute_decisions (decided_by_id);

CREATE TABLE goodwill_gifts (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  party "BookingParty" NOT NULL,
  amount_cents integer NOT NULL,
  bank_reference text,
  at timestamptz(3) NOT NULL,
  CONSTRAINT goodwill_gifts_amount CHECK (amount_cents > 0),
  -- An owner is paid with the next payout, a traveler by bank transfer.
  CONSTRAINT goodwill_gifts_way CHECK (
    (party = 'owner' AND bank_reference IS NULL)
    OR (party = 'traveler' AND bank_reference IS NOT NULL AND char_length(bank_reference) BETWEEN 1 AND 100))
);
CREATE INDEX goodwill_gifts_booking_id_idx ON goodwill_gifts (booking_id);
