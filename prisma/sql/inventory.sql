CREATE OR REPLACE TRIGGER inventory_provider_changed BEFORE UPDATE ON inventory_providers FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{updated_at,version}'::text[])
        IS DISTINCT FROM (to_jsonb(NEW) - '{updated_at,version}'::text[]))
  EXECUTE FUNCTION count_version();

CREATE OR REPLACE TRIGGER inventory_run_moved AFTER INSERT OR UPDATE ON inventory_syncs
  FOR EACH ROW EXECUTE FUNCTION announce_row('inventory_run', 'id');

CREATE OR REPLACE FUNCTION blocked_nights_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_offered := EXISTS (
    SELECT FROM listings
    WHERE id = NEW.listing_id AND available_from < NEW.ends_on AND available_to > NEW.starts_on);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER blocked_nights_offered BEFORE INSERT OR UPDATE ON blocked_nights
  FOR EACH ROW EXECUTE FUNCTION blocked_nights_offered();

CREATE OR REPLACE FUNCTION listing_nights_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE blocked_nights SET is_offered = NOT is_offered
    WHERE listing_id = NEW.id
      AND is_offered <> (NEW.available_from < ends_on AND NEW.available_to > starts_on);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_nights_changed AFTER UPDATE OF available_from, available_to ON listings
  FOR EACH ROW
  WHEN ((OLD.available_from, OLD.available_to) IS DISTINCT FROM (NEW.available_from, NEW.available_to))
  EXECUTE FUNCTION listing_nights_changed();
