-- Events of one transaction share their instant; the number says which came first.
ALTER TABLE "listing_events" ADD COLUMN "number" BIGSERIAL NOT NULL;
DROP INDEX "listing_events_listing_id_created_at_id_idx";
CREATE UNIQUE INDEX "listing_events_listing_id_number_key" ON "listing_events"("listing_id", "number");
