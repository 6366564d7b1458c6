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

CREATE OR REPLACE TRIGGER brand_aliases_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON brand_aliases
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE OR REPLACE TRIGGER site_settings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

CREATE OR REPLACE TRIGGER inventory_providers_renamed AFTER UPDATE OF name ON inventory_providers
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

-- Cached responses show the previous day's nights ahead.
CREATE OR REPLACE TRIGGER days_turned AFTER UPDATE ON time_zones
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
CREATE OR REPLACE TRIGGER occupancy_taxes_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON occupancy_taxes
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

CREATE OR REPLACE FUNCTION announce_resorts(kind text, resorts uuid[], places jsonb DEFAULT NULL) RETURNS void
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
  -- NOTIFY accepts less than 8,000 bytes.
  IF octet_length(payload) < 8000 THEN
    PERFORM pg_notify('catalogue_changed', payload);
    RETURN;
  END IF;
  FOR n IN 1..cardinality(resorts) BY 150 LOOP
    PERFORM pg_notify('catalogue_changed', (head || jsonb_build_object('r', to_jsonb(resorts[n:n + 149])))::text);
  END LOOP;
END $$;

-- The columns that lists of resorts filter and sort by.
CREATE OR REPLACE FUNCTION place_of(resort resorts) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', resort.id, 'priceMin', resort.price_min, 'rating', resort.rating, 'reviewCount', resort.review_count,
    'destination', resort.destination, 'brand', resort.brand, 'amenities', resort.amenities,
    'isNew', resort.is_new_availability, 'latitude', resort.latitude, 'longitude', resort.longitude)
$$;

CREATE OR REPLACE FUNCTION resorts_announce() RETURNS trigger LANGUAGE plpgsql AS $$
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
    -- Which of its stays are booked at once.
    PERFORM announce_resorts('stay', array_agg(id)) FROM added JOIN removed USING (id)
      WHERE added.certificate_lead_days IS DISTINCT FROM removed.certificate_lead_days;
    PERFORM announce_resorts('row', array_agg(id)) FROM unnest(all_ids) AS id WHERE id <> ALL (coalesce(moved, '{}'));
  END IF;
  PERFORM announce_resorts('place', moved, places);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER resorts_added AFTER INSERT ON resorts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();
CREATE OR REPLACE TRIGGER resorts_removed AFTER DELETE ON resorts REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();
CREATE OR REPLACE TRIGGER resorts_edited AFTER UPDATE ON resorts REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION resorts_announce();

-- One announcement per statement for rows with a column resort_id.
CREATE OR REPLACE FUNCTION resort_rows_announce() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- As resort_rows_announce, for rows of a listing.
CREATE OR REPLACE FUNCTION listing_rows_announce() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION authors_announce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_resorts('review', array_agg(DISTINCT resort_id))
    FROM reviews JOIN added ON added.id = user_id JOIN removed ON removed.id = added.id
    WHERE (added.first_name, added.last_name) IS DISTINCT FROM (removed.first_name, removed.last_name);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER authors_renamed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION authors_announce();

-- A trigger with transition tables has one event, so each table has three.
DO $$
DECLARE
  name text;
  owner text;
  kind text;
  create_trigger constant text := 'CREATE OR REPLACE TRIGGER %1$s_%4$s_%2$s_rows_announce AFTER %5$s ON %1$s
    REFERENCING %6$s FOR EACH STATEMENT EXECUTE FUNCTION %2$s_rows_announce(%3$L)';
BEGIN
  FOR name, owner, kind IN VALUES
    ('reviews', 'resort', 'review'),
    ('listings', 'resort', 'stay'),
    ('bookings', 'resort', 'stay'),
    ('free_stretches', 'resort', 'stay'),
    ('resort_seasons', 'resort', 'detail'),
    ('resort_fees', 'resort', 'detail'),
    ('deed_backs', 'resort', 'detail'),
    ('pictures', 'resort', 'detail'),
    ('pictures', 'listing', 'detail'),
    ('blocked_nights', 'listing', 'stay')
  LOOP
    EXECUTE format(create_trigger, name, owner, kind, 'added', 'INSERT', 'NEW TABLE AS added');
    EXECUTE format(create_trigger, name, owner, kind, 'removed', 'DELETE', 'OLD TABLE AS removed');
    EXECUTE format(create_trigger, name, owner, kind, 'edited', 'UPDATE', 'OLD TABLE AS removed NEW TABLE AS added');
  END LOOP;
  FOREACH name IN ARRAY '{resorts,reviews,listings,bookings,free_stretches,resort_seasons,resort_fees,deed_backs,blocked_nights,pictures}'::text[] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER %1$s_emptied AFTER TRUNCATE ON %1$s
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed()', name);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

-- Tells subscribers on a channel the id of a changed row: (channel, column of the id).
CREATE OR REPLACE FUNCTION announce_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1]);
  RETURN NULL;
END $$;

-- Rows can only be added: (subject, column of words, column of the author). Rows of a deleted account
-- remain without their author.
CREATE OR REPLACE FUNCTION history_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (TG_NARGS = 3 AND to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object(TG_ARGV[2], NULL))
    OR forgets(to_jsonb(OLD), to_jsonb(NEW), TG_ARGV[1])) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% can''t be changed', TG_ARGV[0]
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;

-- Figures about first refusals stand on the pages of all timeshares of the resort.
CREATE OR REPLACE FUNCTION first_refusal_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_resorts('detail', array_agg(resort_id))
    FROM sales JOIN listings ON listings.id = listing_id WHERE sales.id = NEW.sale_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER first_refusal_decided AFTER INSERT OR UPDATE OF state ON sale_steps FOR EACH ROW
  WHEN (NEW.step = 'first_refusal' AND NEW.state IN ('done', 'waived', 'failed'))
  EXECUTE FUNCTION first_refusal_decided();
