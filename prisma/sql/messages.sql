-- The stays that a traveler and an owner talk about. One that was sold with its week is the buyer's.
CREATE OR REPLACE FUNCTION bookings_of_thread(thread message_threads) RETURNS SETOF bookings
LANGUAGE sql STABLE AS $$
  SELECT * FROM bookings
  WHERE listing_id = thread.listing_id AND user_id = thread.traveler_id
    AND owner_id IS NOT DISTINCT FROM thread.owner_id
$$;

CREATE OR REPLACE FUNCTION shows_contacts(thread message_threads) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM bookings_of_thread(thread) WHERE is_paid(status))
$$;

CREATE OR REPLACE FUNCTION message_thread_begins() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid;
BEGIN
  -- Locks: a concurrent new or moved booking would otherwise miss this thread, and this trigger
  -- would miss the booking.
  owner := (SELECT owner_id FROM listings WHERE id = NEW.listing_id FOR NO KEY UPDATE);
  PERFORM FROM bookings WHERE listing_id = NEW.listing_id AND user_id = NEW.traveler_id FOR SHARE;
  IF NOT EXISTS (SELECT FROM bookings_of_thread(NEW)) THEN
    NEW.owner_id := owner;
  END IF;
  NEW.contacts_shown := shows_contacts(NEW);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER message_thread_begins BEFORE INSERT ON message_threads
  FOR EACH ROW EXECUTE FUNCTION message_thread_begins();

CREATE OR REPLACE FUNCTION booking_shows_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lock: of two concurrently moved bookings, the second sees the first.
  PERFORM FROM message_threads
    WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id FOR NO KEY UPDATE;
  UPDATE message_threads SET contacts_shown = NOT contacts_shown
    WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id
      AND contacts_shown <> shows_contacts(message_threads);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER booking_shows_contacts AFTER INSERT OR UPDATE OF status, owner_id ON bookings
  FOR EACH ROW EXECUTE FUNCTION booking_shows_contacts();

-- Messages can only be added or hidden by the team. Messages of a deleted account remain.
CREATE OR REPLACE FUNCTION message_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.author_id IS NULL OR NEW.author_id = OLD.author_id)
     AND (OLD.hidden_at IS NULL OR NEW.hidden_at = OLD.hidden_at)
     AND (to_jsonb(NEW) - 'author_id' - 'hidden_at') = (to_jsonb(OLD) - 'author_id' - 'hidden_at') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND forgets(to_jsonb(OLD), to_jsonb(NEW), 'text') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Messages can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'messages_append_only';
END $$;

CREATE OR REPLACE TRIGGER message_stays BEFORE UPDATE OR DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION message_stays();

CREATE OR REPLACE TRIGGER message_thread_changed AFTER UPDATE ON message_threads
  FOR EACH ROW EXECUTE FUNCTION announce_row('message_thread', 'id');
CREATE OR REPLACE TRIGGER message_hidden AFTER UPDATE OF hidden_at ON messages
  FOR EACH ROW EXECUTE FUNCTION announce_row('message_thread', 'thread_id');

-- The team settles a reported problem, so it may read both sides' messages about the week.
CREATE OR REPLACE FUNCTION open_thread_of_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE message_threads SET is_reported = true
  WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id
    AND owner_id IS NOT DISTINCT FROM NEW.owner_id AND NOT is_reported;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER bookings_open_thread AFTER INSERT OR UPDATE OF disputed_at ON bookings
  FOR EACH ROW WHEN (NEW.disputed_at IS NOT NULL) EXECUTE FUNCTION open_thread_of_dispute();

CREATE OR REPLACE FUNCTION open_disputed_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_reported := NEW.is_reported OR EXISTS (
    SELECT FROM bookings_of_thread(NEW) WHERE disputed_at IS NOT NULL);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER message_threads_open_disputed BEFORE INSERT ON message_threads
  FOR EACH ROW EXECUTE FUNCTION open_disputed_thread();
