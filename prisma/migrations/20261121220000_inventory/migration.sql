-- No earlier release wrote runs, so their tables are empty.

-- CreateEnum
CREATE TYPE "InventoryProviderKind" AS ENUM ('json_feed', 'csv_feed', 'icalendar', 'tideweek');

-- CreateEnum
CREATE TYPE "InventoryRunPurpose" AS ENUM ('preview', 'sync');

-- CreateEnum
CREATE TYPE "InventoryRunStatus" AS ENUM ('waiting', 'running', 'completed', 'failed', 'cancelled');

-- DropIndex
DROP INDEX "inventory_sync_errors_sync_id_idx";

-- DropIndex
DROP INDEX "inventory_syncs_timestamp_idx";

-- AlterTable
ALTER TABLE "inventory_sync_errors" ADD COLUMN     "number" INTEGER NOT NULL;

-- AlterTable
ALTER TABLE "inventory_syncs" ADD COLUMN     "actor_id" UUID,
ADD COLUMN     "created" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failed" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "filters" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "finished_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_cancel_requested" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "is_complete" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "message" TEXT,
ADD COLUMN     "provider_id" UUID,
ADD COLUMN     "purpose" "InventoryRunPurpose" NOT NULL DEFAULT 'sync',
ADD COLUMN     "read" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "started_at" TIMESTAMPTZ(3),
ADD COLUMN     "status" "InventoryRunStatus" NOT NULL DEFAULT 'waiting',
ADD COLUMN     "unchanged" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "updated" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "withdrawn" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "external_id" TEXT,
ADD COLUMN     "provider_id" UUID,
ALTER COLUMN "owner_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "inventory_providers" (
    "id" UUID NOT NULL,
    "name" CITEXT NOT NULL,
    "kind" "InventoryProviderKind" NOT NULL,
    "address" TEXT NOT NULL,
    "mapping" JSONB NOT NULL DEFAULT '{}',
    "schedule" TEXT,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_providers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_resorts" (
    "id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "location" TEXT NOT NULL DEFAULT '',
    "brand" TEXT NOT NULL DEFAULT '',
    "resort_id" UUID,
    "is_ignored" BOOLEAN NOT NULL DEFAULT false,
    "weeks" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "inventory_resorts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventory_calendars" (
    "id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "inventory_calendars_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "blocked_nights" (
    "id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE NOT NULL,

    CONSTRAINT "blocked_nights_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "inventory_providers_name_key" ON "inventory_providers"("name");

-- CreateIndex
CREATE INDEX "inventory_resorts_resort_id_idx" ON "inventory_resorts"("resort_id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_resorts_provider_id_external_id_key" ON "inventory_resorts"("provider_id", "external_id");

-- CreateIndex
CREATE INDEX "inventory_calendars_listing_id_idx" ON "inventory_calendars"("listing_id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_calendars_provider_id_listing_id_key" ON "inventory_calendars"("provider_id", "listing_id");

-- CreateIndex
CREATE INDEX "blocked_nights_listing_id_starts_on_idx" ON "blocked_nights"("listing_id", "starts_on");

-- CreateIndex
CREATE UNIQUE INDEX "blocked_nights_provider_id_listing_id_external_id_key" ON "blocked_nights"("provider_id", "listing_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "inventory_sync_errors_sync_id_number_key" ON "inventory_sync_errors"("sync_id", "number");

-- CreateIndex
CREATE INDEX "inventory_syncs_timestamp_id_idx" ON "inventory_syncs"("timestamp", "id");

-- CreateIndex
CREATE INDEX "inventory_syncs_provider_id_timestamp_idx" ON "inventory_syncs"("provider_id", "timestamp");

-- CreateIndex
CREATE UNIQUE INDEX "listings_provider_id_external_id_key" ON "listings"("provider_id", "external_id");

-- AddForeignKey
ALTER TABLE "listings" ADD CONSTRAINT "listings_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "inventory_providers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_resorts" ADD CONSTRAINT "inventory_resorts_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "inventory_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_resorts" ADD CONSTRAINT "inventory_resorts_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_calendars" ADD CONSTRAINT "inventory_calendars_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "inventory_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_calendars" ADD CONSTRAINT "inventory_calendars_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocked_nights" ADD CONSTRAINT "blocked_nights_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "blocked_nights" ADD CONSTRAINT "blocked_nights_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "inventory_providers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_syncs" ADD CONSTRAINT "inventory_syncs_provider_id_fkey" FOREIGN KEY ("provider_id") REFERENCES "inventory_providers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "inventory_syncs" ADD CONSTRAINT "inventory_syncs_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE listings
  ADD CONSTRAINT listings_offered_by_one CHECK ((owner_id IS NULL) = (provider_id IS NOT NULL)),
  ADD CONSTRAINT listings_external_id CHECK (
    (external_id IS NULL) = (provider_id IS NULL) AND btrim(external_id) <> '' AND length(external_id) <= 200);
ALTER TABLE inventory_providers
  ADD CONSTRAINT inventory_providers_name CHECK (btrim(name) <> '' AND length(name) <= 80),
  ADD CONSTRAINT inventory_providers_address CHECK (length(address) <= 2000),
  ADD CONSTRAINT inventory_providers_mapping CHECK (jsonb_typeof(mapping) = 'object'),
  ADD CONSTRAINT inventory_providers_version CHECK (version >= 1);
ALTER TABLE inventory_resorts
  ADD CONSTRAINT inventory_resorts_name CHECK (btrim(name) <> ''),
  ADD CONSTRAINT inventory_resorts_weeks CHECK (weeks >= 0),
  ADD CONSTRAINT inventory_resorts_ignored CHECK (NOT is_ignored OR resort_id IS NULL);
ALTER TABLE blocked_nights
  ADD CONSTRAINT blocked_nights_in_order CHECK (starts_on < ends_on);
ALTER TABLE inventory_syncs
  DROP CONSTRAINT inventory_syncs_counts,
  ADD CONSTRAINT inventory_syncs_filters CHECK (jsonb_typeof(filters) = 'object'),
  ADD CONSTRAINT inventory_syncs_counts CHECK (
    read >= 0 AND total >= 0 AND created >= 0 AND updated >= 0 AND unchanged >= 0 AND withdrawn >= 0
    AND failed >= 0 AND imported BETWEEN 0 AND total),
  ADD CONSTRAINT inventory_syncs_finished CHECK (
    (finished_at IS NOT NULL) = (status IN ('completed', 'failed', 'cancelled')));

-- One sync of a provider at a time, however it was begun.
CREATE UNIQUE INDEX inventory_syncs_one_at_a_time ON inventory_syncs (provider_id)
  WHERE purpose = 'sync' AND status IN ('waiting', 'running');

CREATE FUNCTION inventory_provider_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER inventory_provider_changed BEFORE UPDATE ON inventory_providers FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{updated_at,version}'::text[])
        IS DISTINCT FROM (to_jsonb(NEW) - '{updated_at,version}'::text[]))
  EXECUTE FUNCTION inventory_provider_changed();

-- Whoever watches a run is told of each step.
CREATE FUNCTION inventory_run_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('inventory_run', NEW.id::text);
  RETURN NULL;
END $$;

CREATE TRIGGER inventory_run_moved AFTER INSERT OR UPDATE ON inventory_syncs
  FOR EACH ROW EXECUTE FUNCTION inventory_run_moved();
