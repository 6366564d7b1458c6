-- One job for all listings that a statement makes public, a thousand at most.
CREATE OR REPLACE FUNCTION listings_published() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added WHERE on_offer;
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE added.on_offer AND NOT removed.on_offer;
  END IF;
  IF ids IS NULL OR NOT EXISTS (SELECT FROM saved_searches WHERE alerts) THEN
    RETURN NULL;
  END IF;
  IF cardinality(ids) = 1 THEN
    PERFORM graphile_worker.add_job('listing_published', json_build_object('id', ids[1]),
      job_key => 'listing_published:' || ids[1]);
    RETURN NULL;
  END IF;
  FOR n IN 1..cardinality(ids) BY 1000 LOOP
    PERFORM graphile_worker.add_job('listings_published',
      json_build_object('ids', ids[n:n + 999]));
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_published_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_published();
CREATE OR REPLACE TRIGGER listings_published_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION listings_published();
