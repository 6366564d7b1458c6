-- A booking makes each move once, except moves that can come again.
DROP INDEX booking_events_one_of_each_move;
CREATE UNIQUE INDEX booking_events_one_of_each_move ON booking_events (booking_id, move)
  WHERE move NOT IN ('submit_certificate', 'certify', 'refuse_certificate', 'replace_certificate',
    'rename_guests', 'refund_at_provider', 'chargeback', 'chargeback_won', 'chargeback_lost',
    'rest_case', 'accept_decision', 'appeal', 'goodwill');

DROP INDEX ledger_transactions_once;
CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (booking_id, reason)
  WHERE operation_id IS NULL AND remittance_id IS NULL AND chargeback_id IS NULL
    AND reason NOT IN ('correction', 'set_off', 'goodwill');
