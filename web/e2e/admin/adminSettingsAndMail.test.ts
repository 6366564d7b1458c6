import { readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { freePort } from '#api/platform/postgres/freePort.ts';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { holdAnswers } from '../support/answers.ts';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  phone,
  signInAsAdmin,
  tabTo,
  test,
  visit,
} from '../support/fixtures.ts';
import { openMailbox, type Mailbox } from '../support/mailbox.ts';
import { databaseUrlOf, startProduct, type Product } from '../support/product.ts';
import { startSession } from '../support/sessions.ts';

// A separate site: these settings change every page and all mail, and no other test sends mail.
const dataDir = scratchFolder();
const certificate = resolve('api/testing/smtpCertificate.pem');
const canary = 'canary-Qy47-of-the-browser';
let product: Product;
let mailbox: Mailbox;
let databaseUrl: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  [product, mailbox] = await Promise.all([
    startProduct({ dataDir, env: { NODE_EXTRA_CA_CERTS: certificate, LOG_LEVEL: 'trace' } }),
    openMailbox(),
  ]);
  databaseUrl = databaseUrlOf(dataDir);
});

afterAll(async () => {
  await mailbox.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  await sql(databaseUrl, 'DELETE FROM site_settings');
  await sql(databaseUrl, 'DELETE FROM outgoing_mails');
});

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function visitAsAdmin(page: Page, path: string): Promise<void> {
  await signInAsAdmin(page, { url: product.url, databaseUrl });
  await visit(page, product.url + path);
}

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const field = (page: Page, key: string) => page.locator(`[name="${key}"]`);

async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    if (key === 'smtp_secure') await field(page, key).selectOption(value);
    else await field(page, key).fill(value);
  }
}

async function saveSmtp(page: Page, values: Record<string, string>): Promise<void> {
  await fillIn(page, values);
  await button(page, 'Save SMTP Settings').click();
  await toast(page, 'SMTP settings saved successfully!').waitFor();
  await page.getByText('Settings saved', { exact: true }).waitFor();
}

async function initialize(page: Page): Promise<void> {
  await button(page, 'Initialize SMTP Settings').click();
  await toast(page, /SMTP settings initialized.*Please configure the values/s).waitFor();
}

interface Smtp {
  port: number;
  mails: Email[];
}

