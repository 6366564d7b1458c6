-- AlterTable
ALTER TABLE "saved_searches" ADD COLUMN     "unsubscribe_token" UUID NOT NULL DEFAULT gen_random_uuid();

-- CreateIndex
CREATE INDEX "outgoing_mails_to_address_created_at_idx" ON "outgoing_mails"("to_address", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_searches_unsubscribe_token_key" ON "saved_searches"("unsubscribe_token");
