-- CreateEnum
CREATE TYPE "ListingOwnership" AS ENUM ('fixed', 'floating', 'rotating', 'points');

-- CreateEnum
CREATE TYPE "ListingUse" AS ENUM ('annual', 'odd', 'even');

-- CreateEnum
CREATE TYPE "ListingTenure" AS ENUM ('deeded', 'right_to_use');

-- CreateEnum
CREATE TYPE "FeePayer" AS ENUM ('owner', 'buyer');

-- CreateEnum
CREATE TYPE "Weekday" AS ENUM ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');

-- CreateEnum
CREATE TYPE "ListingEventKind" AS ENUM ('created', 'edited', 'contract_attached', 'review_requested', 'verified', 'rejected', 'more_information_requested', 'evidence_expired', 'withdrawn', 'relisted', 'escrow_requested', 'escrow_declined', 'escrow_active', 'escrow_released', 'escrow_refunded', 'escrow_disputed');

ALTER TYPE "ContractVerificationStatus" ADD VALUE 'more_information';
ALTER TYPE "ContractVerificationStatus" ADD VALUE 'expired';

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "calendar_token" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "check_in_day" "Weekday",
ADD COLUMN     "escrow_reference" UUID,
ADD COLUMN     "evidence_ends_on" DATE,
ADD COLUMN     "maintenance_fee_cents" INTEGER,
ADD COLUMN     "next_fee_paid_by" "FeePayer",
ADD COLUMN     "ownership" "ListingOwnership",
ADD COLUMN     "resale_restrictions" TEXT,
ADD COLUMN     "review_requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "right_of_first_refusal" BOOLEAN,
ADD COLUMN     "season" TEXT,
ADD COLUMN     "tenure" "ListingTenure",
ADD COLUMN     "unit_type" TEXT,
ADD COLUMN     "use" "ListingUse",
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "view" TEXT,
ADD COLUMN     "week_number" INTEGER;

-- CreateTable
CREATE TABLE "listing_events" (
    "id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "actor_id" UUID,
    "kind" "ListingEventKind" NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listing_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing_drafts" (
    "owner_id" UUID NOT NULL,
    "resort_id" UUID,
    "content" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "listing_drafts_pkey" PRIMARY KEY ("owner_id")
);

-- CreateTable
CREATE TABLE "escrow_events" (
    "id" TEXT NOT NULL,
    "listing_id" UUID NOT NULL,
    "reference" UUID NOT NULL,
    "status" "EscrowStatus" NOT NULL,
    "account_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "escrow_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listing_events_listing_id_created_at_id_idx" ON "listing_events"("listing_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "listing_events_actor_id_idx" ON "listing_events"("actor_id");

-- CreateIndex
CREATE INDEX "listing_drafts_resort_id_idx" ON "listing_drafts"("resort_id");

-- CreateIndex
CREATE INDEX "escrow_events_listing_id_created_at_idx" ON "escrow_events"("listing_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "listings_escrow_reference_key" ON "listings"("escrow_reference");

-- CreateIndex
CREATE UNIQUE INDEX "listings_calendar_token_key" ON "listings"("calendar_token");

-- CreateIndex
CREATE INDEX "listings_contract_verification_status_review_requested_at_i_idx" ON "listings"("contract_verification_status", "review_requested_at", "id");

-- CreateIndex
CREATE INDEX "listings_evidence_ends_on_idx" ON "listings"("evidence_ends_on");

-- AddForeignKey
ALTER TABLE "listing_events" ADD CONSTRAINT "listing_events_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_events" ADD CONSTRAINT "listing_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escrow_events" ADD CONSTRAINT "escrow_events_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
UPDATE listings SET review_requested_at = created_at;

ALTER TABLE listings
  ADD CONSTRAINT listings_title_filled CHECK (btrim(title) <> ''),
  ADD CONSTRAINT listings_week_number CHECK (week_number BETWEEN 1 AND 53),
  ADD CONSTRAINT listings_check_in_day CHECK (
    check_in_day = (enum_range(NULL::"Weekday"))[extract(isodow FROM available_from)::int]),
  ADD CONSTRAINT listings_maintenance_fee CHECK (maintenance_fee_cents >= 0),
  ADD CONSTRAINT listings_sale_has_price CHECK (NOT is_for_sale OR sale_price_cents IS NOT NULL),
  ADD CONSTRAINT listings_ownership_verified CHECK (
    NOT ownership_verified OR contract_verification_status = 'verified'),
  ADD CONSTRAINT listings_escrow_reference CHECK (
    escrow_status = 'none' OR escrow_reference IS NOT NULL),
  ADD CONSTRAINT listings_version CHECK (version >= 1);
ALTER TABLE listing_drafts
  ADD CONSTRAINT listing_drafts_content CHECK (jsonb_typeof(content) = 'object'),
  ADD CONSTRAINT listing_drafts_version CHECK (version >= 1);
ALTER TABLE listing_events
  ADD CONSTRAINT listing_events_note CHECK (btrim(note) <> '' AND length(note) <= 2000);
ALTER TABLE escrow_events
  ADD CONSTRAINT escrow_events_id CHECK (id ~ '^[\x21-\x7e]{1,100}$');

-- Whoever decides about a listing decides about the version that they saw. Escrow has rules of its own.
CREATE FUNCTION listing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER listing_changed BEFORE UPDATE ON listings FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{escrow_status,escrow_account_id,escrow_reference,calendar_token,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{escrow_status,escrow_account_id,escrow_reference,calendar_token,updated_at,version}'::text[]))
  EXECUTE FUNCTION listing_changed();

-- The history of a listing is only added to. An account that is deleted leaves its events.
CREATE FUNCTION listing_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (to_jsonb(NEW) - 'actor_id') = (to_jsonb(OLD) - 'actor_id') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The history of a listing can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'listing_events_append_only';
END $$;

CREATE TRIGGER listing_event_stays BEFORE UPDATE OR DELETE ON listing_events
  FOR EACH ROW EXECUTE FUNCTION listing_event_stays();

-- Nights that are held or sold lie within the listing. The lock makes a change of its dates wait.
CREATE FUNCTION booking_within_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings
    WHERE id = NEW.listing_id AND resort_id = NEW.resort_id
      AND available_from <= NEW.check_in AND available_to >= NEW.check_out
    FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'A booking lies within the nights of its listing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bookings_within_listing', TABLE = 'bookings';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER booking_within_listing
  BEFORE INSERT OR UPDATE OF listing_id, resort_id, check_in, check_out, status ON bookings FOR EACH ROW
  WHEN (NEW.listing_id IS NOT NULL AND NEW.status IN ('held', 'confirmed'))
  EXECUTE FUNCTION booking_within_listing();
