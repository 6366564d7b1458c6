-- The job is added in the transaction of the change, whatever code makes the change.
CREATE OR REPLACE FUNCTION mail_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('send_mail', json_build_object('id', NEW.id),
    max_attempts => 25, job_key => 'send_mail:' || NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER mail_queued AFTER INSERT ON outgoing_mails
  FOR EACH ROW EXECUTE FUNCTION mail_queued();

-- Messages that wait for SMTP settings are sent as soon as the settings change.
CREATE OR REPLACE FUNCTION smtp_settings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('queue_waiting_mails', json_build_object('settingsChanged', true),
    job_key => 'smtp_settings_changed');
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER smtp_settings_changed AFTER INSERT OR UPDATE ON site_settings FOR EACH ROW
  WHEN (NEW.key LIKE 'smtp\_%') EXECUTE FUNCTION smtp_settings_changed();
