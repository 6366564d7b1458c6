import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMail, globalId, signedInUser } from '#api/testing/factories.ts';
import { startSmtpServer, useSmtpServer, type TestSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { prepareLink, storeLink } from '#api/modules/access/secretLinks.ts';
import { queueMail } from '../outbox.ts';
import { mailKinds } from '../defineMail.ts';
import { resetPasswordMail } from '#api/modules/accounts/mails.ts';

let server: TestServer;
let smtp: TestSmtpServer;
let cookie: string;
let admin: { id: string; username: string; email: string };

beforeAll(async () => {
  server = await startTestServer();
  ({ cookie, user: admin } = await signedInUser(server, { role: 'admin' }));
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

interface Mail {
  toAddress: string;
  status: string;
}

interface MailsData {
  mails: {
    edges: { node: Mail }[];
    pageInfo: { endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean };
  };
}

async function mails(args = ''): Promise<MailsData['mails']> {
  const { data, errors } = await server.graphqlText<MailsData>(
    `{ mails${args && `(${args})`} { edges { node { toAddress status } }
       pageInfo { endCursor hasNextPage hasPreviousPage } } }`,
    {},
    { cookie },
  );
  expect(errors).toEqual([]);
  if (!data) throw new Error('no answer');
  return data.mails;
}

const addresses = async (args?: string) =>
  (await mails(args)).edges.map(({ node }) => node.toAddress);

async function resend(id: string) {
  const { data } = await server.graphqlText<{ resendMail: Record<string, unknown> }>(
    `mutation ($input: ResendMailInput!) { resendMail(input: $input) {
      __typename ... on ResendMailPayload { mail { status attempts } } ... on Error { message } } }`,
    { input: { id: globalId('OutgoingMail', id) } },
    { cookie },
  );
  return data?.resendMail;
}

async function read(id: string) {
  const { data } = await server.graphqlText<{ node: Record<string, unknown> }>(
    `query ($id: ID!) { node(id: $id) { ... on OutgoingMail {
      subject template templateLabel status attempts lastError mayBeResent whyNotResent
      preview { html text } } } }`,
    { id: globalId('OutgoingMail', id) },
    { cookie },
  );
  return data?.node;
}

describe('The log of outgoing mail', () => {
  it('is sorted newest first, and pages forward and backward', async () => {
    for (let index = 0; index < 7; index += 1) {
      await createMail(server, {
        toAddress: `p${index}@example.com`,
        // Two per instant.
        createdAt: new Date(Date.UTC(2027, 0, 1 + Math.floor(index / 2))),
      });
    }
    const all = await addresses();
    expect(all).toHaveLength(7);
    expect(all[0]).toBe('p6@example.com');
    const walked: string[] = [];
    let after = '';
    for (;;) {
      const page = await mails(`first: 2${after && `, after: "${after}"`}`);
      walked.push(...page.edges.map(({ node }) => node.toAddress));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor ?? '';
    }
    expect(walked).toEqual(all);
    expect(await addresses(`last: 2, before: "${after}"`)).toEqual(all.slice(3, 5));
  });

  it('filters by status and by part of the recipient, with wildcards taken literally', async () => {
    await createMail(server, { toAddress: 'ada@example.com', toName: 'Ada Byron' });
    await createMail(server, { toAddress: 'a_d@example.com', toName: '100% Grace' });
    await createMail(server, {
      toAddress: 'linus@other.test',
      toName: 'Linus',
      status: 'failed',
    });
    expect(await addresses('status: FAILED')).toEqual(['linus@other.test']);
    expect(await addresses('status: SENT')).toEqual([]);
    expect(await addresses('recipient: " BYRON "')).toEqual(['ada@example.com']);
    expect(await addresses('recipient: "other"')).toEqual(['linus@other.test']);
    expect(await addresses('recipient: "_"')).toEqual(['a_d@example.com']);
    expect(await addresses('recipient: "%"')).toEqual(['a_d@example.com']);
    expect(await addresses('recipient: "\\\\"')).toEqual([]);
    expect(await addresses('recipient: "", status: WAITING')).toHaveLength(2);
  });

  it('searches recipients among 20,000 messages by an index', async () => {
    await server.pool.query(`
      ALTER TABLE outgoing_mails DISABLE TRIGGER mail_queued;
      INSERT INTO outgoing_mails (id, message_id, to_name, to_address, template, subject, html, text, created_at)
      SELECT gen_random_uuid(), 'm' || n || '@t.test', 'Person ' || n, 'p' || md5(n::text) || '@t.test',
             'passwordChanged', 'x', 'x', 'x', now() - n * interval '1 minute'
      FROM generate_series(1, 20000) AS n;
      ALTER TABLE outgoing_mails ENABLE TRIGGER mail_queued`);
    await server.pool.query('VACUUM ANALYZE outgoing_mails');
    const { rows } = await server.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM outgoing_mails
       WHERE to_address ILIKE '%c81e728d9%' OR to_name ILIKE '%c81e728d9%'
       ORDER BY created_at DESC, id DESC LIMIT 21`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('outgoing_mails_recipient_idx');
    expect(await addresses('recipient: "c81e728d9"')).toHaveLength(1);
  });
});

describe('A preview', () => {
  it('shows the message without link targets and secrets', async () => {
    const link = prepareLink('http://tideweek.test', 'reset_password');
    const prepared = resetPasswordMail(
      server.deps,
      { firstName: 'Ada', name: 'Ada', address: 'ada@example.com' },
      { link: link.link },
    );
    await queueMail(server.prisma, prepared);
    const { id } = await server.prisma.outgoingMail.findFirstOrThrow();
    const secret = link.link.split('token=')[1] ?? 'none';
    const seen = await read(id);
    expect(seen).toMatchObject({
      template: 'resetPassword',
      templateLabel: 'Choose a new password',
      status: 'WAITING',
      attempts: 0,
      lastError: null,
      mayBeResent: true,
      whyNotResent: null,
    });
    expect(JSON.stringify(seen)).toContain('Hello Ada');
    expect(JSON.stringify(seen)).toContain('token=[hidden]');
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(JSON.stringify(seen)).not.toMatch(/href=\\"/);
  });

  it('is null for a sent message, which says why it cannot be sent again', async () => {
    await useSmtpServer(server, smtp);
    const { id } = await createMail(server);
    await server.runJobs();
    expect(await read(id)).toMatchObject({
      status: 'SENT',
      preview: null,
      mayBeResent: false,
      whyNotResent: expect.stringMatching(/^It was sent\. Its text is not kept/),
    });
  });

  it('of each template has sample data and no link', async () => {
    const { data } = await server.graphqlText<{
      mailTemplates: { name: string; label: string }[];
    }>('{ mailTemplates { name label } }', {}, { cookie });
    const templates = data?.mailTemplates ?? [];
    expect(templates).toEqual(
      mailKinds
        .map(({ name, label }) => ({ name, label }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    );
    for (const { name, label } of templates) {
      const answer = await server.graphqlText<{ mailSample: Record<string, string> }>(
        'query ($t: String!) { mailSample(template: $t) { label subject html text } }',
        { t: name },
        { cookie },
      );
      expect(answer.data?.mailSample).toMatchObject({ label });
      expect(answer.data?.mailSample['subject']).not.toBe('');
      expect(answer.data?.mailSample['html']).toContain('<h1');
      expect(answer.data?.mailSample['html']).not.toContain(' href=');
    }
    const none = await server.graphqlText(
      '{ mailSample(template: "toString") { label } }',
      {},
      {
        cookie,
      },
    );
    expect(none.data).toEqual({ mailSample: null });
  });
});

describe('Sending again', () => {
  it('sends a failed message with its attempts reset, and is audited', async () => {
    const { id, messageId } = await createMail(server, { status: 'failed', attempts: 25 });
    await server.pool.query('DELETE FROM graphile_worker._private_jobs');
    await useSmtpServer(server, smtp);
    await server.pool.query('DELETE FROM graphile_worker._private_jobs');
    expect(await resend(id)).toEqual({
      __typename: 'ResendMailPayload',
      mail: { status: 'WAITING', attempts: 0 },
    });
    await server.runJobs();
    expect(smtp.mails.map((mail) => mail.messageId)).toEqual([`<${messageId}>`]);
    const { rows } = await server.pool.query(
      `SELECT actor_name AS by, subject_id AS id, before, after FROM audit_entries
       WHERE action = 'mail.resend'`,
    );
    const subject = 'Your password at Tideweek was changed';
    expect(rows).toEqual([
      {
        by: admin.username,
        id,
        before: { subject, status: 'failed', attempts: 25 },
        after: { subject, status: 'waiting', attempts: 0 },
      },
    ]);
  });

  it('sends a message that waits for its next try at once, and only once', async () => {
    await useSmtpServer(server, smtp);
    smtp.refuse = () => ({ code: 451, text: 'Try later' });
    const { id } = await createMail(server);
    await server.runJobs();
    smtp.refuse = undefined;
    await Promise.all([resend(id), resend(id)]);
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is refused for a message that was or is being sent, or without text or valid link', async () => {
    const sent = await createMail(server, {
      status: 'sent',
      sentAt: new Date(),
      html: '',
      text: '',
    });
    const emptied = await createMail(server, { status: 'failed', html: '', text: '' });
    const busy = await createMail(server);
    await server.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w' WHERE key = $1`,
      [`send_mail:${busy.id}`],
    );
    const dead = await createMail(server, {
      text: 'http://tideweek.test/reset-password?token=abc_def',
      status: 'failed',
    });
    const messages = [];
    for (const { id } of [sent, emptied, busy, dead]) {
      const result = await resend(id);
      expect(result).toMatchObject({ __typename: 'ConflictError' });
      messages.push(result?.['message']);
    }
    expect(messages).toEqual([
      expect.stringMatching(/^This message can't be sent again\. It was sent\./),
      expect.stringMatching(
        /^This message can't be sent again\. It was given up more than 30 days/,
      ),
      'This message is being sent right now',
      expect.stringMatching(/^The link in this message doesn't work any more\./),
    ]);
    expect(await resend(admin.id)).toMatchObject({ __typename: 'NotFoundError' });
    expect(await server.prisma.outgoingMail.count({ where: { status: 'failed' } })).toBe(2);
  });

  it('is allowed for a link that still works', async () => {
    const link = prepareLink('http://tideweek.test', 'reset_password');
    await server.prisma.$transaction((transaction) =>
      storeLink(transaction, link, { userId: admin.id, email: admin.email }),
    );
    const { id } = await createMail(server, { text: `Open ${link.link}`, status: 'failed' });
    expect(await resend(id)).toMatchObject({ __typename: 'ResendMailPayload' });
  });
});
