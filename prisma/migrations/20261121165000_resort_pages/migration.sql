-- CreateIndex
CREATE INDEX "reviews_resort_id_rating_created_at_id_idx" ON "reviews"("resort_id", "rating", "created_at", "id");

-- The nights that are free stand in public answers, which servers remember.
CREATE TRIGGER bookings_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON bookings
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
