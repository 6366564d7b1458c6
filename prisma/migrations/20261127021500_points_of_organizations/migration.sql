-- An operation costs what it takes since root fields have prices: organizations get what an address
-- gets. Budgets that the team has set stay.
ALTER TABLE organizations ALTER COLUMN points_per_minute SET DEFAULT 300000;
UPDATE organizations SET points_per_minute = 300000 WHERE points_per_minute = 60000;
