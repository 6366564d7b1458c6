-- CreateIndex
CREATE INDEX "listings_created_at_id_idx" ON "listings"("created_at", "id");

-- CreateIndex
CREATE INDEX "listings_price_per_night_cents_id_idx" ON "listings"("price_per_night_cents", "id");

-- What Prisma's schema cannot say: the search of administrators by title.
CREATE INDEX listings_folded_title_idx ON listings USING GIN (search_fold(title) gin_trgm_ops);