/** Starts a mail server with one account. */
async function openSmtp(): Promise<Smtp> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    secure: true,
    allowInsecureAuth: true,
    key: readFileSync('api/testing/smtpKey.pem'),
    cert: readFileSync(certificate),
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 50,
    onAuth({ username, password }, _session, done) {
      const fits = username === 'sales' && password === canary;
      done(fits ? null : new Error('Wrong username or password'), { user: username });
    },
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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise<void>((done) => server.close(() => done())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

describe('The settings of the site', () => {
  test.for(['/admin/settings', '/admin/mail'])(
    '%s redirects visitors and members to the home page',
    async (path) => {
      const { name, value } = await startSession({ url: product.url, databaseUrl }, 'traveller');
      for (const cookie of ['', `${name}=${value}`]) {
        const answer = await fetch(product.url + path, { headers: { cookie } });
        expect(answer.url).toBe(`${product.url}/`);
      }
    },
  );

  test('are initialized and saved as a group, and cannot be tested before', async ({ page }) => {
    await visitAsAdmin(page, '/admin/settings');
    await heading(page, 'No SMTP settings configured yet').waitFor();
    await page.getByText('Click "Initialize SMTP Settings" to get started').waitFor();
    await expectNoViolations(page, [], 'main');
    await initialize(page);
    expect(await field(page, 'smtp_port').inputValue()).toBe('587');
    expect(await field(page, 'smtp_secure').inputValue()).toBe('tls');
    expect(await field(page, 'smtp_secure').locator('option').allInnerTexts()).toEqual([
      'None (Insecure)',
      'TLS/STARTTLS (Recommended)',
      'SSL (Legacy)',
    ]);
    expect(await field(page, 'smtp_from_name').inputValue()).toBe('Tideweek Sales');
    await page.getByText('Settings saved', { exact: true }).waitFor();
    expect(await button(page, 'Save SMTP Settings').isEnabled()).toBe(false);

    await fillIn(page, { smtp_host: 'mail.example', smtp_username: 'sales' });
    await page.getByText('Unsaved Changes', { exact: true }).waitFor();
    expect(await button(page, 'Save SMTP Settings').isEnabled()).toBe(true);
    const testing = button(page, 'Test Connection');
    expect(await testing.isEnabled()).toBe(false);
    await testing.focus();
    await page.keyboard.press('Enter');
    await toast(
      page,
      /Save Settings First.*Please save your SMTP settings before testing the connection/s,
    ).waitFor();
    await expectNoViolations(page);

    // Edits are kept when switching tabs.
    await page.getByRole('tab', { name: 'General' }).click();
    await heading(page, 'No general settings configured yet').waitFor();
    await page.getByRole('tab', { name: 'All Settings (7)' }).click();
    expect(await field(page, 'smtp_host').inputValue()).toBe('mail.example');
    await page.getByRole('tab', { name: 'SMTP' }).click();
    await button(page, 'Save SMTP Settings').click();
    await toast(page, 'SMTP settings saved successfully!').waitFor();
    await expect.poll(() => testing.isEnabled()).toBe(true);
    const rows = await sql<{ key: string; value: string; version: number }>(
      databaseUrl,
      `SELECT key, value, version FROM site_settings WHERE version > 1 ORDER BY key`,
    );
    expect(rows).toEqual([
      { key: 'smtp_host', value: 'mail.example', version: 2 },
      { key: 'smtp_username', value: 'sales', version: 2 },
    ]);
    // Restoring the saved value is not a change.
    await fillIn(page, { smtp_host: 'other.example' });
    await page.getByText('Unsaved Changes', { exact: true }).waitFor();
    await fillIn(page, { smtp_host: 'mail.example' });
    await page.getByText('Settings saved', { exact: true }).waitFor();

    // With an error at a field, nothing is saved.
    await fillIn(page, { smtp_host: 'other.example', smtp_port: '99999' });
    await button(page, 'Save SMTP Settings').click();
    await toast(page, /Failed to save settings.*Port must be 1 to 65535/s).waitFor();
    await expect.poll(() => field(page, 'smtp_port').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Port must be 1 to 65535').first().waitFor();
    await page.getByText('Unsaved Changes', { exact: true }).waitFor();
    const host = `SELECT value FROM site_settings WHERE key = 'smtp_host'`;
    expect(await sql(databaseUrl, host)).toEqual([{ value: 'mail.example' }]);
  });
});

describe('Testing the connection', () => {
  test('reports the result and never reveals the password', async ({ page }) => {
    await visitAsAdmin(page, '/admin/settings');
    const answers: string[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/graphql')) return;
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      );
    });
    await initialize(page);
    // The other kinds of security are tested without a browser.
    const smtp = await openSmtp();
    await saveSmtp(page, {
      smtp_host: '127.0.0.1',
      smtp_port: String(smtp.port),
      smtp_secure: 'ssl',
      smtp_username: 'sales',
      smtp_password: `${canary}-wrong`,
    });
    await button(page, 'Test Connection').click();
    await toast(page, /SMTP Test Failed.*Wrong username or password/s).waitFor();
    expect(smtp.mails).toEqual([]);

    await saveSmtp(page, { smtp_password: canary });
    await button(page, 'Test Connection').click();
    const success = toast(page, /SMTP Test Successful!.*Message ID: [0-9a-f]{8}/s);
    await success.waitFor();
    const said = /Message ID: (\S+)/.exec(await success.innerText())?.[1];
    expect(said).toHaveLength(8);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.messageId).toMatch(new RegExp(`^<${said}-`));
    expect(smtp.mails[0]?.subject).toBe('Test message from Tideweek');

    await saveSmtp(page, {
      smtp_port: String(await freePort()),
      smtp_secure: 'none',
      smtp_password: canary,
    });
    const release = await holdAnswers(page);
    await button(page, 'Test Connection').click();
    const testing = button(page, 'Testing...');
    await testing.waitFor();
    expect(await testing.isEnabled()).toBe(false);
    release();
    await toast(page, /SMTP Test Failed.*No mail server answers at/s).waitFor();

    expect(answers.length).toBeGreaterThan(5);
    expect(answers.filter((text) => text.includes('canary'))).toEqual([]);
    expect(await page.content()).not.toContain('canary');
    expect(product.output().length).toBeGreaterThan(2_000);
    expect(product.output()).not.toContain('canary');
    expect(await tablesThatHold('canary')).toEqual([]);
    expect(await tablesThatHold('127.0.0.1')).toContain('public.site_settings');
  });
});

