-- CreateIndex
CREATE INDEX "free_stretches_ends_on_idx" ON "free_stretches"("ends_on");

-- CreateIndex
CREATE INDEX "free_stretches_resort_destination_ends_on_idx" ON "free_stretches"("resort_destination", "ends_on");
