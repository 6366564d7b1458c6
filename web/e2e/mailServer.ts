import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** Where `?to=<address>` gives all messages to an address, oldest first, as they were sent. */
  inboxUrl: string;
  close(): Promise<void>;
}

interface Received {
  to: string[];
  source: string;
}

/** A mail server to which the product under test sends from now on. */
export async function startMailServer(databaseUrl: string): Promise<MailServer> {
  const received: Received[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('latin1'),
        });
        done();
      });
    },
  });
  smtp.on('error', () => undefined);
  const inbox = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://inbox').searchParams.get('to') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(received.filter(({ to }) => to.includes(address))));
  });
  await Promise.all([listen(smtp.server), listen(inbox)]);
  await sendThrough(databaseUrl, portOf(smtp.server));
  return {
    inboxUrl: `http://127.0.0.1:${portOf(inbox)}`,
    close: async () => {
      inbox.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => inbox.close(() => resolve())),
      ]);
    },
  };
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** What an administrator sets under SMTP. */
async function sendThrough(connectionString: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const settings = {
      smtp_host: '127.0.0.1',
      smtp_port: String(port),
      smtp_secure: 'none',
      smtp_from_email: 'sales@tideweek.example',
    };
    for (const [key, value] of Object.entries(settings)) {
      await client.query(
        `INSERT INTO site_settings (id, key, value, category)
         VALUES (gen_random_uuid(), $1, $2, 'smtp')
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [key, value],
      );
    }
  } finally {
    await client.end();
  }
}
