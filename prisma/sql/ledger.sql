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

-- Receipts that a ledger transaction calls for, with what they are about.
CREATE OR REPLACE FUNCTION receipts_of(posted ledger_transactions)
RETURNS TABLE (kind "ReceiptKind", amount_cents bigint, currency char(3), recipient_id uuid) LANGUAGE sql STABLE AS $$
  SELECT due.kind, due.cents, sums.currency, due.recipient_id
  FROM bookings, LATERAL (
    SELECT entries.currency,
           sum(entries.amount_cents) FILTER (WHERE account = 'escrow') AS paid,
           -sum(entries.amount_cents) FILTER (WHERE account::text = 'refund_payable') AS given_back,
           -sum(entries.amount_cents) FILTER (WHERE account = 'service_fee') AS fee,
           -sum(entries.amount_cents) FILTER (WHERE account = 'owner_payable') AS earned
    FROM ledger_entries AS entries WHERE transaction_id = posted.id GROUP BY entries.currency
  ) AS sums, LATERAL (VALUES
    ('receipt'::"ReceiptKind", 'charge', sums.paid, bookings.user_id),
    ('receipt', 'claim', sums.paid, bookings.user_id),
    ('credit_note', 'refund_order', sums.given_back, bookings.user_id),
    ('invoice', 'release', sums.fee, bookings.user_id),
    ('invoice', 'retention', sums.fee, bookings.user_id),
    ('statement', 'release', sums.earned, bookings.owner_id),
    ('statement', 'retention', sums.earned, bookings.owner_id),
    ('statement', 'claim', sums.earned, bookings.owner_id)
  ) AS due (kind, reason, cents, recipient_id)
  WHERE bookings.id = posted.booking_id AND due.reason = posted.reason::text AND due.cents > 0
$$;

-- Runs at the commit, when all entries are written. Writers queue from then until their transaction
-- ends, so the numbers have no gaps.
CREATE OR REPLACE FUNCTION issue_receipts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  issued_in integer := extract(year FROM NEW.at AT TIME ZONE 'UTC');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('receipts'));
  INSERT INTO receipts (id, year, number, kind, booking_id, transaction_id, amount_cents, currency,
                        recipient, issuer, issued_at)
  SELECT gen_random_uuid(), issued_in,
         (SELECT coalesce(max(number), 0) FROM receipts WHERE year = issued_in)
           + row_number() OVER (ORDER BY due.kind, due.currency),
         due.kind, NEW.booking_id, NEW.id, due.amount_cents, due.currency,
         first_name || ' ' || last_name,
         (SELECT nullif(btrim(value), '') FROM site_settings WHERE key = 'site_title' AND NOT is_encrypted),
         NEW.at
  FROM receipts_of(NEW) AS due JOIN users ON users.id = due.recipient_id;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS issue_receipts ON ledger_transactions;
CREATE CONSTRAINT TRIGGER issue_receipts AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.reason::text IN ('charge', 'refund_order', 'release', 'retention', 'claim'))
  EXECUTE FUNCTION issue_receipts();

CREATE OR REPLACE TRIGGER refuse_receipt_change BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
