-- lower() and citext fold some other letters to plain ones (U+0130 to i, U+212A to k), as the rest of
-- the product does not: see api/platform/accountNames.ts.
ALTER TABLE users
  ADD CONSTRAINT users_username_plain CHECK (username::text COLLATE "C" ~ '^[!-~]+$'),
  ADD CONSTRAINT users_email_plain CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
