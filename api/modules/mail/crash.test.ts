import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startChild, type Child } from '#api/testing/childProcess.ts';
import { inDepth, some } from '#api/testing/depth.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { queueMail } from './outbox.ts';
import { passwordChanged } from '../accounts/mails.ts';

const count = inDepth(50, 200);
/** How many messages have arrived when the worker is killed. */
const kills = some([30, 70, 120], 1);

let server: TestServer;
let smtp: TestSmtpServer;
let worker: Child | undefined;

beforeAll(async () => {
  server = await startTestServer();
  smtp = await startSmtpServer();
});

afterAll(async () => {
  await worker?.end();
  await smtp.close();
  await server.close();
});

/** Starts a process that works on the queue; resolves when it has started working. */
async function startWorker(): Promise<Child> {
  const child = startChild([...briefly, programFile('jobWorker'), server.databaseUrl]);
  await child.printed('at work');
  return child;
}

/** Makes the mail server hold all messages after `taken`, until `release` is called. */
function holdAfter(taken: number): { isReached: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const isReached = new Promise<void>((resolve) => {
    smtp.hold = () => {
      if (smtp.mails.length < taken) return Promise.resolve();
      resolve();
      return released;
    };
  });
  return { isReached, release };
}

/** Workers by the names of the jobs that they hold. */
const holders = async (): Promise<Record<string, string>> => {
  const { rows } = await server.pool.query<{ task: string; worker: string }>(
    `SELECT task_identifier AS task, locked_by AS worker FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ task, worker }) => [task, worker]));
};

const lockedJobs = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ locked: number }>(
    'SELECT count(*)::int AS locked FROM graphile_worker.jobs WHERE locked_at IS NOT NULL',
  );
  return rows[0]?.locked ?? 0;
};

it(`${count} messages arrive although the worker is killed and every fifth try fails`, async () => {
  const example = passwordChanged(
    server.deps,
    { firstName: 'Ada', name: 'Ada Byron', address: 'ada@example.com' },
    {},
  );
  await queueMail(
    server.prisma,
    ...Array.from({ length: count }, (_, index) => ({
      ...example,
      // The content does not matter here.
      html: '<p>Hello Ada</p>',
      messageId: `message-${index}@tideweek.test`,
      toAddress: `member${index}@example.com`,
    })),
  );
  let tries = 0;
  smtp.refuse = () => {
    tries += 1;
    return tries % 5 === 0 ? { code: 451, text: 'Try later' } : undefined;
  };
  await useSmtpServer(server, smtp);

  let leftLocked = 0;
  for (const killAt of kills) {
    // The server holds further messages, so the kill hits some in progress.
    const { isReached, release } = holdAfter(killAt);
    worker = await startWorker();
    await isReached;
    await worker.end();
    leftLocked += await lockedJobs();
    // A job that is hit twice by chance would be set aside.
    await server.pool.query('UPDATE graphile_worker._private_jobs SET flags = NULL');
    await server.pool.query('DELETE FROM job_deaths');
    release();
  }
  smtp.hold = undefined;
  // Otherwise the kills hit no running job, and the test would prove nothing.
  expect(leftLocked).toBeGreaterThan(0);

  worker = await startWorker();
  // Retries are delayed by seconds, then minutes: make them due at once.
  const hurry = setInterval(
    () =>
      void server.pool.query(
        'UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL AND run_at > now()',
      ),
    500,
  );
  try {
    await expect
      .poll(() => server.prisma.outgoingMail.count({ where: { status: 'sent' } }), {
        timeout: 10 * inject('patience'),
        interval: 200,
      })
      .toBe(count);
  } finally {
    clearInterval(hurry);
  }

  const arrived = new Map<string, Set<string>>();
  for (const { recipients, messageId = '' } of smtp.mails) {
    const [recipient = ''] = recipients;
    arrived.set(recipient, (arrived.get(recipient) ?? new Set()).add(messageId));
  }
  expect(arrived.size).toBe(count);
  // Repeats have the same Message-ID.
  expect([...arrived].filter(([, ids]) => ids.size !== 1)).toEqual([]);
  expect(new Set([...arrived.values()].flatMap((ids) => [...ids])).size).toBe(count);
  expect(tries).toBeGreaterThan(count);
  // A message counts as sent a moment before its job is over.
  await expect.poll(lockedJobs).toBe(0);
});

it('a running job is not taken over while its process lives', async () => {
  worker ??= await startWorker();
  let second: Child | undefined;
  try {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    smtp.hold = () => {
      asked += 1;
      return held;
    };
    const mail = passwordChanged(
      server.deps,
      { firstName: 'Ada', name: 'Ada Byron', address: 'slow@example.com' },
      {},
    );
    smtp.refuse = undefined;
    await queueMail(server.prisma, mail);
    await expect.poll(() => asked).toBeGreaterThan(0);
    // Only the second process runs now, so it is the one that frees the job of a dead process.
    worker.process.kill('SIGSTOP');
    // At each full minute, others run for a moment.
    const holder = (await holders())['send_mail'];
    expect(holder).toBeDefined();
    second = await startWorker();
    await server.pool.query(`
      SELECT graphile_worker.add_job('abandoned');
      UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'dead'
      WHERE id = (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'abandoned')`);
    await expect.poll(async () => (await holders())['abandoned']).toBeUndefined();
    expect((await holders())['send_mail']).toBe(holder);
    expect(asked).toBe(1);
    worker.process.kill('SIGCONT');
    release();
    const sent = { toAddress: 'slow@example.com', status: 'sent' } as const;
    await expect.poll(() => server.prisma.outgoingMail.count({ where: sent })).toBe(1);
    expect(
      smtp.mails.filter(({ recipients }) => recipients[0] === 'slow@example.com'),
    ).toHaveLength(1);
    expect(asked).toBe(1);
  } finally {
    worker.process.kill('SIGCONT');
    await second?.end();
  }
});
