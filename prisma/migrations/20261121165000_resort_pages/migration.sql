-- CreateIndex
CREATE INDEX "reviews_resort_id_rating_created_at_id_idx" ON "reviews"("resort_id", "rating", "created_at", "id");