describe('Encrypted settings', () => {
  test('are masked, shown on demand with an audit entry, and kept when saved masked', async ({
    page,
  }) => {
    await visitAsAdmin(page, '/admin/settings');
    await initialize(page);
    await saveSmtp(page, { smtp_password: canary });
    const password = field(page, 'smtp_password');
    expect(await password.inputValue()).toBe('••••••••');
    expect(await password.getAttribute('type')).toBe('password');
    await button(page, 'Show smtp_password').click();
    await expect.poll(() => password.inputValue()).toBe(canary);
    expect(await password.getAttribute('type')).toBe('text');
    const seen = await sql<{ actor_name: string }>(
      databaseUrl,
      `SELECT actor_name FROM audit_entries
       WHERE action = 'setting.reveal' AND subject_id = 'smtp_password'`,
    );
    expect(seen).toEqual([{ actor_name: 'admin' }]);
    await button(page, 'Hide smtp_password').click();
    expect(await password.inputValue()).toBe('••••••••');
    // Another setting is saved together with it.
    await saveSmtp(page, { smtp_host: 'mail.example' });
    await button(page, 'Show smtp_password').click();
    await expect.poll(() => password.inputValue()).toBe(canary);
    await button(page, 'Hide smtp_password').click();
    // Typing replaces the mask.
    await password.focus();
    await page.keyboard.type('new one');
    await button(page, 'Show smtp_password').click();
    expect(await password.inputValue()).toBe('new one');
  });

  test('that are damaged are named, and the others still work', async ({ page }) => {
    await visitAsAdmin(page, '/admin/settings');
    await initialize(page);
    await saveSmtp(page, { smtp_password: canary });
    await sql(
      databaseUrl,
      `UPDATE site_settings SET value = overlay(value placing
         CASE substr(value, 30, 1) WHEN 'A' THEN 'B' ELSE 'A' END from 30)
       WHERE key = 'smtp_password'`,
    );
    await visit(page, `${product.url}/admin/settings`);
    await page
      .getByText('The setting smtp_password was changed after it was encrypted')
      .first()
      .waitFor();
    await button(page, 'Show smtp_password').click();
    await toast(page, /Password could not be shown/).waitFor();
    await saveSmtp(page, { smtp_host: 'mail.example' });
    await saveSmtp(page, { smtp_password: 'given anew' });
    await button(page, 'Show smtp_password').click();
    await expect.poll(() => field(page, 'smtp_password').inputValue()).toBe('given anew');
  });
});

describe('Two administrators editing one setting', () => {
  test('the second is told, sees the saved value, and chooses', async ({ page: first }) => {
    await visitAsAdmin(first, '/admin/settings');
    await initialize(first);
    const second = await first.context().newPage();
    await visit(second, `${product.url}/admin/settings`);
    await fillIn(second, { smtp_host: 'second.example', smtp_port: '25' });
    await saveSmtp(first, { smtp_host: 'first.example' });
    await button(second, 'Save SMTP Settings').click();
    await toast(
      second,
      /Failed to save settings.*Host was changed by someone else meanwhile/s,
    ).waitFor();
    const both = second.getByRole('group', { name: 'Two changes of Host' });
    await both.getByText('It now says first.example').waitFor();
    await expectNoViolations(second, [], 'main');
    // No setting of the group was saved, and no input is lost.
    expect(await field(second, 'smtp_host').inputValue()).toBe('second.example');
    const port = `SELECT value FROM site_settings WHERE key = 'smtp_port'`;
    expect(await sql(databaseUrl, port)).toEqual([{ value: '587' }]);
    await both.getByRole('button', { name: 'Use Theirs' }).click();
    expect(await field(second, 'smtp_host').inputValue()).toBe('first.example');
    await button(second, 'Save SMTP Settings').click();
    await toast(second, 'SMTP settings saved successfully!').waitFor();
    expect(await sql(databaseUrl, port)).toEqual([{ value: '25' }]);

    await fillIn(first, { smtp_port: '26' });
    await button(first, 'Save SMTP Settings').click();
    const again = first.getByRole('group', { name: 'Two changes of Port' });
    await again.getByRole('button', { name: 'Keep Mine' }).click();
    await button(first, 'Save SMTP Settings').click();
    await expect.poll(() => sql(databaseUrl, port)).toEqual([{ value: '26' }]);
  });
});

