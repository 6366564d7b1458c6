-- A certificate can be handed in, refused, replaced and confirmed again.
DROP INDEX booking_events_one_of_each_move;
CREATE UNIQUE INDEX booking_events_one_of_each_move ON booking_events (booking_id, move)
  WHERE move NOT IN ('submit_certificate', 'certify', 'refuse_certificate', 'replace_certificate',
    'rename_guests', 'refund_at_provider');
