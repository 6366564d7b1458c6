-- Goodwill can be given again.
DROP INDEX ledger_transactions_once;
CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (booking_id, reason)
  WHERE operation_id IS NULL AND remittance_id IS NULL AND reason <> 'goodwill';
