ALTER TABLE api_tokens
  DROP CONSTRAINT api_tokens_scopes,
  ADD CONSTRAINT api_tokens_scopes CHECK (
    cardinality(scopes) BETWEEN 1 AND 8
    AND scopes <@ ARRAY['resorts:read', 'listings:read', 'listings:write', 'bookings:read',
                        'bookings:write', 'sales:read', 'inquiries:read', 'webhooks:manage']);

ALTER TABLE sales ADD COLUMN due_at timestamptz(3) NOT NULL DEFAULT '9999-12-31T00:00:00Z';
UPDATE sales SET due_at = coalesce(
  CASE WHEN status IN ('offered', 'accepted') THEN answer_by
    WHEN status IN ('agreed', 'sold') THEN (SELECT min(due_on) FROM sale_steps WHERE sale_id = id AND state = 'open' AND step <> 'cooling_off')
  END, '9999-12-31');
CREATE INDEX sales_due_at_id_idx ON sales (due_at, id DESC);
