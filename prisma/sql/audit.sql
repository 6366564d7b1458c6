-- SHA-256 over all fields of an entry and the hash of the previous entry.
CREATE OR REPLACE FUNCTION audit_entry_hash(entry audit_entries) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array(
    entry.id, extract(epoch FROM entry.at), entry.actor_id, entry.actor_name, entry.action,
    entry.subject_type, entry.subject_id, entry.before, entry.after, entry.note,
    encode(entry.previous_hash, 'hex'))::text, 'UTF8'))
$$;

-- Writers queue until their transaction ends, so the numbers have no gaps and each entry continues
-- the last committed entry.
CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER chain_audit_entry BEFORE INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log can be neither changed nor deleted';
END $$;

CREATE OR REPLACE TRIGGER refuse_audit_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
