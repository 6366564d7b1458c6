-- CreateTable
CREATE TABLE "search_places" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "folded" TEXT NOT NULL,

    CONSTRAINT "search_places_pkey" PRIMARY KEY ("kind","name")
);

-- CreateIndex
CREATE INDEX "search_places_folded_idx" ON "search_places" USING GIN ("folded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "resorts_city_idx" ON "resorts"("city");

-- CreateIndex
CREATE INDEX "resorts_region_idx" ON "resorts"("region");

-- CreateIndex
CREATE INDEX "resorts_latitude_longitude_idx" ON "resorts"("latitude", "longitude");

-- ---------------------------------------------------------------------------
-- What is suggested while someone types: each destination, town, region and brand once. A name stays
-- when its last resort goes; whoever reads looks whether there is one.
-- ---------------------------------------------------------------------------
ALTER TABLE search_places
  ADD CONSTRAINT search_places_kind CHECK (kind IN ('destination', 'region', 'city', 'brand'));

CREATE FUNCTION resorts_places() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER resorts_places AFTER INSERT OR UPDATE OF brand, city, destination, region ON resorts
  FOR EACH ROW EXECUTE FUNCTION resorts_places();

INSERT INTO search_places (kind, name, folded)
  SELECT DISTINCT kind, named.name, ' ' || search_fold(named.name)
    FROM resorts,
         LATERAL (VALUES ('brand', brand), ('city', city),
                         ('destination', destination), ('region', region)) AS named(kind, name)
   WHERE btrim(named.name) <> '';

-- ---------------------------------------------------------------------------
-- A search by dates leaves out nights that are taken.
-- ---------------------------------------------------------------------------
CREATE TRIGGER bookings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON bookings
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
