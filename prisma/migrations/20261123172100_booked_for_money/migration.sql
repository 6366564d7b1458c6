-- A stay that was booked here is booked only for money that was taken. Checked at the commit, when
-- the outcome of the payment is stored, too.
CREATE FUNCTION check_booking_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bookings
             WHERE id = NEW.id AND is_protected
               AND status NOT IN ('held', 'pending', 'declined', 'expired', 'cancelled'))
    AND NOT EXISTS (SELECT FROM payment_operations
                    WHERE booking_id = NEW.id AND kind IN ('charge', 'capture') AND status = 'succeeded') THEN
    RAISE EXCEPTION 'A booking can''t be confirmed before it is paid'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_paid', TABLE = 'bookings';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_booking_paid AFTER INSERT OR UPDATE OF status, is_protected ON bookings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_protected) EXECUTE FUNCTION check_booking_paid();
