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
