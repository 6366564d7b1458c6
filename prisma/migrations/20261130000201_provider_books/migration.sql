-- How far the books of a payment provider were read, so that a step goes on where the last one ended.
CREATE TABLE provider_books (
  provider   text PRIMARY KEY,
  read_until timestamptz(3),
  started_at timestamptz(3),
  cursor     text,
  CONSTRAINT provider_books_started CHECK ((started_at IS NULL) = (cursor IS NULL))
);
