-- Announces each change of a booking, and of its payments, to those who watch it.
CREATE FUNCTION announce_booking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('booking',
    CASE TG_TABLE_NAME WHEN 'bookings' THEN NEW.id::text ELSE to_jsonb(NEW) ->> 'booking_id' END);
  RETURN NULL;
END $$;

CREATE TRIGGER announce_booking AFTER UPDATE ON bookings
  FOR EACH ROW EXECUTE FUNCTION announce_booking();

CREATE TRIGGER announce_booking AFTER INSERT OR UPDATE OF status ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION announce_booking();
