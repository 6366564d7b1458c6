CREATE TYPE "InquiryEventKind" AS ENUM ('note', 'reply', 'status', 'draft');

ALTER TABLE "property_inquiries" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;
DROP INDEX "property_inquiries_status_created_at_idx";
CREATE INDEX "property_inquiries_created_at_id_idx" ON "property_inquiries"("created_at", "id");
CREATE INDEX "property_inquiries_status_created_at_id_idx" ON "property_inquiries"("status", "created_at", "id");
CREATE INDEX "property_inquiries_words_idx" ON "property_inquiries" USING GIN ("property_name" gin_trgm_ops, "resort_name" gin_trgm_ops, "location" gin_trgm_ops, "first_name" gin_trgm_ops, "last_name" gin_trgm_ops, "email" gin_trgm_ops);

CREATE INDEX "bookings_created_at_id_idx" ON "bookings"("created_at", "id");
CREATE INDEX "bookings_status_created_at_id_idx" ON "bookings"("status", "created_at", "id");

CREATE TABLE "inquiry_events" (
    "id" UUID NOT NULL,
    "inquiry_id" UUID NOT NULL,
    "actor_id" UUID,
    "kind" "InquiryEventKind" NOT NULL,
    "status" "InquiryStatus",
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "inquiry_events_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "inquiry_events_inquiry_id_created_at_id_idx" ON "inquiry_events"("inquiry_id", "created_at", "id");
CREATE INDEX "inquiry_events_actor_id_idx" ON "inquiry_events"("actor_id");
ALTER TABLE "inquiry_events" ADD CONSTRAINT "inquiry_events_inquiry_id_fkey" FOREIGN KEY ("inquiry_id") REFERENCES "property_inquiries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "inquiry_events" ADD CONSTRAINT "inquiry_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE property_inquiries
  ADD CONSTRAINT property_inquiries_version CHECK (version >= 1);
ALTER TABLE inquiry_events
  ADD CONSTRAINT inquiry_events_text CHECK (btrim(text) <> '' AND length(text) <= 5000),
  ADD CONSTRAINT inquiry_events_says CHECK (kind NOT IN ('note', 'reply') OR text IS NOT NULL),
  ADD CONSTRAINT inquiry_events_moves CHECK (kind <> 'status' OR status IS NOT NULL);

-- The history is only added to. An account that is deleted leaves its events, and an inquiry that is
-- deleted takes its own along.
CREATE FUNCTION inquiry_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE'
     AND NOT EXISTS (SELECT FROM property_inquiries WHERE id = OLD.inquiry_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The history of an inquiry can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'inquiry_events_append_only';
END $$;

CREATE TRIGGER inquiry_event_stays BEFORE UPDATE OR DELETE ON inquiry_events
  FOR EACH ROW EXECUTE FUNCTION inquiry_event_stays();
