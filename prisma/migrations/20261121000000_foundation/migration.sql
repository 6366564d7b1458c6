-- Extensions that every supported PostgreSQL ships (contrib).
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "UserRole" AS ENUM ('user', 'admin');

-- CreateEnum
CREATE TYPE "WeekRule" AS ENUM ('friday', 'saturday', 'sunday');

-- CreateEnum
CREATE TYPE "BookingStatus" AS ENUM ('pending', 'held', 'confirmed', 'cancelled', 'completed');

-- CreateEnum
CREATE TYPE "ContractVerificationStatus" AS ENUM ('pending', 'verified', 'rejected');

-- CreateEnum
CREATE TYPE "EscrowStatus" AS ENUM ('none', 'pending', 'active', 'released', 'refunded', 'disputed');

-- CreateEnum
CREATE TYPE "InquiryStatus" AS ENUM ('new', 'contacted', 'converted', 'closed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "username" CITEXT NOT NULL,
    "email" CITEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "role" "UserRole" NOT NULL DEFAULT 'user',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_agent" TEXT,
    "address" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resorts" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "brand" TEXT NOT NULL,
    "city" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL DEFAULT '',
    "country" TEXT NOT NULL DEFAULT '',
    "location" TEXT NOT NULL,
    "destination" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "image_url" TEXT NOT NULL,
    "amenities" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rating" DECIMAL(3,2) NOT NULL DEFAULT 0,
    "rating_sum" INTEGER NOT NULL DEFAULT 0,
    "review_count" INTEGER NOT NULL DEFAULT 0,
    "available_rentals" INTEGER NOT NULL DEFAULT 0,
    "price_min" INTEGER NOT NULL DEFAULT 0,
    "price_max" INTEGER NOT NULL DEFAULT 0,
    "is_new_availability" BOOLEAN NOT NULL DEFAULT false,
    "latitude" DOUBLE PRECISION,
    "longitude" DOUBLE PRECISION,
    "timezone" TEXT NOT NULL DEFAULT 'UTC',
    "week_rule" "WeekRule" NOT NULL DEFAULT 'saturday',
    "search_vector" tsvector NOT NULL DEFAULT ''::tsvector,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resorts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "brand_aliases" (
    "alias" CITEXT NOT NULL,
    "brand" TEXT NOT NULL,

    CONSTRAINT "brand_aliases_pkey" PRIMARY KEY ("alias")
);

-- CreateTable
CREATE TABLE "search_words" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_words_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "resort_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "rating" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bookings" (
    "id" UUID NOT NULL,
    "resort_id" UUID NOT NULL,
    "listing_id" UUID,
    "user_id" UUID NOT NULL,
    "check_in" DATE NOT NULL,
    "check_out" DATE NOT NULL,
    "guests" INTEGER NOT NULL,
    "total_price_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "status" "BookingStatus" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "bookings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listings" (
    "id" UUID NOT NULL,
    "resort_id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "price_per_night_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "available_from" DATE NOT NULL,
    "available_to" DATE NOT NULL,
    "max_guests" INTEGER NOT NULL DEFAULT 1,
    "bedrooms" INTEGER,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "contract_document_url" TEXT,
    "contract_verification_status" "ContractVerificationStatus" NOT NULL DEFAULT 'pending',
    "escrow_status" "EscrowStatus" NOT NULL DEFAULT 'none',
    "ownership_verified" BOOLEAN NOT NULL DEFAULT false,
    "escrow_account_id" TEXT,
    "sale_price_cents" INTEGER,
    "is_for_sale" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_settings" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT 'general',
    "description" TEXT,
    "is_encrypted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "property_inquiries" (
    "id" UUID NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone" TEXT,
    "property_name" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "ownership_type" TEXT NOT NULL,
    "week_numbers" TEXT,
    "asking_price_cents" INTEGER,
    "motivation" TEXT NOT NULL,
    "additional_info" TEXT,
    "status" "InquiryStatus" NOT NULL DEFAULT 'new',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "property_inquiries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_syncs" (
    "id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "total" INTEGER NOT NULL DEFAULT 0,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "timestamp" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_syncs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_sync_errors" (
    "id" UUID NOT NULL,
    "sync_id" UUID NOT NULL,
    "listing_id" TEXT NOT NULL,
    "error" TEXT NOT NULL,

    CONSTRAINT "inventory_sync_errors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "result_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("operation","key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "installation_facts" (
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "installation_facts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "resorts_slug_key" ON "resorts"("slug");

-- CreateIndex
CREATE INDEX "resorts_price_min_id_idx" ON "resorts"("price_min", "id");

-- CreateIndex
CREATE INDEX "resorts_rating_review_count_id_idx" ON "resorts"("rating", "review_count", "id");

-- CreateIndex
CREATE INDEX "resorts_review_count_id_idx" ON "resorts"("review_count", "id");

-- CreateIndex
CREATE INDEX "resorts_created_at_id_idx" ON "resorts"("created_at", "id");

-- CreateIndex
CREATE INDEX "resorts_destination_price_min_id_idx" ON "resorts"("destination", "price_min", "id");

-- CreateIndex
CREATE INDEX "resorts_destination_rating_review_count_id_idx" ON "resorts"("destination", "rating", "review_count", "id");

-- CreateIndex
CREATE INDEX "resorts_is_new_availability_rating_review_count_id_idx" ON "resorts"("is_new_availability", "rating", "review_count", "id");

-- CreateIndex
CREATE INDEX "resorts_brand_id_idx" ON "resorts"("brand", "id");

-- CreateIndex
CREATE INDEX "resorts_amenities_idx" ON "resorts" USING GIN ("amenities");

-- CreateIndex
CREATE INDEX "resorts_search_vector_idx" ON "resorts" USING GIN ("search_vector");

-- CreateIndex
CREATE INDEX "brand_aliases_brand_idx" ON "brand_aliases"("brand");

-- CreateIndex
CREATE INDEX "search_words_word_idx" ON "search_words" USING GIN ("word" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "reviews_resort_id_created_at_id_idx" ON "reviews"("resort_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "reviews_user_id_idx" ON "reviews"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_resort_id_user_id_key" ON "reviews"("resort_id", "user_id");

-- CreateIndex
CREATE INDEX "bookings_user_id_check_in_idx" ON "bookings"("user_id", "check_in");

-- CreateIndex
CREATE INDEX "bookings_resort_id_idx" ON "bookings"("resort_id");

-- CreateIndex
CREATE INDEX "bookings_listing_id_idx" ON "bookings"("listing_id");

-- CreateIndex
CREATE INDEX "listings_resort_id_available_from_idx" ON "listings"("resort_id", "available_from");

-- CreateIndex
CREATE INDEX "listings_owner_id_created_at_idx" ON "listings"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "listings_available_from_available_to_idx" ON "listings"("available_from", "available_to");

-- CreateIndex
CREATE UNIQUE INDEX "site_settings_key_key" ON "site_settings"("key");

-- CreateIndex
CREATE INDEX "site_settings_category_key_idx" ON "site_settings"("category", "key");

-- CreateIndex
CREATE INDEX "property_inquiries_status_created_at_idx" ON "property_inquiries"("status", "created_at");

-- CreateIndex
CREATE INDEX "inventory_syncs_timestamp_idx" ON "inventory_syncs"("timestamp");

-- CreateIndex
CREATE INDEX "inventory_sync_errors_sync_id_idx" ON "inventory_sync_errors"("sync_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_sync_errors" ADD CONSTRAINT "inventory_sync_errors_sync_id_fkey" FOREIGN KEY ("sync_id") REFERENCES "inventory_syncs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say follows.

-- ---------------------------------------------------------------------------
-- Rules on single rows
-- ---------------------------------------------------------------------------
ALTER TABLE users
  ADD CONSTRAINT users_username_filled CHECK (btrim(username::text) <> ''),
  ADD CONSTRAINT users_email_shape CHECK (email::text LIKE '%_@_%'),
  ADD CONSTRAINT users_password_hashed CHECK (password_hash LIKE '$argon2id$%');

ALTER TABLE resorts
  ADD CONSTRAINT resorts_name_filled CHECK (btrim(name) <> ''),
  ADD CONSTRAINT resorts_price_range CHECK (0 <= price_min AND price_min <= price_max),
  ADD CONSTRAINT resorts_rating_range CHECK (rating >= 0 AND rating <= 5),
  ADD CONSTRAINT resorts_counts CHECK (review_count >= 0 AND rating_sum >= 0 AND available_rentals >= 0),
  ADD CONSTRAINT resorts_coordinates CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180);

ALTER TABLE reviews
  ADD CONSTRAINT reviews_rating_range CHECK (rating BETWEEN 1 AND 5),
  ADD CONSTRAINT reviews_filled CHECK (btrim(title) <> '' AND btrim(content) <> '');

ALTER TABLE listings
  ADD CONSTRAINT listings_dates_in_order CHECK (available_from < available_to),
  ADD CONSTRAINT listings_price CHECK (price_per_night_cents >= 0),
  ADD CONSTRAINT listings_sale_price CHECK (sale_price_cents > 0),
  ADD CONSTRAINT listings_guests CHECK (max_guests >= 1),
  ADD CONSTRAINT listings_bedrooms CHECK (bedrooms >= 0),
  ADD CONSTRAINT listings_currency CHECK (currency ~ '^[A-Z]{3}$');

ALTER TABLE bookings
  ADD CONSTRAINT bookings_dates_in_order CHECK (check_in < check_out),
  ADD CONSTRAINT bookings_guests CHECK (guests >= 1),
  ADD CONSTRAINT bookings_price CHECK (total_price_cents >= 0),
  ADD CONSTRAINT bookings_currency CHECK (currency ~ '^[A-Z]{3}$');

ALTER TABLE site_settings
  ADD CONSTRAINT site_settings_key_filled CHECK (btrim(key) <> ''),
  ADD CONSTRAINT site_settings_category_filled CHECK (btrim(category) <> '');

ALTER TABLE property_inquiries
  ADD CONSTRAINT property_inquiries_price CHECK (asking_price_cents >= 0);

ALTER TABLE inventory_syncs
  ADD CONSTRAINT inventory_syncs_counts CHECK (0 <= imported AND imported <= total);

-- ---------------------------------------------------------------------------
-- A night of a listing is sold once: nights are [check_in, check_out).
-- ---------------------------------------------------------------------------
ALTER TABLE bookings
  ADD CONSTRAINT bookings_no_double_booking
  EXCLUDE USING gist (listing_id WITH =, daterange(check_in, check_out, '[)') WITH &&)
  WHERE (listing_id IS NOT NULL AND status IN ('held', 'confirmed'));

-- ---------------------------------------------------------------------------
-- Counters that must never drift: rating and review count of a resort
-- ---------------------------------------------------------------------------
CREATE FUNCTION resort_reviews_moved(resort uuid, stars integer, reviews integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE resorts
     SET rating_sum = rating_sum + stars,
         review_count = review_count + reviews,
         rating = CASE WHEN review_count + reviews > 0
                       THEN round((rating_sum + stars)::numeric / (review_count + reviews), 2)
                       ELSE 0 END
   WHERE id = resort;
$$;

CREATE FUNCTION reviews_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating, 1);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM resort_reviews_moved(OLD.resort_id, -OLD.rating, -1);
  ELSIF NEW.resort_id = OLD.resort_id THEN
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating - OLD.rating, 0);
  ELSE
    PERFORM resort_reviews_moved(OLD.resort_id, -OLD.rating, -1);
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER reviews_count AFTER INSERT OR DELETE OR UPDATE OF rating, resort_id ON reviews
  FOR EACH ROW EXECUTE FUNCTION reviews_count();

-- ---------------------------------------------------------------------------
-- available_rentals: a listing counts while it is active and verified
-- ---------------------------------------------------------------------------
CREATE FUNCTION listings_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_public boolean := TG_OP <> 'INSERT' AND OLD.is_active AND OLD.contract_verification_status = 'verified';
  is_public boolean := TG_OP <> 'DELETE' AND NEW.is_active AND NEW.contract_verification_status = 'verified';
BEGIN
  IF was_public AND NOT (is_public AND NEW.resort_id = OLD.resort_id) THEN
    UPDATE resorts SET available_rentals = greatest(available_rentals - 1, 0) WHERE id = OLD.resort_id;
  END IF;
  IF is_public AND NOT (was_public AND NEW.resort_id = OLD.resort_id) THEN
    UPDATE resorts SET available_rentals = available_rentals + 1 WHERE id = NEW.resort_id;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER listings_count
  AFTER INSERT OR DELETE OR UPDATE OF is_active, contract_verification_status, resort_id ON listings
  FOR EACH ROW EXECUTE FUNCTION listings_count();

-- ---------------------------------------------------------------------------
-- Search: words without accents and possessives, stemmed; mistyped words are
-- corrected to the nearest word that occurs in a resort.
-- ---------------------------------------------------------------------------
CREATE TEXT SEARCH CONFIGURATION tideweek (COPY = pg_catalog.english);

ALTER TABLE search_words ALTER COLUMN word TYPE text COLLATE "C";

-- unaccent() is only stable because its dictionary could be replaced; ours is not.
CREATE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '[''’]s?\M|[''’]', '', 'g');
$$;

CREATE FUNCTION resort_search_vector(name text, brand text, place text, amenities text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.tideweek', search_fold(name)), 'A')
      || setweight(to_tsvector('public.tideweek', search_fold(brand || ' ' || place)), 'B')
      || setweight(to_tsvector('public.tideweek', search_fold(array_to_string(amenities, ' '))), 'C');
$$;

CREATE FUNCTION resorts_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place text := concat_ws(' ', NEW.location, NEW.city, NEW.region, NEW.country, NEW.destination);
BEGIN
  NEW.search_vector := resort_search_vector(NEW.name, NEW.brand, place, NEW.amenities);
  INSERT INTO search_words (word)
    SELECT DISTINCT word
      FROM regexp_split_to_table(
             search_fold(concat_ws(' ', NEW.name, NEW.brand, place, array_to_string(NEW.amenities, ' '))),
             '[^a-z0-9]+') AS word
     WHERE length(word) BETWEEN 2 AND 40
     ORDER BY word
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;

CREATE TRIGGER resorts_searchable
  BEFORE INSERT OR UPDATE OF name, brand, location, city, region, country, destination, amenities ON resorts
  FOR EACH ROW EXECUTE FUNCTION resorts_searchable();

-- The query for what a person typed, and the words it was read as. Every word must match, as the
-- beginning of a word; at most 12 words count. Null where nothing is left to look for.
CREATE FUNCTION resort_search_query(typed text, OUT query tsquery, OUT read_as text)
LANGUAGE plpgsql STABLE
SET pg_trgm.similarity_threshold = 0.2
SET client_min_messages = warning
AS $$
DECLARE
  folded text := search_fold(typed);
  tokens text[] := ARRAY(
    SELECT token FROM regexp_split_to_table(folded, '[^a-z0-9]+') WITH ORDINALITY AS t(token, place)
     WHERE token <> '' ORDER BY place LIMIT 12);
  -- Words that say what the whole site is about narrow nothing.
  telling text[] := ARRAY(
    SELECT token FROM unnest(tokens) WITH ORDINALITY AS t(token, place)
     WHERE token !~ '^(resorts?|timeshares?|rentals?|weeks?|hotels?)$' ORDER BY place);
  token text;
  part tsquery;
  named_brand text;
  nearest text;
  stem text;
  slack integer;
BEGIN
  SELECT brand INTO named_brand FROM brand_aliases WHERE alias = btrim(folded)::citext;
  IF named_brand IS NOT NULL THEN
    query := phraseto_tsquery('public.tideweek', search_fold(named_brand))
          || plainto_tsquery('public.tideweek', folded);
    read_as := typed;
    RETURN;
  END IF;
  IF cardinality(telling) > 0 THEN
    tokens := telling;
  END IF;
  FOREACH token IN ARRAY tokens LOOP
    SELECT brand INTO named_brand FROM brand_aliases WHERE alias = token::citext;
    nearest := token;
    IF named_brand IS NULL
       AND NOT EXISTS (SELECT 1 FROM search_words WHERE word >= token AND word < token || '{' LIMIT 1) THEN
      slack := CASE WHEN length(token) <= 3 THEN 0 WHEN length(token) <= 4 THEN 1 WHEN length(token) <= 8 THEN 2 ELSE 3 END;
      SELECT word INTO nearest
        FROM search_words
       WHERE word % token
         AND levenshtein_less_equal(word, left(token, 40), slack) <= slack
       ORDER BY levenshtein_less_equal(word, left(token, 40), slack), similarity(word, token) DESC, word
       LIMIT 1;
      nearest := coalesce(nearest, token);
    END IF;
    stem := (tsvector_to_array(to_tsvector('public.tideweek', nearest)))[1];
    -- Where nothing longer begins like it, the whole word finds the same at a tenth of the cost.
    part := CASE WHEN length(nearest) = 1
                   OR NOT EXISTS (
                        SELECT 1 FROM search_words
                         WHERE word >= stem AND word < stem || '{'
                           AND to_tsvector('public.tideweek', word) <> to_tsvector('public.tideweek', nearest))
                 THEN to_tsquery('public.tideweek', nearest)
                 ELSE to_tsquery('public.tideweek', nearest || ':*') END;
    IF named_brand IS NOT NULL THEN
      part := part || phraseto_tsquery('public.tideweek', search_fold(named_brand));
    END IF;
    IF numnode(part) > 0 THEN
      query := CASE WHEN query IS NULL THEN part ELSE query && part END;
    END IF;
    read_as := concat_ws(' ', read_as, nearest);
  END LOOP;
END $$;

-- About how many resorts a query finds: the planner's estimate, without looking for them.
CREATE FUNCTION resort_search_estimate(query tsquery) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  plan jsonb;
BEGIN
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM resorts WHERE search_vector @@ %L', query) INTO plan;
  RETURN plan #>> '{0,Plan,Plan Rows}';
END $$;

-- ---------------------------------------------------------------------------
-- Servers that cache public answers hear of every change to what they show.
-- ---------------------------------------------------------------------------
CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', '');
  RETURN NULL;
END $$;

CREATE TRIGGER resorts_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON resorts
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER reviews_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
-- A search for a holiday looks for listings over it.
CREATE TRIGGER listings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON listings
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER brand_aliases_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON brand_aliases
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
-- Review authors are shown by name.
CREATE TRIGGER users_changed AFTER UPDATE OF first_name, last_name OR DELETE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER site_settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