describe('General and other settings', () => {
  test('are added, changed and deleted, and the site changes at once', async ({ page }) => {
    await visitAsAdmin(page, '/admin/settings?tab=new');
    const form = page.getByRole('form', { name: 'Add New Setting' });
    expect(await form.getByLabel('Setting Key').getAttribute('placeholder')).toBe(
      'e.g. site_title',
    );
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, /Validation Error.*Key and value are required/s).waitFor();
    expect(await hasFocus(form.getByLabel('Setting Key'))).toBe(true);
    await form.getByLabel('Setting Key').fill('a key');
    await form.getByLabel('Value').fill('x');
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, /Failed to create setting.*The key may have letters/s).waitFor();
    await form.getByLabel('Setting Key').fill('site_title');
    await form.getByLabel('Value').fill('Weeks & Waves');
    await form.getByLabel('Description').fill('In the header');
    await expectNoViolations(page, [], 'main');
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, 'Setting created successfully').waitFor();
    const logo = page.getByRole('banner').getByText('Weeks & Waves');
    await logo.waitFor();
    expect(await form.getByLabel('Setting Key').inputValue()).toBe('');

    const contact = async () => (await fetch(`${product.url}/contact`)).text();
    expect(await contact()).toContain('Weeks &amp; Waves');

    await form.getByLabel('Setting Key').fill('site_title');
    await form.getByLabel('Value').fill('Again');
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, /Failed to create setting.*There is a setting site_title already/s).waitFor();

    // What was typed stays while other tabs are shown, and the chosen tab asks nothing.
    await page.getByRole('tab', { name: 'Add New' }).click();
    await page.getByRole('tab', { name: 'SMTP' }).click();
    await page.getByRole('tab', { name: 'Add New' }).click();
    expect(await form.getByLabel('Value').inputValue()).toBe('Again');
    await page.getByRole('tab', { name: 'General' }).click();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    const row = page.getByRole('listitem', { name: 'site_title' });
    await row.getByText('In the header').waitFor();
    await row.getByRole('textbox').fill('Waves');
    await row.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Setting updated successfully').waitFor();
    await page.getByRole('banner').getByText('Waves', { exact: true }).waitFor();
    await row.getByRole('textbox').fill('');
    await row.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, /Failed to update setting.*Site Title may not be empty/s).waitFor();
    await row.getByRole('button', { name: 'Discard' }).click();
    expect(await row.getByRole('textbox').inputValue()).toBe('Waves');

    await row.getByRole('button', { name: 'Delete site_title' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Setting' });
    await dialog.getByText('Are you sure you want to delete site_title?').waitFor();
    await expectNoViolations(page, [], '[role=dialog]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Delete site_title' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'Setting deleted successfully').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText('Tideweek').waitFor();
    expect(await contact()).not.toContain('Waves');
  });

  test('are listed by category with counts, and secrets have a badge', async ({ page }) => {
    await visitAsAdmin(page, '/admin/settings?tab=new');
    const form = page.getByRole('form', { name: 'Add New Setting' });
    for (const [key, category, value] of [
      ['motto', '', 'Weeks'],
      ['maps_key', 'maps', canary],
    ] as const) {
      await form.getByLabel('Setting Key').fill(key);
      await form.getByLabel('Category').fill(category);
      await form.getByLabel('Value').fill(value);
      if (category === 'maps') {
        await form.getByLabel('Encrypt this setting (for passwords and sensitive data)').check();
      }
      await form.getByRole('button', { name: 'Create Setting' }).click();
      await expect.poll(() => form.getByLabel('Setting Key').inputValue()).toBe('');
    }
    await page.getByRole('tab', { name: 'All Settings (2)' }).click();
    await page.getByRole('region', { name: 'general' }).getByText('1 setting').waitFor();
    const maps = page.getByRole('region', { name: 'maps' });
    await maps.getByText('1 setting').waitFor();
    await maps.getByText('Encrypted').waitFor();
    expect(await maps.getByLabel('Value of maps_key').inputValue()).toBe('••••••••');
    await expectNoViolations(page, [], 'main');
  });

  test('work by keyboard on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await visitAsAdmin(page, '/admin/settings');
    await tabTo(page, button(page, 'Initialize SMTP Settings'));
    await page.keyboard.press('Enter');
    await toast(page, 'SMTP settings initialized').waitFor();
    await tabTo(page, field(page, 'smtp_host'));
    await page.keyboard.type('mail.example');
    await tabTo(page, button(page, 'Save SMTP Settings'));
    await page.keyboard.press('Enter');
    await toast(page, 'SMTP settings saved successfully!').waitFor();
    expect(await hasFocus(button(page, 'Save SMTP Settings'))).toBe(true);
    await expectNoViolations(page, ['color-contrast']);
  });
});

