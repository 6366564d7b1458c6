-- What the seller of a sale may get in all: the price once it is sold, or the deposit if a rule says so.
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
    > most_for_seller(NEW.sale_id) THEN
    RAISE EXCEPTION 'The money of a sale is not the seller''s'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'escrow_events_released', TABLE = 'escrow_events';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER escrow_released AFTER INSERT ON escrow_events
  FOR EACH ROW WHEN (NEW.kind = 'released') EXECUTE FUNCTION escrow_released();
