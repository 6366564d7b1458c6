import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from '../../testing/smtpServer.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { prepareMail, queueMail } from './outbox.ts';

const count = 1_000;

let server: TestServer;
let smtp: TestSmtpServer;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  server = await startTestServer();
  smtp = await startSmtpServer();
});

afterAll(async () => {
  worker?.kill('SIGKILL');
  await smtp.close();
  await server.close();
});

/** A process of its own that works on the queue, at work when this resolves. */
async function startWorker(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'api/testing/mailWorker.ts', server.databaseUrl],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(child.stdout, 'data');
  return child;
}

/** Lets the mail server hold whatever comes after so many messages, until it is released. */
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

const lockedJobs = async (): Promise<number> => {
  const { rows } = await server.pool.query<{ locked: number }>(
    'SELECT count(*)::int AS locked FROM graphile_worker.jobs WHERE locked_at IS NOT NULL',
  );
  return rows[0]?.locked ?? 0;
};

it('1,000 messages arrive though the worker is killed three times and one try in five fails', async () => {
  const example = await prepareMail(
    server.deps,
    { name: 'Ada Byron', address: 'ada@example.com' },
    'passwordChanged',
    { firstName: 'Ada' },
  );
  await queueMail(
    server.prisma,
    ...Array.from({ length: count }, (_, index) => ({
      ...example,
      // What they say is not at issue here.
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
  for (const killAt of [150, 350, 600]) {
    // The server takes no more than so many, so the kill meets messages under way.
    const { isReached, release } = holdAfter(killAt);
    worker = await startWorker();
    await isReached;
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
    leftLocked += await lockedJobs();
    release();
  }
  smtp.hold = undefined;
  // Else the kills hit nothing, and this would prove nothing.
  expect(leftLocked).toBeGreaterThan(0);

  worker = await startWorker();
  // The queue waits for seconds, then for minutes: here the clock goes faster.
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
  // A repeat is the same message to those who get it.
  expect([...arrived].filter(([, ids]) => ids.size !== 1)).toEqual([]);
  expect(new Set([...arrived.values()].flatMap((ids) => [...ids])).size).toBe(count);
  expect(tries).toBeGreaterThan(count);
  expect(await lockedJobs()).toBe(0);
});

it('a job under way is left alone while its process lives, whoever else looks', async () => {
  // Two processes on one database; each looks several times for jobs of dead ones.
  const second = await startWorker();
  try {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    smtp.hold = () => {
      asked += 1;
      return held;
    };
    const mail = await prepareMail(
      server.deps,
      { name: 'Ada Byron', address: 'slow@example.com' },
      'passwordChanged',
      { firstName: 'Ada' },
    );
    smtp.refuse = undefined;
    await queueMail(server.prisma, mail);
    await expect.poll(() => asked).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await lockedJobs()).toBe(1);
    release();
    const sent = { toAddress: 'slow@example.com', status: 'sent' } as const;
    await expect.poll(() => server.prisma.outgoingMail.count({ where: sent })).toBe(1);
    expect(
      smtp.mails.filter(({ recipients }) => recipients[0] === 'slow@example.com'),
    ).toHaveLength(1);
    expect(asked).toBe(1);
  } finally {
    second.kill('SIGKILL');
  }
});
