import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signedInUser } from '#api/testing/factories.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { queueMail, teamOf } from './outbox.ts';
import { verifyEmailMail } from '../accounts/mails.ts';

let server: TestServer;
let smtp: TestSmtpServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  smtp = await startSmtpServer();
});

afterEach(async () => {
  await smtp.close();
  await server.prisma.siteSetting.deleteMany();
  await server.prisma.outgoingMail.deleteMany();
  await server.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const mail = (address = 'ada@example.com', headers: Record<string, string> = {}) =>
  verifyEmailMail(
    server.deps,
    { firstName: 'Ada', name: 'Ada Byron', address },
    { link: 'http://tideweek.test/verify-email?token=abc' },
    headers,
  );

async function queue(address?: string): Promise<void> {
  await queueMail(server.prisma, mail(address));
}

const stored = () => server.prisma.outgoingMail.findFirstOrThrow();

/** Tasks of the jobs in the queue. */
const jobsLeft = async (): Promise<string[]> => {
  const { rows } = await server.pool.query<{ task: string }>(
    'SELECT task_identifier AS task FROM graphile_worker.jobs ORDER BY id',
  );
  return rows.map(({ task }) => task);
};

/** Seconds from the failed try to the next one. */
async function secondsToNextTry(): Promise<number> {
  const { rows } = await server.pool.query<{ seconds: number }>(
    'SELECT extract(epoch FROM run_at - updated_at)::float AS seconds FROM graphile_worker.jobs',
  );
  return rows[0]?.seconds ?? 0;
}

/** Makes every job due now. */
const makeDue = () => server.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');

describe('a message', () => {
  it('is sent once, with both parts, and the Message-ID and headers of its row', async () => {
    await useSmtpServer(server, smtp);
    const prepared = mail('ada@example.com', { 'List-Unsubscribe': '<http://x.test/u>' });
    await queueMail(server.prisma, prepared);
    await server.runJobs();
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
    const [received] = smtp.mails;
    expect(received).toMatchObject({
      recipients: ['ada@example.com'],
      from: { name: 'Tideweek Sales', address: 'sales@tideweek.test' },
      to: [{ name: 'Ada Byron', address: 'ada@example.com' }],
      subject: prepared.subject,
      messageId: `<${prepared.messageId}>`,
    });
    expect(received?.html).toContain('/verify-email?token=abc');
    expect(received?.text).toContain('http://tideweek.test/verify-email?token=abc');
    const headers = Object.fromEntries(
      received?.headers.map(({ key, value }) => [key, value]) ?? [],
    );
    expect(headers).toMatchObject({
      'list-unsubscribe': '<http://x.test/u>',
      'auto-submitted': 'auto-generated',
    });
    expect(await jobsLeft()).toEqual([]);
  });

  it('loses its text and its link once it is sent', async () => {
    await useSmtpServer(server, smtp);
    await queue();
    await server.runJobs();
    const row = await stored();
    expect(row).toMatchObject({ status: 'sent', attempts: 1, lastError: null, html: '', text: '' });
    expect(row.sentAt).toBeInstanceOf(Date);
    expect(row.subject).not.toBe('');
    expect(JSON.stringify(row)).not.toContain('token=');
  });

  it('is not sent when the change that it follows is rolled back', async () => {
    await useSmtpServer(server, smtp);
    const prepared = mail();
    await expect(
      server.prisma.$transaction(async (transaction) => {
        await queueMail(transaction, prepared);
        throw new Error('the change fails');
      }),
    ).rejects.toThrow('the change fails');
    await server.runJobs();
    expect(smtp.mails).toEqual([]);
    expect(await server.prisma.outgoingMail.count()).toBe(0);
  });

  it('is not sent before the change commits', async () => {
    await useSmtpServer(server, smtp);
    const prepared = mail();
    await server.prisma.$transaction(async (transaction) => {
      await queueMail(transaction, prepared);
      await server.runJobs();
      expect(smtp.mails).toEqual([]);
    });
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is tried again later with the same Message-ID', async () => {
    await useSmtpServer(server, smtp);
    smtp.refuse = () => ({ code: 451, text: 'Try later' });
    await queue();
    const { messageId } = await stored();
    await server.runJobs();
    expect(await stored()).toMatchObject({ status: 'waiting', attempts: 1 });
    expect((await stored()).lastError).toContain('Try later');
    expect(await jobsLeft()).toEqual(['send_mail']);
    // Not due yet, however long it took to come here.
    await server.pool.query(
      `UPDATE graphile_worker._private_jobs SET run_at = run_at + interval '1 hour'`,
    );
    await server.runJobs();
    expect((await stored()).attempts).toBe(1);
    smtp.refuse = undefined;
    await makeDue();
    await server.runJobs();
    expect(smtp.mails.map((received) => received.messageId)).toEqual([`<${messageId}>`]);
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 2, lastError: null });
  });

  it('survives an outage of the mail server, also one while it is being sent', async () => {
    await useSmtpServer(server, smtp);
    await queue();
    const { messageId } = await stored();
    const { port } = smtp;
    smtp.hold = () => smtp.close();
    await server.runJobs();
    expect(await stored()).toMatchObject({ status: 'waiting', attempts: 1 });
    await makeDue();
    await server.runJobs();
    expect((await stored()).lastError).toMatch(/^No mail server answers at/);
    smtp = await startSmtpServer({ port });
    await makeDue();
    await server.runJobs();
    expect(smtp.mails.map((received) => received.messageId)).toEqual([`<${messageId}>`]);
    expect(await stored()).toMatchObject({ status: 'sent', attempts: 3 });
  });

  it('is given up after five permanent refusals, with growing delays between tries', async () => {
    await useSmtpServer(server, smtp);
    smtp.refuse = () => ({ code: 550, text: 'No such mailbox' });
    await queue();
    const waits: number[] = [];
    for (let tries = 1; tries <= 5; tries += 1) {
      expect((await stored()).status).toBe('waiting');
      await server.runJobs();
      waits.push(await secondsToNextTry());
      await makeDue();
    }
    // e, e², e³ and e⁴ seconds; after the last try there is no job.
    expect(waits.pop()).toBe(0);
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBeGreaterThan(50);
    expect(await stored()).toMatchObject({ status: 'failed', attempts: 5 });
    expect(await jobsLeft()).toEqual([]);
  });

  it('that was given up is sent after an operator sets it to waiting', async () => {
    await useSmtpServer(server, smtp);
    await queue();
    const { messageId } = await stored();
    await server.pool.query('DELETE FROM graphile_worker._private_jobs');
    await server.prisma.outgoingMail.updateMany({ data: { status: 'failed', attempts: 5 } });
    // As docs/operations.md says.
    await server.pool.query(
      `UPDATE outgoing_mails SET status = 'waiting', attempts = 0 WHERE status = 'failed'`,
    );
    await server.pool.query(`SELECT graphile_worker.add_job('queue_waiting_mails')`);
    await server.runJobs();
    expect(smtp.mails.map((received) => received.messageId)).toEqual([`<${messageId}>`]);
  });

  it('is given up when its job has used up its attempts', async () => {
    await useSmtpServer(server, { port: 1 });
    await queue();
    await server.runJobs();
    await server.pool.query(
      'UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1, run_at = now()',
    );
    await server.runJobs();
    expect(await stored()).toMatchObject({ status: 'failed', attempts: 2 });
    expect((await stored()).lastError).toMatch(/^No mail server answers at/);
  });
});

