CREATE TABLE sale_partner_links (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE ON UPDATE CASCADE,
  hash text NOT NULL,
  made_by_id uuid NOT NULL REFERENCES users ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT sale_partner_links_hash CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE UNIQUE INDEX sale_partner_links_hash_key ON sale_partner_links (hash);
CREATE INDEX sale_partner_links_made_by_id_idx ON sale_partner_links (made_by_id);

ALTER TABLE contract_documents
  ADD COLUMN uploaded_for_id uuid REFERENCES sales ON DELETE CASCADE ON UPDATE CASCADE,
  ADD CONSTRAINT contract_documents_by_link CHECK (
    uploaded_for_id IS NULL OR num_nonnulls(listing_id, booking_id, evidence_id) = 0 AND coalesce(sale_id, uploaded_for_id) = uploaded_for_id);
CREATE INDEX contract_documents_uploaded_for_id_idx ON contract_documents (uploaded_for_id);
