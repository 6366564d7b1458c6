import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#api/testing/testDatabase.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { addJob, releaseOnce, startJobs } from './jobs.ts';
import { createLog } from '../process/log.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase('empty');
  database = openDatabase(own.url, { connections: 2 });
});

afterAll(async () => {
  await database.close();
  await own.drop();
});

it('a queue that is stopped while its connection dies may release its client twice', async () => {
  const pool = new pg.Pool({ connectionString: own.url, max: 1 });
  releaseOnce(pool);
  const release = await new Promise<() => void>((resolve, reject) => {
    pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
  });
  release();
  release();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

// A failing cron would end the process: vitest reports the unhandled rejection.
it('jobs resume after the database has refused a query of the cron', async () => {
  const clock = 'graphile_worker._private_known_crontabs';
  await database.pool.query(`ALTER TABLE ${clock} RENAME TO hidden_crontabs`);
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const ran: unknown[] = [];
  const running = await startJobs({
    connectionString: own.url,
    jobs: { note: (payload) => Promise.resolve(void ran.push(payload)) },
    deps: {},
    log,
    crontab: '* * * * * note',
    atStart: [],
  });
  const refused = expect.objectContaining({
    err: expect.objectContaining({ message: expect.stringContaining('_private_known_crontabs') }),
  });
  await expect
    .poll(() => warn.mock.calls)
    .toContainEqual([refused, 'the clock of the job queue asks the database again']);
  await database.pool.query(
    'ALTER TABLE graphile_worker.hidden_crontabs RENAME TO _private_known_crontabs',
  );
  await expect
    .poll(async () => (await database.pool.query(`SELECT identifier FROM ${clock}`)).rows)
    .toEqual([{ identifier: 'note' }]);
  await addJob(database.prisma, 'note', { by: 'hand' });
  await expect.poll(() => ran).toContainEqual({ by: 'hand' });
  await running.stop();
});

it('jobs stop although they have hardly begun', async () => {
  const stopped = Array.from({ length: 5 }, async () => {
    const running = await startJobs({
      connectionString: own.url,
      jobs: { note: () => Promise.resolve() },
      deps: {},
      log: createLog('silent'),
      crontab: '* * * * * note',
      atStart: ['note'],
    });
    await running.stop();
  });
  await Promise.all(stopped);
});

it('a job whose process ended twice while it ran is set aside', async () => {
  const log = createLog('silent');
  const error = vi.spyOn(log, 'error');
  const ran: unknown[] = [];
  const running = await startJobs({
    connectionString: own.url,
    jobs: {
      note: () => Promise.resolve(),
      fatal: (payload) => Promise.resolve(void ran.push(payload)),
    },
    deps: {},
    log,
    crontab: '0 0 1 1 * note',
    atStart: [],
    lookEvery: 50,
  });
  await database.pool.query(
    `SELECT graphile_worker.add_job('fatal', run_at => now() + interval '1 day', job_key => 'fatal')`,
  );
  const jobs = async () =>
    (
      await database.pool.query(
        `SELECT locked_by, attempts = max_attempts AS "isGivenUp", last_error
         FROM graphile_worker.jobs WHERE key = 'fatal'`,
      )
    ).rows;
  const diesWith = (worker: string) =>
    database.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() WHERE key = 'fatal'`,
      [worker],
    );
  await diesWith('first');
  await expect.poll(jobs).toEqual([{ locked_by: null, isGivenUp: false, last_error: null }]);
  await diesWith('second');
  const last_error = 'It was set aside: the process ended twice while it ran';
  await expect.poll(jobs).toEqual([{ locked_by: null, isGivenUp: true, last_error }]);
  await expect
    .poll(() => error.mock.calls)
    .toEqual([[expect.anything(), 'a job was set aside: its process ended twice while it ran']]);
  expect(ran).toEqual([]);
  await running.stop();
});

/** As if a process had ended while it ran these jobs. */
const dieWith = (...tasks: string[]) =>
  database.pool
    .query(
      `WITH added AS MATERIALIZED (
       SELECT graphile_worker.add_job(task, job_key => task) FROM unnest($1::text[]) AS task
     ) SELECT count(*) FROM added`,
      [tasks],
    )
    .then(() =>
      database.pool.query(
        `UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now()
     WHERE key = ANY ($1)`,
        [tasks],
      ),
    );

const deaths = async (tasks: string[]) =>
  (await database.pool.query('SELECT task, deaths FROM job_deaths WHERE task = ANY ($1)', [tasks]))
    .rows;

it('a periodic job that succeeds after its process ended is not set aside at the next death', async () => {
  const ran: unknown[] = [];
  for (const runs of [1, 2, 3]) {
    await dieWith('note');
    const running = await startJobs({
      connectionString: own.url,
      jobs: { note: () => Promise.resolve(void ran.push('note')) },
      deps: {},
      log: createLog('silent'),
      crontab: '0 0 1 1 * note',
      atStart: [],
      lookEvery: 50,
    });
    await expect.poll(() => ran.length).toBe(runs);
    await running.stop();
    expect(await deaths(['note'])).toEqual([]);
  }
});

it('periodic jobs that ran when the process ended run first after it, one at a time', async () => {
  const tasks = ['one', 'two', 'three'];
  await dieWith(...tasks);
  const steps: string[] = [];
  const note = (name: string) => async () => {
    steps.push(`${name} begins`);
    await database.pool.query('SELECT pg_sleep(0.02)');
    steps.push(`${name} ends`);
  };
  const running = await startJobs({
    connectionString: own.url,
    jobs: Object.fromEntries([...tasks, 'other'].map((name) => [name, note(name)])),
    deps: {},
    log: createLog('silent'),
    crontab: '0 0 1 1 * note',
    atStart: ['other', ...tasks],
    lookEvery: 50,
  });
  await expect.poll(() => steps).toContain('other ends');
  await running.stop();
  expect(steps.map((step) => step.split(' ')[1])).toEqual(
    steps.map((_, i) => (i % 2 ? 'ends' : 'begins')),
  );
  expect(steps.slice(-2)).toEqual(['other begins', 'other ends']);
  expect(await deaths(tasks)).toEqual([]);
});
