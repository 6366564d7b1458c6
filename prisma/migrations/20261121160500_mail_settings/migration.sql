-- Messages that wait for SMTP settings are tried as soon as the settings change, whoever changes them.
CREATE FUNCTION smtp_settings_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('queue_waiting_mails', json_build_object('settingsChanged', true),
    job_key => 'smtp_settings_changed');
  RETURN NULL;
END $$;

CREATE TRIGGER smtp_settings_changed AFTER INSERT OR UPDATE ON site_settings FOR EACH ROW
  WHEN (NEW.key LIKE 'smtp\_%') EXECUTE FUNCTION smtp_settings_changed();
