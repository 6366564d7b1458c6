-- CreateEnum
CREATE TYPE "SaleStatus" AS ENUM ('offered', 'accepted', 'agreed', 'sold', 'declined', 'withdrawn', 'expired', 'set_aside', 'called_off');

-- CreateEnum
CREATE TYPE "SaleSide" AS ENUM ('buyer', 'seller');

-- CreateEnum
CREATE TYPE "SaleParty" AS ENUM ('buyer', 'seller', 'team', 'clock');

-- CreateEnum
CREATE TYPE "SaleMove" AS ENUM ('offer', 'counter', 'withdraw', 'decline', 'expire', 'accept', 'set_aside', 'confirm_terms', 'agree', 'overdue', 'back_out', 'stop', 'call_off', 'available_again', 'sell');

-- CreateEnum
CREATE TYPE "SalePayer" AS ENUM ('buyer', 'seller', 'split');

-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "sale_event_id" UUID;

-- CreateTable
CREATE TABLE "sales" (
    "id" UUID NOT NULL,
    "listing_id" UUID NOT NULL,
    "seller_id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "status" "SaleStatus" NOT NULL DEFAULT 'offered',
    "turn" "SaleSide" NOT NULL DEFAULT 'seller',
    "terms_number" INTEGER NOT NULL DEFAULT 1,
    "term_sheet" TEXT,
    "is_told" BOOLEAN NOT NULL DEFAULT true,
    "answer_by" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "agreed_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sales_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sale_terms" (
    "sale_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "side" "SaleSide" NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "deposit_cents" INTEGER NOT NULL,
    "first_use_year" INTEGER NOT NULL,
    "closing_costs_cents" INTEGER,
    "closing_costs_by" "SalePayer" NOT NULL,
    "transfer_fee_cents" INTEGER,
    "transfer_fee_by" "SalePayer" NOT NULL,
    "maintenance_fee_cents" INTEGER,
    "maintenance_fee_by" "SalePayer" NOT NULL,
    "booked_weeks_go_to" "SaleSide" NOT NULL,
    "closing_on" DATE NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sale_terms_pkey" PRIMARY KEY ("sale_id","number")
);

-- CreateTable
CREATE TABLE "sale_signatures" (
    "sale_id" UUID NOT NULL,
    "side" "SaleSide" NOT NULL,
    "typed_name" TEXT NOT NULL,
    "terms_hash" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sale_signatures_pkey" PRIMARY KEY ("sale_id","side")
);

-- CreateTable
CREATE TABLE "sale_events" (
    "id" UUID NOT NULL,
    "sale_id" UUID NOT NULL,
    "move" "SaleMove" NOT NULL,
    "party" "SaleParty" NOT NULL,
    "actor_id" UUID,
    "status" "SaleStatus" NOT NULL,
    "note" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "number" BIGSERIAL NOT NULL,

    CONSTRAINT "sale_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sales_listing_id_created_at_idx" ON "sales"("listing_id", "created_at");

-- CreateIndex
CREATE INDEX "sales_seller_id_created_at_id_idx" ON "sales"("seller_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sales_buyer_id_created_at_id_idx" ON "sales"("buyer_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sales_created_at_id_idx" ON "sales"("created_at", "id");

-- CreateIndex
CREATE INDEX "sale_events_sale_id_number_idx" ON "sale_events"("sale_id", "number");

-- CreateIndex
CREATE INDEX "sale_events_actor_id_idx" ON "sale_events"("actor_id");

-- CreateIndex
CREATE INDEX "outgoing_mails_sale_event_id_idx" ON "outgoing_mails"("sale_event_id");

-- AddForeignKey
ALTER TABLE "outgoing_mails" ADD CONSTRAINT "outgoing_mails_sale_event_id_fkey" FOREIGN KEY ("sale_event_id") REFERENCES "sale_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales" ADD CONSTRAINT "sales_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales" ADD CONSTRAINT "sales_seller_id_fkey" FOREIGN KEY ("seller_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sales" ADD CONSTRAINT "sales_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_terms" ADD CONSTRAINT "sale_terms_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_signatures" ADD CONSTRAINT "sale_signatures_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_events" ADD CONSTRAINT "sale_events_sale_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sale_events" ADD CONSTRAINT "sale_events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "sales"
  ADD CONSTRAINT "sales_two_people" CHECK (seller_id <> buyer_id),
  ADD CONSTRAINT "sales_terms_number" CHECK (terms_number BETWEEN 1 AND 50),
  ADD CONSTRAINT "sales_accepted" CHECK (
    (accepted_at IS NOT NULL) = (term_sheet IS NOT NULL)
    AND (accepted_at IS NOT NULL OR status NOT IN ('accepted', 'agreed', 'sold'))),
  ADD CONSTRAINT "sales_agreed" CHECK (
    agreed_at IS NULL AND status NOT IN ('agreed', 'sold') OR agreed_at >= accepted_at
      AND status IN ('agreed', 'sold', 'called_off')),
  ADD CONSTRAINT "sales_closed" CHECK ((closed_at IS NULL) = (status IN ('offered', 'accepted', 'agreed'))),
  ADD CONSTRAINT "sales_deadline" CHECK ((answer_by IS NOT NULL) = (status IN ('offered', 'accepted')));

-- The owner has agreed with one buyer at a time, and a timeshare is sold once.
CREATE UNIQUE INDEX "sales_one_under_contract" ON "sales" (listing_id)
  WHERE status IN ('accepted', 'agreed', 'sold');
CREATE UNIQUE INDEX "sales_one_open_of_buyer" ON "sales" (listing_id, buyer_id)
  WHERE status IN ('offered', 'accepted', 'agreed');
CREATE INDEX "sales_due" ON "sales" (answer_by) WHERE answer_by IS NOT NULL;

ALTER TABLE "sale_terms"
  ADD CONSTRAINT "sale_terms_number" CHECK (number > 0),
  ADD CONSTRAINT "sale_terms_price" CHECK (price_cents > 0 AND deposit_cents BETWEEN 0 AND price_cents),
  ADD CONSTRAINT "sale_terms_costs" CHECK (
    closing_costs_cents >= 0 AND transfer_fee_cents >= 0 AND maintenance_fee_cents >= 0);

ALTER TABLE "sale_signatures"
  ADD CONSTRAINT "sale_signatures_hash" CHECK (terms_hash ~ '^[0-9a-f]{64}$');

ALTER TABLE "outgoing_mails"
  DROP CONSTRAINT "outgoing_mails_window",
  ADD CONSTRAINT "outgoing_mails_window" CHECK (
    num_nonnulls(booking_event_id, sale_event_id) = (window_hours IS NOT NULL)::integer);
