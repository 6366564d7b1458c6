CREATE TABLE closed_sales (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE ON UPDATE CASCADE,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  currency character(3) NOT NULL,
  bedrooms integer NOT NULL,
  season text NOT NULL,
  price_cents integer NOT NULL,
  days_on_sale double precision NOT NULL,
  closed_at timestamptz(3) NOT NULL
);
CREATE INDEX closed_sales_resort_id_bedrooms_season_closed_at_idx
  ON closed_sales (resort_id, bedrooms, season, closed_at);

CREATE TABLE first_refusals (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE CASCADE ON UPDATE CASCADE,
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  is_used boolean NOT NULL,
  days double precision NOT NULL
);
CREATE INDEX first_refusals_resort_id_days_is_used_idx ON first_refusals (resort_id, days, is_used);

INSERT INTO closed_sales
SELECT sales.id, resort_id, listings.currency, bedrooms, lower(btrim(season)), price_cents,
  extract(epoch FROM closed_at - coalesce(
    (SELECT min(created_at) FROM listing_events WHERE listing_id = listings.id AND kind = 'verified'),
    listings.created_at)) / 86400,
  closed_at
FROM sales
JOIN listings ON listings.id = listing_id
JOIN sale_terms ON sale_id = sales.id AND number = terms_number
WHERE status = 'sold' AND bedrooms IS NOT NULL AND season IS NOT NULL
  AND ownership IS DISTINCT FROM 'points';

INSERT INTO first_refusals
SELECT sales.id, resort_id, decided.state = 'failed', extract(epoch FROM decided.done_at - asked.done_at) / 86400
FROM sales
JOIN listings ON listings.id = listing_id
JOIN sale_steps AS decided ON decided.sale_id = sales.id AND decided.step = 'first_refusal'
  AND decided.state IN ('done', 'waived', 'failed')
JOIN sale_steps AS asked ON asked.sale_id = sales.id AND asked.step = 'estoppel' AND asked.done_at IS NOT NULL;
