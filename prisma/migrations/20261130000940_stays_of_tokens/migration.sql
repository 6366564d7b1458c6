ALTER TABLE api_tokens
  DROP CONSTRAINT api_tokens_scopes,
  ADD CONSTRAINT api_tokens_scopes CHECK (
    cardinality(scopes) BETWEEN 1 AND 10
    AND scopes <@ ARRAY['resorts:read', 'listings:read', 'listings:write', 'bookings:read',
                        'bookings:write', 'stays:read', 'stays:write', 'sales:read',
                        'inquiries:read', 'webhooks:manage']);
