-- Updates rating and review count of a resort. updated_at moves too, so that clients that read
-- updates since an instant see the change.
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

CREATE OR REPLACE FUNCTION reviews_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating, 1);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM resort_reviews_moved(OLD.resort_id, -OLD.rating, -1);
  ELSIF NEW.resort_id = OLD.resort_id THEN
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating - OLD.rating, 0);
  ELSE
    PERFORM resort_reviews_moved(OLD.resort_id, -OLD.rating, -1);
    PERFORM resort_reviews_moved(NEW.resort_id, NEW.rating, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reviews_count AFTER INSERT OR DELETE OR UPDATE OF rating, resort_id ON reviews
  FOR EACH ROW EXECUTE FUNCTION reviews_count();

-- A stay is reviewed after its end, and its review is answered once: the answer can be removed, but
-- neither changed nor given again.
CREATE OR REPLACE FUNCTION review_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (
    NEW.booking_id IS DISTINCT FROM OLD.booking_id
    OR OLD.answered_at IS NOT NULL
       AND (NEW.answered_at IS DISTINCT FROM OLD.answered_at OR NEW.answer <> coalesce(OLD.answer, ''))) THEN
    RAISE EXCEPTION 'A review keeps its stay and its answer'
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'reviews_stay_and_answer_kept', TABLE = 'reviews';
  END IF;
  IF TG_OP = 'INSERT' AND NOT EXISTS (
    SELECT FROM bookings WHERE id = NEW.booking_id AND status IN ('completed', 'resolved')) THEN
    RAISE EXCEPTION 'A stay is reviewed when it is over'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_after_stay', TABLE = 'reviews';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER review_of_stay_made BEFORE INSERT ON reviews
  FOR EACH ROW WHEN (NEW.booking_id IS NOT NULL) EXECUTE FUNCTION review_of_stay();
CREATE OR REPLACE TRIGGER review_of_stay_changed BEFORE UPDATE ON reviews
  FOR EACH ROW EXECUTE FUNCTION review_of_stay();
