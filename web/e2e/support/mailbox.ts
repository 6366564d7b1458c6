import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { isDeep } from '#api/testing/depth.ts';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';

export interface Mailbox {
  /** Waits for the newest message to this address with a matching subject. */
  mail(address: string, subject: RegExp): Promise<Email>;
  /** All messages received for this address. */
  mailsTo(address: string): Email[];
  /** Sets the SMTP settings in this database so that the product sends to this server. */
  receiveFrom(databaseUrl: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a mail server on this machine. */
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
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string): Email[] =>
    mails.filter((mail) => mail.to?.some((to) => to.address === address));
  return {
    async mail(address, subject) {
      const find = () => mailsTo(address).findLast((mail) => subject.test(mail.subject ?? ''));
      await expect.poll(find, { message: `mail to ${address}, ${subject}` }).toBeDefined();
      const found = find();
      if (!found) throw new Error(`No mail to ${address}`);
      return found;
    },
    mailsTo,
    async receiveFrom(databaseUrl) {
      const settings = {
        smtp_host: '127.0.0.1',
        smtp_port: String(port),
        smtp_secure: 'none',
        smtp_from_email: 'sales@tideweek.example',
      };
      await sql(
        databaseUrl,
        `INSERT INTO site_settings (id, key, value, category)
         SELECT gen_random_uuid(), key, value, 'smtp' FROM json_each_text($1) AS settings(key, value)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        [JSON.stringify(settings)],
      );
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The path of the first link with a token in a message. */
export function linkIn(mail: Email): string {
  return pathIn(mail, /https?:\/\/\S+[?&]token=[\w-]+/);
}

/** The path of the first matching URL, which both parts of the message must contain. */
export function pathIn(mail: Email, pattern: RegExp): string {
  const address = pattern.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(`href="${address.replaceAll('&', '&amp;')}"`);
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Expects a message to fit a phone, and to be accessible in light and dark mode. */
export async function expectReadable(page: Page, mail: Email): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of isDeep ? [390, 320] : [320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(mail.html ?? '');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // Mail programs provide the landmarks around a message.
    await expectNoViolations(page, ['landmark-one-main', 'region']);
  }
}
