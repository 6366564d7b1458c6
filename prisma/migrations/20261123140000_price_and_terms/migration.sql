-- CreateEnum
CREATE TYPE "CancellationPolicy" AS ENUM ('flexible', 'moderate', 'strict', 'none_after_48h');

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "cancellation_policy" "CancellationPolicy" NOT NULL DEFAULT 'flexible',
ADD COLUMN     "cleaning_fee_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_instant" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "free_stretches" ADD COLUMN     "cleaning_fee_cents" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "service_fee_bps" INTEGER NOT NULL DEFAULT 800,
ADD COLUMN     "tax_bps" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "occupancy_taxes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "destination" TEXT NOT NULL,
    "rate_bps" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "occupancy_taxes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "occupancy_taxes_destination_key" ON "occupancy_taxes"("destination");

-- CreateTable
CREATE TABLE "service_fee" (
    "is_only" BOOLEAN NOT NULL DEFAULT true,
    "rate_bps" INTEGER NOT NULL DEFAULT 800,

    CONSTRAINT "service_fee_pkey" PRIMARY KEY ("is_only")
);

INSERT INTO occupancy_taxes (destination) SELECT DISTINCT destination FROM resorts;
INSERT INTO service_fee DEFAULT VALUES;

-- AddForeignKey
ALTER TABLE "resorts" ADD CONSTRAINT "resorts_destination_fkey" FOREIGN KEY ("destination") REFERENCES "occupancy_taxes"("destination") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema cannot say.

-- The defaults have filled the rows.
ALTER TABLE free_stretches
  ALTER COLUMN cleaning_fee_cents DROP DEFAULT,
  ALTER COLUMN tax_bps DROP DEFAULT,
  ALTER COLUMN service_fee_bps DROP DEFAULT;

ALTER TABLE listings
  ADD CONSTRAINT listings_cleaning_fee CHECK (cleaning_fee_cents BETWEEN 0 AND 1000000),
  ADD CONSTRAINT listings_instant_by_owners CHECK (NOT is_instant OR provider_id IS NULL);
ALTER TABLE occupancy_taxes
  ADD CONSTRAINT occupancy_taxes_rate CHECK (rate_bps BETWEEN 0 AND 5000);
ALTER TABLE service_fee
  ADD CONSTRAINT service_fee_only CHECK (is_only),
  ADD CONSTRAINT service_fee_rate CHECK (rate_bps BETWEEN 0 AND 3000);

CREATE FUNCTION resort_destination_taxed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Asked first: for a thousand resorts of one destination that is several times as fast.
  IF NOT EXISTS (SELECT FROM occupancy_taxes WHERE destination = NEW.destination) THEN
    INSERT INTO occupancy_taxes (destination) VALUES (NEW.destination) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER resort_destination_taxed BEFORE INSERT OR UPDATE OF destination ON resorts
  FOR EACH ROW EXECUTE FUNCTION resort_destination_taxed();

-- The twins of shareOf and quote in api/modules/pricing/quote.ts.

