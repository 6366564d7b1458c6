-- A code to check an offer by: ten letters without vowels and look-alikes, from 40 random bits.
ALTER TABLE listings ADD COLUMN offer_code char(10) NOT NULL DEFAULT
  translate(left(replace(gen_random_uuid()::text, '-', ''), 10), '0123456789abcdef', 'CDFGHJKMNPQRTVWX');
CREATE UNIQUE INDEX listings_offer_code_key ON listings (offer_code);
