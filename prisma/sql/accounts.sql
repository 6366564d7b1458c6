-- Name, username and address without accents and capitals. Each word follows a space, so that ' x'
-- matches the beginning of a word.
CREATE OR REPLACE FUNCTION user_search_text(first_name text, last_name text, username citext, email citext)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ' ' || public.search_fold(first_name || ' ' || last_name || ' ' || username::text || ' ' || email::text);
$$;

CREATE OR REPLACE FUNCTION users_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := user_search_text(NEW.first_name, NEW.last_name, NEW.username, NEW.email);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_searchable BEFORE INSERT OR UPDATE OF first_name, last_name, username, email ON users
  FOR EACH ROW EXECUTE FUNCTION users_searchable();

CREATE OR REPLACE TRIGGER user_changed BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.username::text, OLD.email::text, OLD.first_name, OLD.last_name, OLD.role, OLD.closed_at)
        IS DISTINCT FROM
        (NEW.username::text, NEW.email::text, NEW.first_name, NEW.last_name, NEW.role, NEW.closed_at))
  EXECUTE FUNCTION count_version();

-- Written words stay, except words about a person who closes their account: the transaction that
-- removes the account sets tideweek.forgets and may change only the words.
CREATE OR REPLACE FUNCTION forgets(old_row jsonb, new_row jsonb, words text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_setting('tideweek.forgets', true) = 'on' AND (old_row - words) = (new_row - words)
$$;
