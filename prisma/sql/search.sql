-- unaccent() is only stable because its dictionary could be replaced; ours never is.
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, value)), '[''’]s?\M|[''’]', '', 'g');
$$;

-- Stemmed words without accents and possessives. A filter by names first looks up their words, so
-- all words of a name must be in the vector. Replaces < and >: text between them would count as a
-- tag without words.
CREATE OR REPLACE FUNCTION resort_search_vector(name text, brand text, place text, amenities text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.tideweek', search_fold(translate(name, '<>', '  '))), 'A')
      || setweight(to_tsvector('public.tideweek', search_fold(translate(brand || ' ' || place, '<>', '  '))), 'B')
      || setweight(to_tsvector('public.tideweek', search_fold(translate(array_to_string(amenities, ' '), '<>', '  '))), 'C');
$$;

CREATE OR REPLACE FUNCTION resorts_searchable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  place text := concat_ws(' ', NEW.location, NEW.city, NEW.region, NEW.country, NEW.destination);
BEGIN
  NEW.search_vector := resort_search_vector(NEW.name, NEW.brand, place, NEW.amenities)
    || resort_places(NEW.location, NEW.city, NEW.region, NEW.country, NEW.destination, NEW.latitude, NEW.longitude);
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

CREATE OR REPLACE TRIGGER resorts_searchable
  BEFORE INSERT OR UPDATE OF name, brand, location, city, region, country, destination, amenities, latitude, longitude
  ON resorts FOR EACH ROW EXECUTE FUNCTION resorts_searchable();

-- Loads pg_trgm: only a superuser may give a function a setting that no loaded library knows.
SELECT show_limit();

-- The query for a typed text, and the words it was read as. Every word must match the beginning of
-- a word; at most 12 words count. Null without any words.
CREATE OR REPLACE FUNCTION resort_search_query(typed text, OUT query tsquery, OUT read_as text)
LANGUAGE plpgsql STABLE
SET pg_trgm.similarity_threshold = 0.2
SET client_min_messages = warning
AS $$
DECLARE
  folded text := search_fold(typed);
  tokens text[] := ARRAY(
    SELECT token FROM regexp_split_to_table(folded, '[^a-z0-9]+') WITH ORDINALITY AS t(token, place)
     WHERE token <> '' ORDER BY place LIMIT 12);
  -- Generic words of the site narrow nothing.
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
    -- If no longer word begins with it, the whole word finds the same at a tenth of the cost.
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

-- The planner's estimate of a query's number of resorts, without running the query.
CREATE OR REPLACE FUNCTION resort_search_estimate(query tsquery) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  plan jsonb;
BEGIN
  EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM resorts WHERE search_vector @@ %L', query) INTO plan;
  RETURN plan #>> '{0,Plan,Plan Rows}';
END $$;

CREATE OR REPLACE FUNCTION resorts_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_places (kind, name, folded)
    SELECT kind, name, ' ' || search_fold(name)
      FROM (VALUES ('brand', NEW.brand), ('city', NEW.city),
                   ('destination', NEW.destination), ('region', NEW.region)) AS named(kind, name)
     WHERE btrim(name) <> ''
       AND NOT EXISTS (SELECT FROM search_places AS known
                        WHERE known.kind = named.kind AND known.name = named.name)
     ORDER BY kind, name
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER resorts_places AFTER INSERT OR UPDATE OF brand, city, destination, region ON resorts
  FOR EACH ROW EXECUTE FUNCTION resorts_places();

-- The words of each resort repeated per zone of each order: a range of prices, ratings or numbers
-- of reviews. A search reads zone after zone until a page is full, wherever its hits are in the
-- order. Sixteen zones per doubling: 32 and 33 are one zone, 1,024 to 1,087 are one.
CREATE OR REPLACE FUNCTION resort_zone(value integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 16 * doublings + (value >> doublings)
    FROM width_bucket(value, ARRAY[
      32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288,
      1048576, 2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456,
      536870912, 1073741824]) AS doublings;
$$;

CREATE OR REPLACE FUNCTION resort_zone_start(zone integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN zone < 32 THEN zone ELSE (16 + zone % 16)::bigint << (zone / 16 - 1) END;
$$;

-- Twenty zones for each star.
CREATE OR REPLACE FUNCTION resort_zone(rating numeric) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(rating * 20)::integer;
$$;

-- Each word prefixed with each of its zones: 'p46.lodg'.
CREATE OR REPLACE FUNCTION resort_zone_words(words tsvector, price_min integer, rating numeric, review_count integer)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT zone || word
      FROM unnest(tsvector_to_array(words)) AS word,
           unnest(ARRAY[
             'p' || public.resort_zone(price_min) || '.',
             'f' || public.resort_fine_zone(price_min) || '.',
             'r' || public.resort_zone(rating) || '.',
             'n' || public.resort_zone(review_count) || '.']) AS zone));
$$;

-- A query with each word prefixed with a zone. Finds every hit of the query in that zone, and more
-- if words must be adjacent.
CREATE OR REPLACE FUNCTION resort_zone_query(query tsquery, zone text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
           regexp_replace(query::text, '<(-|\d+)>', '&', 'g'),
           '''((?:[^'']|'''')+)''', '''' || zone || '\1''', 'g')::tsquery;
$$;

-- A zone of prices has thousands of resorts, and all hits may be at its far end. So each word is
-- repeated with a finer zone of its price. Sixty-four zones per doubling: up to 127, each number is
-- one, and 1,024 to 1,039 are one.
CREATE OR REPLACE FUNCTION resort_fine_zone(value integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 64 * doublings + (value >> doublings)
    FROM width_bucket(value, ARRAY[
      128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576,
      2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456, 536870912,
      1073741824]) AS doublings;
$$;

CREATE OR REPLACE FUNCTION resort_fine_zone_start(zone integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN zone < 128 THEN zone ELSE (64 + zone % 64)::bigint << (zone / 64 - 1) END;
$$;

-- A name without spaces and punctuation, with "Saint" and "Fort" abbreviated.
CREATE OR REPLACE FUNCTION search_place_key(name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(public.search_fold(name), '&', ' and '),
           '\msaint\M', 'st', 'g'), '\mfort\M', 'ft', 'g'), '[^a-z0-9]+', '', 'g'), '^the(?=.)', '');
$$;

CREATE OR REPLACE FUNCTION resort_places(location text, city text, region text, country text, destination text,
                              latitude double precision, longitude double precision) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH named AS (
    SELECT public.search_place_key(part) AS key
      FROM unnest(string_to_array(location, ',') || ARRAY[city, region, country, destination]) AS part)
  SELECT coalesce(array_to_tsvector(array_agg(DISTINCT '@' || key)), ''::tsvector)
    FROM (SELECT key FROM named WHERE key <> ''
          UNION ALL
          SELECT areas.key FROM public.search_areas AS areas
           WHERE EXISTS (SELECT FROM named WHERE named.key = ANY (areas.countries))
              OR 3959 * 2 * asin(least(1, sqrt(
                   power(sin(radians(resort_places.latitude - areas.latitude) / 2), 2) +
                   cos(radians(resort_places.latitude)) * cos(radians(areas.latitude)) *
                   power(sin(radians(resort_places.longitude - areas.longitude) / 2), 2)))) <= areas.miles) AS keys;
$$;

-- A new table of areas recomputes the places of every resort.
CREATE OR REPLACE FUNCTION search_areas_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE resorts SET name = name;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER search_areas_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON search_areas
  FOR EACH STATEMENT EXECUTE FUNCTION search_areas_changed();
