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

-- Whether a payout was taken back in the provider's dashboard, and the team has not paid it again.
CREATE OR REPLACE FUNCTION payout_is_recalled(booking uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT is_from_dashboard FROM payment_operations
    WHERE booking_id = booking AND (kind = 'transfer' OR (kind = 'reversal' AND is_from_dashboard))
    ORDER BY created_at DESC LIMIT 1), false)
$$;

-- What the site owes to members: for stays at their weeks, and by the card of a buyer for what they sold.
CREATE OR REPLACE VIEW owed_to_members AS
SELECT owner_id AS member_id, payables.currency, cents, (
    SELECT min(at) FROM ledger_transactions
    WHERE booking_id = payables.booking_id AND reason::text IN ('release', 'retention')) AS earned_at,
  booking_id, NULL::uuid AS sale_id
FROM payables JOIN bookings ON id = booking_id WHERE owner_id IS NOT NULL
UNION ALL
SELECT seller_id, currency, amount_cents, ordered_at, NULL, sale_id
FROM escrow_payouts JOIN sales ON sales.id = sale_id
WHERE side = 'seller' AND is_by_card AND paid_at IS NULL;
