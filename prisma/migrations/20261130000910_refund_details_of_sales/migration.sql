-- Bank details are for the refund of one booking or of one sale, and have its id.
ALTER TABLE refund_bank_details
  DROP CONSTRAINT refund_bank_details_id_fkey,
  ADD COLUMN booking_id uuid REFERENCES bookings ON DELETE CASCADE ON UPDATE CASCADE,
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE CASCADE ON UPDATE CASCADE;
UPDATE refund_bank_details SET booking_id = id;
CREATE UNIQUE INDEX refund_bank_details_booking_id_key ON refund_bank_details (booking_id);
CREATE UNIQUE INDEX refund_bank_details_sale_id_key ON refund_bank_details (sale_id);
ALTER TABLE refund_bank_details ADD CONSTRAINT refund_bank_details_subject
  CHECK (num_nonnulls(booking_id, sale_id) = 1 AND id = coalesce(booking_id, sale_id));
