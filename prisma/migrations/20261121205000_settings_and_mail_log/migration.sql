-- Two administrators who change the same setting: the second is told.
ALTER TABLE "site_settings" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1;

-- The log of outgoing mail is searched by any part of a recipient's name or address.
CREATE INDEX "outgoing_mails_recipient_idx" ON "outgoing_mails" USING GIN ("to_name" gin_trgm_ops, "to_address" gin_trgm_ops);
