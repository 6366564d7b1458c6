ALTER TABLE bookings ADD COLUMN outside_refund_cents integer NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD CONSTRAINT bookings_outside_refund CHECK (outside_refund_cents >= 0);
-- A refund by bank transfer and another in the provider's dashboard can exceed the price.
ALTER TABLE bookings DROP CONSTRAINT bookings_refund;
ALTER TABLE bookings ADD CONSTRAINT bookings_refund
  CHECK (refund_cents BETWEEN 0 AND total_price_cents + outside_refund_cents);

ALTER TABLE payment_operations
  ADD COLUMN is_from_dashboard boolean NOT NULL DEFAULT false,
  ADD COLUMN bank_reference text,
  ADD CONSTRAINT payment_operations_from_dashboard
    CHECK (NOT is_from_dashboard OR (kind = 'refund' AND status = 'succeeded')),
  ADD CONSTRAINT payment_operations_bank_reference CHECK (bank_reference IS NULL OR kind = 'refund');
-- A refund at the provider is one operation, and comes back once.
CREATE UNIQUE INDEX payment_operations_one_refund
  ON payment_operations (booking_id, provider, kind, provider_reference)
  WHERE kind IN ('refund', 'refund_return') AND status = 'succeeded';
-- What the job that tries again looks for.
CREATE INDEX payment_operations_refused_refunds ON payment_operations (booking_id)
  WHERE kind = 'refund_return' OR (kind = 'refund' AND status = 'failed');

-- The id is the booking's.
CREATE TABLE refund_bank_details (
  id uuid PRIMARY KEY REFERENCES bookings ON DELETE CASCADE ON UPDATE CASCADE,
  asked_at timestamptz(3) NOT NULL,
  sealed text,
  entered_at timestamptz(3),
  CONSTRAINT refund_bank_details_entered CHECK ((sealed IS NULL) = (entered_at IS NULL))
);

-- Refunds that were ordered and have not arrived become liabilities.
INSERT INTO ledger_transactions (id, booking_id, reason, operation_id, at)
  SELECT gen_random_uuid(), booking_id, 'refund_order', id, created_at FROM payment_operations
  WHERE kind = 'refund' AND status <> 'succeeded';
INSERT INTO ledger_entries (transaction_id, account, amount_cents, currency)
  SELECT ledger_transactions.id, account, sign * amount_cents, currency
  FROM ledger_transactions
  JOIN payment_operations ON payment_operations.id = operation_id
  CROSS JOIN (VALUES ('traveller'::"LedgerAccount", 1), ('refund_payable', -1)) AS sides (account, sign)
  WHERE reason = 'refund_order';
