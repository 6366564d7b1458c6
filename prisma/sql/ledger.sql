-- Entries are written in the database transaction of their ledger transaction.
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_transactions
                 WHERE id = NEW.transaction_id AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'A ledger transaction can''t get more entries'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_complete', TABLE = 'ledger_entries';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER check_ledger_entry BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

-- Checked at the commit, when all entries are written.
CREATE OR REPLACE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id)
    OR EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id
               GROUP BY currency HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'The entries of a ledger transaction must sum to zero'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transactions_balance', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS check_ledger_balance ON ledger_transactions;
CREATE CONSTRAINT TRIGGER check_ledger_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

-- Allows TRUNCATE ... CASCADE of another table while the ledger is empty.
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT FROM ledger_transactions) THEN
    RAISE EXCEPTION 'The ledger can be neither changed nor deleted'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE OR REPLACE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