describe('without SMTP settings', () => {
  it('messages wait untried, and are sent once there are settings', async () => {
    await queue('one@example.com');
    await queue('two@example.com');
    await server.runJobs();
    expect(
      await server.prisma.outgoingMail.findMany({ select: { status: true, attempts: true } }),
    ).toEqual([
      { status: 'waiting', attempts: 0 },
      { status: 'waiting', attempts: 0 },
    ]);
    expect(await jobsLeft()).toEqual([]);
    await useSmtpServer(server, smtp);
    await server.runJobs();
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([
      ['one@example.com'],
      ['two@example.com'],
    ]);
  });

  it('a blank host counts as none', async () => {
    await useSmtpServer(server, smtp, { smtp_host: '  ' });
    await queue();
    await server.runJobs();
    expect(await stored()).toMatchObject({ status: 'waiting', attempts: 0, lastError: null });
  });
});

describe('the SMTP settings', () => {
  it('are read with their encrypted password', async () => {
    await smtp.close();
    smtp = await startSmtpServer({ account: { username: 'sales', password: 'p4ss: wörd' } });
    await useSmtpServer(server, smtp, { smtp_username: 'sales' });
    const sealed = server.deps.secrets.seal(
      'smtp_password',
      'p4ss: wörd',
      JSON.stringify(['127.0.0.1', smtp.port, 'none']),
    );
    await server.prisma.siteSetting.create({
      data: { key: 'smtp_password', value: sealed, isEncrypted: true },
    });
    await queue();
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
  });

  it('keep a wrong password secret, and the right one sends waiting messages at once', async () => {
    await smtp.close();
    smtp = await startSmtpServer({ account: { username: 'sales', password: 'right-one' } });
    await useSmtpServer(server, smtp, { smtp_username: 'sales', smtp_password: 'wrong-one' });
    await queue();
    await server.runJobs();
    const { lastError } = await stored();
    expect(lastError).toMatch(/Wrong username or password/);
    expect(lastError).not.toContain('wrong-one');
    await useSmtpServer(server, smtp, { smtp_username: 'sales', smtp_password: 'right-one' });
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
  });

  it('send nothing to a server without TLS if smtp_secure is tls', async () => {
    await useSmtpServer(server, smtp, { smtp_secure: 'tls' });
    await queue();
    await server.runJobs();
    expect(smtp.mails).toEqual([]);
    expect((await stored()).lastError).toMatch(/STARTTLS/);
  });

  it.each([
    ['smtp_port', 'many', 'The port of the mail server must be a whole number'],
    ['smtp_port', '70000', 'The port of the mail server must be 1 to 65535'],
    ['smtp_secure', 'some', 'The security of the mail server must be none, tls or ssl'],
    ['smtp_from_email', 'sales', 'The sender of mail must be an e-mail address'],
    ['smtp_from_email', '', 'Mail has no sender. Set From Email, or the contact email of the site'],
  ])('report it when %s is %j', async (key, value, message) => {
    await useSmtpServer(server, smtp, { [key]: value });
    await queue();
    await server.runJobs();
    expect((await stored()).lastError).toBe(message);
  });

  it('report a password that was encrypted with another key', async () => {
    await useSmtpServer(server, smtp);
    await server.prisma.siteSetting.create({
      data: { key: 'smtp_password', value: 'v1.00000000.' + 'a'.repeat(60), isEncrypted: true },
    });
    await queue();
    await server.runJobs();
    expect((await stored()).lastError).toMatch(/which SETTINGS_KEYS lacks/);
  });
});

