import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  phone,
  signInAsAdmin,
  tabTo,
  test,
  visit,
} from './fixtures.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import { databaseUrlOf, startProduct, type Product } from './product.ts';

// A separate site, so that no other test sends mail from it.
const dataDir = mkdtempSync(join(tmpdir(), 'tideweek-mail-'));
let product: Product;
let mailbox: Mailbox;
let databaseUrl: string;

beforeAll(async () => {
  [product, mailbox] = await Promise.all([startProduct({ dataDir }), openMailbox()]);
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

type OpenPage = (options?: { baseURL?: string; viewport?: typeof phone }) => Promise<Page>;

async function asAdmin(openPage: OpenPage, path: string, viewport?: typeof phone): Promise<Page> {
  const page = await openPage({ baseURL: product.url, ...(viewport && { viewport }) });
  await signInAsAdmin(page, { url: product.url, databaseUrl });
  await visit(page, path);
  return page;
}

const toast = (page: Page, text: RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

/** The recipients listed on the page, in order. */
const recipients = async (page: Page): Promise<string[]> => {
  const texts = await page.getByRole('rowheader').allInnerTexts();
  return texts.map((text) => text.split('\n')[0] ?? '');
};

describe('The log of outgoing mail', () => {
  test('is empty at first, and says that there is no mail server', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/mail');
    await heading(page, 'No mail yet').waitFor();
    await page.getByText('There is no mail server yet, so messages wait.').waitFor();
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'Open the SMTP settings' }).click();
    await heading(page, 'SMTP Settings').waitFor();
  });

  test('is paged forward and back, and keeps its filters in the URL', async ({ openPage }) => {
    await write(45, 'sent');
    await write(2, 'failed', 'Grace');
    const page = await asAdmin(openPage, '/admin/mail');
    const first = await recipients(page);
    expect(first).toHaveLength(20);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => recipients(page)).not.toContain(first[0]);
    const second = await recipients(page);
    await page.getByRole('button', { name: 'Older' }).click();
    await expect.poll(() => recipients(page)).toHaveLength(7);
    expect(await page.getByRole('button', { name: 'Older' }).isEnabled()).toBe(false);
    await page.getByRole('button', { name: 'Newer' }).click();
    await expect.poll(() => recipients(page)).toEqual(second);
    await page.getByRole('button', { name: 'Newer' }).click();
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
    await page.getByLabel('Search', { exact: true }).click();
    await heading(page, 'No such messages').waitFor();
    await page.getByRole('link', { name: 'Show All Mail' }).click();
    await expect.poll(() => recipients(page)).toEqual(first);
    await expectNoViolations(page);
  });

  test('shows a message in a sandboxed frame, with its secrets hidden', async ({ openPage }) => {
    await write(1, 'waiting');
    const page = await asAdmin(openPage, '/admin/mail');
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
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(open)).toBe(true);
    expect(page.url()).not.toContain('at=');
  });

  test('says why a sent message can be neither shown nor resent', async ({ openPage }) => {
    await write(1, 'sent');
    const page = await asAdmin(openPage, '/admin/mail');
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

  test('resends a failed message, unless its link has expired', async ({ openPage }) => {
    await write(1, 'failed', 'Grace');
    await mailbox.receiveFrom(databaseUrl);
    const page = await asAdmin(openPage, '/admin/mail?status=failed');
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

  test('shows each template with sample data, by keyboard and on a phone', async ({ openPage }) => {
    const page = await asAdmin(openPage, '/admin/mail?tab=templates', phone);
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
