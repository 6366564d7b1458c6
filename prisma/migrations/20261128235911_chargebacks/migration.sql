CREATE TYPE "ChargebackStatus" AS ENUM ('open', 'won', 'lost');

CREATE TABLE chargebacks (
  id uuid PRIMARY KEY,
  booking_id uuid NOT NULL REFERENCES bookings ON DELETE RESTRICT ON UPDATE CASCADE,
  payment_id uuid NOT NULL REFERENCES payment_operations ON DELETE RESTRICT ON UPDATE CASCADE,
  provider text NOT NULL,
  reference text NOT NULL,
  amount_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  currency char(3) NOT NULL,
  reason text NOT NULL,
  status "ChargebackStatus" NOT NULL DEFAULT 'open',
  opened_at timestamptz(3) NOT NULL,
  evidence_due_by timestamptz(3),
  evidence_sent_at timestamptz(3),
  evidence_sent_by uuid REFERENCES users ON DELETE SET NULL ON UPDATE CASCADE,
  decided_at timestamptz(3),
  traveler_cents integer NOT NULL DEFAULT 0,
  CONSTRAINT chargebacks_amount CHECK (amount_cents > 0),
  CONSTRAINT chargebacks_fee CHECK (fee_cents >= 0),
  CONSTRAINT chargebacks_currency CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT chargebacks_decided CHECK ((decided_at IS NOT NULL) = (status <> 'open')),
  CONSTRAINT chargebacks_traveler CHECK (traveler_cents BETWEEN 0 AND amount_cents
    AND (status = 'lost' OR traveler_cents = 0))
);
CREATE UNIQUE INDEX chargebacks_provider_reference_key ON chargebacks (provider, reference);
CREATE UNIQUE INDEX chargebacks_one_open ON chargebacks (booking_id) WHERE status = 'open';
CREATE INDEX chargebacks_booking_id_idx ON chargebacks (booking_id);
CREATE INDEX chargebacks_payment_id_idx ON chargebacks (payment_id);
CREATE INDEX chargebacks_evidence_sent_by_idx ON chargebacks (evidence_sent_by);
CREATE INDEX chargebacks_open ON chargebacks (opened_at) WHERE status = 'open';

ALTER TABLE bookings ADD COLUMN chargeback "ChargebackStatus";

-- The device of a payment is personal, and is kept as long as a bank can dispute the payment.
CREATE TABLE payment_devices (
  booking_id uuid PRIMARY KEY REFERENCES bookings ON DELETE CASCADE ON UPDATE CASCADE,
  address text NOT NULL,
  device text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX payment_devices_at_idx ON payment_devices (at);

ALTER TABLE ledger_transactions ADD COLUMN chargeback_id uuid
  REFERENCES chargebacks ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX ledger_transactions_once_for_chargeback
  ON ledger_transactions (chargeback_id, reason) WHERE chargeback_id IS NOT NULL;
CREATE INDEX payables_debts ON payables (booking_id) WHERE cents < 0;

CREATE TABLE sandbox_disputes (
  reference text PRIMARY KEY,
  payment_reference text NOT NULL REFERENCES sandbox_payments ON DELETE RESTRICT ON UPDATE CASCADE,
  amount_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  status text NOT NULL,
  evidence text,
  due_by timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX sandbox_disputes_payment_reference_idx ON sandbox_disputes (payment_reference);

CREATE TABLE sandbox_reversals (
  reference text PRIMARY KEY,
  key text NOT NULL,
  transfer_reference text NOT NULL REFERENCES sandbox_transfers ON DELETE RESTRICT ON UPDATE CASCADE,
  amount_cents integer NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX sandbox_reversals_key_key ON sandbox_reversals (key);
CREATE INDEX sandbox_reversals_transfer_reference_idx ON sandbox_reversals (transfer_reference);
