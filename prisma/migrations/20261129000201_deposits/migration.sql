ALTER TABLE bookings
  ADD COLUMN deposit_cents integer,
  ADD COLUMN balance_refused_at timestamptz(3),
  ADD COLUMN balance_paid_at timestamptz(3),
  ADD CONSTRAINT bookings_deposit CHECK (deposit_cents > 0 AND deposit_cents < total_price_cents),
  ADD CONSTRAINT bookings_balance
    CHECK (deposit_cents IS NOT NULL OR (balance_refused_at IS NULL AND balance_paid_at IS NULL));

ALTER TABLE payment_operations
  ADD COLUMN is_balance boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT payment_operations_balance CHECK (NOT is_balance OR kind = 'charge');
-- The first payment and the balance are taken once each.
CREATE UNIQUE INDEX payment_operations_one_balance ON payment_operations (booking_id)
  WHERE is_balance AND status = 'succeeded';

ALTER TABLE sandbox_payments ADD COLUMN is_saved boolean NOT NULL DEFAULT false;

-- The bank can dispute each part.
DROP INDEX chargebacks_one_open;
CREATE UNIQUE INDEX chargebacks_one_open ON chargebacks (payment_id) WHERE status = 'open';