/** Inserts `count` messages with a status, newest first. */
const write = (count: number, status: 'waiting' | 'sent' | 'failed', name = 'Ada') =>
  sql(
    databaseUrl,
    `INSERT INTO outgoing_mails (id, message_id, to_name, to_address, template, subject, html, text,
                                 status, attempts, last_error, created_at, sent_at)
     SELECT gen_random_uuid(), $2 || n || $3 || '@tideweek.test', $3 || ' ' || n,
            lower($3) || n || '@example.com', 'passwordChanged', 'Password of ' || $3 || ' ' || n,
            CASE $2 WHEN 'sent' THEN '' ELSE '<h1>Changed</h1><a href="http://x/?token=abc">Open</a>' END,
            CASE $2 WHEN 'sent' THEN '' ELSE 'Changed http://x/?token=abc' END, $2::"MailStatus",
            CASE $2 WHEN 'failed' THEN 5 ELSE 1 END,
            CASE $2 WHEN 'failed' THEN '550 No such mailbox' END, now() - n * interval '1 hour',
            CASE $2 WHEN 'sent' THEN now() END
     FROM generate_series(1, $1::int) AS n`,
    [count, status, name],
  );

/** The recipients listed on the page, in order. */
const recipients = async (page: Page): Promise<string[]> => {
  const texts = await page.getByRole('rowheader').allInnerTexts();
  return texts.map((text) => text.split('\n')[0] ?? '');
};

