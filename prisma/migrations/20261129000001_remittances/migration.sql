CREATE TABLE remittances (
  id uuid PRIMARY KEY,
  account "LedgerAccount" NOT NULL,
  payee_id uuid NOT NULL,
  payee_name text NOT NULL,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  reference text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT remittances_account CHECK (account IN ('tax_payable', 'provider_payable')),
  CONSTRAINT remittances_amount CHECK (amount_cents > 0),
  CONSTRAINT remittances_reference CHECK (btrim(reference) <> '')
);
CREATE INDEX remittances_created_at_id_idx ON remittances (created_at, id);

ALTER TABLE ledger_transactions ADD COLUMN remittance_id uuid REFERENCES remittances ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX ledger_transactions_remittance_id_idx ON ledger_transactions (remittance_id);
CREATE UNIQUE INDEX ledger_transactions_once_for_remittance
  ON ledger_transactions (booking_id, remittance_id) WHERE remittance_id IS NOT NULL;
