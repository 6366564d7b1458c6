CREATE TYPE "SaleSettlement" AS ENUM ('to_buyer', 'deposit_to_seller', 'to_seller');
CREATE TYPE "SaleStepName" AS ENUM ('deposit', 'cooling_off', 'estoppel', 'first_refusal', 'title', 'balance', 'buyer_signature', 'seller_signature', 'deed', 'membership', 'confirmation', 'release');
CREATE TYPE "SaleStepState" AS ENUM ('waiting', 'open', 'done', 'waived', 'failed');
CREATE TYPE "EscrowMovement" AS ENUM ('deposit', 'balance', 'released', 'refunded');

ALTER TABLE sales ADD COLUMN settlement "SaleSettlement";
UPDATE sales SET agreed_at = at FROM sale_events WHERE sale_id = sales.id AND move = 'agree' AND agreed_at IS NULL;
-- Until now, the team recorded by hand that a timeshare was sold, and no money was in the ledger.
UPDATE sales SET settlement = CASE status WHEN 'sold' THEN 'to_seller'::"SaleSettlement" ELSE 'to_buyer' END
  WHERE agreed_at IS NOT NULL AND closed_at IS NOT NULL;
ALTER TABLE sales
  -- Refuses an agreed sale without the time, which the earlier constraint let pass.
  DROP CONSTRAINT sales_agreed,
  ADD CONSTRAINT sales_agreed CHECK (
    CASE WHEN agreed_at IS NULL THEN status NOT IN ('agreed', 'sold')
         ELSE accepted_at IS NOT NULL AND agreed_at >= accepted_at AND status IN ('agreed', 'sold', 'called_off') END),
  ADD CONSTRAINT sales_settlement CHECK (
    (settlement IS NOT NULL) = (agreed_at IS NOT NULL AND closed_at IS NOT NULL)
    AND (settlement = 'to_seller') = (status = 'sold'));

ALTER TABLE sale_events ADD COLUMN step "SaleStepName";

ALTER TABLE contract_documents
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT contract_documents_use,
  ADD CONSTRAINT contract_documents_use CHECK (
    CASE status WHEN 'attached' THEN num_nonnulls(listing_id, booking_id, evidence_id, sale_id) = 1 AND attached_at IS NOT NULL
                -- The documents of a closing are evidence of what was done.
                WHEN 'discarded' THEN sale_id IS NULL
                ELSE num_nonnulls(listing_id, booking_id, evidence_id, sale_id) = 0 END),
  DROP CONSTRAINT contract_documents_printable,
  ADD CONSTRAINT contract_documents_printable CHECK (
    num_nonnulls(booking_id, evidence_id, sale_id) = 0 OR content_type IN ('application/pdf', 'image/jpeg', 'image/png'));
CREATE INDEX contract_documents_sale_id_idx ON contract_documents (sale_id);

