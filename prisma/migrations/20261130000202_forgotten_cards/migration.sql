-- Cards that a deposit has saved are deleted at the provider once nothing is left to pay.
ALTER TABLE payment_operations ADD COLUMN card_forgotten_at timestamptz(3);
