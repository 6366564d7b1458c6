import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { smtpCertificate, smtpKey } from './smtpCertificate.ts';
import type { TestServer } from './testServer.ts';

export interface ReceivedMail extends Email {
  /** The recipients of the SMTP envelope. */
  recipients: string[];
}

export interface TestSmtpServer {
  port: number;
  /** Number of connections opened so far. */
  connections: number;
  /** Received messages, in order, including duplicates. */
  mails: ReceivedMail[];
  /** The reply to a recipient of the next messages; undefined accepts it. */
  refuse: ((recipient: string) => { code: number; text: string } | undefined) | undefined;
  /** Awaited before a message is accepted. */
  hold: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

interface Options {
  port?: number;
  /** The only account that may send. Defaults to everyone. */
  account?: { username: string; password: string };
  /** STARTTLS, or TLS from the start. Defaults to no encryption. */
  security?: 'tls' | 'ssl';
}

/** An SMTP server on this machine that keeps the messages it receives. */
export async function startSmtpServer(options: Options = {}): Promise<TestSmtpServer> {
  const { account, security } = options;
  const mails: ReceivedMail[] = [];
  const smtp: TestSmtpServer = {
    port: 0,
    connections: 0,
    mails,
    refuse: undefined,
    hold: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const refusal = (recipient: string): Error | undefined => {
    const answer = smtp.refuse?.(recipient);
    return answer && Object.assign(new Error(answer.text), { responseCode: answer.code });
  };
  const server = new SMTPServer({
    disabledCommands: [...(security === 'tls' ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])],
    secure: security === 'ssl',
    key: smtpKey,
    cert: smtpCertificate,
    authOptional: !account,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    // Clients keep connections open for the next message.
    closeTimeout: 50,
    onConnect(_session, done) {
      smtp.connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      const fits = username === account?.username && password === account?.password;
      done(fits ? null : new Error('Wrong username or password'), { user: username });
    },
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const take = async (): Promise<void> => {
          await smtp.hold?.();
          const mail = await PostalMime.parse(Buffer.concat(chunks));
          mails.push({
            ...mail,
            recipients: session.envelope.rcptTo.map(({ address }) => address),
          });
        };
        take().then(() => done(), done);
      });
    },
  });
  // Keep running if a client is killed in the middle of a message.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  smtp.port = (server.server.address() as AddressInfo).port;
  return smtp;
}

/** Sets up a site to send through this server, as an administrator would. */
export async function useSmtpServer(
  { prisma }: Pick<TestServer, 'prisma'>,
  { port }: Pick<TestSmtpServer, 'port'>,
  more: Record<string, string> = {},
): Promise<void> {
  const values = {
    smtp_host: '127.0.0.1',
    smtp_port: String(port),
    smtp_secure: 'none',
    smtp_from_name: 'Tideweek Sales',
    smtp_from_email: 'sales@tideweek.test',
    ...more,
  };
  for (const [key, value] of Object.entries(values)) {
    await prisma.siteSetting.upsert({
      where: { key },
      create: { key, value, category: 'smtp' },
      update: { value },
    });
  }
}
