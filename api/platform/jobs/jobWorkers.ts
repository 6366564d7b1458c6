import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../process/log.ts';

/**
 * The queue frees the jobs of a killed process only after four hours. So each worker holds an
 * advisory lock on a connection of its process, which PostgreSQL drops when the process ends, and
 * every process frees the jobs of workers without a lock.
 */
export type LivingWorkers = Awaited<ReturnType<typeof watchWorkers>>;

/** First half of the lock keys; the second half is a hash of the worker's id. */
const lockClass = 0x7469_6465;

const retryAfter = 1_000;

/** @param repeated jobs that are added again and again by their names */
export async function watchWorkers(
  connectionString: string,
  repeated: readonly string[],
  log: Log,
  lookEvery = 5_000,
) {
  const own = new Set<string>();
  let died = new Set<string>();
  /** Workers without a lock at the last check. Twice in a row is dead: a lock may be late once. */
  let suspects = new Set<string>();
  const connection = createConnection(connectionString, own, log);
  const { ask, warn } = connection;

  const look = async (): Promise<void> => {
    if (!connection.isOpen()) {
      suspects = new Set();
      return;
    }
    const rows = await ask<{ id: string }>(lockless, [lockClass]);
    const found = rows.map(({ id }) => id).filter((id) => !own.has(id));
    const dead = found.filter((id) => suspects.has(id));
    suspects = new Set(found);
    if (dead.length > 0) {
      const jobs = await ask<{ id: string; isSetAside: boolean }>(takeOver, [
        dead,
        setAsideReason,
        repeated,
      ]);
      await ask('SELECT graphile_worker.force_unlock_workers($1)', [dead]);
      log.info({ workers: dead.length }, 'jobs of a process that is gone were taken over');
      for (const { id } of jobs.filter(({ isSetAside }) => isSetAside)) {
        log.error({ job: id }, 'a job was set aside: its process ended twice while it ran');
      }
    }
    died = new Set(
      (await ask<{ task: string }>('SELECT task FROM job_deaths', [])).map((row) => row.task),
    );
  };

  await connection.open();
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Frees jobs of dead processes before this process runs a job, and then periodically. */
    async watch(stopping: AbortSignal): Promise<void> {
      await look().catch(warn);
      if (suspects.size > 0) {
        await sleep(lookEvery, undefined, { signal: stopping }).catch(() => undefined);
        if (stopping.aborted) return;
        await look().catch(warn);
      }
      timer = setInterval(() => void look().catch(warn), lookEvery);
    },
    /** Whether the process ended while the job last ran, as of the last look. */
    hasDied: (task: string): boolean => died.has(task),
    add(workerId: string): void {
      own.add(workerId);
      ask(lock, [lockClass, workerId]).catch(warn);
    },
    remove(workerId: string): void {
      own.delete(workerId);
      ask('SELECT pg_advisory_unlock_shared($1, hashtext($2))', [lockClass, workerId]).catch(warn);
    },
    close(): Promise<void> {
      clearInterval(timer);
      return connection.close();
    },
  };
}

/** Reconnects after a loss. @param own workers whose locks it takes before it counts as open */
function createConnection(connectionString: string, own: ReadonlySet<string>, log: Log) {
  /** The connection, once it holds the locks of all our workers. */
  let client: pg.Client | undefined;
  let current: pg.Client | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const warn = (error: unknown): void => {
    if (!closed) {
      log.warn({ err: error }, 'workers of the job queue could not be looked after');
    }
  };
  const lost = (gone: pg.Client): void => {
    if (current === gone && !closed) {
      current = undefined;
      client = undefined;
      retry = setTimeout(() => void open(), retryAfter);
    }
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'tideweek job workers' });
    current = next;
    next.on('error', () => lost(next));
    next.on('end', () => lost(next));
    try {
      await next.connect();
      // A machine without power closes no connection: keepalives drop its locks within a minute.
      await next.query(
        'SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3',
      );
      for (const workerId of own) {
        await next.query(lock, [lockClass, workerId]);
      }
      client = next;
    } catch (error) {
      warn(error);
      lost(next);
    }
  };

  return {
    open,
    isOpen: () => client !== undefined,
    ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
      const answer = last.then(async () => (await client?.query<Row>(text, values))?.rows ?? []);
      last = answer.catch(() => undefined);
      return answer;
    },
    warn,
    async close() {
      closed = true;
      clearTimeout(retry);
      await last;
      await current?.end();
    },
  };
}

const lock = 'SELECT pg_advisory_lock_shared($1, hashtext($2))';

const setAsideReason = 'It was set aside: the process ended twice while it ran';

/**
 * At the second death, a job has no attempts left, since it may have ended its process. A job that
 * is added again by its key has no flag, so the deaths of repeated jobs are counted by task. It is
 * one statement, so two processes never count the same death twice.
 */
const takeOver = `
  WITH dead AS (
    SELECT jobs.id, identifier AS task, coalesce(flags ? 'died', false) AS "diedBefore",
           identifier = ANY ($3) OR coalesce(key = identifier, false) AS "isRepeated"
    FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
    WHERE locked_by = ANY ($1) FOR UPDATE OF jobs
  ), counted AS (
    INSERT INTO job_deaths AS counts SELECT DISTINCT task, 1 FROM dead WHERE "isRepeated"
    ON CONFLICT (task) DO UPDATE SET deaths = counts.deaths + 1
    RETURNING task, deaths
  ), judged AS (
    SELECT id, "isRepeated", coalesce(deaths > 1, "diedBefore") AS "isSetAside"
    FROM dead LEFT JOIN counted USING (task)
  )
  UPDATE graphile_worker._private_jobs AS jobs
  SET locked_at = NULL, locked_by = NULL, updated_at = now(),
      attempts = CASE WHEN "isSetAside" THEN max_attempts WHEN "isRepeated" THEN 0 ELSE attempts END,
      last_error = CASE WHEN "isSetAside" THEN $2 ELSE last_error END,
      flags = coalesce(flags, '{}') || '{"died": true}'
  FROM judged WHERE jobs.id = judged.id
  RETURNING jobs.id::text, "isSetAside"`;

/** Workers with locked jobs but without an advisory lock. */
const lockless = `
  SELECT DISTINCT locked_by AS id FROM graphile_worker.jobs
  WHERE locked_by IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid = $1 AND objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`;
