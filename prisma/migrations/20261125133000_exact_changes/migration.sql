-- Servers that remember public answers hear which resorts a statement touched, and what of them, so
-- that they forget only what could differ. Payloads are JSON:
--   x  the transaction
--   k  what changed: row (only shown columns of the resort), place (also columns that lists filter or
--      sort by, or words), review, stay (listings and nights) or detail (pictures, seasons)
--   r  ids of the resorts; missing: any
--   p  for a few resorts, what lists filter and sort by: for place before (b), after (a) and whether
--      words differ (t); for stay as it is (a); missing: unknown
-- Any other payload, such as the transaction alone, means that anything may have changed.
CREATE OR REPLACE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalogue_changed', pg_current_xact_id()::text);
  RETURN NULL;
END $$;

CREATE FUNCTION announce_resorts(kind text, resorts uuid[], places jsonb DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  head jsonb := jsonb_build_object('x', pg_current_xact_id()::text, 'k', kind);
  payload text;
BEGIN
  IF resorts IS NULL THEN
    RETURN;
  END IF;
  IF cardinality(resorts) > 2000 THEN
    PERFORM pg_notify('catalogue_changed', head::text);
    RETURN;
  END IF;
  payload := (head || jsonb_strip_nulls(jsonb_build_object('r', to_jsonb(resorts), 'p', places)))::text;
  -- NOTIFY takes less than 8,000 bytes.
  IF octet_length(payload) < 8000 THEN
    PERFORM pg_notify('catalogue_changed', payload);
    RETURN;
  END IF;
  FOR n IN 1..cardinality(resorts) BY 150 LOOP
    PERFORM pg_notify('catalogue_changed', (head || jsonb_build_object('r', to_jsonb(resorts[n:n + 149])))::text);
  END LOOP;
END $$;

-- What lists of resorts filter and sort by.
CREATE FUNCTION place_of(resort resorts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', resort.id, 'priceMin', resort.price_min, 'rating', resort.rating, 'reviewCount', resort.review_count,
    'destination', resort.destination, 'brand', resort.brand, 'amenities', resort.amenities,
    'isNew', resort.is_new_availability, 'latitude', resort.latitude, 'longitude', resort.longitude)
$$;

CREATE FUNCTION resorts_announce() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  all_ids uuid[];
  moved uuid[];
  places jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO moved FROM added;
    IF cardinality(moved) <= 8 THEN
      SELECT jsonb_agg(jsonb_build_object('a', place_of(added::resorts), 't', true)) INTO places FROM added;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(id) INTO moved FROM removed;
    IF cardinality(moved) <= 8 THEN
      SELECT jsonb_agg(jsonb_build_object('b', place_of(removed::resorts), 't', true)) INTO places FROM removed;
    END IF;
  ELSE
    SELECT array_agg(after.id), array_agg(after.id) FILTER (WHERE
             (after.price_min, after.rating, after.review_count, after.is_new_availability,
              after.latitude, after.longitude, after.amenities, after.destination, after.brand,
              after.name, after.slug, after.city, after.region, after.country, after.location, after.description)
             IS DISTINCT FROM
             (before.price_min, before.rating, before.review_count, before.is_new_availability,
              before.latitude, before.longitude, before.amenities, before.destination, before.brand,
              before.name, before.slug, before.city, before.region, before.country, before.location, before.description))
      INTO all_ids, moved
      FROM added AS after JOIN removed AS before USING (id);
    IF cardinality(moved) <= 8 THEN
      SELECT jsonb_agg(jsonb_build_object(
               'b', place_of(removed::resorts), 'a', place_of(added::resorts),
               't', (added.amenities, added.destination, added.brand, added.name, added.slug, added.city,
                     added.region, added.country, added.location, added.description)
                    IS DISTINCT FROM
                    (removed.amenities, removed.destination, removed.brand, removed.name, removed.slug, removed.city,
                     removed.region, removed.country, removed.location, removed.description)))
        INTO places FROM added JOIN removed USING (id) WHERE added.id = ANY (moved);
    END IF;
    PERFORM announce_resorts('row', array_agg(id)) FROM unnest(all_ids) AS id WHERE id <> ALL (coalesce(moved, '{}'));
  END IF;
  PERFORM announce_resorts('place', moved, places);
  RETURN NULL;
END $$;

-- Rows of a resort, whose column resort_id says which: one announcement for each statement.
CREATE FUNCTION resort_rows_announce() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  places jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT resort_id) INTO ids FROM added WHERE resort_id IS NOT NULL;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT resort_id) INTO ids FROM removed WHERE resort_id IS NOT NULL;
  ELSE
    SELECT array_agg(DISTINCT resort_id) INTO ids
      FROM (SELECT resort_id FROM added UNION ALL SELECT resort_id FROM removed) AS touched
      WHERE resort_id IS NOT NULL;
  END IF;
  IF TG_ARGV[0] = 'stay' AND cardinality(ids) <= 8 THEN
    SELECT jsonb_agg(jsonb_build_object('a', place_of(resorts))) INTO places FROM resorts WHERE id = ANY (ids);
  END IF;
  PERFORM announce_resorts(TG_ARGV[0], ids, places);
  RETURN NULL;
