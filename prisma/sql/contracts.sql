-- A document proves only a listing of its own owner.
CREATE OR REPLACE FUNCTION contract_documents_own_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.listing_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM listings WHERE id = NEW.listing_id AND owner_id = NEW.owner_id) THEN
    RAISE EXCEPTION 'contract document % is not of the owner of listing %', NEW.id, NEW.listing_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER contract_documents_own_listing
  BEFORE INSERT OR UPDATE OF listing_id, owner_id ON contract_documents
  FOR EACH ROW EXECUTE FUNCTION contract_documents_own_listing();

-- A booking with a guest certificate keeps its document until the stay is over. Checked at the
-- commit, because a replacement first discards the old document.
CREATE OR REPLACE FUNCTION certificate_is_there() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  certified uuid;
BEGIN
  IF TG_TABLE_NAME = 'bookings' THEN
    certified := NEW.id;
  ELSE
    certified := OLD.booking_id;
  END IF;
  IF EXISTS (
    SELECT FROM bookings
    WHERE id = certified AND is_protected AND status IN ('certified', 'checked_in')
      -- After the stay, the traveler's account can be closed together with the document.
      AND check_out >= (now() AT TIME ZONE 'UTC')::date
  ) AND NOT EXISTS (
    SELECT FROM contract_documents WHERE booking_id = certified AND status = 'attached'
  ) THEN
    RAISE EXCEPTION 'The guest certificate of booking % has no document', certified
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_certificate_document';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS booking_has_certificate ON bookings;
CREATE CONSTRAINT TRIGGER booking_has_certificate
  AFTER INSERT OR UPDATE OF status ON bookings DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'certified') EXECUTE FUNCTION certificate_is_there();
DROP TRIGGER IF EXISTS certificate_stays ON contract_documents;
CREATE CONSTRAINT TRIGGER certificate_stays
  AFTER UPDATE OF status, booking_id OR DELETE ON contract_documents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status = 'attached' AND OLD.booking_id IS NOT NULL)
  EXECUTE FUNCTION certificate_is_there();
