-- CreateEnum
CREATE TYPE "ContractDocumentStatus" AS ENUM ('uploading', 'checking', 'accepted', 'attached', 'discarded');

-- CreateTable
CREATE TABLE "contract_documents" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "listing_id" UUID,
    "status" "ContractDocumentStatus" NOT NULL DEFAULT 'uploading',
    "file_name" TEXT,
    "content_type" TEXT,
    "upload_id" TEXT,
    "size" INTEGER,
    "sha256" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attached_at" TIMESTAMPTZ(3),

    CONSTRAINT "contract_documents_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "contract_documents_owner_id_created_at_idx" ON "contract_documents"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "contract_documents_listing_id_idx" ON "contract_documents"("listing_id");

-- CreateIndex
CREATE INDEX "contract_documents_status_updated_at_idx" ON "contract_documents"("status", "updated_at");

-- AddForeignKey
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contract_documents" ADD CONSTRAINT "contract_documents_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say follows.
ALTER TABLE contract_documents
  -- The most bytes that a contract may have: SPEC section 9.
  ADD CONSTRAINT contract_documents_size CHECK (size BETWEEN 1 AND 50485760),
  ADD CONSTRAINT contract_documents_sha256 CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  ADD CONSTRAINT contract_documents_file_name CHECK (btrim(file_name) <> '' AND length(file_name) <= 255),
  ADD CONSTRAINT contract_documents_inspected CHECK (
    status NOT IN ('accepted', 'attached')
    OR (file_name IS NOT NULL AND content_type IS NOT NULL AND size IS NOT NULL AND sha256 IS NOT NULL)),
  ADD CONSTRAINT contract_documents_listing CHECK (
    CASE status WHEN 'attached' THEN listing_id IS NOT NULL AND attached_at IS NOT NULL
                WHEN 'discarded' THEN true
                ELSE listing_id IS NULL END);

-- A listing has one proof at a time.
CREATE UNIQUE INDEX contract_documents_one_for_each_listing
  ON contract_documents (listing_id) WHERE status = 'attached';

-- Nobody's document ever stands for someone else's listing.
CREATE FUNCTION contract_documents_own_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.listing_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM listings WHERE id = NEW.listing_id AND owner_id = NEW.owner_id) THEN
    RAISE EXCEPTION 'contract document % is not of the owner of listing %', NEW.id, NEW.listing_id
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER contract_documents_own_listing
  BEFORE INSERT OR UPDATE OF listing_id, owner_id ON contract_documents
  FOR EACH ROW EXECUTE FUNCTION contract_documents_own_listing();
