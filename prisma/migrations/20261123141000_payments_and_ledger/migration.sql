-- CreateEnum
CREATE TYPE "PaymentKind" AS ENUM ('authorize', 'charge', 'capture', 'void', 'refund', 'transfer');

-- CreateEnum
CREATE TYPE "PaymentOperationStatus" AS ENUM ('waiting', 'needs_action', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "LedgerAccount" AS ENUM ('escrow', 'traveller', 'owner_payable', 'provider_payable', 'service_fee', 'tax_payable');

-- CreateEnum
CREATE TYPE "LedgerReason" AS ENUM ('charge', 'refund', 'release', 'retention', 'payout', 'chargeback', 'correction');

-- CreateTable
CREATE TABLE "payment_operations" (
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "kind" "PaymentKind" NOT NULL,
    "payment_id" UUID,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "provider" TEXT NOT NULL,
    "status" "PaymentOperationStatus" NOT NULL DEFAULT 'waiting',
    "provider_reference" TEXT,
    "details" JSONB,
    "client_secret" TEXT,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "is_abandoned" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_operations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "provider" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("provider","id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "id" UUID NOT NULL,
    "booking_id" UUID NOT NULL,
    "reason" "LedgerReason" NOT NULL,
    "operation_id" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "transaction_id" UUID NOT NULL,
    "account" "LedgerAccount" NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("transaction_id","account","currency")
);

-- CreateIndex
CREATE INDEX "payment_operations_booking_id_created_at_idx" ON "payment_operations"("booking_id", "created_at");

-- CreateIndex
CREATE INDEX "payment_operations_payment_id_idx" ON "payment_operations"("payment_id");

-- CreateIndex
CREATE INDEX "payment_operations_provider_reference_idx" ON "payment_operations"("provider_reference");

-- CreateIndex
CREATE INDEX "payment_operations_created_at_idx" ON "payment_operations"("created_at");

-- CreateIndex
CREATE INDEX "payment_events_received_at_idx" ON "payment_events"("received_at");

-- CreateIndex
CREATE INDEX "ledger_transactions_booking_id_at_idx" ON "ledger_transactions"("booking_id", "at");

-- CreateIndex
CREATE INDEX "ledger_transactions_operation_id_idx" ON "ledger_transactions"("operation_id");

-- CreateIndex
CREATE INDEX "ledger_transactions_at_idx" ON "ledger_transactions"("at");

-- CreateIndex
CREATE INDEX "ledger_entries_account_idx" ON "ledger_entries"("account");

-- AddForeignKey
ALTER TABLE "payment_operations" ADD CONSTRAINT "payment_operations_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_operations" ADD CONSTRAINT "payment_operations_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "payment_operations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE payment_operations
  ADD CONSTRAINT payment_operations_amount CHECK (amount_cents > 0),
  ADD CONSTRAINT payment_operations_currency CHECK (currency ~ '^[A-Z]{3}$'),
  ADD CONSTRAINT payment_operations_about CHECK ((payment_id IS NOT NULL) = (kind IN ('capture', 'void', 'refund'))),
  ADD CONSTRAINT payment_operations_settled CHECK ((settled_at IS NOT NULL) = (status IN ('succeeded', 'failed'))),
  ADD CONSTRAINT payment_operations_reference CHECK (status NOT IN ('succeeded', 'needs_action') OR provider_reference IS NOT NULL),
  ADD CONSTRAINT payment_operations_secret CHECK ((client_secret IS NOT NULL) = (status = 'needs_action')),
  ADD CONSTRAINT payment_operations_failure CHECK ((failure_code IS NOT NULL) = (status = 'failed')
                                              AND (failure_message IS NOT NULL) = (status = 'failed')),
  ADD CONSTRAINT payment_operations_details CHECK (settled_at IS NULL OR details IS NULL);

-- One step with the traveller's money at a time.
CREATE UNIQUE INDEX payment_operations_one_open ON payment_operations (booking_id)
  WHERE status IN ('waiting', 'needs_action') AND kind IN ('authorize', 'charge', 'capture', 'void');

-- What the job looks for.
CREATE INDEX payment_operations_due ON payment_operations (due_at) WHERE status IN ('waiting', 'needs_action');

-- A booking is paid once, and no more is given back or paid out than was taken. The lock on the
-- booking lets two transactions see each other's operations.
CREATE FUNCTION check_payment_operation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  payment payment_operations;
  is_taken boolean;
  refunded bigint;
  sent bigint;
BEGIN
  PERFORM FROM bookings WHERE id = NEW.booking_id FOR NO KEY UPDATE;
  SELECT * INTO payment FROM payment_operations AS paid
    WHERE booking_id = NEW.booking_id AND kind IN ('authorize', 'charge') AND status = 'succeeded'
      AND NOT EXISTS (SELECT FROM payment_operations
                      WHERE payment_id = paid.id AND kind = 'void' AND status = 'succeeded');
  IF NEW.kind IN ('authorize', 'charge') THEN
    IF payment.id IS NOT NULL THEN
      RAISE EXCEPTION 'The booking is paid already'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_paid_once', TABLE = 'payment_operations';
    END IF;
    RETURN NEW;
  END IF;
  is_taken := payment.kind = 'charge' OR EXISTS (
    SELECT FROM payment_operations WHERE payment_id = payment.id AND kind = 'capture' AND status = 'succeeded');
  SELECT coalesce(sum(amount_cents) FILTER (WHERE kind = 'refund'), 0),
         coalesce(sum(amount_cents) FILTER (WHERE kind = 'transfer'), 0)
    INTO refunded, sent
    FROM payment_operations WHERE booking_id = NEW.booking_id AND status <> 'failed';
  IF NOT coalesce(CASE NEW.kind
      WHEN 'refund' THEN is_taken AND refunded + NEW.amount_cents <= payment.amount_cents
      WHEN 'transfer' THEN is_taken AND refunded + sent + NEW.amount_cents <= payment.amount_cents
      ELSE NOT is_taken AND NEW.amount_cents = payment.amount_cents
    END, false)
    OR NEW.currency <> payment.currency
    OR NEW.payment_id <> payment.id THEN
    RAISE EXCEPTION 'The payment of the booking does not allow this'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_covered', TABLE = 'payment_operations';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER check_payment_operation BEFORE INSERT ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION check_payment_operation();

-- What was asked of the provider never changes, and an outcome is final.
CREATE FUNCTION keep_payment_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.settled_at IS NOT NULL
    OR (OLD.id, OLD.booking_id, OLD.kind, OLD.payment_id, OLD.amount_cents, OLD.currency, OLD.provider, OLD.created_at)
      IS DISTINCT FROM
       (NEW.id, NEW.booking_id, NEW.kind, NEW.payment_id, NEW.amount_cents, NEW.currency, NEW.provider, NEW.created_at)
    OR OLD.provider_reference <> coalesce(NEW.provider_reference, '') THEN
    RAISE EXCEPTION 'A payment operation can''t be rewritten'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_operations_final', TABLE = 'payment_operations';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER keep_payment_operation BEFORE UPDATE ON payment_operations
  FOR EACH ROW EXECUTE FUNCTION keep_payment_operation();

-- Two indexes: NULLS NOT DISTINCT needs PostgreSQL 15.
CREATE UNIQUE INDEX ledger_transactions_once_for_operation
  ON ledger_transactions (booking_id, reason, operation_id) WHERE operation_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transactions_once ON ledger_transactions (booking_id, reason)
  WHERE operation_id IS NULL;

ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_amount CHECK (amount_cents <> 0),
  ADD CONSTRAINT ledger_entries_currency CHECK (currency ~ '^[A-Z]{3}$');

-- Entries are written by the database transaction that writes their ledger transaction.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_transactions
                 WHERE id = NEW.transaction_id AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'A ledger transaction can''t get more entries'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_complete', TABLE = 'ledger_entries';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER check_ledger_entry BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

-- At the commit, when all entries are there.
CREATE FUNCTION check_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id)
    OR EXISTS (SELECT FROM ledger_entries WHERE transaction_id = NEW.id
               GROUP BY currency HAVING sum(amount_cents) <> 0) THEN
    RAISE EXCEPTION 'The entries of a ledger transaction must sum to zero'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transactions_balance', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER check_ledger_balance AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_balance();

-- TRUNCATE ... CASCADE of another table may reach the ledger while it is empty.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'TRUNCATE' OR EXISTS (SELECT FROM ledger_transactions) THEN
    RAISE EXCEPTION 'The ledger can be neither changed nor deleted'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only', TABLE = 'ledger_transactions';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
CREATE TRIGGER refuse_ledger_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
