ALTER TABLE payment_operations ADD COLUMN card_last_four char(4);
