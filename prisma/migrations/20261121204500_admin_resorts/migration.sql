-- AlterTable
ALTER TABLE "resorts" ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "resort_seasons" (
    "resort_id" UUID NOT NULL,
    "first_week" INTEGER NOT NULL,
    "last_week" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "resort_seasons_pkey" PRIMARY KEY ("resort_id","first_week")
);

-- CreateTable
CREATE TABLE "resort_imports" (
    "id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "rows" JSONB NOT NULL,
    "problems" JSONB NOT NULL,
    "total" INTEGER NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "imported" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "resort_imports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "resort_imports_created_at_idx" ON "resort_imports"("created_at");

-- CreateIndex
CREATE INDEX "resorts_name_id_idx" ON "resorts"("name", "id");

-- AddForeignKey
ALTER TABLE "resort_seasons" ADD CONSTRAINT "resort_seasons_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say follows.

ALTER TABLE resorts ADD CONSTRAINT resorts_version CHECK (version >= 1);

-- A week of a resort has one season.
ALTER TABLE resort_seasons
  ADD CONSTRAINT resort_seasons_weeks CHECK (1 <= first_week AND first_week <= last_week AND last_week <= 53),
  ADD CONSTRAINT resort_seasons_name CHECK (btrim(name) <> '' AND length(name) <= 40),
  ADD CONSTRAINT resort_seasons_once
    EXCLUDE USING gist (resort_id WITH =, int4range(first_week, last_week, '[]') WITH &&);

ALTER TABLE resort_imports
  ADD CONSTRAINT resort_imports_counts
    CHECK (0 <= done AND done <= total AND 0 <= imported AND 0 <= known AND imported + known <= done);

-- Whoever edits a resort edits the version that they saw. What reviews and listings move is no edit.
CREATE FUNCTION resort_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER resort_changed
  BEFORE UPDATE OF slug, name, brand, city, region, country, location, destination, description, image_url,
    amenities, price_min, price_max, is_new_availability, latitude, longitude, timezone, week_rule
  ON resorts FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{rating,rating_sum,review_count,available_rentals,search_vector,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{rating,rating_sum,review_count,available_rentals,search_vector,updated_at,version}'::text[]))
  EXECUTE FUNCTION resort_changed();

CREATE TRIGGER resort_seasons_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON resort_seasons
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
