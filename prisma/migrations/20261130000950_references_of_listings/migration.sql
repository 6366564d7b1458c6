ALTER TABLE listings
  ADD COLUMN owner_reference text,
  ADD CONSTRAINT listings_owner_reference CHECK (owner_reference ~ '^[\x21-\x7e]{1,100}$');

CREATE UNIQUE INDEX listings_owner_id_owner_reference_key ON listings (owner_id, owner_reference);
