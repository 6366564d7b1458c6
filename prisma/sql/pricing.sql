CREATE OR REPLACE FUNCTION resort_destination_taxed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Checked first: several times as fast for a thousand resorts of one destination.
  IF NOT EXISTS (SELECT FROM occupancy_taxes WHERE destination = NEW.destination) THEN
    INSERT INTO occupancy_taxes (destination) VALUES (NEW.destination) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER resort_destination_taxed BEFORE INSERT OR UPDATE OF destination ON resorts
  FOR EACH ROW EXECUTE FUNCTION resort_destination_taxed();

-- share_of_cents and stay_total_cents compute the same as shareOf and quote in
-- api/modules/pricing/quote.ts.

-- A share of an amount in basis points, rounded half-even like round() of a double. Exact up to
-- 10^12 cents: the product is a whole double, and only a tie has a quotient so close to a tie.
CREATE OR REPLACE FUNCTION share_of_cents(cents bigint, bps integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round((cents * bps)::double precision / 10000)::bigint
$$;

CREATE OR REPLACE FUNCTION stay_total_cents(
  nights integer, price_per_night_cents integer, cleaning_fee_cents integer, tax_bps integer, service_fee_bps integer
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT price_per_night_cents::bigint * nights + cleaning_fee_cents
    + share_of_cents(price_per_night_cents::bigint * nights + cleaning_fee_cents, tax_bps)
    + share_of_cents(price_per_night_cents::bigint * nights + cleaning_fee_cents, service_fee_bps)
$$;

-- Price of a night and of the cleaning, each with tax and service fee, in cents: n * x + y is the
-- total of n nights, within the cent of the two roundings.
CREATE OR REPLACE FUNCTION stay_price_point(
  price_per_night_cents integer, cleaning_fee_cents integer, tax_bps integer, service_fee_bps integer
) RETURNS point LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT point(price_per_night_cents * (1 + (tax_bps + service_fee_bps)::double precision / 10000),
               cleaning_fee_cents * (1 + (tax_bps + service_fee_bps)::double precision / 10000))
$$;

-- Price points at which n nights cost about this much, in cents: a strip of the plane.
CREATE OR REPLACE FUNCTION stay_price_range(nights integer, least_cents double precision, most_cents double precision)
RETURNS polygon LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT format('((%s,-1),(%s,-1),(-1,%s),(-1,%s))', (least_cents + 1) / nights, (most_cents + 1) / nights,
                most_cents + nights, least_cents + nights)::polygon
$$;

-- Free nights keep their rates until the job has stored new totals.
CREATE OR REPLACE FUNCTION rates_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('reprice_stays', job_key => 'reprice_stays');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER occupancy_taxes_rate_changed AFTER UPDATE OF rate_bps ON occupancy_taxes
  FOR EACH ROW WHEN (OLD.rate_bps <> NEW.rate_bps) EXECUTE FUNCTION rates_changed();
CREATE OR REPLACE TRIGGER service_fee_rate_changed AFTER UPDATE OF rate_bps ON service_fee
  FOR EACH ROW WHEN (OLD.rate_bps <> NEW.rate_bps) EXECUTE FUNCTION rates_changed();

-- The setting is in percent, like '8' or '8.25'.
CREATE OR REPLACE FUNCTION service_fee_setting_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE service_fee SET rate_bps = asked.bps
  FROM (SELECT coalesce(
    (SELECT (value::numeric * 100)::integer FROM site_settings
     WHERE key = 'service_fee_percent' AND NOT is_encrypted AND value ~ '^\d{1,2}(\.\d{1,2})?$'), 800)) AS asked(bps)
  WHERE rate_bps <> asked.bps;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER service_fee_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION service_fee_setting_changed();
