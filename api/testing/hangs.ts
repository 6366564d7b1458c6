import pg from 'pg';
import { afterEach, inject } from 'vitest';

// A test that hangs leaves nothing but its name. What the database does meanwhile, and what the
// process waits for, says which wait has no end.
afterEach(async ({ task }) => {
  if (!task.result?.errors?.some(({ message }) => message.includes('timed out'))) {
    return;
  }
  const client = new pg.Client({ connectionString: inject('postgres') });
  await client.connect();
  const { rows } = await client.query(`
    SELECT datname, application_name, state, wait_event, pg_blocking_pids(pid) AS blocked_by, pid,
           (now() - query_start)::text AS since, left(query, 200) AS query
    FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    ORDER BY query_start`);
  await client.end();
  process.stderr.write(
    `${JSON.stringify(rows, null, 2)}\n${process.getActiveResourcesInfo().join(' ')}\n`,
  );
});
