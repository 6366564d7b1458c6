-- A zone of prices has thousands of resorts, of which those with the wanted words may all be at its far
-- end. So each word is once more after a finer zone of its price.

-- Sixty-four zones for each doubling: up to 127, each number is one, and 1,024 to 1,039 are one.
CREATE FUNCTION resort_fine_zone(value integer) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 64 * doublings + (value >> doublings)
    FROM width_bucket(value, ARRAY[
      128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1048576,
      2097152, 4194304, 8388608, 16777216, 33554432, 67108864, 134217728, 268435456, 536870912,
      1073741824]) AS doublings;
$$;

-- The lowest number in a fine zone.
CREATE FUNCTION resort_fine_zone_start(zone integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN zone < 128 THEN zone ELSE (64 + zone % 64)::bigint << (zone / 64 - 1) END;
$$;

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

CREATE INDEX resorts_fine_zone_words_idx ON resorts
  USING GIN (resort_zone_words(search_vector, price_min, rating, review_count)) WITH (fastupdate = off);
DROP INDEX resorts_zone_words_idx;
ALTER INDEX resorts_fine_zone_words_idx RENAME TO resorts_zone_words_idx;
