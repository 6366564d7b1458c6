ALTER TABLE payment_operations ADD COLUMN faults integer NOT NULL DEFAULT 0 CHECK (faults >= 0);
ALTER TABLE payout_accounts ADD COLUMN faults integer NOT NULL DEFAULT 0 CHECK (faults >= 0);
