import type { AddressInfo } from 'node:net';
import pg from 'pg';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, inject } from 'vitest';

export interface Mailbox {
  /** The newest message to this address whose subject fits, once it is there. */
  mail(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

/** A mail server to which the product under test sends from now on. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await sendThrough((server.server.address() as AddressInfo).port);
  return {
    async mail(address, subject) {
      const find = () =>
        mails.findLast(
          (mail) =>
            mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''),
        );
      await expect.poll(find, { timeout: 15_000 }).toBeDefined();
      const found = find();
      if (!found) throw new Error(`No mail to ${address}`);
      return found;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What an administrator sets under SMTP. */
async function sendThrough(port: number): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
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

/** The path of the one button in a message, as its reader's browser gets it. */
export function linkIn(mail: Email): string {
  const address = /https?:\/\/\S+[?&]token=[\w-]+/.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(`href="${address}"`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}
