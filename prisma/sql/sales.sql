-- A listing is on sale if it is active, verified and for sale. It needs no nights ahead: the buyer
-- gets the weeks of later years.
CREATE OR REPLACE FUNCTION is_on_sale(is_active boolean, status "ContractVerificationStatus", is_for_sale boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT is_active AND status = 'verified' AND is_for_sale
$$;

-- Price of the first year: the price, plus the next maintenance fee unless the owner pays it. Null
-- if the fee is unknown.
CREATE OR REPLACE FUNCTION first_year_cents(price integer, fee integer, payer "FeePayer")
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN payer = 'owner' THEN price ELSE price + fee END
$$;

-- Always overwrites these columns.
CREATE OR REPLACE FUNCTION listing_on_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.on_sale := is_on_sale(NEW.is_active, NEW.contract_verification_status, NEW.is_for_sale);
  NEW.first_year_cents := CASE WHEN NEW.is_for_sale THEN
    first_year_cents(NEW.sale_price_cents, NEW.maintenance_fee_cents, NEW.next_fee_paid_by) END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER listing_on_sale
  BEFORE INSERT OR UPDATE OF is_active, contract_verification_status, is_for_sale, sale_price_cents,
    maintenance_fee_cents, next_fee_paid_by, on_sale, first_year_cents ON listings
  FOR EACH ROW EXECUTE FUNCTION listing_on_sale();

CREATE OR REPLACE FUNCTION sale_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.seller_id := (SELECT owner_id FROM listings WHERE id = NEW.listing_id);
  RETURN NEW;
END $$;

-- The seller stays who they were when the sale began.
CREATE OR REPLACE TRIGGER sale_seller BEFORE INSERT ON sales
  FOR EACH ROW EXECUTE FUNCTION sale_seller();

CREATE OR REPLACE FUNCTION sale_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The people, the listing and the term sheet of a sale can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'sales_stays';
END $$;

CREATE OR REPLACE TRIGGER sale_stays BEFORE UPDATE ON sales FOR EACH ROW
  WHEN ((OLD.listing_id, OLD.seller_id, OLD.buyer_id) IS DISTINCT FROM (NEW.listing_id, NEW.seller_id, NEW.buyer_id)
    OR OLD.term_sheet <> NEW.term_sheet OR OLD.term_sheet IS NOT NULL AND OLD.terms_number <> NEW.terms_number)
  EXECUTE FUNCTION sale_stays();

-- A window that begins later is not a change that somebody has to see before a move.
CREATE OR REPLACE TRIGGER sale_changed BEFORE UPDATE ON sales FOR EACH ROW
  WHEN (OLD.* IS NOT DISTINCT FROM NEW.*
    OR to_jsonb(OLD) - '{is_told,answer_by}'::text[] <> to_jsonb(NEW) - '{is_told,answer_by}'::text[])
  EXECUTE FUNCTION count_version();

CREATE OR REPLACE TRIGGER sale_event_stays BEFORE UPDATE OR DELETE ON sale_events
  FOR EACH ROW EXECUTE FUNCTION history_stays('The history of a sale', 'note', 'actor_id');
CREATE OR REPLACE TRIGGER sale_terms_stay BEFORE UPDATE OR DELETE ON sale_terms
  FOR EACH ROW EXECUTE FUNCTION history_stays('What was offered', 'note');
CREATE OR REPLACE TRIGGER sale_signature_stays BEFORE UPDATE OR DELETE ON sale_signatures
  FOR EACH ROW EXECUTE FUNCTION history_stays('A signature', 'typed_name');

CREATE OR REPLACE TRIGGER announce_sale AFTER UPDATE ON sales
  FOR EACH ROW EXECUTE FUNCTION announce_row('subject', 'id');
CREATE OR REPLACE TRIGGER announce_sale AFTER INSERT OR UPDATE OF status ON payment_operations
  FOR EACH ROW WHEN (NEW.sale_id IS NOT NULL) EXECUTE FUNCTION announce_row('subject', 'sale_id');
CREATE OR REPLACE TRIGGER announce_sale AFTER INSERT ON ledger_transactions
  FOR EACH ROW WHEN (NEW.sale_id IS NOT NULL) EXECUTE FUNCTION announce_row('subject', 'sale_id');

-- Locks a sale for a move. Locks the listing first: an accepted offer sets others of it aside.
CREATE OR REPLACE FUNCTION lock_sale(wanted uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM listings WHERE id = (SELECT listing_id FROM sales WHERE id = wanted) FOR NO KEY UPDATE;
  PERFORM FROM sales WHERE id = wanted FOR UPDATE;
END $$;

-- A person has the hours of a window from the moment at which the mail about it is sent or given up,
-- if the sale still waits for them and no later window took its place; both sides from when the last
-- of them is told.
CREATE OR REPLACE FUNCTION sale_told() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sales
    SET is_told = NOT EXISTS (
          SELECT FROM outgoing_mails WHERE sale_event_id = NEW.sale_event_id AND status = 'waiting'),
        answer_by = coalesce(NEW.sent_at, now()) + make_interval(hours => NEW.window_hours)
    FROM sale_events
    WHERE sale_events.id = NEW.sale_event_id AND sales.id = sale_id AND tells_by_mail()
      AND sales.status = sale_events.status AND answer_by IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM sale_events AS later JOIN outgoing_mails ON sale_event_id = later.id
        WHERE later.sale_id = sales.id AND later.number > sale_events.number);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sale_is_told AFTER UPDATE OF status ON outgoing_mails FOR EACH ROW
  WHEN (NEW.sale_event_id IS NOT NULL AND OLD.status = 'waiting' AND NEW.status <> 'waiting')
  EXECUTE FUNCTION sale_told();

CREATE OR REPLACE FUNCTION sale_to_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sales SET is_told = false FROM sale_events
    WHERE sale_events.id = NEW.sale_event_id AND sales.id = sale_id AND tells_by_mail();
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sale_to_tell AFTER INSERT ON outgoing_mails FOR EACH ROW
  WHEN (NEW.sale_event_id IS NOT NULL) EXECUTE FUNCTION sale_to_tell();

-- Locks what a payment is of.
CREATE OR REPLACE FUNCTION lock_subject(booking uuid, sale uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF sale IS NULL THEN
    PERFORM lock_booking(booking);
  ELSE
    PERFORM lock_sale(sale);
  END IF;
END $$;

-- A sale is sold once the resort's confirmation of the new owner stands, and the whole price is there, with no part
-- of it in the hands of the payer's bank.
CREATE OR REPLACE FUNCTION sale_confirmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM sale_steps WHERE sale_id = NEW.id AND step = 'confirmation' AND state = 'done') THEN
    RAISE EXCEPTION 'The resort has not confirmed the new owner'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sales_confirmed', TABLE = 'sales';
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.status <> 'sold' AND (
    SELECT price_cents FROM sale_terms WHERE sale_id = NEW.id AND number = NEW.terms_number) > -(
    SELECT coalesce(sum(amount_cents), 0) FROM ledger_transactions JOIN ledger_entries ON transaction_id = id
    WHERE sale_id = NEW.id AND account::text IN ('sale_funds', 'disputed')) THEN
    RAISE EXCEPTION 'The price of the sale is not there'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'sales_paid', TABLE = 'sales';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sale_confirmed BEFORE INSERT OR UPDATE OF status ON sales FOR EACH ROW
  WHEN (NEW.status = 'sold') EXECUTE FUNCTION sale_confirmed();

-- A listing, and its owner's others of the same week in the same kind of unit.
CREATE OR REPLACE FUNCTION listings_of_ownership(wanted uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT wanted UNION
  SELECT same.id FROM listings JOIN listings AS same
    USING (owner_id, resort_id, unit_type, week_number, ownership)
  WHERE listings.id = wanted
$$;

-- Who bought the week of a stay with it: by the terms, and if it was booked before and begins after.
CREATE OR REPLACE FUNCTION buyer_of_stay(stay bookings) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT buyer_id FROM sales JOIN sale_terms ON sale_id = sales.id AND number = terms_number
  WHERE status = 'sold' AND booked_weeks_go_to = 'buyer'
    AND seller_id = (SELECT owner_id FROM listings WHERE id = stay.listing_id)
    AND stay.listing_id IN (SELECT listings_of_ownership(sales.listing_id))
    AND stay.created_at <= closed_at AND stay.check_in > (closed_at AT TIME ZONE 'UTC')::date
  ORDER BY closed_at LIMIT 1
$$;

-- Takes the listings of the ownership off the site, and gives the buyer the stays that the terms say.
-- Listings first, as a move of a booking locks them.
CREATE OR REPLACE FUNCTION sale_sold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sold uuid[] := array(SELECT listings_of_ownership(NEW.listing_id));
BEGIN
  UPDATE listings SET is_for_sale = false, is_active = false, updated_at = NEW.closed_at WHERE id = ANY (sold);
  UPDATE bookings SET owner_id = owner_id
  WHERE listing_id = ANY (sold) AND takes_nights(status) AND buyer_of_stay(bookings) IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sale_sold AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN (OLD.status <> 'sold' AND NEW.status = 'sold') EXECUTE FUNCTION sale_sold();

-- Each move writes the sale after its steps. A cooling-off period asks nobody to do anything.
CREATE OR REPLACE FUNCTION sale_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.due_at := coalesce(CASE
    WHEN NEW.status IN ('offered', 'accepted') THEN NEW.answer_by
    WHEN NEW.status IN ('agreed', 'sold') THEN (
      SELECT min(due_on) FROM sale_steps
      WHERE sale_id = NEW.id AND state = 'open' AND step <> 'cooling_off')
  END, '9999-12-31');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER sale_due BEFORE INSERT OR UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION sale_due();

CREATE OR REPLACE FUNCTION sale_step_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An expired estoppel opens again before the transfer. A trigger doesn't know the clock of the API, so it
  -- takes the day from the new last day, which is 21 days later (closingDays.estoppel).
  IF TG_OP = 'UPDATE' AND OLD.step = 'estoppel' AND OLD.state = 'done' AND NEW.due_on > OLD.valid_until + 21
    AND to_jsonb(NEW) - 'due_on' = (to_jsonb(OLD) || '{"state": "open", "done_at": null, "valid_until": null,
      "reminded_at": null, "escalated_at": null}'::jsonb) - 'due_on'
    AND NOT EXISTS (SELECT FROM sale_steps
      WHERE sale_id = OLD.sale_id AND step IN ('deed', 'membership') AND state = 'done') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'What was done in a closing can''t be changed'
    USING ERRCODE = 'restrict_violation', CONSTRAINT = 'sale_steps_stay';
END $$;

CREATE OR REPLACE TRIGGER sale_step_stays BEFORE UPDATE OR DELETE ON sale_steps FOR EACH ROW
  WHEN (OLD.state IN ('done', 'waived', 'failed')) EXECUTE FUNCTION sale_step_stays();

-- When a listing was first verified, or made if it never was.
CREATE OR REPLACE FUNCTION on_sale_since(listing uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT min(created_at) FROM listing_events WHERE listing_id = listing AND kind = 'verified'),
    (SELECT created_at FROM listings WHERE id = listing))
$$;

-- What a week brought, and how long it was on sale, with what its price is compared by. Points have no
-- price to compare.
CREATE OR REPLACE FUNCTION count_closed_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO closed_sales (sale_id, resort_id, currency, bedrooms, season, price_cents, days_on_sale, closed_at)
  SELECT NEW.id, resort_id, listings.currency, bedrooms, lower(btrim(season)), price_cents,
    extract(epoch FROM NEW.closed_at - on_sale_since(NEW.listing_id)) / 86400, NEW.closed_at
  FROM listings JOIN sale_terms ON sale_id = NEW.id AND number = NEW.terms_number
  WHERE listings.id = NEW.listing_id AND bedrooms IS NOT NULL AND season IS NOT NULL
    AND ownership IS DISTINCT FROM 'points';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_closed_sale AFTER UPDATE OF status ON sales FOR EACH ROW
  WHEN (OLD.status <> 'sold' AND NEW.status = 'sold') EXECUTE FUNCTION count_closed_sale();

-- How a resort decided about its right, and in how many days after it was asked with the estoppel.
CREATE OR REPLACE FUNCTION count_first_refusal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO first_refusals (sale_id, resort_id, is_used, days)
  SELECT NEW.sale_id, resort_id, NEW.state = 'failed', extract(epoch FROM NEW.done_at - asked.done_at) / 86400
  FROM sales
  JOIN listings ON listings.id = listing_id
  JOIN sale_steps AS asked ON asked.sale_id = sales.id AND asked.step = 'estoppel' AND asked.done_at IS NOT NULL
  WHERE sales.id = NEW.sale_id
  ON CONFLICT (sale_id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_first_refusal AFTER INSERT OR UPDATE OF state ON sale_steps FOR EACH ROW
  WHEN (NEW.step = 'first_refusal' AND NEW.state IN ('done', 'waived', 'failed'))
  EXECUTE FUNCTION count_first_refusal();
