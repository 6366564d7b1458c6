import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { maxOperationTime } from '#api/graphql/limits/limits.ts';
import { createLog } from '#api/platform/process/log.ts';
import { usualNow } from '#api/platform/outgoing/mailer.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

/** The password; it must appear nowhere but in the encrypted setting. */
const canary = 'canary-Zx81-quite-secret';
const account = { username: 'sales', password: canary };
const wrong = `${canary}-wrong`;

let server: TestServer;
let cookie: string;
let email: string;
const answers: string[] = [];
const logged: string[] = [];
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startTestServer({
    log: createLog('trace', { write: (line) => void logged.push(line) }),
  });
  const admin = await signedInUser(server, { role: 'admin' });
  cookie = admin.cookie;
  email = admin.user.email;
});

afterAll(() => server.close());

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Sets the SMTP settings as an administrator does. */
async function configure(settings: Record<string, string>): Promise<void> {
  const first = await server.graphqlText<{
    initializeSmtpSettings: { settings: { key: string; version: number }[] };
  }>(
    `mutation { initializeSmtpSettings {
      ... on InitializeSmtpSettingsPayload { settings { key value version } } } }`,
    {},
    { cookie },
  );
  const values: Record<string, string> = {
    smtp_host: '127.0.0.1',
    smtp_username: '',
    smtp_password: '',
    smtp_from_email: 'sales@tideweek.example',
    ...settings,
  };
  const changes = first.data?.initializeSmtpSettings.settings
    .filter(({ key }) => values[key] !== undefined)
    .map(({ key, version }) => ({ key, version, value: values[key] }));
  const saved = await server.graphqlText<{ saveSettings: { __typename: string } }>(
    `mutation ($input: SaveSettingsInput!) { saveSettings(input: $input) {
      __typename ... on SaveSettingsPayload { settings { key value } }
      ... on Error { message } } }`,
    { input: { changes } },
    { cookie },
  );
  expect(saved.data?.saveSettings.__typename).toBe('SaveSettingsPayload');
  answers.push(first.text, saved.text);
}

interface Outcome {
  success: boolean;
  message: string;
  messageId: string | null;
}

/** Sends a test mail by REST and by GraphQL; both must agree. */
async function test(): Promise<Outcome> {
  const rest = await server.rest<Outcome>('POST', '/api/admin/smtp/test', undefined, { cookie });
  expect(rest.status).toBe(200);
  const { data, text } = await server.graphqlText<{ sendTestMail: Outcome }>(
    `mutation { sendTestMail { ... on SendTestMailPayload { success message messageId } } }`,
    {},
    { cookie },
  );
  answers.push(rest.text, text);
  expect(data?.sendTestMail).toMatchObject({
    success: rest.body.success,
    message: rest.body.message,
  });
  return rest.body;
}

async function open(options: Parameters<typeof startSmtpServer>[0]) {
  const smtp = await startSmtpServer({ account, ...options });
  closing.push(() => smtp.close());
  return smtp;
}

/** Starts a TCP server that calls `greet` for each connection. Returns its port. */
async function openOther(
  greet: (write: (line: string) => void, hear: (listener: (line: string) => void) => void) => void,
): Promise<number> {
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    // A socket that is not read never ends.
    socket.resume();
    greet(
      (line) => void socket.write(line),
      (listener) => void socket.on('data', (piece) => listener(piece.toString())),
    );
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => other.close(resolve)));
  return (other.address() as AddressInfo).port;
}

