-- DropIndex
DROP INDEX "booking_events_booking_id_move_key";

-- AlterTable
ALTER TABLE "contract_documents" ADD COLUMN     "booking_id" UUID;

-- CreateIndex
CREATE INDEX "contract_documents_booking_id_idx" ON "contract_documents"("booking_id");

-- AddForeignKey
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- A booking makes each move once, but a certificate can be replaced again.
CREATE UNIQUE INDEX booking_events_one_of_each_move
  ON booking_events (booking_id, move) WHERE move <> 'replace_certificate';

-- An attached document is either a proof of ownership or a guest certificate.
ALTER TABLE contract_documents
  DROP CONSTRAINT contract_documents_listing,
  ADD CONSTRAINT contract_documents_use CHECK (
    CASE status WHEN 'attached' THEN num_nonnulls(listing_id, booking_id) = 1 AND attached_at IS NOT NULL
                WHEN 'discarded' THEN true
                ELSE num_nonnulls(listing_id, booking_id) = 0 END),
  ADD CONSTRAINT contract_documents_certificate CHECK (
    booking_id IS NULL OR content_type IN ('application/pdf', 'image/jpeg', 'image/png'));

CREATE UNIQUE INDEX contract_documents_one_for_each_booking
  ON contract_documents (booking_id) WHERE status = 'attached';
