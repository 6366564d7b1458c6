-- A listing shows the escrow of its latest agreed sale.
CREATE OR REPLACE FUNCTION show_escrow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listings SET (escrow_status, escrow_account_id) = (
    SELECT escrow_accounts.status, account_id FROM escrow_accounts JOIN sales ON sales.id = sale_id
    WHERE listing_id = listings.id ORDER BY agreed_at DESC LIMIT 1)
  WHERE id = (SELECT listing_id FROM sales WHERE id = NEW.sale_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER show_escrow AFTER INSERT OR UPDATE ON escrow_accounts
  FOR EACH ROW EXECUTE FUNCTION show_escrow();

-- What the seller of a sale may get in all, from the partner and from the card of the buyer: the price once it is sold, or the deposit if a rule says so.
CREATE OR REPLACE FUNCTION most_for_seller(wanted uuid) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE settlement WHEN 'to_seller' THEN price_cents WHEN 'deposit_to_seller' THEN deposit_cents ELSE 0 END
  FROM sales JOIN sale_terms ON sale_id = sales.id AND number = terms_number WHERE sales.id = wanted
$$;

CREATE OR REPLACE FUNCTION escrow_pays_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM escrow_payouts WHERE sale_id = NEW.sale_id AND side = 'seller')
    > most_for_seller(NEW.sale_id) THEN
    RAISE EXCEPTION 'The money of a sale is not the seller''s'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'escrow_payouts_seller', TABLE = 'escrow_payouts';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER escrow_pays_seller AFTER INSERT OR UPDATE OF sale_id, side, amount_cents ON escrow_payouts
  FOR EACH ROW WHEN (NEW.side = 'seller') EXECUTE FUNCTION escrow_pays_seller();

CREATE OR REPLACE FUNCTION escrow_released() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_cents) FROM escrow_events WHERE sale_id = NEW.sale_id AND kind = 'released')
    + (SELECT coalesce(sum(amount_cents), 0) FROM escrow_payouts
       WHERE sale_id = NEW.sale_id AND side = 'seller' AND is_by_card)
    > most_for_seller(NEW.sale_id) THEN
    RAISE EXCEPTION 'The money of a sale is not the seller''s'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'escrow_events_released', TABLE = 'escrow_events';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER escrow_released AFTER INSERT ON escrow_events
  FOR EACH ROW WHEN (NEW.kind = 'released') EXECUTE FUNCTION escrow_released();
