-- Sums that the ledger owes to owners, so that payouts need not add up the ledger.
CREATE OR REPLACE FUNCTION keep_payables() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payables (booking_id, currency, cents)
    SELECT booking_id, NEW.currency, -NEW.amount_cents FROM ledger_transactions WHERE id = NEW.transaction_id
    ON CONFLICT (booking_id) DO UPDATE SET cents = payables.cents + excluded.cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER keep_payables AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.account = 'owner_payable') EXECUTE FUNCTION keep_payables();
