-- CreateEnum
CREATE TYPE "Kitchen" AS ENUM ('full', 'kitchenette', 'none');

-- AlterTable
ALTER TABLE "listings" ADD COLUMN     "bathrooms" DOUBLE PRECISION,
ADD COLUMN     "beds" INTEGER,
ADD COLUMN     "check_in_time" TEXT,
ADD COLUMN     "kitchen" "Kitchen";

-- What Prisma's schema cannot say.

ALTER TABLE listings
  ADD CONSTRAINT listings_beds CHECK (beds BETWEEN 1 AND 40),
  -- In halves: a bathroom without a bath or shower is half of one.
  ADD CONSTRAINT listings_bathrooms CHECK (
    bathrooms BETWEEN 0.5 AND 20 AND bathrooms * 2 = trunc(bathrooms * 2)),
  ADD CONSTRAINT listings_check_in_time CHECK (check_in_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- The columns that the type Listing shows.
DROP TRIGGER listing_updated_event ON listings;
CREATE TRIGGER listing_updated_event AFTER UPDATE ON listings FOR EACH ROW
  WHEN ((OLD.on_offer OR OLD.on_sale OR NEW.on_offer OR NEW.on_sale) AND
    (OLD.on_offer, OLD.on_sale, OLD.resort_id, OLD.provider_id, OLD.title, OLD.description,
     OLD.price_per_night_cents, OLD.currency, OLD.cleaning_fee_cents, OLD.is_instant,
     OLD.cancellation_policy, OLD.available_from, OLD.available_to, OLD.min_nights, OLD.max_guests,
     OLD.bedrooms, OLD.is_for_sale, OLD.sale_price_cents, OLD.first_year_cents,
     OLD.escrow_status = 'active', OLD.ownership, OLD.season, OLD.week_number, OLD.check_in_day,
     OLD.unit_type, OLD.view, OLD.use, OLD.tenure, OLD.maintenance_fee_cents, OLD.next_fee_paid_by,
     OLD.first_use_year, OLD.right_of_first_refusal, OLD.resale_restrictions, OLD.yearly_points,
     OLD.beds, OLD.bathrooms, OLD.kitchen, OLD.check_in_time)
    IS DISTINCT FROM
    (NEW.on_offer, NEW.on_sale, NEW.resort_id, NEW.provider_id, NEW.title, NEW.description,
     NEW.price_per_night_cents, NEW.currency, NEW.cleaning_fee_cents, NEW.is_instant,
     NEW.cancellation_policy, NEW.available_from, NEW.available_to, NEW.min_nights, NEW.max_guests,
     NEW.bedrooms, NEW.is_for_sale, NEW.sale_price_cents, NEW.first_year_cents,
     NEW.escrow_status = 'active', NEW.ownership, NEW.season, NEW.week_number, NEW.check_in_day,
     NEW.unit_type, NEW.view, NEW.use, NEW.tenure, NEW.maintenance_fee_cents, NEW.next_fee_paid_by,
     NEW.first_use_year, NEW.right_of_first_refusal, NEW.resale_restrictions, NEW.yearly_points,
     NEW.beds, NEW.bathrooms, NEW.kitchen, NEW.check_in_time))
  EXECUTE FUNCTION listing_api_event();
