-- CreateEnum
CREATE TYPE "InventoryRowChange" AS ENUM ('created', 'updated', 'unchanged');

-- CreateTable
CREATE TABLE "inventory_preview_rows" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "listing_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "resort_name" TEXT NOT NULL,
    "change" "InventoryRowChange" NOT NULL,
    "differences" JSONB NOT NULL,

    CONSTRAINT "inventory_preview_rows_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateIndex
CREATE INDEX "inventory_preview_rows_run_id_change_number_idx" ON "inventory_preview_rows"("run_id", "change", "number");

-- AddForeignKey
ALTER TABLE "inventory_preview_rows" ADD CONSTRAINT "inventory_preview_rows_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "inventory_syncs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
