-- AlterTable
ALTER TABLE "bookings" ADD COLUMN "is_told" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN "booking_event_id" UUID, ADD COLUMN "window_hours" INTEGER,
  ADD CONSTRAINT "outgoing_mails_window" CHECK (("booking_event_id" IS NULL) = ("window_hours" IS NULL));

-- CreateIndex
CREATE INDEX "outgoing_mails_booking_event_id_idx" ON "outgoing_mails"("booking_event_id");

-- AddForeignKey
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_booking_event_id_fkey" FOREIGN KEY ("booking_event_id") REFERENCES "booking_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
