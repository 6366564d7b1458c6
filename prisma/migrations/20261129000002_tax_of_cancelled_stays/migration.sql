ALTER TABLE occupancy_taxes ADD COLUMN keeps_tax_when_cancelled boolean NOT NULL DEFAULT false;

-- Stays that were booked before were promised a share of the tax, as of nights and cleaning.
ALTER TABLE bookings ADD COLUMN keeps_tax boolean NOT NULL DEFAULT true;
ALTER TABLE bookings ALTER COLUMN keeps_tax SET DEFAULT false;
