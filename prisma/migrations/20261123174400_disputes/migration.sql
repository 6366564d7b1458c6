-- AlterTable
ALTER TABLE "bookings" ADD COLUMN     "disputed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "contract_documents" ADD COLUMN     "evidence_id" UUID;

-- CreateTable
CREATE TABLE "dispute_evidence" (
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "party" "BookingParty" NOT NULL,
    "text" TEXT,
    "is_told" BOOLEAN NOT NULL,
    "added_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dispute_evidence_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "dispute_evidence_booking_id_number_key" ON "dispute_evidence"("booking_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "contract_documents_evidence_id_key" ON "contract_documents"("evidence_id");

-- AddForeignKey
ALTER TABLE "dispute_evidence" ADD CONSTRAINT "dispute_evidence_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_evidence_id_fkey" FOREIGN KEY ("evidence_id") REFERENCES "dispute_evidence"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

UPDATE bookings SET disputed_at = booking_events.at
FROM booking_events WHERE booking_id = bookings.id AND move = 'dispute';

-- Open problems come first.
CREATE FUNCTION dispute_rank(status "BookingStatus") RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE status WHEN 'disputed' THEN 0 ELSE 1 END
$$;

CREATE INDEX bookings_disputes ON bookings (dispute_rank(status), disputed_at, id) WHERE disputed_at IS NOT NULL;

-- An attached document has one use.
ALTER TABLE contract_documents
  DROP CONSTRAINT contract_documents_use,
  ADD CONSTRAINT contract_documents_use CHECK (
    CASE status WHEN 'attached' THEN num_nonnulls(listing_id, booking_id, evidence_id) = 1 AND attached_at IS NOT NULL
                WHEN 'discarded' THEN true
                ELSE num_nonnulls(listing_id, booking_id, evidence_id) = 0 END),
  DROP CONSTRAINT contract_documents_certificate,
  ADD CONSTRAINT contract_documents_printable CHECK (
    num_nonnulls(booking_id, evidence_id) = 0 OR content_type IN ('application/pdf', 'image/jpeg', 'image/png'));

-- Evidence comes from the two sides, while the problem is being settled.
ALTER TABLE dispute_evidence
  ADD CONSTRAINT dispute_evidence_party CHECK (party IN ('traveler', 'owner')),
  ADD CONSTRAINT dispute_evidence_text CHECK (char_length(text) BETWEEN 1 AND 2000);

CREATE FUNCTION dispute_evidence_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lock: two at once could both be the tenth.
  IF (SELECT status FROM bookings WHERE id = NEW.booking_id FOR NO KEY UPDATE) <> 'disputed' THEN
    RAISE EXCEPTION 'No problem with booking % is being settled', NEW.booking_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_evidence_open';
  END IF;
  IF (SELECT count(*) FROM dispute_evidence
      WHERE booking_id = NEW.booking_id AND party = NEW.party AND (text IS NULL) = (NEW.text IS NULL)) >= 10 THEN
    RAISE EXCEPTION 'A side can add at most 10 statements and 10 files'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_evidence_most';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER dispute_evidence_added BEFORE INSERT ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION dispute_evidence_added();

CREATE FUNCTION dispute_evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Evidence can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'dispute_evidence_append_only';
END $$;

CREATE TRIGGER dispute_evidence_stays BEFORE UPDATE OR DELETE ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION dispute_evidence_stays();

CREATE TRIGGER announce_booking AFTER INSERT ON dispute_evidence
  FOR EACH ROW EXECUTE FUNCTION announce_booking();
