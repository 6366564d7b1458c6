-- What Prisma's schema cannot say.
CREATE INDEX listings_on_sale_week ON listings (week_number) WHERE on_sale;
