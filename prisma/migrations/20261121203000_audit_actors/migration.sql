ALTER TABLE "audit_entries" ALTER COLUMN "actor_name" TYPE CITEXT;
CREATE INDEX "audit_entries_actor_name_id_idx" ON "audit_entries"("actor_name", "id");
