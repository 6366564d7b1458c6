-- Processes remember who is signed in, and the tokens of organizations, and hear of each change of it. An announcement is a kind and
-- the ids of what changed, or the kind alone for all of it:
--   sessions  these sessions
--   users     these accounts
--   tokens    the tokens with these SHA-256 of their texts
--   marks     the favorites or unread threads of these accounts, and of all administrators for 'team'
-- An announcement without a kind means everything.
CREATE OR REPLACE FUNCTION announce_session_change(kind text, ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  announcement text := concat_ws(' ', kind, array_to_string(ids, ' '));
BEGIN
  IF cardinality(ids) > 0 THEN
    -- NOTIFY accepts less than 8,000 bytes.
    PERFORM pg_notify('session_changed',
      CASE WHEN octet_length(announcement) < 8000 THEN announcement ELSE kind END);
  END IF;
END $$;

CREATE OR REPLACE FUNCTION all_sessions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_changed', TG_ARGV[0]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_changed_truncated AFTER TRUNCATE ON sessions
  FOR EACH STATEMENT EXECUTE FUNCTION all_sessions_changed('sessions');
CREATE OR REPLACE TRIGGER favorites_session_changed_truncated AFTER TRUNCATE ON favorites
  FOR EACH STATEMENT EXECUTE FUNCTION all_sessions_changed('marks');
CREATE OR REPLACE TRIGGER message_threads_session_changed_truncated AFTER TRUNCATE ON message_threads
  FOR EACH STATEMENT EXECUTE FUNCTION all_sessions_changed('marks');

-- Sessions. New sessions are not remembered yet, and expired sessions are refused from memory too.
CREATE OR REPLACE FUNCTION sessions_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('sessions',
    (SELECT array_agg(id) FROM changed WHERE expires_at > now()));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sessions_changed_updated AFTER UPDATE ON sessions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sessions_changed();
CREATE OR REPLACE TRIGGER sessions_changed_deleted AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION sessions_changed();

-- Accounts, whichever column changes: changes are rare, and nearly all columns are shown.
CREATE OR REPLACE FUNCTION users_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('users', (SELECT array_agg(id::text) FROM changed));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_session_changed_updated AFTER UPDATE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_session_changed();
CREATE OR REPLACE TRIGGER users_session_changed_deleted AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION users_session_changed();

-- Tokens. What one may do never changes (api_token_stays), and one that has expired is refused from
-- memory, too.
CREATE OR REPLACE TRIGGER api_tokens_session_changed_truncated AFTER TRUNCATE ON api_tokens
  FOR EACH STATEMENT EXECUTE FUNCTION all_sessions_changed('tokens');

CREATE OR REPLACE FUNCTION api_token_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('tokens', ARRAY[encode(OLD.hash, 'hex')]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER api_tokens_session_changed_updated AFTER UPDATE ON api_tokens
  FOR EACH ROW WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at)
  EXECUTE FUNCTION api_token_session_changed();
CREATE OR REPLACE TRIGGER api_tokens_session_changed_deleted AFTER DELETE ON api_tokens
  FOR EACH ROW EXECUTE FUNCTION api_token_session_changed();

CREATE OR REPLACE FUNCTION organization_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('tokens', (
    SELECT array_agg(encode(hash, 'hex')) FROM api_tokens
    WHERE organization_id = NEW.id AND revoked_at IS NULL));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER organizations_session_changed_updated AFTER UPDATE ON organizations
  FOR EACH ROW WHEN ((OLD.status, OLD.account_id) IS DISTINCT FROM (NEW.status, NEW.account_id))
  EXECUTE FUNCTION organization_session_changed();

-- Marks. A changed row may leave one person and come to another, so both are told.
CREATE OR REPLACE FUNCTION favorites_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('marks', (SELECT array_agg(DISTINCT user_id::text) FROM changed));
  RETURN NULL;
END $$;

-- Unread threads are counted, so this affects only people with an unread thread before or after.
CREATE OR REPLACE FUNCTION message_threads_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_session_change('marks', (
    SELECT array_agg(DISTINCT person) FROM changed CROSS JOIN LATERAL (VALUES
      (traveler_id::text, last_of_owner > read_by_traveler),
      (coalesce(owner_id::text, 'team'), last_of_traveler > read_by_owner)) AS side (person, is_unread)
    WHERE is_unread));
  RETURN NULL;
END $$;

DO $$
DECLARE
  name text;
  suffix text;
  event text;
  side text;
BEGIN
  FOR name, suffix, event, side IN SELECT * FROM unnest(ARRAY['favorites', 'message_threads']) CROSS JOIN (VALUES
    ('inserted', 'INSERT', 'NEW'), ('from', 'UPDATE', 'OLD'), ('to', 'UPDATE', 'NEW'), ('deleted', 'DELETE', 'OLD')) AS sides LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_session_changed_%2$s AFTER %3$s ON %1$s
      REFERENCING %4$s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %1$s_session_changed()', name, suffix, event, side);
  END LOOP;
END $$;