describe('A test of the SMTP settings', () => {
  it('reports that there are none', async () => {
    expect(await test()).toEqual({
      success: false,
      message: 'There is no mail server yet: Host is empty',
      messageId: null,
    });
  });

  it.each(['none', 'tls', 'ssl'] as const)(
    'with security %s and the right password sends a message and returns its id',
    async (security) => {
      const smtp = await open(security === 'none' ? {} : { security });
      await configure({
        smtp_port: String(smtp.port),
        smtp_secure: security,
        smtp_username: account.username,
        smtp_password: canary,
      });
      const { success, message, messageId } = await test();
      expect({ success, message }).toEqual({
        success: true,
        message: `A test message went to ${email}.`,
      });
      expect(messageId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}@tideweek\.test$/);
      expect(smtp.mails).toHaveLength(2);
      expect(smtp.mails[0]).toMatchObject({
        recipients: [email],
        messageId: `<${messageId}>`,
        subject: 'Test message from Tideweek',
        from: { name: 'Tideweek Sales', address: 'sales@tideweek.example' },
      });
    },
  );

  it.each(['none', 'tls', 'ssl'] as const)(
    'with security %s and a wrong password fails, and does not repeat it',
    async (security) => {
      const smtp = await open(security === 'none' ? {} : { security });
      await configure({
        smtp_port: String(smtp.port),
        smtp_secure: security,
        smtp_username: account.username,
        smtp_password: wrong,
      });
      const outcome = await test();
      expect(outcome).toMatchObject({ success: false, messageId: null });
      expect(outcome.message).toMatch(/did not take the message\. .*Wrong username or password/);
      expect(smtp.mails).toEqual([]);
    },
  );

  it('hides the password if the server repeats it in its error', async () => {
    const plain = Buffer.from(`\u0000sales\u0000${canary}`).toString('base64');
    const echo = (text: string) => Buffer.from(text).toString('base64');
    const port = await openOther((write, hear) => {
      write('220 mail.example\r\n');
      hear((line) =>
        write(
          line.startsWith('EHLO')
            ? '250-mail.example\r\n250 AUTH PLAIN\r\n'
            : `535 You said ${canary}, ${plain} or ${echo(canary)}\r\n`,
        ),
      );
    });
    await configure({
      smtp_port: String(port),
      smtp_secure: 'none',
      smtp_username: 'sales',
      smtp_password: canary,
    });
    const { message } = await test();
    expect(message).toContain('You said [hidden], [hidden] or [hidden]');
  });

  it('fails without sending if STARTTLS is required and not offered', async () => {
    const smtp = await open({});
    await configure({ smtp_port: String(smtp.port), smtp_secure: 'tls' });
    expect(await test()).toMatchObject({ success: false });
    expect(smtp.mails).toEqual([]);
  });

  it('fails if the certificate is for another name', async () => {
    const smtp = await open({ security: 'ssl' });
    await configure({
      smtp_host: '127.0.0.2',
      smtp_port: String(smtp.port),
      smtp_secure: 'ssl',
    });
    const { success, message } = await test();
    expect(success).toBe(false);
    expect(message).toBe(nothing('127.0.0.2', smtp.port));
  });

  const nothing = (host: string, port: number) =>
    `No mail server answers at ${host}:${port}. Check host, port and security`;

  it.each<[string, 'none' | 'tls' | 'ssl', string | undefined, RegExp]>([
    ['nobody listens', 'none', undefined, /ECONNREFUSED/],
    ['nobody listens', 'ssl', undefined, /ECONNREFUSED/],
    ['another service listens', 'none', 'SSH-2.0-OpenSSH_9.6\r\n', /OpenSSH/],
    ['another service listens', 'tls', 'SSH-2.0-OpenSSH_9.6\r\n', /OpenSSH/],
    ['another service listens', 'ssl', 'HTTP/1.1 400 Bad Request\r\n\r\n', /SSL|TLS/],
    ['a service greets by saying no', 'none', '554 internal-db-7\r\n', /internal-db-7/],
  ])('returns the same message if %s, with security %s', async (_, security, banner, detail) => {
    const closed = banner === undefined ? await startSmtpServer() : undefined;
    await closed?.close();
    const port = closed?.port ?? (await openOther((write) => write(banner ?? '')));
    await configure({ smtp_port: String(port), smtp_secure: security });
    const before = logged.length;
    expect((await test()).message).toBe(nothing('127.0.0.1', port));
    expect(logged.slice(before).join('')).toMatch(detail);
  });

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    // NAT64 and 6to4 of 169.254.169.254.
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    // 169.254.169.254 as one decimal number.
    '2852039166',
  ])('never connects to %s, nor does a queued message', async (host) => {
    await configure({ smtp_host: host, smtp_port: '25', smtp_secure: 'none' });
    const before = logged.length;
    expect((await test()).message).toBe(nothing(host, 25));
    await server.graphqlText(
      'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { __typename } }',
      { input: { identifier: email } },
    );
    await server.runJobs();
    const told = logged.slice(before).filter((line) => line.includes(`${host} is never reached`));
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(await server.prisma.outgoingMail.findMany()).toMatchObject([
      { status: 'waiting', lastError: nothing(host, 25) },
    ]);
    await server.prisma.outgoingMail.deleteMany();
  });

  it('fails before the request times out if a server does not answer', async () => {
    const port = await openOther(() => undefined);
    await configure({ smtp_port: String(port), smtp_secure: 'none' });
    expect(usualNow).toBeLessThan(maxOperationTime);
    const impatient = await startTestServer({
      database: { url: server.databaseUrl },
      nowMeans: 300,
    });
    try {
      const path = '/api/admin/smtp/test';
      const rest = await impatient.rest<Outcome>('POST', path, undefined, { cookie });
      expect(rest.body.success).toBe(false);
      expect(rest.body.message).toBe(nothing('127.0.0.1', port));
    } finally {
      await impatient.close();
    }
  });

  it('names a setting that is invalid or cannot be decrypted', async () => {
    const set = (key: string, value: string) =>
      server.prisma.siteSetting.update({ where: { key }, data: { value } });
    await configure({ smtp_port: '25', smtp_secure: 'none' });
    await set('smtp_port', 'many');
    expect((await test()).message).toBe('The port of the mail server must be a whole number');
    await set('smtp_port', '25');
    await set('smtp_password', 'v1.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
    expect((await test()).message).toMatch(/^The setting smtp_password was encrypted with the key/);
  });

  it.each(['test', 'queue'] as const)(
    'sends no password to a server that it was not entered for (%s)',
    async (how) => {
      const thief = await open({});
      const right = await open({});
      await configure({
        smtp_port: String(right.port),
        smtp_secure: 'none',
        smtp_username: account.username,
        smtp_password: canary,
      });
      expect((await test()).success).toBe(true);
      // However the destination came to be changed.
      await server.prisma.siteSetting.update({
        where: { key: 'smtp_port' },
        data: { value: String(thief.port) },
      });
      if (how === 'test') {
        expect((await test()).message).toBe('Enter the password again, since the port changed');
      } else {
        await server.graphqlText(
          'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { __typename } }',
          { input: { identifier: email } },
        );
        await server.runJobs();
        expect(await server.prisma.outgoingMail.findMany()).toMatchObject([
          { status: 'waiting', lastError: 'Enter the password again, since the port changed' },
        ]);
        await server.prisma.outgoingMail.deleteMany();
      }
      expect(thief.connections).toBe(0);
      await configure({
        smtp_port: String(thief.port),
        smtp_secure: 'none',
        smtp_username: account.username,
        smtp_password: canary,
      });
      expect((await test()).success).toBe(true);
    },
  );

  it('is audited with its outcome', async () => {
    const { rows } = await server.pool.query<{ after: { success: boolean } }>(
      `SELECT after FROM audit_entries WHERE action = 'smtp.test'`,
    );
    expect(new Set(rows.map(({ after }) => after.success))).toEqual(new Set([true, false]));
  });
});