-- A share of an amount in basis points, rounded half-even as round() of a double does. Exact up to
-- 10^12 cents: the product is a whole double, and only a tie has a quotient as close to a tie.
CREATE FUNCTION share_of_cents(cents bigint, bps integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round((cents * bps)::double precision / 10000)::bigint
$$;

CREATE FUNCTION stay_total_cents(
  nights integer, price_per_night_cents integer, cleaning_fee_cents integer, tax_bps integer, service_fee_bps integer
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT price_per_night_cents::bigint * nights + cleaning_fee_cents
    + share_of_cents(price_per_night_cents::bigint * nights + cleaning_fee_cents, tax_bps)
    + share_of_cents(price_per_night_cents::bigint * nights + cleaning_fee_cents, service_fee_bps)
$$;

-- Price of a night and of the cleaning, each with tax and service fee, in cents: n * x + y is the
-- total of n nights, give or take the cent that its two roundings may take.
CREATE FUNCTION stay_price_point(
  price_per_night_cents integer, cleaning_fee_cents integer, tax_bps integer, service_fee_bps integer
) RETURNS point LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT point(price_per_night_cents * (1 + (tax_bps + service_fee_bps)::double precision / 10000),
               cleaning_fee_cents * (1 + (tax_bps + service_fee_bps)::double precision / 10000))
$$;

-- Stays of as many nights as a search asks for are read in here in the order of their totals: in the
-- order of their distance from a point far away in the direction of (-n, -1).
CREATE INDEX free_stretches_price_points ON free_stretches USING gist (
  currency, stay_price_point(price_per_night_cents, cleaning_fee_cents, tax_bps, service_fee_bps));

-- The price points of stays of n nights that cost about as much, in cents: a strip of the plane.
CREATE FUNCTION stay_price_range(nights integer, least_cents double precision, most_cents double precision)
RETURNS polygon LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT format('((%s,-1),(%s,-1),(-1,%s),(-1,%s))', (least_cents + 1) / nights, (most_cents + 1) / nights,
                most_cents + nights, least_cents + nights)::polygon
$$;

-- Locks the rates like the days: the last of several concurrent changes sees all the others.
CREATE OR REPLACE FUNCTION keep_free_stretches(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before uuid[];
BEGIN
  PERFORM FROM listings WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM time_zones WHERE name IN (
      SELECT timezone FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY name FOR SHARE;
  PERFORM FROM occupancy_taxes WHERE destination IN (
      SELECT destination FROM resorts WHERE id IN (SELECT resort_id FROM listings WHERE id = ANY (changed)))
    ORDER BY destination FOR SHARE;
  PERFORM FROM service_fee FOR SHARE;
  before := resorts_of_rentals(changed);
  WITH free AS MATERIALIZED (
    SELECT listings.id, resort_id, price_per_night_cents, currency, max_guests, bedrooms, destination,
           cleaning_fee_cents, tax.rate_bps AS tax_bps, service_fee.rate_bps AS service_fee_bps,
           lower(stretch) AS starts_on, upper(stretch) AS ends_on, fewest AS min_nights,
           stay_total_cents(
             greatest(fewest, least(7, upper(stretch) - lower(stretch))), price_per_night_cents,
             cleaning_fee_cents, tax.rate_bps, service_fee.rate_bps) AS week_total_cents
    FROM listings JOIN resorts ON resorts.id = resort_id JOIN time_zones ON time_zones.name = timezone
    JOIN occupancy_taxes AS tax USING (destination) CROSS JOIN service_fee
    CROSS JOIN LATERAL shortest_stay(min_nights, available_from, available_to) AS fewest
    CROSS JOIN LATERAL (
      SELECT range_agg(nights) AS nights FROM (
        SELECT daterange(check_in, check_out) FROM bookings
        WHERE listing_id = listings.id AND takes_nights(status)
        UNION ALL
        SELECT daterange(blocked_nights.starts_on, blocked_nights.ends_on) FROM blocked_nights
        WHERE listing_id = listings.id) AS each_taken(nights)) AS taken
    CROSS JOIN LATERAL unnest(
      datemultirange(daterange(greatest(available_from, today), available_to)) - coalesce(taken.nights, '{}')) AS stretch
    WHERE listings.id = ANY (changed) AND on_offer AND upper(stretch) - lower(stretch) >= fewest),
  gone AS (
    DELETE FROM free_stretches AS old
    WHERE listing_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM free WHERE free.id = old.listing_id AND free.starts_on = old.starts_on))
  INSERT INTO free_stretches AS kept
    (listing_id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
     bedrooms, resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents)
  SELECT id, starts_on, ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests,
         bedrooms, destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents FROM free
  ON CONFLICT (listing_id, starts_on) DO UPDATE
    SET (ends_on, min_nights, resort_id, price_per_night_cents, currency, max_guests, bedrooms,
         resort_destination, cleaning_fee_cents, tax_bps, service_fee_bps, week_total_cents) =
        (EXCLUDED.ends_on, EXCLUDED.min_nights, EXCLUDED.resort_id, EXCLUDED.price_per_night_cents,
         EXCLUDED.currency, EXCLUDED.max_guests, EXCLUDED.bedrooms, EXCLUDED.resort_destination,
         EXCLUDED.cleaning_fee_cents, EXCLUDED.tax_bps, EXCLUDED.service_fee_bps,
         EXCLUDED.week_total_cents)
    WHERE kept.* IS DISTINCT FROM EXCLUDED.*;
  PERFORM count_rentals(before, resorts_of_rentals(changed));
END $$;

CREATE OR REPLACE FUNCTION listings_free_stretches() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(id) INTO ids FROM added WHERE on_offer;
  ELSE
    SELECT array_agg(added.id) INTO ids FROM added JOIN removed ON removed.id = added.id
    WHERE (added.on_offer OR removed.on_offer)
      AND (added.on_offer, added.resort_id, added.available_from, added.available_to, added.min_nights,
           added.price_per_night_cents, added.cleaning_fee_cents, added.currency, added.max_guests,
           added.bedrooms)
        IS DISTINCT FROM
          (removed.on_offer, removed.resort_id, removed.available_from, removed.available_to,
           removed.min_nights, removed.price_per_night_cents, removed.cleaning_fee_cents,
           removed.currency, removed.max_guests, removed.bedrooms);
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM keep_free_stretches(ids);
  END IF;
  RETURN NULL;
END $$;

-- Free nights keep their rates until the job has stored new totals.
CREATE FUNCTION rates_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('reprice_stays', job_key => 'reprice_stays');
  RETURN NULL;
END $$;

CREATE TRIGGER occupancy_taxes_rate_changed AFTER UPDATE OF rate_bps ON occupancy_taxes
  FOR EACH ROW WHEN (OLD.rate_bps <> NEW.rate_bps) EXECUTE FUNCTION rates_changed();
CREATE TRIGGER service_fee_rate_changed AFTER UPDATE OF rate_bps ON service_fee
  FOR EACH ROW WHEN (OLD.rate_bps <> NEW.rate_bps) EXECUTE FUNCTION rates_changed();
CREATE TRIGGER occupancy_taxes_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON occupancy_taxes
  FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();

-- The setting is in percent, like '8' or '8.25'.
CREATE FUNCTION service_fee_setting_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE service_fee SET rate_bps = asked.bps
  FROM (SELECT coalesce(
    (SELECT (value::numeric * 100)::integer FROM site_settings
     WHERE key = 'service_fee_percent' AND NOT is_encrypted AND value ~ '^\d{1,2}(\.\d{1,2})?$'), 800)) AS asked(bps)
  WHERE rate_bps <> asked.bps;
  RETURN NULL;
END $$;

CREATE TRIGGER service_fee_setting_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION service_fee_setting_changed();

UPDATE free_stretches SET week_total_cents = stay_total_cents(
  greatest(min_nights, least(7, ends_on - starts_on)), price_per_night_cents, cleaning_fee_cents, tax_bps,
  service_fee_bps);
