-- CreateEnum
CREATE TYPE "SecretLinkPurpose" AS ENUM ('verify_email', 'reset_password', 'change_email');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('waiting', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "ReviewReportStatus" AS ENUM ('open', 'dismissed', 'upheld');

-- AlterTable
ALTER TABLE "property_inquiries" ADD COLUMN     "asking_price_text" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "resort_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "unit" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "user_id" UUID;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "secret_links" (
    "id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "SecretLinkPurpose" NOT NULL,
    "email" CITEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "favorites" (
    "user_id" UUID NOT NULL,
    "resort_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "favorites_pkey" PRIMARY KEY ("user_id","resort_id")
);

-- CreateTable
CREATE TABLE "saved_searches" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL DEFAULT '',
    "filter" JSONB NOT NULL DEFAULT '{}',
    "alerts" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_searches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_search_alerts" (
    "user_id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_search_alerts_pkey" PRIMARY KEY ("user_id","listing_id")
);

-- CreateTable
CREATE TABLE "outgoing_mails" (
    "id" UUID NOT NULL,
    "message_id" TEXT NOT NULL,
    "to_name" TEXT NOT NULL DEFAULT '',
    "to_address" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "status" "MailStatus" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_reports" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "details" TEXT NOT NULL DEFAULT '',
    "status" "ReviewReportStatus" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "secret_links_user_id_purpose_idx" ON "secret_links"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "secret_links_expires_at_idx" ON "secret_links"("expires_at");

-- CreateIndex
CREATE INDEX "favorites_user_id_created_at_resort_id_idx" ON "favorites"("user_id", "created_at", "resort_id");

-- CreateIndex
CREATE INDEX "favorites_resort_id_idx" ON "favorites"("resort_id");

-- CreateIndex
CREATE INDEX "saved_searches_user_id_created_at_id_idx" ON "saved_searches"("user_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "saved_search_alerts_listing_id_idx" ON "saved_search_alerts"("listing_id");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_mails_message_id_key" ON "outgoing_mails"("message_id");

-- CreateIndex
CREATE INDEX "outgoing_mails_status_created_at_idx" ON "outgoing_mails"("status", "created_at");

-- CreateIndex
CREATE INDEX "outgoing_mails_created_at_id_idx" ON "outgoing_mails"("created_at", "id");

-- CreateIndex
CREATE INDEX "review_reports_status_created_at_id_idx" ON "review_reports"("status", "created_at", "id");

-- CreateIndex
CREATE INDEX "review_reports_reporter_id_idx" ON "review_reports"("reporter_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_reports_review_id_reporter_id_key" ON "review_reports"("review_id", "reporter_id");

-- CreateIndex
CREATE INDEX "property_inquiries_user_id_idx" ON "property_inquiries"("user_id");

-- AddForeignKey
ALTER TABLE "secret_links" ADD CONSTRAINT "secret_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_search_alerts" ADD CONSTRAINT "saved_search_alerts_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "reviews"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "property_inquiries" ADD CONSTRAINT "property_inquiries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma's schema cannot say.
ALTER TABLE secret_links
  ADD CONSTRAINT secret_links_hashed CHECK (id ~ '^[0-9a-f]{64}$');
ALTER TABLE saved_searches
  ADD CONSTRAINT saved_searches_named CHECK (btrim(name) <> ''),
  ADD CONSTRAINT saved_searches_filter CHECK (jsonb_typeof(filter) = 'object');
ALTER TABLE outgoing_mails
  ADD CONSTRAINT outgoing_mails_message_id CHECK (message_id ~ '^[^<>@[:space:]]+@[^<>@[:space:]]+$'),
  ADD CONSTRAINT outgoing_mails_one_line CHECK (subject !~ '[\r\n]' AND to_name !~ '[\r\n]' AND to_address !~ '[\r\n]'),
  ADD CONSTRAINT outgoing_mails_headers CHECK (jsonb_typeof(headers) = 'object'),
  ADD CONSTRAINT outgoing_mails_sent CHECK ((status = 'sent') = (sent_at IS NOT NULL));

-- Work that follows a change is added in the change's own transaction, whoever makes the change.
-- (The functions of graphile_worker are installed after the migrations.)
CREATE FUNCTION mail_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('send_mail', json_build_object('id', NEW.id),
    max_attempts => 25, job_key => 'send_mail:' || NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER mail_queued AFTER INSERT ON outgoing_mails
  FOR EACH ROW EXECUTE FUNCTION mail_queued();

CREATE FUNCTION listing_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM saved_searches WHERE alerts) THEN
    PERFORM graphile_worker.add_job('listing_published', json_build_object('id', NEW.id),
      job_key => 'listing_published:' || NEW.id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER listing_inserted_public AFTER INSERT ON listings FOR EACH ROW
  WHEN (NEW.is_active AND NEW.contract_verification_status = 'verified')
  EXECUTE FUNCTION listing_published();
CREATE TRIGGER listing_made_public AFTER UPDATE ON listings FOR EACH ROW
  WHEN (NEW.is_active AND NEW.contract_verification_status = 'verified'
        AND NOT (OLD.is_active AND OLD.contract_verification_status = 'verified'))
  EXECUTE FUNCTION listing_published();