CREATE TABLE sale_steps (
  sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  step "SaleStepName" NOT NULL,
  state "SaleStepState" NOT NULL DEFAULT 'waiting',
  due_on date,
  done_at timestamptz(3),
  reminded_at timestamptz(3),
  escalated_at timestamptz(3),
  amount_cents integer,
  fees_owed_cents integer,
  next_use_year integer,
  valid_until date,
  registry text,
  book text,
  page text,
  instrument text,
  document_id uuid REFERENCES contract_documents ON DELETE RESTRICT ON UPDATE CASCADE,
  PRIMARY KEY (sale_id, step),
  CONSTRAINT sale_steps_due CHECK ((state = 'waiting') = (due_on IS NULL)),
  CONSTRAINT sale_steps_done CHECK ((done_at IS NULL) = (state IN ('waiting', 'open'))),
  CONSTRAINT sale_steps_waived CHECK (state <> 'waived' OR step IN ('first_refusal', 'title')),
  CONSTRAINT sale_steps_failed CHECK (
    state <> 'failed' OR step IN ('estoppel', 'first_refusal', 'title', 'deed', 'membership', 'confirmation')),
  CONSTRAINT sale_steps_amount CHECK (
    amount_cents > 0 AND step IN ('deposit', 'balance') OR amount_cents IS NULL AND step NOT IN ('deposit', 'balance')),
  -- A document that its step asks for, and facts of its own step only.
  CONSTRAINT sale_steps_document CHECK (
    state <> 'done' OR step NOT IN ('estoppel', 'title', 'deed') OR document_id IS NOT NULL),
  CONSTRAINT sale_steps_estoppel CHECK (
    CASE WHEN step = 'estoppel' AND state = 'done' THEN num_nulls(fees_owed_cents, next_use_year, valid_until) = 0
         ELSE step = 'estoppel' OR num_nonnulls(fees_owed_cents, next_use_year, valid_until) = 0 END),
  CONSTRAINT sale_steps_fees CHECK (fees_owed_cents >= 0),
  CONSTRAINT sale_steps_deed CHECK (
    CASE WHEN step = 'deed' AND state = 'done' THEN registry IS NOT NULL AND (instrument IS NOT NULL OR num_nulls(book, page) = 0)
         ELSE step = 'deed' OR num_nonnulls(registry, book, page) = 0 END),
  CONSTRAINT sale_steps_membership CHECK (
    CASE WHEN step = 'membership' AND state = 'done' THEN instrument IS NOT NULL
         ELSE step IN ('deed', 'membership') OR instrument IS NULL END)
);
CREATE UNIQUE INDEX sale_steps_document_id_key ON sale_steps (document_id);
CREATE INDEX sale_steps_open ON sale_steps (due_on) WHERE state = 'open';

CREATE TABLE cooling_off_rules (
  country text NOT NULL,
  region text NOT NULL DEFAULT '',
  days integer NOT NULL,
  PRIMARY KEY (country, region),
  CONSTRAINT cooling_off_rules_days CHECK (days BETWEEN 1 AND 60),
  CONSTRAINT cooling_off_rules_country CHECK (btrim(country) <> '')
);

CREATE TABLE escrow_accounts (
  sale_id uuid PRIMARY KEY REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  status "EscrowStatus" NOT NULL DEFAULT 'pending',
  account_id text,
  -- Payments are in the ledger; `released` and `refunded` are no statuses of an account of a sale.
  CONSTRAINT escrow_accounts_status CHECK (status IN ('pending', 'active', 'disputed', 'none'))
);

CREATE TABLE escrow_payouts (
  id uuid PRIMARY KEY,
  sale_id uuid NOT NULL REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  side "SaleSide" NOT NULL,
  amount_cents integer NOT NULL,
  currency char(3) NOT NULL,
  ordered_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  paid_at timestamptz(3),
  CONSTRAINT escrow_payouts_amount CHECK (amount_cents > 0)
);
CREATE INDEX escrow_payouts_sale_id_idx ON escrow_payouts (sale_id);
-- The partner's event names a side and an amount: one order of a side at a time.
CREATE UNIQUE INDEX escrow_payouts_one_open ON escrow_payouts (sale_id, side) WHERE paid_at IS NULL;

ALTER TABLE escrow_events
  ALTER COLUMN status DROP NOT NULL,
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD COLUMN kind "EscrowMovement",
  ADD COLUMN amount_cents integer,
  ADD CONSTRAINT escrow_events_says CHECK (
    num_nonnulls(status, kind) = 1 AND (kind IS NULL) = (amount_cents IS NULL)
    AND (kind IS NULL OR sale_id IS NOT NULL) AND amount_cents > 0 IS NOT FALSE);
CREATE INDEX escrow_events_sale_id_idx ON escrow_events (sale_id);

ALTER TABLE ledger_transactions
  ADD COLUMN sale_id uuid REFERENCES sales ON DELETE RESTRICT ON UPDATE CASCADE,
  DROP CONSTRAINT ledger_transactions_about,
  -- One subject; a line of the provider's books can be without.
  ADD CONSTRAINT ledger_transactions_about CHECK (
    num_nonnulls(booking_id, sale_id) = 1 OR num_nonnulls(booking_id, sale_id) = 0 AND provider_record IS NOT NULL);
CREATE INDEX ledger_transactions_sale_id_idx ON ledger_transactions (sale_id);
