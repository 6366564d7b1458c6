-- AlterTable
ALTER TABLE "users" ADD COLUMN     "search_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- What Prisma's schema language cannot say follows.

-- Folded text is plain ASCII, for which byte order is as good as any and the quickest.
ALTER TABLE users ALTER COLUMN search_text TYPE text COLLATE "C";

ALTER TABLE users ADD CONSTRAINT users_version CHECK (version >= 1);

-- Name, username and address without accents and capitals, each word after a space, so that ' x'
-- begins a word.
CREATE FUNCTION user_search_text(first_name text, last_name text, username citext, email citext)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ' ' || public.search_fold(first_name || ' ' || last_name || ' ' || username::text || ' ' || email::text);
$$;

UPDATE users SET search_text = user_search_text(first_name, last_name, username, email);

CREATE FUNCTION users_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := user_search_text(NEW.first_name, NEW.last_name, NEW.username, NEW.email);
  RETURN NEW;
END $$;

CREATE TRIGGER users_searchable BEFORE INSERT OR UPDATE OF first_name, last_name, username, email ON users
  FOR EACH ROW EXECUTE FUNCTION users_searchable();

-- Whoever edits an account edits the version that they saw.
CREATE FUNCTION user_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER user_changed BEFORE UPDATE ON users FOR EACH ROW
  WHEN ((OLD.username::text, OLD.email::text, OLD.first_name, OLD.last_name, OLD.role, OLD.closed_at)
        IS DISTINCT FROM
        (NEW.username::text, NEW.email::text, NEW.first_name, NEW.last_name, NEW.role, NEW.closed_at))
  EXECUTE FUNCTION user_changed();

-- CreateIndex
CREATE INDEX "users_role_created_at_id_idx" ON "users"("role", "created_at", "id");

-- CreateIndex
CREATE INDEX "users_search_text_id_idx" ON "users"("search_text", "id");

-- CreateIndex
CREATE INDEX "users_search_text_idx" ON "users" USING GIN ("search_text" gin_trgm_ops);
