import { addAbortListener, EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  run,
  runOnce,
  type LogLevel,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { rawText } from '../outgoing/failureWords.ts';
import { watchWorkers, type LivingWorkers } from './jobWorkers.ts';
import type { Log } from '../process/log.ts';

export interface Attempt {
  isLast: boolean;
  /** Aborted when the process is about to stop; the job is retried later. */
  signal?: AbortSignal | undefined;
}

/** May run more than once, since the process may die before it is recorded as done. */
export type Job<Deps> = (payload: unknown, deps: Deps, attempt: Attempt) => Promise<void>;

export type Jobs<Deps> = Record<string, Job<Deps>>;

interface JobsOptions<Deps> {
  connectionString: string;
  jobs: Jobs<Deps>;
  deps: Deps;
  log: Log;
  /** Crontab lines that add jobs periodically, in UTC. */
  crontab: string;
  atStart: string[];
  concurrency?: number;
  lookEvery?: number;
}

/** Milliseconds for running jobs to end after the process is told to stop. */
const graceToEnd = 4_000;

const retryAfter = 1_000;

/** Runs jobs from the queue until stopped; resumes after every failure of the database. */
export async function startJobs<Deps>(options: JobsOptions<Deps>) {
  const { connectionString, jobs, deps, log, crontab, atStart } = options;
  const concurrency = options.concurrency ?? 4;
  const pool = new pg.Pool({
    connectionString,
    max: concurrency + 2,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: 'tideweek jobs',
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  releaseOnce(pool);
  for (const name of atStart) {
    await pool.query('SELECT graphile_worker.add_job($1, job_key => $1)', [name]);
  }
  // Cron catches up with every minute of a machine that slept: one job of each kind will do.
  const schedule = crontab
    .trim()
    .split('\n')
    .map((line) => ({ line, name: line.split(' ').at(-1) ?? '' }));
  const workers = await watchWorkers(
    connectionString,
    [...atStart, ...schedule.map(({ name }) => name)],
    log,
    options.lookEvery,
  );
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId));
  events.on('worker:release', ({ worker }) => workers.remove(worker.workerId));

  const stopping = new AbortController();
  askUntilAnswered(pool, log, stopping.signal);
  const running = (async () => {
    await workers.watch(stopping.signal);
    // One at a time and beside no other job, so that another death identifies the responsible job.
    const suspects = Object.entries(jobs).filter(([name]) => workers.hasDied(name));
    if (suspects.length > 0) {
      await runOnce({
        pgPool: pool,
        taskList: taskListOf(Object.fromEntries(suspects), deps, workers.hasDied, stopping.signal),
        concurrency: 1,
        events,
        logger: loggerOf(log),
        noHandleSignals: true,
      }).catch((error: unknown) => log.warn({ err: error }, 'jobs stopped running'));
    }
    while (!stopping.signal.aborted) {
      try {
        const runner = await run({
          pgPool: pool,
          taskList: taskListOf(jobs, deps, workers.hasDied),
          crontab: schedule.map(({ line, name }) => `${line} ?jobKey=${name}`).join('\n'),
          concurrency,
          events,
          logger: loggerOf(log),
          noHandleSignals: true,
          pollInterval: 1_000,
          gracefulShutdownAbortTimeout: graceToEnd,
        });
        // Calls back at once if the signal has already aborted.
        const waiting = addAbortListener(
          stopping.signal,
          () => void runner.stop().catch(() => undefined),
        );
        await runner.promise.finally(() => waiting[Symbol.dispose]());
      } catch (error) {
        log.warn({ err: error }, 'jobs stopped running; they are started again');
      }
      await sleep(retryAfter, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();

  return {
    /** Stops taking jobs and waits a few seconds for running jobs to end. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
      await workers.close();
      await pool.end();
    },
  };
}

/**
 * When a query of its cron rejects, graphile-worker 0.16 leaves an unhandled rejection
 * (`cron.promise.finally`), which ends the process. Only cron uses `pool.query`.
 */
function askUntilAnswered(pool: pg.Pool, log: Log, stopping: AbortSignal): void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<{ rows: unknown[] }>;
  const patient = async (...given: unknown[]): Promise<{ rows: unknown[] }> => {
    while (!stopping.aborted) {
      try {
        return await query(...given);
      } catch (error) {
        log.warn({ err: error }, 'the clock of the job queue asks the database again');
        await sleep(retryAfter, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
    return { rows: [] };
  };
  pool.query = patient as typeof pool.query;
}

/**
 * Lets the holder of a client release it again. The job queue does when it is stopped while its
 * connection dies, and nothing would catch the pool's error.
 */
export function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (
    taken?: (error: Error | undefined, client: unknown, release: (error?: Error) => void) => void,
  ) => unknown;
  pool.connect = ((taken?: Parameters<typeof connect>[0]) =>
    taken
      ? connect((error, client, release) => {
          let isReleased = false;
          taken(error, client, (reason) => {
            if (!isReleased) release?.(reason);
            isReleased = true;
          });
        })
      : connect()) as typeof pool.connect;
}

export async function runDueJobs<Deps>(
  pool: pg.Pool,
  jobs: Jobs<Deps>,
  deps: Deps,
  log: Log,
): Promise<void> {
  await runOnce({
    pgPool: pool,
    taskList: taskListOf(jobs, deps, () => false),
    logger: loggerOf(log),
    noHandleSignals: true,
    concurrency: 1,
  });
}

/** Runs only if the transaction commits. @param key replaces a waiting or failed job with it */
export async function addJob(
  transaction: Pick<Prisma.TransactionClient, '$executeRaw'>,
  name: string,
  payload: object,
  key: string | null = null,
): Promise<void> {
  await transaction.$executeRaw`
    SELECT graphile_worker.add_job(${name}, payload => ${JSON.stringify(payload)}::json,
                                   job_key => ${key})`;
}

const taskListOf = <Deps>(
  jobs: Jobs<Deps>,
  deps: Deps,
  hasDied: LivingWorkers['hasDied'],
  stopping?: AbortSignal,
): TaskList =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload: unknown, { job: row, query, abortSignal }) => {
        const mayBeSetAside = hasDied(name);
        if (mayBeSetAside && (await query(setAside, [name])).rows.length > 0) {
          return;
        }
        try {
          await job(payload, deps, {
            isLast: row.attempts >= row.max_attempts,
            signal: stopping ?? abortSignal,
          });
        } catch (error) {
          throw asStored(error);
        }
        if (mayBeSetAside) {
          await query('DELETE FROM job_deaths WHERE task = $1', [name]);
        }
      },
    ]),
  );

/** A repeated job that waits for an administrator, see `takeOver`. */
const setAside = 'SELECT FROM job_deaths WHERE task = $1 AND deaths > 1';

/** The queue stores only the message of an error; the reason is often in its cause. */
function asStored(error: unknown): Error {
  const stored = new Error(rawText(error), { cause: error });
  if (error instanceof Error && error.stack !== undefined) {
    stored.stack = error.stack;
  }
  return stored;
}

/** Lowers the queue's log levels: only its failures are worth a line in production. */
function loggerOf(log: Log): Logger {
  const levels: Record<`${LogLevel}`, 'error' | 'warn' | 'debug' | 'trace'> = {
    error: 'warn',
    warning: 'warn',
    info: 'debug',
    debug: 'trace',
  };
  return new Logger(() => (level, message) => log[levels[level]](message));
}
