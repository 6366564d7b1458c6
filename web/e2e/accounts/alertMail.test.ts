import { rmSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { scratchFolder } from '#api/testing/scratchFolder.ts';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  heading,
  newAccount,
  phone,
  register,
  test,
  visit,
  type Account,
} from '../support/fixtures.ts';
import { expectReadable, linkIn, openMailbox, pathIn, type Mailbox } from '../support/mailbox.ts';
import { databaseUrlOf, startProduct, type Product } from '../support/product.ts';

// A separate site: it starts without SMTP settings, and only this test publishes listings.
const dataDir = scratchFolder();
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

test('A visitor registers, saves a search, gets one alert for each matching week, and unsubscribes', async ({
  openPage,
}) => {
  const open = (options: BrowserContextOptions = {}) =>
    openPage({ baseURL: product.url, ...options });
  const page = await open({ viewport: phone });
  const account = newAccount();
  await register(page, account);
  await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();

  // Nothing can be sent yet: the message waits, and the administrator is told.
  const admin = await open();
  await admin.context().request.post('/api/users/login', {
    data: { identifier: 'admin', password: 'tideweek-admin-1' },
  });
  await visit(admin, '/dashboard');
  const notice = admin.getByRole('complementary', { name: 'Outgoing mail' });
  await notice
    .getByText('There are no SMTP settings yet: 1 message will be sent once there are.')
    .waitFor();
  await expectNoViolations(admin);
  await mailbox.receiveFrom(databaseUrl);
  await visit(page, linkIn(await mailbox.mail(account.email, /^Confirm your email/)));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await heading(page, 'Your email is confirmed', 1).waitFor();
  await admin.reload();
  await heading(admin, /^Welcome back/, 1).waitFor();
  await notice.waitFor({ state: 'detached' });

  await visit(page, '/search?q=aruba&guests=4');
  await page.getByRole('button', { name: 'Save This Search' }).click();
  const saved = page.getByRole('status').filter({ hasText: 'Search saved' });
  expect(await saved.innerText()).toContain(
    "We'll write when a listing for “aruba, 4 guests” is published",
  );
  await page.getByRole('button', { name: 'Search Saved' }).waitFor();
  // Another member with the same search, who proves that alerts are still sent.
  const other = await memberWithSearch(await open());

  const alertsOf = ({ email }: Account) =>
    mailbox.mailsTo(email).filter(({ subject }) => subject?.startsWith('New for'));
  await publish({ title: 'A week for two', guests: 2 });
  await publish({ title: 'A week elsewhere', destination: 'Hawaii' });
  const id = await publish({ title: 'A week in the harbour', status: 'pending' });
  await allSent();
  expect(alertsOf(account)).toEqual([]);
  await sql(
    databaseUrl,
    `UPDATE listings SET contract_verification_status = 'verified' WHERE id = $1`,
    [id],
  );
  const alert = await mailbox.mail(account.email, /^New for “aruba, 4 guests”/);
  // Withdrawing and publishing it again sends no second alert.
  await sql(databaseUrl, 'UPDATE listings SET is_active = false WHERE id = $1', [id]);
  await sql(databaseUrl, 'UPDATE listings SET is_active = true WHERE id = $1', [id]);
  await allSent();
  expect(alertsOf(account)).toHaveLength(1);
  expect(alertsOf(other)).toHaveLength(1);
  expect(alert.text).toContain('A week in the harbour');
  await expectReadable(await open(), alert);

  await visit(page, pathIn(alert, /https?:\/\/\S+\/resort\/\S+/));
  await page.getByText('A week in the harbour').waitFor();
  await visit(page, pathIn(alert, /https?:\/\/\S+\/unsubscribe\?token=[\w-]+/));
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Turn Off Alerts' }).click();
  await heading(page, 'Alerts are off', 1).waitFor();
  await expectNoViolations(page);
  await publish({ title: 'A second week' });
  await allSent();
  expect(alertsOf(other)).toHaveLength(2);
  expect(alertsOf(account)).toHaveLength(1);

  // Turned on again on the page, then off with the one-click button of mail programs (RFC 8058).
  await page.getByRole('link', { name: 'Saved Searches' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved Searches' });
  const alerts = dialog.getByRole('switch', { name: /^Alerts for aruba/ });
  expect(await alerts.isChecked()).toBe(false);
  await alerts.click();
  await expect.poll(() => alerts.isChecked()).toBe(true);
  await publish({ title: 'A third week' });
  await allSent();
  expect(alertsOf(account)).toHaveLength(2);
  const headers = new Map(alertsOf(account)[1]?.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, oneClick = ''] = /<(.*)>/.exec(headers.get('list-unsubscribe') ?? '') ?? [];
  const answer = await fetch(oneClick, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  await publish({ title: 'A fourth week' });
  await allSent();
  expect(alertsOf(other)).toHaveLength(4);
  expect(alertsOf(account)).toHaveLength(2);
  await page.reload();
  await dialog.waitFor();
  expect(await alerts.isChecked()).toBe(false);
});

/** Creates a member with a confirmed address and the same search, without using the pages. */
async function memberWithSearch(page: Page): Promise<Account> {
  const account = newAccount();
  const { request } = page.context();
  await request.post('/api/users/register', { data: account });
  await sql(databaseUrl, 'UPDATE users SET email_verified_at = now() WHERE email = $1', [
    account.email,
  ]);
  const answer = await request.post('/graphql', {
    data: {
      query: 'mutation ($input: SaveSearchInput!) { saveSearch(input: $input) { __typename } }',
      variables: { input: { query: 'aruba', filter: { guests: 4 } } },
    },
  });
  expect(await answer.json()).toEqual({
    data: { saveSearch: { __typename: 'SaveSearchPayload' } },
  });
  return account;
}

interface Published {
  title: string;
  destination?: string;
  guests?: number;
  status?: 'verified' | 'pending';
}

/** Adds a listing of the sample owner, public unless `status` is pending; returns its id. */
async function publish({
  title,
  destination = 'Aruba',
  guests = 6,
  status = 'verified',
}: Published): Promise<string> {
  const [listing] = await sql<{ id: string }>(
    databaseUrl,
    `INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
       available_from, available_to, max_guests, contract_verification_status, ownership_verified)
     SELECT gen_random_uuid(), resorts.id, users.id, $1, 'By the water.', 18000,
       current_date + 60, current_date + 67, $3, $4::"ContractVerificationStatus", $4 = 'verified'
     FROM resorts, users
     WHERE resorts.destination = $2 AND users.username = 'owner' ORDER BY resorts.id LIMIT 1
     RETURNING id`,
    [title, destination, guests, status],
  );
  if (!listing) throw new Error(`No resort in ${destination}`);
  return listing.id;
}

/** Waits until all alerts have been written and all messages have been sent. */
async function allSent(): Promise<void> {
  const left = () =>
    sql(
      databaseUrl,
      `SELECT task_identifier FROM graphile_worker.jobs
       WHERE task_identifier IN ('listing_published', 'send_mail')`,
    );
  await expect.poll(left).toEqual([]);
}
