import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { holdAnswers } from './answers.ts';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import { hasFocus, heading, phone, signInAsAdmin, tabTo, test, visit } from './fixtures.ts';
import { databaseUrlOf, freePort, startProduct, type Product } from './product.ts';

// A separate site, because these settings change every page and all mail.
const dataDir = mkdtempSync(join(tmpdir(), 'tideweek-settings-'));
const certificate = resolve('api/testing/smtpCertificate.pem');
const canary = 'canary-Qy47-of-the-browser';
let product: Product;
let databaseUrl: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  product = await startProduct({
    dataDir,
    env: { NODE_EXTRA_CA_CERTS: certificate, LOG_LEVEL: 'trace' },
  });
  databaseUrl = databaseUrlOf(dataDir);
});

afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  await sql(databaseUrl, 'DELETE FROM site_settings');
});

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type OpenPage = (options?: { baseURL?: string; viewport?: typeof phone }) => Promise<Page>;

async function asAdmin(openPage: OpenPage, path: string, viewport?: typeof phone): Promise<Page> {
  const page = await openPage({ baseURL: product.url, ...(viewport && { viewport }) });
  await signInAsAdmin(page, { url: product.url, databaseUrl });
  await visit(page, path);
  return page;
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
    async (path, { openPage }) => {
      const page = await openPage({ baseURL: product.url });
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/');
      await page.context().request.post(`${product.url}/api/users/login`, {
        data: { identifier: 'traveller', password: 'tideweek-traveller-1' },
      });
      await page.goto(path);
      expect(new URL(page.url()).pathname).toBe('/');
      await heading(page, "The World's Largest Timeshare Marketplace", 1).waitFor();
    },
  );

  test('are initialized and saved as a group, and cannot be tested before', async ({
    openPage,
  }) => {
    const page = await asAdmin(openPage, '/admin/settings');
    await heading(page, 'No SMTP settings configured yet').waitFor();
    await page.getByText('Click "Initialize SMTP Settings" to get started').waitFor();
    await expectNoViolations(page);
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
  });

  test('show errors at the field and save nothing', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings');
    await initialize(page);
    await fillIn(page, { smtp_host: 'mail.example', smtp_port: '99999' });
    await button(page, 'Save SMTP Settings').click();
    await toast(page, /Failed to save settings.*smtp_port must be 1 to 65535/s).waitFor();
    await expect.poll(() => field(page, 'smtp_port').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('smtp_port must be 1 to 65535').first().waitFor();
    await page.getByText('Unsaved Changes', { exact: true }).waitFor();
    await page.reload();
    expect(await field(page, 'smtp_host').inputValue()).toBe('');
  });

  test('show a loading message', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/mail');
    const release = await holdAnswers(page);
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Settings' })
      .click();
    await page.getByText('Loading admin settings...').waitFor();
    release();
    await heading(page, 'SMTP Settings').waitFor();
  });
});

describe('Testing the connection', () => {
  test('reports the result and never reveals the password', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings');
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

  test('shows a default message if the server gives none', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings');
    await initialize(page);
    await page.route('**/graphql', (route) =>
      route.fulfill({ json: { data: null, errors: [{ message: '' }] } }),
    );
    await button(page, 'Test Connection').click();
    await toast(
      page,
      /SMTP Test Failed.*Please check your configuration and try again\./s,
    ).waitFor();
    await fillIn(page, { smtp_host: 'mail.example' });
    await button(page, 'Save SMTP Settings').click();
    await toast(page, /Failed to save settings.*Please try again/s).waitFor();
  });
});

