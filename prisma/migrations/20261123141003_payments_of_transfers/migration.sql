-- A transfer, too, names the payment that its money comes from.
ALTER TABLE payment_operations DROP CONSTRAINT payment_operations_about,
  ADD CONSTRAINT payment_operations_about CHECK ((payment_id IS NOT NULL) = (kind NOT IN ('authorize', 'charge')));