describe('The log of outgoing mail', () => {
  test('is empty at first, and leads to the settings of the mail server', async ({ page }) => {
    await visitAsAdmin(page, '/admin/mail');
    await heading(page, 'No mail yet').waitFor();
    await page.getByText('There is no mail server yet, so messages wait.').waitFor();
    await expectNoViolations(page, [], 'main');
    const release = await holdAnswers(page);
    await page.getByRole('link', { name: 'Open the SMTP settings' }).click();
    await page.getByText('Loading admin settings...').waitFor();
    release();
    await heading(page, 'SMTP Settings').waitFor();
  });

  test('is paged forward and back, and keeps its filters in the URL', async ({ page }) => {
    await write(45, 'sent');
    await write(2, 'failed', 'Grace');
    await visitAsAdmin(page, '/admin/mail');
    const first = await recipients(page);
    expect(first).toHaveLength(20);
    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => recipients(page)).not.toContain(first[0]);
    const second = await recipients(page);
    await page.getByRole('link', { name: 'Older' }).click();
    await expect.poll(() => recipients(page)).toHaveLength(7);
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Newer' }).click();
    await expect.poll(() => recipients(page)).toEqual(second);
    await page.getByRole('link', { name: 'Newer' }).click();
    await expect.poll(() => recipients(page)).toEqual(first);

    await page.getByRole('combobox', { name: 'Status' }).selectOption('Given up');
    await expect.poll(() => recipients(page)).toEqual(['Grace 1', 'Grace 2']);
    expect(page.url()).toContain('status=failed');
    await page.getByRole('table').getByText('550 No such mailbox').first().waitFor();
    await page.getByRole('table').getByText('5 tries').first().waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('All');
    await page.getByRole('searchbox', { name: 'Recipient' }).fill('ADA3@');
    await page.keyboard.press('Enter');
    await expect.poll(() => recipients(page)).toEqual(['Ada 3']);
    await page.getByRole('searchbox', { name: 'Recipient' }).fill('nobody');
    await heading(page, 'No such messages').waitFor();
    await page.getByRole('link', { name: 'Show All Mail' }).click();
    await expect.poll(() => recipients(page)).toEqual(first);
    await expectNoViolations(page, [], 'main');
  });

  test('shows a message in a sandboxed frame, with its secrets hidden', async ({ page }) => {
    await write(1, 'waiting');
    await visitAsAdmin(page, '/admin/mail');
    const open = page.getByRole('button', { name: 'Preview of “Password of Ada 1”' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Message' });
    const frame = dialog.locator('iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('');
    await frame.contentFrame().getByRole('heading', { name: 'Changed' }).waitFor();
    expect(await frame.contentFrame().locator('a[href]').count()).toBe(0);
    await dialog.getByText('Ada 1 <ada1@example.com>').waitFor();
    await dialog.getByRole('tab', { name: 'Plain Text' }).click();
    await dialog.getByText('Changed http://x/?token=[hidden]').waitFor();
    expect(await page.content()).not.toContain('token=abc');
    await expectNoViolations(page, [], '[role=dialog]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(open)).toBe(true);
    expect(page.url()).not.toContain('at=');
  });

  test('says why a sent message can be neither shown nor resent', async ({ page }) => {
    await write(1, 'sent');
    await visitAsAdmin(page, '/admin/mail');
    expect(await page.getByRole('button', { name: /^(Resend|Send Now)/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Preview/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Message' });
    await dialog
      .getByText(/It was sent\. Its text is not kept.*can't be sent again\..*with sample data\./s)
      .waitFor();
    await dialog
      .locator('iframe')
      .contentFrame()
      .getByRole('heading', { name: 'Your password was changed' })
      .waitFor();
  });

  test('resends a failed message, unless its link has expired', async ({ page }) => {
    await write(1, 'failed', 'Grace');
    await mailbox.receiveFrom(databaseUrl);
    await visitAsAdmin(page, '/admin/mail?status=failed');
    await page.getByRole('button', { name: /^Resend: “Password of Grace 1”/ }).click();
    await toast(page, /Sending again.*is on its way to grace1@example\.com/s).waitFor();
    await mailbox.mail('grace1@example.com', /Password of Grace 1/);
    await expect
      .poll(() => sql(databaseUrl, 'SELECT status FROM outgoing_mails'))
      .toEqual([{ status: 'sent' }]);
    // A message whose link no longer works cannot be resent.
    await sql(
      databaseUrl,
      `UPDATE outgoing_mails SET status = 'failed', sent_at = NULL, html = 'x',
         text = 'http://x/reset-password?token=gone'`,
    );
    await page.reload();
    await hydrated(page);
    await page.getByRole('button', { name: /^Resend/ }).click();
    await toast(page, /Could not send again.*The link in this message doesn't work/s).waitFor();
  });

  test('shows each template with sample data, by keyboard and on a phone', async ({ page }) => {
    await page.setViewportSize(phone);
    await visitAsAdmin(page, '/admin/mail?tab=templates');
    const open = page.getByRole('button', { name: /^Choose a new password/ });
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Template' });
    await dialog.locator('iframe').contentFrame().getByText('Hello Marina,').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(open)).toBe(true);
  });
});

/** The tables in which any row contains the text in any column, as a dump would show it. */
async function tablesThatHold(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const statement = `SELECT 1 AS one FROM ${name} AS t WHERE strpos(t::text, $1) > 0 LIMIT 1`;
    if ((await sql(databaseUrl, statement, [text])).length > 0) found.push(name);
  }
  return found;
}
