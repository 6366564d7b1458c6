-- Links that were handed out go on working: what is stored is the SHA-256 of what they hold.

-- CreateTable
CREATE TABLE "unsubscribe_links" (
    "id" TEXT NOT NULL,
    "search_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "unsubscribe_links_pkey" PRIMARY KEY ("id")
);

INSERT INTO unsubscribe_links (id, search_id)
  SELECT encode(sha256(unsubscribe_token::text::bytea), 'hex'), id FROM saved_searches;

-- CreateIndex
CREATE INDEX "unsubscribe_links_search_id_idx" ON "unsubscribe_links"("search_id");

-- CreateIndex
CREATE INDEX "unsubscribe_links_created_at_idx" ON "unsubscribe_links"("created_at");

-- AddForeignKey
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_search_id_fkey" FOREIGN KEY ("search_id") REFERENCES "saved_searches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- DropIndex
DROP INDEX "saved_searches_unsubscribe_token_key";

-- A change of type writes the table anew, without the old values; dropping a column leaves them in its file.
ALTER TABLE saved_searches
  ALTER COLUMN unsubscribe_token DROP DEFAULT,
  ALTER COLUMN unsubscribe_token SET DATA TYPE text USING '';
ALTER TABLE saved_searches DROP COLUMN unsubscribe_token;

DROP TRIGGER listing_changed ON listings;
ALTER TABLE listings
  ALTER COLUMN calendar_token DROP DEFAULT,
  ALTER COLUMN calendar_token DROP NOT NULL,
  ALTER COLUMN calendar_token SET DATA TYPE text USING encode(sha256(calendar_token::text::bytea), 'hex');
ALTER TABLE listings RENAME COLUMN calendar_token TO calendar_token_hash;
ALTER INDEX listings_calendar_token_key RENAME TO listings_calendar_token_hash_key;

-- A new link to the calendar is no edit.
CREATE TRIGGER listing_changed BEFORE UPDATE ON listings FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{on_offer,escrow_status,escrow_account_id,escrow_reference,calendar_token_hash,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{on_offer,escrow_status,escrow_account_id,escrow_reference,calendar_token_hash,updated_at,version}'::text[]))
  EXECUTE FUNCTION listing_changed();

-- Only a SHA-256 fits: no link can be stored as it is.
ALTER TABLE unsubscribe_links ADD CONSTRAINT unsubscribe_links_hashed CHECK (id ~ '^[0-9a-f]{64}$');
ALTER TABLE listings ADD CONSTRAINT listings_calendar_token_hashed CHECK (calendar_token_hash ~ '^[0-9a-f]{64}$');
