-- A line of the provider's books is posted once. Payouts to our bank and the like have no booking.
ALTER TABLE ledger_transactions
  ALTER COLUMN booking_id DROP NOT NULL,
  ADD COLUMN provider_record text,
  ADD CONSTRAINT ledger_transactions_about CHECK (booking_id IS NOT NULL OR provider_record IS NOT NULL);
CREATE UNIQUE INDEX ledger_transactions_provider_record_key ON ledger_transactions (provider_record);

-- Transfers are reversed in the provider's dashboard, too.
ALTER TABLE payment_operations
  DROP CONSTRAINT payment_operations_from_dashboard,
  ADD CONSTRAINT payment_operations_from_dashboard
    CHECK (NOT is_from_dashboard OR (kind IN ('refund', 'reversal') AND status = 'succeeded'));
DROP INDEX payment_operations_one_refund;
CREATE UNIQUE INDEX payment_operations_one_refund
  ON payment_operations (booking_id, provider, kind, provider_reference)
  WHERE kind IN ('refund', 'refund_return', 'reversal') AND status = 'succeeded';

ALTER TABLE reconciliation_reports ADD COLUMN not_read text[] NOT NULL DEFAULT '{}';
