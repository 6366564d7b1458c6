-- What was said stays, except for what it says about a person who closes the account: the
-- transaction that removes the account sets tideweek.forgets, and may change the words only.
CREATE FUNCTION forgets(old_row jsonb, new_row jsonb, words text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('tideweek.forgets', true) = 'on' AND (old_row - words) = (new_row - words)
$$;

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

CREATE OR REPLACE FUNCTION booking_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND forgets(to_jsonb(OLD), to_jsonb(NEW), 'note') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The history of a booking can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'booking_events_append_only';
END $$;

CREATE OR REPLACE FUNCTION dispute_evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND forgets(to_jsonb(OLD), to_jsonb(NEW), 'text') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Evidence can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'dispute_evidence_append_only';
END $$;

CREATE OR REPLACE FUNCTION listing_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND forgets(to_jsonb(OLD), to_jsonb(NEW), 'note') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The history of a listing can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'listing_events_append_only';
END $$;
