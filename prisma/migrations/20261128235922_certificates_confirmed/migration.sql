-- AlterTable
ALTER TABLE "bookings" ADD COLUMN "certificate_lead_days" INTEGER NOT NULL DEFAULT 14,
  ADD COLUMN "certificate_link_hash" TEXT,
  ADD COLUMN "certified_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "bookings_certificate_lead_days" CHECK ("certificate_lead_days" BETWEEN 1 AND 120);

UPDATE "bookings" SET "certified_at" = (
  SELECT max(at) FROM "booking_events" WHERE booking_id = "bookings".id AND move = 'certify');

-- AlterTable
ALTER TABLE "resorts" ADD COLUMN "certificate_email" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "certificate_lead_days" INTEGER,
  ADD CONSTRAINT "resorts_certificate_lead_days" CHECK ("certificate_lead_days" BETWEEN 1 AND 120);

-- CreateIndex
CREATE UNIQUE INDEX "bookings_certificate_link_hash_key" ON "bookings"("certificate_link_hash");