describe('Encrypted settings', () => {
  test('are masked, shown on demand with an audit entry, and kept when saved masked', async ({
    openPage,
  }) => {
    const page = await asAdmin(openPage, '/admin/settings');
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

  test('that are damaged are named, and the others still work', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings');
    await initialize(page);
    await saveSmtp(page, { smtp_password: canary });
    await sql(
      databaseUrl,
      `UPDATE site_settings SET value = overlay(value placing
         CASE substr(value, 30, 1) WHEN 'A' THEN 'B' ELSE 'A' END from 30)
       WHERE key = 'smtp_password'`,
    );
    await visit(page, '/admin/settings');
    await page
      .getByText('The setting smtp_password was changed after it was encrypted')
      .first()
      .waitFor();
    await button(page, 'Show smtp_password').click();
    await toast(page, /smtp_password could not be shown/).waitFor();
    await saveSmtp(page, { smtp_host: 'mail.example' });
    await saveSmtp(page, { smtp_password: 'given anew' });
    await button(page, 'Show smtp_password').click();
    await expect.poll(() => field(page, 'smtp_password').inputValue()).toBe('given anew');
  });
});

describe('Two administrators editing one setting', () => {
  test('the second is told, sees the saved value, and chooses', async ({ openPage }) => {
    const first = await asAdmin(openPage, '/admin/settings');
    await initialize(first);
    const second = await asAdmin(openPage, '/admin/settings');
    await fillIn(second, { smtp_host: 'second.example', smtp_port: '25' });
    await saveSmtp(first, { smtp_host: 'first.example' });
    await button(second, 'Save SMTP Settings').click();
    await toast(
      second,
      /Failed to save settings.*smtp_host was changed by someone else meanwhile/s,
    ).waitFor();
    const both = second.getByRole('group', { name: 'Two changes of smtp_host' });
    await both.getByText('It now says first.example').waitFor();
    await expectNoViolations(second);
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
    const again = first.getByRole('group', { name: 'Two changes of smtp_port' });
    await again.getByRole('button', { name: 'Keep Mine' }).click();
    await button(first, 'Save SMTP Settings').click();
    await expect.poll(() => sql(databaseUrl, port)).toEqual([{ value: '26' }]);
  });
});

describe('General and other settings', () => {
  test('are added, changed and deleted, and the site changes at once', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings?tab=new');
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
    await expectNoViolations(page);
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, 'Setting created successfully').waitFor();
    const logo = page.getByRole('banner').getByText('Weeks & Waves');
    await logo.waitFor();
    expect(await form.getByLabel('Setting Key').inputValue()).toBe('');

    const visitor = await openPage({ baseURL: product.url });
    await visitor.goto('/contact');
    await visitor.getByRole('banner').getByText('Weeks & Waves').waitFor();

    await form.getByLabel('Setting Key').fill('site_title');
    await form.getByLabel('Value').fill('Again');
    await form.getByRole('button', { name: 'Create Setting' }).click();
    await toast(page, /Failed to create setting.*There is a setting site_title already/s).waitFor();

    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    const row = page.getByRole('listitem', { name: 'site_title' });
    await row.getByText('In the header').waitFor();
    await row.getByRole('textbox').fill('Waves');
    await row.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Setting updated successfully').waitFor();
    await page.getByRole('banner').getByText('Waves', { exact: true }).waitFor();
    await row.getByRole('textbox').fill('');
    await row.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, /Failed to update setting.*site_title may not be empty/s).waitFor();
    await row.getByRole('button', { name: 'Discard' }).click();
    expect(await row.getByRole('textbox').inputValue()).toBe('Waves');

    await row.getByRole('button', { name: 'Delete site_title' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Setting' });
    await dialog.getByText('Are you sure you want to delete site_title?').waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await row.getByRole('button', { name: 'Delete site_title' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'Setting deleted successfully').waitFor();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('banner').getByText('Tideweek').waitFor();
    await visitor.reload();
    await visitor.getByRole('banner').getByText('Tideweek').waitFor();
  });

  test('are listed by category with counts, and secrets have a badge', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings?tab=new');
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
    await expectNoViolations(page);
  });

  test('work by keyboard on a phone', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/settings', phone);
    await tabTo(page, button(page, 'Initialize SMTP Settings'));
    await page.keyboard.press('Enter');
    await toast(page, 'SMTP settings initialized').waitFor();
    await tabTo(page, field(page, 'smtp_host'));
    await page.keyboard.type('mail.example');
    await tabTo(page, button(page, 'Save SMTP Settings'));
    await page.keyboard.press('Enter');
    await toast(page, 'SMTP settings saved successfully!').waitFor();
    expect(await hasFocus(button(page, 'Save SMTP Settings'))).toBe(true);
    await expectNoViolations(page);
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
