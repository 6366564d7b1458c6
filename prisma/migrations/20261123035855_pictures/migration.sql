-- CreateTable
CREATE TABLE "pictures" (
    "id" UUID NOT NULL,
    "listing_id" UUID,
    "resort_id" UUID,
    "position" INTEGER NOT NULL,
    "alt" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "placeholder" TEXT NOT NULL,
    "drawing" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pictures_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_listing_id_fkey" FOREIGN KEY ("listing_id") REFERENCES "listings"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_resort_id_fkey" FOREIGN KEY ("resort_id") REFERENCES "resorts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say follows.
ALTER TABLE pictures
  -- Deferrable: one statement moves several pictures. With the range of positions, it also limits
  -- a listing or a resort to 12 pictures.
  ADD CONSTRAINT pictures_listing_id_position_key UNIQUE (listing_id, position) DEFERRABLE,
  ADD CONSTRAINT pictures_resort_id_position_key UNIQUE (resort_id, position) DEFERRABLE,
  ADD CONSTRAINT pictures_position CHECK (position BETWEEN 1 AND 12),
  ADD CONSTRAINT pictures_of_one CHECK (num_nonnulls(listing_id, resort_id) = 1),
  ADD CONSTRAINT pictures_alt CHECK (btrim(alt) <> '' AND length(alt) <= 200),
  ADD CONSTRAINT pictures_size CHECK (width BETWEEN 1 AND 1600 AND height BETWEEN 1 AND 1600),
  ADD CONSTRAINT pictures_placeholder CHECK (placeholder LIKE 'data:image/%' AND length(placeholder) <= 400),
  ADD CONSTRAINT pictures_drawing CHECK (drawing ~ '^[a-z0-9-]{1,60}$');

CREATE TRIGGER pictures_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pictures
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