END $$;

-- The same for rows of a listing.
CREATE FUNCTION listing_rows_announce() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT listing_id) INTO ids FROM added;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT listing_id) INTO ids FROM removed;
  ELSE
    SELECT array_agg(DISTINCT listing_id) INTO ids
      FROM (SELECT listing_id FROM added UNION ALL SELECT listing_id FROM removed) AS touched;
  END IF;
  PERFORM announce_resorts(TG_ARGV[0], array_agg(DISTINCT resort_id)) FROM listings WHERE id = ANY (ids);
  RETURN NULL;
END $$;

-- Review authors are shown by name.
CREATE FUNCTION authors_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_resorts('review', array_agg(DISTINCT resort_id))
    FROM reviews JOIN added ON added.id = user_id JOIN removed ON removed.id = added.id
    WHERE (added.first_name, added.last_name) IS DISTINCT FROM (removed.first_name, removed.last_name);
  RETURN NULL;
END $$;

DROP TRIGGER resorts_changed ON resorts;
CREATE TRIGGER resorts_emptied AFTER TRUNCATE ON resorts FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE TRIGGER resorts_added AFTER INSERT ON resorts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();
CREATE TRIGGER resorts_removed AFTER DELETE ON resorts REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();
CREATE TRIGGER resorts_edited AFTER UPDATE ON resorts REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();

-- Reviews of an account that is removed are removed by a cascade, which fires their own trigger.
DROP TRIGGER users_changed ON users;
CREATE TRIGGER authors_renamed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION authors_announce();

DO $$
DECLARE
  source text;
  kind text;
  announce text;
BEGIN
  FOR source, kind, announce IN VALUES
    ('reviews', 'review', 'resort_rows_announce'),
    ('listings', 'stay', 'resort_rows_announce'),
    ('bookings', 'stay', 'resort_rows_announce'),
    ('free_stretches', 'stay', 'resort_rows_announce'),
    ('resort_seasons', 'detail', 'resort_rows_announce'),
    ('blocked_nights', 'stay', 'listing_rows_announce'),
    ('pictures', 'detail', NULL)
  LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS %s_changed ON %1$s', source);
    EXECUTE format('CREATE TRIGGER %s_emptied AFTER TRUNCATE ON %1$s
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed()', source);
    FOR announce IN SELECT unnest(CASE WHEN announce IS NULL
      THEN ARRAY['resort_rows_announce', 'listing_rows_announce'] ELSE ARRAY[announce] END)
    LOOP
      EXECUTE format('CREATE TRIGGER %s_added_%s AFTER INSERT ON %1$s REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION %2$s(%3$L)', source, announce, kind);
      EXECUTE format('CREATE TRIGGER %s_removed_%s AFTER DELETE ON %1$s REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION %2$s(%3$L)', source, announce, kind);
      EXECUTE format('CREATE TRIGGER %s_edited_%s AFTER UPDATE ON %1$s REFERENCING OLD TABLE AS removed NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION %2$s(%3$L)', source, announce, kind);
    END LOOP;
  END LOOP;
END $$;
