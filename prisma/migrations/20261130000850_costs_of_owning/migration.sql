CREATE TABLE resort_fees (
  resort_id uuid NOT NULL REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  bedrooms integer NOT NULL,
  year integer NOT NULL,
  cents integer NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (resort_id, bedrooms, year),
  CONSTRAINT resort_fees_bedrooms CHECK (bedrooms BETWEEN 0 AND 12),
  CONSTRAINT resort_fees_year CHECK (year BETWEEN 1970 AND 2200),
  CONSTRAINT resort_fees_cents CHECK (cents BETWEEN 1 AND 10000000),
  CONSTRAINT resort_fees_source CHECK (btrim(source) <> '' AND length(source) <= 200)
);

CREATE TABLE deed_backs (
  resort_id uuid PRIMARY KEY REFERENCES resorts ON DELETE CASCADE ON UPDATE CASCADE,
  terms text NOT NULL,
  source text NOT NULL,
  recorded_on date NOT NULL,
  CONSTRAINT deed_backs_terms CHECK (btrim(terms) <> '' AND length(terms) <= 1000),
  CONSTRAINT deed_backs_source CHECK (btrim(source) <> '' AND length(source) <= 200)
);
