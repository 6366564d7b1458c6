-- CreateTable
CREATE TABLE "reconciliation_reports" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bookings" INTEGER NOT NULL,
    "payments" INTEGER NOT NULL,
    "differences" JSONB NOT NULL,

    CONSTRAINT "reconciliation_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reconciliation_reports_at_idx" ON "reconciliation_reports"("at");
