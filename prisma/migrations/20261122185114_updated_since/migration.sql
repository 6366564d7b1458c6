-- CreateIndex
CREATE INDEX "listings_on_offer_updated_at_idx" ON "listings"("on_offer", "updated_at");

-- CreateIndex
CREATE INDEX "resorts_updated_at_idx" ON "resorts"("updated_at");

-- CreateIndex
CREATE INDEX "reviews_resort_id_updated_at_idx" ON "reviews"("resort_id", "updated_at");

-- Whoever reads what was updated since an instant also gets moved ratings and counts.
CREATE OR REPLACE FUNCTION resort_reviews_moved(resort uuid, stars integer, reviews integer) RETURNS void
LANGUAGE sql AS $$
  UPDATE resorts
     SET rating_sum = rating_sum + stars,
         review_count = review_count + reviews,
         rating = CASE WHEN review_count + reviews > 0
                       THEN round((rating_sum + stars)::numeric / (review_count + reviews), 2)
                       ELSE 0 END,
         updated_at = now()
   WHERE id = resort;
$$;

CREATE OR REPLACE FUNCTION listings_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
  changes integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, count(*)::integer AS change FROM added WHERE on_offer
      GROUP BY resort_id) AS moved;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, -count(*)::integer AS change FROM removed WHERE on_offer
      GROUP BY resort_id) AS moved;
  ELSE
    SELECT array_agg(resort_id), array_agg(change) INTO ids, changes FROM (
      SELECT resort_id, sum(one)::integer AS change FROM (
        SELECT resort_id, 1 AS one FROM added WHERE on_offer
        UNION ALL
        SELECT resort_id, -1 FROM removed WHERE on_offer) AS moves
      GROUP BY resort_id HAVING sum(one) <> 0) AS moved;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM FROM resorts WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
    UPDATE resorts SET available_rentals = greatest(available_rentals + change, 0), updated_at = now()
      FROM unnest(ids, changes) AS moved(resort, change) WHERE id = resort;
  END IF;
  RETURN NULL;
END $$;
