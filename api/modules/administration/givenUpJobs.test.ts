import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { JobDecision } from '#api/generated/operations/graphql.ts';
import { startChild } from '#api/testing/childProcess.ts';
import { createMail, createResort, signedInUser } from '#api/testing/factories.ts';
import {
  createFakeSources,
  createProvider,
  offeredWeek,
  startRun,
} from '#api/testing/inventory.ts';
import { briefly, programFile } from '#api/testing/program.ts';
import { startSmtpServer, useSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { runSchedules } from '../inventory/runs/schedules.ts';

const givenUpJobsQuery = graphql(`
  query GivenUpJobs {
    systemStatus {
      name
      detail
      givenUpJobs {
        number
        name
        lastError
      }
    }
    adminTasks {
      queue {
        kind
        count {
          value
        }
      }
    }
  }
`);

const decideJobMutation = graphql(`
  mutation DecideJob($input: DecideJobInput!) {
    decideJob(input: $input) {
      __typename
      ... on DecideJobPayload {
        number
      }
      ... on Error {
        message
      }
    }
  }
`);

const sources = createFakeSources();
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startTestServer({ sources });
  ({ cookie } = await signedInUser(server, { role: 'admin' }));
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const read = async () => (await server.graphql(givenUpJobsQuery, {}, { cookie })).data;

const listed = async () =>
  ((await read())?.systemStatus ?? []).flatMap(({ givenUpJobs }) => givenUpJobs);

const decide = async (number: string, decision: JobDecision, by = cookie) =>
  (await server.graphql(decideJobMutation, { input: { number, decision } }, { cookie: by })).data
    ?.decideJob;

/** The queue gives up each job, as after the last attempt or the second death of its process. */
const giveUp = async (reason: string): Promise<string> => {
  await server.pool.query(
    `UPDATE graphile_worker._private_jobs
     SET attempts = max_attempts, last_error = $1, flags = '{"died": true}'`,
    [reason],
  );
  const [job] = await listed();
  return job?.number ?? '';
};

const queued = async () =>
  (
    await server.pool.query<{ task: string; attempts: number; flags: unknown }>(
      'SELECT task_identifier AS task, attempts, flags FROM graphile_worker.jobs ORDER BY id',
    )
  ).rows;

const audited = async (subjectId: string) =>
  server.prisma.auditEntry.findMany({
    where: { subjectType: 'Job', subjectId },
    select: { action: true, before: true },
  });

it('a job that was given up is listed, and runs again or is deleted as an administrator decides', async () => {
  await server.pool.query(
    `SELECT graphile_worker.add_job('expire_evidence'), graphile_worker.add_job('no_such_job')`,
  );
  expect(await read()).toMatchObject({ adminTasks: { queue: [] } });
  await giveUp('It was set aside: the process ended twice while it ran');
  const data = await read();
  expect(data?.adminTasks?.queue).toEqual([{ kind: 'JOB', count: { value: 2 } }]);
  expect(data?.systemStatus?.find(({ name }) => name === 'JOBS')).toMatchObject({
    detail: 'Jobs: 2 given up',
    givenUpJobs: ['expire evidence', 'no such job'].map((name) => ({
      name,
      lastError: 'It was set aside: the process ended twice while it ran',
    })),
  });
  const [retried, dropped] = (await listed()).map(({ number }) => number);
  if (retried === undefined || dropped === undefined) throw new Error('Jobs are missing');

  const member = await signedInUser(server);
  expect(await decide(retried, 'DROP', member.cookie)).toMatchObject({
    __typename: 'ForbiddenError',
  });
  expect(await listed()).toHaveLength(2);

  expect(await decide(retried, 'RETRY')).toEqual({
    __typename: 'DecideJobPayload',
    number: retried,
  });
  // With all its attempts, and one death of its process may be a chance again.
  expect((await queued())[0]).toEqual({ task: 'expire_evidence', attempts: 0, flags: null });
  await server.runJobs();
  expect((await queued()).map(({ task }) => task)).toEqual(['no_such_job']);
  expect(await decide(dropped, 'DROP')).toMatchObject({ __typename: 'DecideJobPayload' });
  expect(await queued()).toEqual([]);
  expect(await read()).toMatchObject({ adminTasks: { queue: [] } });
  expect(await audited(retried)).toEqual([
    { action: 'job.retry', before: { name: 'expire evidence' } },
  ]);
  expect(await audited(dropped)).toEqual([{ action: 'job.drop', before: { name: 'no such job' } }]);
});

it('a periodic job that ended its process twice runs at none of its times until an administrator decides', async () => {
  const start = () => startChild([...briefly, programFile('fatalJob'), server.databaseUrl]);
  const deaths = () => server.prisma.jobDeath.findMany();
  expect(await start().ended).toBe('SIGKILL');
  expect(await start().ended).toBe('SIGKILL');
  const third = start();
  try {
    await third.printed('still running');
    const job = {
      name: 'turn days',
      lastError: 'It was set aside: the process ended twice while it ran',
    };
    expect(await listed()).toEqual([expect.objectContaining(job)]);
    expect(await deaths()).toEqual([{ task: 'turn_days', deaths: 2 }]);
    await server.pool.query(`SELECT graphile_worker.add_job('turn_days', job_key => 'turn_days')`);
    await expect.poll(async () => (await queued()).map(({ task }) => task)).toEqual(['turn_days']);
    expect(third.process.exitCode ?? third.process.signalCode).toBeNull();

    expect(await decide((await listed())[0]?.number ?? '', 'RETRY')).toMatchObject({
      __typename: 'DecideJobPayload',
    });
    expect(await third.ended).toBe('SIGKILL');
    expect(await deaths()).toEqual([]);
  } finally {
    await third.end();
  }
});

it('a decision about a job that is not given up changes nothing', async () => {
  await server.pool.query(`SELECT graphile_worker.add_job('expire_evidence')`);
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM graphile_worker.jobs');
  const before = await queued();
  for (const number of [rows[0]?.id ?? '', '9'.repeat(18)]) {
    expect(await decide(number, 'DROP')).toEqual({
      __typename: 'NotFoundError',
      message: 'This job is not given up any more. Load the page again',
    });
  }
  for (const number of ['', '-1', 'all', '9'.repeat(19)]) {
    expect(await decide(number, 'DROP')).toEqual({
      __typename: 'InvalidInputError',
      message: 'Number must be one that an answer gave',
    });
  }
  expect(await queued()).toEqual(before);
});

it('a message whose job was given up is not sent until an administrator decides', async () => {
  const smtp = await startSmtpServer();
  try {
    await useSmtpServer(server, smtp);
    const send = async () => {
      await server.pool.query(`SELECT graphile_worker.add_job('queue_waiting_mails')`);
      await server.runJobs();
      return smtp.mails.length;
    };
    const { id } = await createMail(server);
    const number = await giveUp('It was set aside');
    expect(await send()).toBe(0);
    await decide(number, 'RETRY');
    expect(await send()).toBe(1);

    const { id: dropped } = await createMail(server);
    await decide(await giveUp('It was set aside'), 'DROP');
    expect(await send()).toBe(1);
    const status = async (of: string) =>
      (await server.prisma.outgoingMail.findUniqueOrThrow({ where: { id: of } })).status;
    expect([await status(id), await status(dropped)]).toEqual(['sent', 'failed']);
  } finally {
    await smtp.close();
    await server.prisma.siteSetting.deleteMany();
    await server.prisma.outgoingMail.deleteMany();
  }
});

it('a sync whose job was given up has failed, and begins anew if no other one is under way', async () => {
  await createResort(server, { name: 'Harbour House' });
  sources.has([offeredWeek(1)]);
  const { id: providerId } = await createProvider(server);
  const request = { providerId, purpose: 'sync', filters: {}, actor: null } as const;
  const { id } = await startRun(server.deps, request);
  const number = await giveUp('It was set aside');
  const run = () => server.prisma.inventorySync.findUniqueOrThrow({ where: { id } });
  await runSchedules(server.deps, { _cron: { ts: new Date().toISOString() } });
  expect(await run()).toMatchObject({ status: 'failed' });

  const { id: other } = await startRun(server.deps, request);
  expect(await decide(number, 'RETRY')).toEqual({
    __typename: 'ConflictError',
    message: 'Another sync of this provider is under way, or this one has ended. Drop the job',
  });
  expect(await listed()).toMatchObject([{ number, name: 'inventory run' }]);
  await server.prisma.inventorySync.delete({ where: { id: other } });

  expect(await decide(number, 'RETRY')).toMatchObject({ __typename: 'DecideJobPayload' });
  await server.runJobs();
  expect(await run()).toMatchObject({ status: 'completed', created: 1 });
  expect(await queued()).toEqual([]);
});
