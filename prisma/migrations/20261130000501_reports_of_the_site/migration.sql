-- The site reports messages with signs of fraud, without a member who reports them.
ALTER TABLE message_reports ALTER COLUMN reporter_id DROP NOT NULL,
  ADD COLUMN signs text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT message_reports_of_someone CHECK (
    (reporter_id IS NULL) = (signs <> '{}') AND (reporter_id IS NULL) = (reason = 'WARNING'));
CREATE UNIQUE INDEX message_reports_of_the_site ON message_reports (message_id)
  WHERE reporter_id IS NULL;
