-- AlterTable
ALTER TABLE "bookings" ADD COLUMN     "offer_of_id" UUID,
ADD COLUMN     "offered_check_in" DATE,
ADD COLUMN     "offered_check_out" DATE,
ADD COLUMN     "offered_price_per_night_cents" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "bookings_offer_of_id_key" ON "bookings"("offer_of_id");

-- AddForeignKey
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_offer_of_id_fkey" FOREIGN KEY ("offer_of_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- Other terms are offered for a request instead of accepting it, at a price that is not above its own.
ALTER TABLE bookings ADD CONSTRAINT bookings_offer CHECK (
  num_nonnulls(offered_check_in, offered_check_out, offered_price_per_night_cents) = 0
  OR (offered_check_in < offered_check_out
      AND offered_price_per_night_cents BETWEEN 1 AND price_per_night_cents
      AND is_protected AND status IN ('pending', 'declined', 'expired', 'cancelled')
      AND accepted_at IS NULL AND confirmed_at IS NULL) IS TRUE);