describe('The password of the mail server', () => {
  it('appears in no response and in no log line', () => {
    expect(answers.length).toBeGreaterThan(40);
    expect(logged.length).toBeGreaterThan(40);
    expect(answers.filter((text) => text.includes('canary'))).toEqual([]);
    expect(logged.filter((text) => text.includes('canary'))).toEqual([]);
  });

  it('is nowhere in the database, audit log and job queue included', async () => {
    // A message that could not be sent with it, as a place where it could be found.
    const smtp = await open({});
    await configure({
      smtp_port: String(smtp.port),
      smtp_secure: 'none',
      smtp_username: 'sales',
      smtp_password: wrong,
    });
    await server.graphqlText(
      'mutation ($input: RequestPasswordResetInput!) { requestPasswordReset(input: $input) { __typename } }',
      { input: { identifier: email } },
    );
    await server.runJobs();
    expect(
      await server.prisma.outgoingMail.count({ where: { lastError: { contains: 'Wrong' } } }),
    ).toBeGreaterThan(0);
    expect(await rowsThatHold('Wrong username')).not.toEqual([]);
    expect(await rowsThatHold(canary)).toEqual([]);
    expect(await rowsThatHold(Buffer.from(canary).toString('hex'))).toEqual([]);
    expect(await rowsThatHold(Buffer.from(canary).toString('base64').slice(0, -4))).toEqual([]);
    expect(logged.filter((text) => text.includes('canary'))).toEqual([]);
  });
});

/** The tables with the text in any column of any row, as a dump would show it. */
async function rowsThatHold(text: string): Promise<string[]> {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(25);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await server.pool.query(
      `SELECT FROM ${name} AS t WHERE strpos(t::text, $1) > 0`,
      [text],
    );
    if (rowCount) found.push(name);
  }
  return found;
}