describe('mail for the team', () => {
  const toTeam = async () => {
    const team = verifyEmailMail(server.deps, teamOf(server.deps), {
      link: 'http://tideweek.test',
    });
    await queueMail(server.prisma, team, mail());
    const rows = await server.prisma.outgoingMail.findMany({ orderBy: { id: 'asc' } });
    await server.prisma.outgoingMail.deleteMany();
    return rows.map(({ toAddress }) => toAddress);
  };

  it('goes to the first verified administrator until a contact address is set', async () => {
    const others = 'ada@example.com';
    expect(await toTeam()).toEqual([others]);
    await signedInUser(server, { role: 'admin', emailVerifiedAt: null });
    await signedInUser(server, { role: 'admin', closedAt: new Date() });
    expect(await toTeam()).toEqual([others]);
    const { user } = await signedInUser(server, { role: 'admin' });
    await signedInUser(server, { role: 'admin' });
    expect(await toTeam()).toEqual([user.email, others]);
    await setContactEmail(server);
    expect(await toTeam()).toEqual(['hello@tideweek.example', others]);
    await server.prisma.siteSetting.deleteMany();
    await server.deps.siteSettings.refresh();
    await server.prisma.user.updateMany({ data: { closedAt: new Date() } });
  });
});

describe('the state of outgoing mail', () => {
  const document = '{ viewer { mailQueue { isConfigured waiting failed lastError } } }';

  it('is visible to administrators', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const read = async () =>
      (await server.graphqlText(document, {}, { cookie: admin.cookie })).data;
    await queue();
    expect(await read()).toEqual({
      viewer: { mailQueue: { isConfigured: false, waiting: 1, failed: 0, lastError: null } },
    });
    await useSmtpServer(server, smtp);
    smtp.refuse = () => ({ code: 451, text: 'Try later' });
    await server.runJobs();
    expect(await read()).toMatchObject({
      viewer: {
        mailQueue: {
          isConfigured: true,
          waiting: 1,
          failed: 0,
          lastError: expect.stringContaining('Try later') as string,
        },
      },
    });
  });

  it('is null for anyone else', async () => {
    const { cookie } = await signedInUser(server);
    const answer = await server.graphqlText(document, {}, { cookie });
    expect(answer.data).toEqual({ viewer: { mailQueue: null } });
    expect(answer.errors).toEqual([]);
  });
});
