-- CreateEnum
CREATE TYPE "PayoutAccountStatus" AS ENUM ('incomplete', 'checking', 'ready', 'refused');

-- CreateTable
CREATE TABLE "sandbox_accounts" (
    "reference" TEXT NOT NULL,
    "last_four" CHAR(4) NOT NULL,
    "behavior" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_by" TEXT,

    CONSTRAINT "sandbox_accounts_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "payout_accounts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "reference" TEXT,
    "status" "PayoutAccountStatus" NOT NULL DEFAULT 'incomplete',
    "last_four" CHAR(4),
    "told_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payout_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payables" (
    "booking_id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "cents" INTEGER NOT NULL,

    CONSTRAINT "payables_pkey" PRIMARY KEY ("booking_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payout_accounts_user_id_provider_key" ON "payout_accounts"("user_id", "provider");

-- CreateIndex
CREATE UNIQUE INDEX "payout_accounts_provider_reference_key" ON "payout_accounts"("provider", "reference");

-- AddForeignKey
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payables" ADD CONSTRAINT "payables_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "bookings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

ALTER TABLE payout_accounts
  ADD CONSTRAINT payout_accounts_opened CHECK (reference IS NOT NULL OR status = 'incomplete');

-- What the job asks the provider about.
CREATE INDEX payout_accounts_unsure ON payout_accounts (checked_at)
  WHERE reference IS NOT NULL AND status IN ('incomplete', 'checking');

-- What the ledger owes to owners, so that whoever pays it out need not add up the ledger.
CREATE FUNCTION keep_payables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payables (booking_id, currency, cents)
    SELECT booking_id, NEW.currency, -NEW.amount_cents FROM ledger_transactions WHERE id = NEW.transaction_id
    ON CONFLICT (booking_id) DO UPDATE SET cents = payables.cents + excluded.cents;
  RETURN NULL;
END $$;

CREATE TRIGGER keep_payables AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.account = 'owner_payable') EXECUTE FUNCTION keep_payables();

INSERT INTO payables (booking_id, currency, cents)
  SELECT booking_id, min(currency), -sum(amount_cents)
  FROM ledger_entries JOIN ledger_transactions ON id = transaction_id
  WHERE account = 'owner_payable' GROUP BY booking_id;

CREATE INDEX payables_due ON payables (booking_id) WHERE cents > 0;

-- What is owed is on its way once.
CREATE UNIQUE INDEX payment_operations_one_payout ON payment_operations (booking_id)
  WHERE kind = 'transfer' AND status = 'waiting';
