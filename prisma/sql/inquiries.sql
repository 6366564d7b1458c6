-- Inquiry events can only be added. Events of a deleted account remain; a deleted inquiry takes its
-- events along.
CREATE OR REPLACE FUNCTION inquiry_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
     AND NOT EXISTS (SELECT FROM property_inquiries WHERE id = OLD.inquiry_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The history of an inquiry can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'inquiry_events_append_only';
END $$;

CREATE OR REPLACE TRIGGER inquiry_event_stays BEFORE UPDATE OR DELETE ON inquiry_events
  FOR EACH ROW EXECUTE FUNCTION inquiry_event_stays();
