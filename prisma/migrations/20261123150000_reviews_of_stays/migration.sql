-- DropIndex
DROP INDEX "reviews_resort_id_user_id_key";

-- AlterTable
ALTER TABLE "reviews" ADD COLUMN     "answer" TEXT,
ADD COLUMN     "answered_at" TIMESTAMPTZ(3),
ADD COLUMN     "booking_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "bookings_id_user_id_resort_id_key" ON "bookings"("id", "user_id", "resort_id");

-- CreateIndex
CREATE UNIQUE INDEX "reviews_booking_id_key" ON "reviews"("booking_id");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_user_id_resort_id_fkey" FOREIGN KEY ("booking_id", "user_id", "resort_id") REFERENCES "bookings"("id", "user_id", "resort_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The unique index that it replaces is dropped above.
CREATE UNIQUE INDEX reviews_one_per_resort ON reviews (resort_id, user_id) WHERE booking_id IS NULL;

ALTER TABLE reviews ADD CONSTRAINT reviews_answer CHECK (
  answer IS NULL
  OR (booking_id IS NOT NULL AND answered_at IS NOT NULL AND length(answer) <= 2000 AND btrim(answer) <> ''));

-- A stay is reviewed when it is over, and its review is answered once: what was answered can be
-- taken down, but neither changed nor given again.
CREATE FUNCTION review_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER review_of_stay_made BEFORE INSERT ON reviews
  FOR EACH ROW WHEN (NEW.booking_id IS NOT NULL) EXECUTE FUNCTION review_of_stay();
CREATE TRIGGER review_of_stay_changed BEFORE UPDATE ON reviews
  FOR EACH ROW EXECUTE FUNCTION review_of_stay();
