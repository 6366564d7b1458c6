import { lookup } from 'node:dns';
import { connect, isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createTransport, type Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { mayTakeMail } from './outgoingAddresses.ts';

export interface MailServer {
  host: string;
  port: number;
  /** No encryption, STARTTLS (required), or TLS from the start. */
  security: 'none' | 'tls' | 'ssl';
  username: string | undefined;
  password: string | undefined;
}

export interface Address {
  name: string;
  address: string;
}

export interface Message {
  messageId: string;
  from: Address;
  to: Address;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Quotes only mail servers: replies of other hosts would reveal what listens there. */
export class MailError extends Error {
  constructor(
    message: string,
    /** Whether the refusal is permanent, as for an address that does not exist. */
    readonly isRefusal: boolean,
    /** For the log, without the password. */
    readonly detail: string,
  ) {
    super(message);
  }
}

/** Default milliseconds for `sendNow`, below the time limit of an operation. */
export const usualNow = 8_000;

export interface MailerOptions {
  /** CA certificates (PEM) that replace the default certificates of Node.js. */
  trusted?: string;
  /** Milliseconds without a response after which a message counts as not accepted. */
  longestSilence?: number;
  /** Milliseconds that `sendNow` may take. */
  nowMeans?: number;
}

export function createMailer({
  trusted,
  longestSilence = 30_000,
  nowMeans = usualNow,
}: MailerOptions = {}) {
  let open: { server: string; transport: Transporter } | undefined;
  const transportTo = (server: MailServer): Transporter => {
    const key = JSON.stringify(server);
    if (open?.server !== key) {
      open?.transport.close();
      open = {
        server: key,
        transport: createTransport({
          ...connectionTo(server, trusted),
          ...patience(10_000, longestSilence),
          pool: true,
          maxConnections: 4,
        }),
      };
    }
    return open.transport;
  };
  return {
    /** Resolves when the server has accepted the message. @throws {MailError} */
    async send(server: MailServer, message: Message): Promise<void> {
      try {
        await transportTo(server).sendMail(headed(message));
      } catch (error) {
        throw mailErrorOf(error, server);
      }
    },
    /** As `send`, over its own connection and within 8 seconds. @throws {MailError} */
    async sendNow(server: MailServer, message: Message): Promise<void> {
      const transport = createTransport({
        ...connectionTo(server, trusted),
        ...patience(nowMeans, nowMeans),
      });
      const ended = new AbortController();
      const late = sleep(nowMeans, undefined, { signal: ended.signal }).then((): never => {
        throw new Error(`No answer within ${nowMeans / 1_000} seconds`);
      });
      try {
        await Promise.race([transport.sendMail(headed(message)), late]);
      } catch (error) {
        throw mailErrorOf(error, server);
      } finally {
        ended.abort();
        transport.close();
      }
    },
    close: (): void => open?.transport.close(),
  };
}

const connectionTo = (
  { host, port, security, username, password }: MailServer,
  trusted: string | undefined,
) => ({
  host,
  port,
  getSocket: openSocket(security === 'ssl', trusted),
  secure: security === 'ssl',
  requireTLS: security === 'tls',
  ignoreTLS: security === 'none',
  ...(trusted !== undefined && { tls: { ca: trusted } }),
  ...(username && { auth: { user: username, pass: password ?? '' } }),
});

type OpenSocket = NonNullable<SMTPTransport.Options['getSocket']>;

/** Connects only to checked addresses, so that a name can't resolve to another address later. */
const openSocket =
  (isEncrypted: boolean, trusted: string | undefined): OpenSocket =>
  ({ host = '', port, connectionTimeout }, callback) => {
    if (isIP(host) !== 0 && !mayTakeMail(host)) {
      callback(new Error(`${host} is never reached`), false);
      return;
    }
    const address = { host, port: Number(port), lookup: judgedLookup };
    const socket = isEncrypted
      ? connectTls({
          ...address,
          ...(isIP(host) === 0 && { servername: host }),
          ...(trusted !== undefined && { ca: trusted }),
        })
      : connect(address);
    const fail = (error: Error): void => {
      socket.destroy();
      callback(error, false);
    };
    const late = (): void => fail(new Error('No connection in time'));
    socket.setTimeout(connectionTimeout ?? 0, late);
    socket.once('error', fail);
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0).off('timeout', late).off('error', fail);
      callback(null, { connection: socket, secured: isEncrypted });
    });
  };

const judgedLookup: LookupFunction = (host, options, callback) =>
  lookup(host, { ...options, all: true }, (error, found) => {
    const addresses = error ? [] : found.filter(({ address }) => mayTakeMail(address));
    const [first] = addresses;
    if (!first) {
      callback(error ?? new Error(`${host} is never reached`), []);
    } else if (options.all) {
      callback(null, addresses);
    } else {
      callback(null, first.address, first.family);
    }
  });

const patience = (toConnect: number, toAnswer: number) => ({
  connectionTimeout: toConnect,
  greetingTimeout: toConnect,
  dnsTimeout: toConnect,
  socketTimeout: toAnswer,
});

const headed = (message: Message) => ({
  ...message,
  messageId: `<${message.messageId}>`,
  // RFC 3834: prevents vacation replies.
  headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
  disableFileAccess: true,
  disableUrlAccess: true,
});

function mailErrorOf(error: unknown, server: MailServer): MailError {
  const text = error instanceof Error ? error.message : String(error);
  const { code, command, responseCode } = (error ?? {}) as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  const detail = withoutSecrets(text, server).replace(/\s+/g, ' ').slice(0, 300);
  // A host is a mail server only once it has greeted and accepted a command.
  const isMailServer = command !== undefined && command !== 'CONN';
  return new MailError(
    isMailServer
      ? `${server.host}:${server.port} did not take the message. ${detail}`
      : `No mail server answers at ${server.host}:${server.port}. Check host, port and security`,
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
      responseCode !== undefined &&
      responseCode >= 500,
    detail,
  );
}

function withoutSecrets(text: string, { username = '', password }: MailServer): string {
  if (!password) {
    return text;
  }
  const base64 = (plain: string) => Buffer.from(plain).toString('base64');
  return [base64(`\u0000${username}\u0000${password}`), base64(password), password].reduce(
    (told, secret) => told.replaceAll(secret, '[hidden]'),
    text,
  );
}
