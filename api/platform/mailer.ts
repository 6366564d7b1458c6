import { createTransport, type Transporter } from 'nodemailer';

/** A mail server and how to speak to it. */
export interface MailServer {
  host: string;
  port: number;
  /** No encryption, STARTTLS (refused where the server lacks it), or TLS from the start. */
  security: 'none' | 'tls' | 'ssl';
  username: string | undefined;
  password: string | undefined;
}

export interface Address {
  name: string;
  address: string;
}

export interface Message {
  /** Without angle brackets. */
  messageId: string;
  from: Address;
  to: Address;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

export interface Mailer {
  /** Resolves when the server has taken the message. @throws {MailError} */
  send(server: MailServer, message: Message): Promise<void>;
  close(): void;
}

/** The message was not taken. The text is the server's answer, and holds no password. */
export class MailError extends Error {
  constructor(
    message: string,
    /** Whether this message will never be taken, as for an address that does not exist. */
    readonly isRefusal: boolean,
  ) {
    super(message);
  }
}

/** Sends by SMTP over connections that are kept open between messages. */
export function createMailer(): Mailer {
  let open: { server: string; transport: Transporter } | undefined;
  const transportTo = (server: MailServer): Transporter => {
    const key = JSON.stringify(server);
    if (open?.server !== key) {
      open?.transport.close();
      open = { server: key, transport: connectTo(server) };
    }
    return open.transport;
  };
  return {
    async send(server, message) {
      try {
        await transportTo(server).sendMail({
          ...message,
          messageId: `<${message.messageId}>`,
          // RFC 3834: keeps holiday replies from being sent.
          headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } catch (error) {
        throw mailErrorOf(error, server);
      }
    },
    close: () => open?.transport.close(),
  };
}

function connectTo({ host, port, security, username, password }: MailServer): Transporter {
  return createTransport({
    host,
    port,
    pool: true,
    maxConnections: 4,
    secure: security === 'ssl',
    requireTLS: security === 'tls',
    ignoreTLS: security === 'none',
    ...(username && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
  });
}

function mailErrorOf(error: unknown, { password }: MailServer): MailError {
  const text = error instanceof Error ? error.message : String(error);
  const told = password ? text.replaceAll(password, '[hidden]') : text;
  const { code, responseCode } = (error ?? {}) as { code?: string; responseCode?: number };
  return new MailError(
    told.replace(/\s+/g, ' ').slice(0, 300),
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
      responseCode !== undefined &&
      responseCode >= 500,
  );
}
