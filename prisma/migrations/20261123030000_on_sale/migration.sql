-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "first_use_year" INTEGER,
ADD COLUMN     "first_year_cents" INTEGER,
ADD COLUMN     "on_sale" BOOLEAN NOT NULL DEFAULT false;

-- What Prisma's schema cannot say.

ALTER TABLE listings
  ADD CONSTRAINT listings_first_use_year CHECK (first_use_year BETWEEN 2000 AND 2200);

-- What is on sale, in one place: active, verified and for sale. Whether nights are ahead does not
-- matter: the buyer gets the weeks of later years.
CREATE FUNCTION is_on_sale(is_active boolean, status "ContractVerificationStatus", is_for_sale boolean)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT is_active AND status = 'verified' AND is_for_sale
$$;

-- What a buyer pays in the first year, in one place: the price, and the next maintenance fee unless
-- the owner pays it. Null if the fee is unknown.
CREATE FUNCTION first_year_cents(price integer, fee integer, payer "FeePayer")
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN payer = 'owner' THEN price ELSE price + fee END
$$;

-- What follows from other columns is no edit.
DROP TRIGGER listing_changed ON listings;
CREATE TRIGGER listing_changed BEFORE UPDATE ON listings FOR EACH ROW
  WHEN ((to_jsonb(OLD) - '{on_offer,on_sale,first_year_cents,escrow_status,escrow_account_id,escrow_reference,calendar_token_hash,updated_at,version}'::text[])
        IS DISTINCT FROM
        (to_jsonb(NEW) - '{on_offer,on_sale,first_year_cents,escrow_status,escrow_account_id,escrow_reference,calendar_token_hash,updated_at,version}'::text[]))
  EXECUTE FUNCTION listing_changed();

-- Nobody sets these columns by hand.
CREATE FUNCTION listing_on_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.on_sale := is_on_sale(NEW.is_active, NEW.contract_verification_status, NEW.is_for_sale);
  NEW.first_year_cents := CASE WHEN NEW.is_for_sale THEN
    first_year_cents(NEW.sale_price_cents, NEW.maintenance_fee_cents, NEW.next_fee_paid_by) END;
  RETURN NEW;
END $$;

CREATE TRIGGER listing_on_sale
  BEFORE INSERT OR UPDATE OF is_active, contract_verification_status, is_for_sale, sale_price_cents,
    maintenance_fee_cents, next_fee_paid_by, on_sale, first_year_cents ON listings
  FOR EACH ROW EXECUTE FUNCTION listing_on_sale();

UPDATE listings SET on_sale = true WHERE is_for_sale;

-- One index for each order of weeks for sale. The first has all facts that are filtered and counted,
-- so that a search that few weeks meet reads no rows of the table.
CREATE INDEX listings_on_sale_price ON listings (currency, sale_price_cents, id)
  INCLUDE (resort_id, maintenance_fee_cents, first_year_cents, ownership, use, tenure, season,
           week_number, bedrooms, max_guests, first_use_year)
  WHERE on_sale;
CREATE INDEX listings_on_sale_fee ON listings (currency, coalesce(maintenance_fee_cents, 2147483647), id)
  WHERE on_sale;
CREATE INDEX listings_on_sale_first_year ON listings (currency, coalesce(first_year_cents, 2147483647), id)
  WHERE on_sale;
CREATE INDEX listings_on_sale_created ON listings (created_at, id) WHERE on_sale;
CREATE INDEX listings_on_sale_resort ON listings (resort_id) WHERE on_sale;
