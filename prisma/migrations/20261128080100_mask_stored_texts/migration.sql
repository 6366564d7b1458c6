-- Public texts that were written before contact details were refused in them are masked once, by a
-- job. A new database has none, and no queue yet.
DO $$
BEGIN
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL
     AND EXISTS (SELECT FROM users) THEN
    PERFORM graphile_worker.add_job('mask_stored_texts', job_key => 'mask_stored_texts');
  END IF;
END $$;
