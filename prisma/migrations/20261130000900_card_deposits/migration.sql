ALTER TYPE "SaleMove" ADD VALUE 'chargeback';
ALTER TYPE "SaleMove" ADD VALUE 'chargeback_won';
ALTER TYPE "SaleMove" ADD VALUE 'chargeback_lost';
ALTER TYPE "SaleParty" ADD VALUE 'provider';

-- A payment is of a booking or of a sale.
ALTER TABLE payment_operations
  ALTER COLUMN booking_id DROP NOT NULL,
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT payment_operations_subject CHECK (num_nonnulls(booking_id, sale_id) = 1),
  ADD CONSTRAINT payment_operations_of_sale CHECK (
    sale_id IS NULL OR kind IN ('charge', 'refund', 'refund_return', 'transfer', 'reversal') AND NOT is_balance);
CREATE INDEX payment_operations_sale_id_idx ON payment_operations (sale_id);
CREATE UNIQUE INDEX payment_operations_one_card ON payment_operations (sale_id)
  WHERE kind = 'charge' AND status <> 'failed';
CREATE UNIQUE INDEX payment_operations_one_payout_of_sale ON payment_operations (sale_id)
  WHERE kind = 'transfer' AND status = 'waiting';
CREATE UNIQUE INDEX payment_operations_one_refund_of_sale
  ON payment_operations (sale_id, provider, kind, provider_reference)
  WHERE kind IN ('refund', 'refund_return', 'reversal') AND status = 'succeeded';

ALTER TABLE chargebacks
  ALTER COLUMN booking_id DROP NOT NULL,
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT chargebacks_subject CHECK (num_nonnulls(booking_id, sale_id) = 1);
CREATE INDEX chargebacks_sale_id_idx ON chargebacks (sale_id);

CREATE UNIQUE INDEX ledger_transactions_once_for_operation_of_sale
  ON ledger_transactions (sale_id, reason, operation_id) WHERE operation_id IS NOT NULL;

-- The payment provider carries out orders with is_by_card, the escrow partner all others.
ALTER TABLE escrow_payouts ADD COLUMN is_by_card boolean NOT NULL DEFAULT false;
DROP INDEX escrow_payouts_one_open;
CREATE UNIQUE INDEX escrow_payouts_one_open ON escrow_payouts (sale_id, side, is_by_card) WHERE paid_at IS NULL;
