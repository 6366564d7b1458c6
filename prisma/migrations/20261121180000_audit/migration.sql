CREATE TABLE "audit_entries" (
    "id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "note" TEXT,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_entries_subject_type_subject_id_id_idx" ON "audit_entries"("subject_type", "subject_id", "id");
CREATE INDEX "audit_entries_actor_id_id_idx" ON "audit_entries"("actor_id", "id");
CREATE INDEX "audit_entries_action_id_idx" ON "audit_entries"("action", "id");
CREATE INDEX "audit_entries_at_id_idx" ON "audit_entries"("at", "id");

-- SHA-256 over everything that an entry says and the hash of the entry before it.
CREATE FUNCTION audit_entry_hash(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name, entry.action,
    entry.subject_type, entry.subject_id, entry.before, entry.after, entry.note,
    encode(entry.previous_hash, 'hex'))::text, 'UTF8'))
$$;

-- Writers stand in line until their transaction ends, so the numbers have no gaps and each entry
-- continues the one that was committed before it.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest audit_entries;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('audit_entries'));
  SELECT * INTO latest FROM audit_entries ORDER BY id DESC LIMIT 1;
  NEW.id := coalesce(latest.id, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.previous_hash := coalesce(latest.hash, '\x');
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;

CREATE TRIGGER chain_audit_entry BEFORE INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log can be neither changed nor deleted';
END $$;

CREATE TRIGGER refuse_audit_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
