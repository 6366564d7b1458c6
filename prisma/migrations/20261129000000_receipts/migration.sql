CREATE TYPE "ReceiptKind" AS ENUM ('receipt', 'credit_note', 'invoice', 'statement');

CREATE TABLE receipts (
  id uuid PRIMARY KEY,
  year integer NOT NULL,
  number integer NOT NULL,
  kind "ReceiptKind" NOT NULL,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  transaction_id uuid NOT NULL REFERENCES ledger_transactions ON DELETE RESTRICT ON UPDATE CASCADE,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  recipient text NOT NULL,
  issuer text,
  issued_at timestamptz(3) NOT NULL,
  CONSTRAINT receipts_number CHECK (number > 0),
  CONSTRAINT receipts_amount CHECK (amount_cents > 0)
);
CREATE UNIQUE INDEX receipts_year_number_key ON receipts (year, number);
CREATE UNIQUE INDEX receipts_transaction_id_kind_currency_key ON receipts (transaction_id, kind, currency);
CREATE INDEX receipts_booking_id_idx ON receipts (booking_id);

-- For money that was moved before.
INSERT INTO receipts
SELECT gen_random_uuid(), year, row_number() OVER (PARTITION BY year ORDER BY at, transaction_id, kind),
       kind, booking_id, transaction_id, cents, posted.currency, first_name || ' ' || last_name,
       (SELECT nullif(btrim(value), '') FROM site_settings WHERE key = 'site_title' AND NOT is_encrypted), at
FROM (
  SELECT booking_id, reason, at, transaction_id, account, currency, extract(year FROM at AT TIME ZONE 'UTC')::integer AS year,
         CASE WHEN account IN ('escrow', 'traveller') THEN amount_cents ELSE -amount_cents END AS cents
  FROM ledger_transactions JOIN ledger_entries ON transaction_id = ledger_transactions.id
) AS posted
JOIN (VALUES
  ('receipt'::"ReceiptKind", 'charge', 'escrow'), ('credit_note', 'refund', 'traveller'),
  ('invoice', 'release', 'service_fee'), ('invoice', 'retention', 'service_fee'),
  ('statement', 'release', 'owner_payable'), ('statement', 'retention', 'owner_payable')
) AS due (kind, reason, account) ON due.reason = posted.reason::text AND due.account = posted.account::text
JOIN bookings ON bookings.id = booking_id
JOIN users ON users.id = CASE WHEN kind = 'statement' THEN owner_id ELSE user_id END
WHERE cents > 0;
