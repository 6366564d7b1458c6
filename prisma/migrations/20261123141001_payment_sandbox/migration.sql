-- CreateTable
CREATE TABLE "sandbox_cards" (
    "token" TEXT NOT NULL,
    "last_four" CHAR(4) NOT NULL,
    "behavior" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_by" TEXT,

    CONSTRAINT "sandbox_cards_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "sandbox_payments" (
    "reference" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "booking_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "capture" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "last_four" CHAR(4) NOT NULL,
    "behavior" TEXT NOT NULL,
    "client_secret" TEXT NOT NULL,
    "decline_code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_payments_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "sandbox_refunds" (
    "reference" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "payment_reference" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_refunds_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "sandbox_transfers" (
    "reference" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "account" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "booking_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_transfers_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "sandbox_calls" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_events" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_payments_key_key" ON "sandbox_payments"("key");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_payments_client_secret_key" ON "sandbox_payments"("client_secret");

-- CreateIndex
CREATE INDEX "sandbox_payments_created_at_reference_idx" ON "sandbox_payments"("created_at", "reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_refunds_key_key" ON "sandbox_refunds"("key");

-- CreateIndex
CREATE INDEX "sandbox_refunds_payment_reference_idx" ON "sandbox_refunds"("payment_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_transfers_key_key" ON "sandbox_transfers"("key");

-- CreateIndex
CREATE INDEX "sandbox_transfers_created_at_reference_idx" ON "sandbox_transfers"("created_at", "reference");

-- CreateIndex
CREATE INDEX "sandbox_calls_key_idx" ON "sandbox_calls"("key");

-- AddForeignKey
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_payment_reference_fkey" FOREIGN KEY ("payment_reference") REFERENCES "sandbox_payments"("reference") ON DELETE RESTRICT ON UPDATE CASCADE;
