DROP INDEX booking_events_one_of_each_move;
CREATE UNIQUE INDEX booking_events_one_of_each_move
  ON booking_events (booking_id, move)
  WHERE move NOT IN ('replace_certificate', 'refund_at_provider', 'rename_guests', 'chargeback',
    'chargeback_won', 'chargeback_lost');
