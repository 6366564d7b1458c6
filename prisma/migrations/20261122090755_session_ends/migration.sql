-- A session ends 90 days after its sign-in, however active it is (ASVS 7.3.2). In hours, since the
-- length of a day depends on the time zone.
UPDATE sessions SET expires_at = created_at + interval '2160 hours'
WHERE expires_at > created_at + interval '2160 hours';
ALTER TABLE sessions
  ADD CONSTRAINT sessions_absolute_end CHECK (expires_at <= created_at + interval '2160 hours');
