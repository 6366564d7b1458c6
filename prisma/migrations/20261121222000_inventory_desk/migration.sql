-- Resorts of providers are compared with ours by name.
CREATE INDEX resorts_folded_name_idx ON resorts USING GIN (search_fold(name) gin_trgm_ops);

-- Listings are shown with the name of their provider.
CREATE TRIGGER inventory_providers_renamed AFTER UPDATE OF name ON inventory_providers
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
