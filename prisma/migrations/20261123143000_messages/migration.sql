-- CreateEnum
CREATE TYPE "MessageSide" AS ENUM ('traveler', 'owner');

-- CreateTable
CREATE TABLE "message_threads" (
    "id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "traveler_id" UUID NOT NULL,
    "owner_id" UUID,
    "contacts_shown" BOOLEAN NOT NULL DEFAULT false,
    "is_reported" BOOLEAN NOT NULL DEFAULT false,
    "last_number" INTEGER NOT NULL DEFAULT 0,
    "last_of_traveler" INTEGER NOT NULL DEFAULT 0,
    "last_of_owner" INTEGER NOT NULL DEFAULT 0,
    "read_by_traveler" INTEGER NOT NULL DEFAULT 0,
    "read_by_owner" INTEGER NOT NULL DEFAULT 0,
    "mail_traveler_at" TIMESTAMPTZ(3),
    "mail_owner_at" TIMESTAMPTZ(3),
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_threads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "side" "MessageSide" NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "key" TEXT,
    "hidden_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_reports" (
    "id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "details" TEXT NOT NULL DEFAULT '',
    "status" "ReviewReportStatus" NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "message_threads_traveler_id_last_message_at_id_idx" ON "message_threads"("traveler_id", "last_message_at", "id");

-- CreateIndex
CREATE INDEX "message_threads_owner_id_last_message_at_id_idx" ON "message_threads"("owner_id", "last_message_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "message_threads_listing_id_traveler_id_key" ON "message_threads"("listing_id", "traveler_id");

-- CreateIndex
CREATE INDEX "messages_author_id_idx" ON "messages"("author_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_thread_id_number_key" ON "messages"("thread_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "messages_thread_id_author_id_key_key" ON "messages"("thread_id", "author_id", "key");

-- CreateIndex
CREATE INDEX "message_reports_status_message_id_idx" ON "message_reports"("status", "message_id");

-- CreateIndex
CREATE INDEX "message_reports_reporter_id_idx" ON "message_reports"("reporter_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_reports_message_id_reporter_id_key" ON "message_reports"("message_id", "reporter_id");

-- AddForeignKey
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_traveler_id_fkey" FOREIGN KEY ("traveler_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_threads" ADD CONSTRAINT "message_threads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "message_threads"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE messages
  ADD CONSTRAINT messages_text CHECK (length(text) BETWEEN 1 AND 2000),
  ADD CONSTRAINT messages_number CHECK (number >= 1);

ALTER TABLE message_threads
  ADD CONSTRAINT message_threads_numbers CHECK (
    last_number = GREATEST(last_of_traveler, last_of_owner)
    AND read_by_traveler BETWEEN 0 AND last_number AND read_by_owner BETWEEN 0 AND last_number),
  ADD CONSTRAINT message_threads_own CHECK (owner_id <> traveler_id);

-- Threads with something unread, for the counts on every page, and those with mail to send.
CREATE INDEX message_threads_unread_of_traveler ON message_threads (traveler_id)
  WHERE last_of_owner > read_by_traveler;
CREATE INDEX message_threads_unread_of_owner ON message_threads (owner_id)
  WHERE last_of_traveler > read_by_owner;
CREATE INDEX message_threads_mail_traveler_at ON message_threads (mail_traveler_at)
  WHERE mail_traveler_at IS NOT NULL;
CREATE INDEX message_threads_mail_owner_at ON message_threads (mail_owner_at)
  WHERE mail_owner_at IS NOT NULL;
CREATE INDEX message_reports_open ON message_reports (message_id) WHERE status = 'open';

-- ---------------------------------------------------------------------------
-- Contact details are shown while a booking of the traveler for the week is, or was, more than a
-- request.
-- ---------------------------------------------------------------------------
CREATE FUNCTION shows_contacts(status "BookingStatus") RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT status IN ('confirmed', 'certified', 'checked_in', 'completed', 'disputed', 'resolved')
$$;

CREATE FUNCTION message_thread_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Locks: a booking made or moved at the same time would otherwise not be seen here, nor see the
  -- thread.
  NEW.owner_id := (SELECT owner_id FROM listings WHERE id = NEW.listing_id FOR NO KEY UPDATE);
  PERFORM FROM bookings WHERE listing_id = NEW.listing_id AND user_id = NEW.traveler_id FOR SHARE;
  NEW.contacts_shown := EXISTS (
    SELECT FROM bookings WHERE listing_id = NEW.listing_id AND user_id = NEW.traveler_id
      AND shows_contacts(status));
  RETURN NEW;
END $$;

CREATE TRIGGER message_thread_begins BEFORE INSERT ON message_threads
  FOR EACH ROW EXECUTE FUNCTION message_thread_begins();

CREATE FUNCTION booking_shows_contacts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Lock: of two bookings moved at the same time, the second sees the first.
  PERFORM FROM message_threads
    WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id FOR NO KEY UPDATE;
  UPDATE message_threads SET contacts_shown = NOT contacts_shown
    WHERE listing_id = NEW.listing_id AND traveler_id = NEW.user_id
      AND contacts_shown <> EXISTS (
        SELECT FROM bookings WHERE listing_id = NEW.listing_id AND user_id = NEW.user_id
          AND shows_contacts(status));
  RETURN NULL;
END $$;

CREATE TRIGGER booking_shows_contacts AFTER INSERT OR UPDATE OF status ON bookings
  FOR EACH ROW EXECUTE FUNCTION booking_shows_contacts();

-- ---------------------------------------------------------------------------
-- Messages are only added to. The team can hide one, and a deleted account leaves its messages.
-- ---------------------------------------------------------------------------
CREATE FUNCTION message_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.author_id IS NULL OR NEW.author_id = OLD.author_id)
     AND (OLD.hidden_at IS NULL OR NEW.hidden_at = OLD.hidden_at)
     AND (to_jsonb(NEW) - 'author_id' - 'hidden_at') = (to_jsonb(OLD) - 'author_id' - 'hidden_at') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'Messages can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'messages_append_only';
END $$;

CREATE TRIGGER message_stays BEFORE UPDATE OR DELETE ON messages
  FOR EACH ROW EXECUTE FUNCTION message_stays();

-- ---------------------------------------------------------------------------
-- Announces each change of a thread to those who watch it.
-- ---------------------------------------------------------------------------
CREATE FUNCTION message_thread_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('message_thread',
    CASE TG_TABLE_NAME WHEN 'messages' THEN to_jsonb(NEW) ->> 'thread_id' ELSE NEW.id::text END);
  RETURN NULL;
END $$;

CREATE TRIGGER message_thread_changed AFTER UPDATE ON message_threads
  FOR EACH ROW EXECUTE FUNCTION message_thread_changed();

CREATE TRIGGER message_hidden AFTER UPDATE OF hidden_at ON messages
  FOR EACH ROW EXECUTE FUNCTION message_thread_changed();
