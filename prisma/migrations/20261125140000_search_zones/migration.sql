-- The words of each resort once more, by the zone of each order that the resort is in: a range of
-- prices, ratings or numbers of reviews. A search reads one zone after the other until a page is
-- full, wherever in the order its hits are.

-- Sixteen zones for each doubling: 32 and 33 are one zone, 1,024 to 1,087 are one.
CREATE FUNCTION resort_zone(value integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 16 * doublings + (value >> doublings)
    FROM width_bucket(value, ARRAY[
      32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288,
      1048576, 2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456,
      536870912, 1073741824]) AS doublings;
$$;

-- The lowest number in a zone.
CREATE FUNCTION resort_zone_start(zone integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN zone < 32 THEN zone ELSE (16 + zone % 16)::bigint << (zone / 16 - 1) END;
$$;

-- Twenty zones for each star.
CREATE FUNCTION resort_zone(rating numeric) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT floor(rating * 20)::integer;
$$;

-- Each word after each of its zones: 'p46.lodg'.
CREATE FUNCTION resort_zone_words(words tsvector, price_min integer, rating numeric, review_count integer)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(ARRAY(
    SELECT zone || word
      FROM unnest(tsvector_to_array(words)) AS word,
           unnest(ARRAY[
             'p' || public.resort_zone(price_min) || '.',
             'r' || public.resort_zone(rating) || '.',
             'n' || public.resort_zone(review_count) || '.']) AS zone));
$$;

-- A query whose words are each after a zone. It finds all that the query finds in that zone, and more
-- if the words of the query must stand together.
CREATE FUNCTION resort_zone_query(query tsquery, zone text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(
           regexp_replace(query::text, '<(-|\d+)>', '&', 'g'),
           '''((?:[^'']|'''')+)''', '''' || zone || '\1''', 'g')::tsquery;
$$;

-- Without a list of pending entries, which every look into a zone would read.
CREATE INDEX resorts_zone_words_idx ON resorts
  USING GIN (resort_zone_words(search_vector, price_min, rating, review_count)) WITH (fastupdate = off);

-- Every search would read the pending entries of these as well: 1.3 ms after 5,000 changes of resorts.
ALTER INDEX resorts_search_vector_idx SET (fastupdate = off);
ALTER INDEX resorts_amenities_idx SET (fastupdate = off);
ALTER INDEX search_words_word_idx SET (fastupdate = off);

-- A filter by names looks for their words first, so all words of a name must be in the vector. Text
-- between < and > would be a tag, which has no words.
CREATE OR REPLACE FUNCTION resort_search_vector(name text, brand text, place text, amenities text[]) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT setweight(to_tsvector('public.tideweek', search_fold(translate(name, '<>', '  '))), 'A')
      || setweight(to_tsvector('public.tideweek', search_fold(translate(brand || ' ' || place, '<>', '  '))), 'B')
      || setweight(to_tsvector('public.tideweek', search_fold(translate(array_to_string(amenities, ' '), '<>', '  '))), 'C');
$$;
UPDATE resorts SET name = name
 WHERE concat_ws(' ', name, brand, location, city, region, country, destination, array_to_string(amenities, ' ')) ~ '[<>]';
