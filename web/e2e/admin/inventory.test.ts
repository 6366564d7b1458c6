import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  heading,
  hydrated,
  phone,
  signInAsAdmin,
  signUp,
  test,
  visit,
} from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';
import { addProvider } from '../support/inventoryProviders.ts';

const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications (F8)', includeHidden: true }).getByText(words);

const pick = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Opens the inventory as an administrator and picks a new provider; returns its name. */
async function withProvider(page: Page, wish?: string, limit?: string): Promise<string> {
  await signInAsAdmin(page);
  const { name } = await addProvider(page, wish);
  await visit(page, '/admin/inventory');
  await pick(page, name);
  if (limit !== undefined) await page.getByLabel('Limit').fill(limit);
  return name;
}

/** The newest sync of a provider in the history. */
const pastSync = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Sync history' })
    .getByRole('listitem')
    .filter({ has: heading(page, name, 2) })
    .first();

/** Holds back responses with providers until the returned function is called. */
async function holdProviders(page: Page): Promise<() => void> {
  const { opened, open } = gate();
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('"inventoryProviders"')) await opened;
    await route.fulfill({ response });
  });
  return open;
}

const openHistory = (page: Page) => page.getByRole('tab', { name: 'Sync History' }).click();

describe('The inventory screens', () => {
  test('send visitors and members to sign in', async ({ page }) => {
    const run = '/runs/01890a5d-ac96-774b-bcce-b302099a8057';
    for (const enter of [() => undefined, () => signUp(page)]) {
      await enter();
      for (const path of ['', '?tab=history', '/resorts', run]) {
        const answer = await page.request.get(`/admin/inventory${path}`, { maxRedirects: 0 });
        expect([answer.status(), answer.headers()['location']]).toEqual([302, '/auth']);
      }
    }
  });
});

describe('A preview', () => {
  test('shows counts and errors, also after a reload, and imports with the same filters, public at once', async ({
    page,
  }) => {
    const name = await withProvider(page, 'rows=160', '');
    await button(page, 'Preview').click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await dialog.getByText(`Found 160 listings from ${name}`).waitFor();
    await toast(page, 'Preview Generated').waitFor();
    const errors = await dialog
      .getByRole('region', { name: 'Errors' })
      .getByRole('listitem')
      .allInnerTexts();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.join()).toMatch(/SBW-000102\s+Prices in EUR can't be brought in/);
    await expectNoViolations(page);
    expect(await listingsOf(name)).toEqual([]);
    expect(page.url()).toContain('preview=');
    await page.reload();
    await dialog.getByText(`Found 160 listings from ${name}`).waitFor();
    await hydrated(page);

    const count = 160 - errors.length;
    await dialog.getByRole('button', { name: `Import ${count} Listings` }).click();
    await toast(page, 'Sync Completed').waitFor();
    await toast(page, `Imported ${count} out of 160 listings`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('preview=');
    const listings = await listingsOf(name);
    expect(listings).toHaveLength(count);
    await page.getByText(`${count} listings`).waitFor();

    await openHistory(page);
    const item = pastSync(page, name);
    await item.getByRole('img', { name: 'With errors' }).waitFor();
    await item.getByText('Sync Issues').waitFor();
    await item.getByText(`${errors.length} error(s) occurred during sync`).waitFor();

    await visit(page, `/resort/${listings[0]?.resort_id}?month=${listings[0]?.month}`);
    const source = page.getByText(`From ${name}`).first();
    while (!(await source.isVisible())) await button(page, 'Load more weeks').click();
  });

  test('that finds nothing cannot be imported, and Escape closes it', async ({ page }) => {
    await withProvider(page);
    await page.getByLabel('Destination').fill('nowhere at all');
    await button(page, 'Preview').click();
    const nothing = page.getByRole('button', { name: 'Import 0 Listings' });
    await nothing.waitFor();
    expect(await nothing.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await nothing.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('preview=');
  });
});

describe('A sync', () => {
  test('of valid weeks succeeds; its provider cannot be deleted, but its weeks withdrawn', async ({
    page,
  }) => {
    const name = await withProvider(page);
    await button(page, 'Sync Now').click();
    await toast(page, 'Imported 10 out of 10 listings').waitFor();
    await openHistory(page);
    const item = pastSync(page, name);
    await item.getByRole('img', { name: 'Success' }).waitFor();
    expect(await item.innerText()).toContain('10 new');
    expect(await item.getByText('Sync Issues').count()).toBe(0);

    await page.getByRole('tab', { name: 'Sync Inventory' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete Provider' });
    await deleting.getByText(`${name} has 10 listings here, so it cannot be deleted.`).waitFor();
    await deleting.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Withdraw the weeks of ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw Weeks' });
    await dialog.getByRole('button', { name: 'Withdraw Weeks' }).click();
    await toast(page, 'Weeks withdrawn').waitFor();
    await expect.poll(() => page.getByRole('radio', { name }).isDisabled()).toBe(true);
    expect((await listingsOf(name)).filter(({ is_active }) => is_active)).toEqual([]);
  });

  test('and a preview that fail say why; the sync is marked as failed in the history', async ({
    page,
  }) => {
    const name = await withProvider(page, 'fault=500');
    await page.getByRole('tab', { name: 'Sync History' }).click();
    await page.getByRole('combobox', { name: 'Provider' }).selectOption({ label: name });
    await heading(page, 'No sync history available').waitFor();
    await page.getByRole('tab', { name: 'Sync Inventory' }).click();
    await pick(page, name);

    await button(page, 'Preview').click();
    await toast(page, 'Preview Failed').waitFor();
    await toast(page, `${name} answered 500`).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => button(page, 'Sync Now').isEnabled()).toBe(true);
    await button(page, 'Sync Now').click();
    await toast(page, 'Sync Failed').waitFor();
    await toast(page, `${name} answered 500`).waitFor();
    await openHistory(page);
    const item = pastSync(page, name);
    await item.getByRole('img', { name: 'Failure' }).waitFor();
    await item.getByText('Imported 0 out of 0 listings').waitFor();
  });

  test('shows its progress, continues after leaving the page, and can be cancelled', async ({
    page,
  }) => {
    // Takes half an hour, so it runs until it is cancelled.
    const name = await withProvider(page, 'rows=100000&pause=2000', '');
    await button(page, 'Sync Now').click();
    const progress = page.getByRole('region', { name: `Sync of ${name}` });
    await progress.getByRole('progressbar').waitFor();
    expect(await button(page, 'Preview').isDisabled()).toBe(true);
    expect(await button(page, 'Sync Now').isDisabled()).toBe(true);
    const read = async () =>
      Number(/read\s*([\d,]+)/.exec(await progress.innerText())?.[1]?.replace(',', ''));
    await expect.poll(read).toBeGreaterThan(0);
    const before = await read();
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Dashboard' })
      .click();
    await heading(page, 'Admin Dashboard', 1).waitFor();
    await page.goBack();
    await expect.poll(read).toBeGreaterThan(before);
    await expectNoViolations(page);

    await page.getByRole('button', { name: `Cancel the sync of ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this run?' });
    const release = await holdProviders(page);
    await dialog.getByRole('button', { name: 'Cancel the Run' }).click();
    await toast(page, 'Sync Cancelled').waitFor();
    release();
    await dialog.waitFor({ state: 'hidden' });
    expect(await toast(page, 'Sync Cancelled').count()).toBe(1);
    await progress.waitFor({ state: 'detached' });
    await openHistory(page);
    await pastSync(page, name).getByText('Cancelled', { exact: true }).first().waitFor();
  });

  test('has a page that lists every error, with search, pages and a CSV file', async ({ page }) => {
    const name = await withProvider(page, 'fault=malformed&rows=1200', '');
    await button(page, 'Sync Now').click();
    await toast(page, 'Sync Completed').waitFor();
    await openHistory(page);
    await pastSync(page, name)
      .getByRole('link', { name: /^Details of/ })
      .click();
    await heading(page, `Sync of ${name}`, 1).waitFor();
    await page.getByText('Everything', { exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Errors' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(51);
    const [first] = await page.getByRole('status').filter({ hasText: 'errors' }).allInnerTexts();
    const all = Number(/\d+/.exec(first ?? '')?.[0]);
    await page.getByRole('link', { name: 'Next Page' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(all - 50 + 1);
    await page.getByRole('searchbox', { name: 'Search by listing or error' }).fill('EUR');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => table.getByRole('row').allInnerTexts())
      .toSatisfy((rows: string[]) => rows.slice(1).every((row) => row.includes('EUR')));
    await expectNoViolations(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const lines = (await text(await (await downloading).createReadStream())).trim().split(/\r?\n/);
    expect(lines.length).toBe(all + 1);
  });
});

test('Providers are added, edited without losing the key, turned off and deleted', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await visit(page, '/admin/inventory');
  await button(page, 'Add Provider').click();
  const adding = page.getByRole('dialog', { name: 'Add Provider' });
  const name = `Zone own ${Date.now()}`;
  await adding.getByLabel('Name', { exact: true }).fill(name);
  await adding.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:9/weeks');
  await adding.getByLabel('Key', { exact: true }).fill('a-secret-key');
  await adding.getByLabel('Path of the list').fill('data.weeks');
  await adding.getByRole('button', { name: 'Add Field' }).click();
  await adding.getByLabel('Path', { exact: true }).fill('id');
  await adding.getByLabel('Schedule', { exact: true }).selectOption('0 3 * * *');
  await adding.getByRole('button', { name: 'Add Provider' }).click();
  await adding.getByText(/private/).waitFor();
  await expectNoViolations(page);
  await adding.getByLabel('Address', { exact: true }).fill('sandbox:/weeks.json?rows=20');
  await adding.getByRole('button', { name: 'Add Provider' }).click();
  await toast(page, 'Provider added').waitFor();
  await page.getByText('Every day at 03:00 UTC').first().waitFor();

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Provider' });
  expect(await editing.getByLabel('Key', { exact: true }).inputValue()).toBe('');
  await editing.getByText(/A key is stored/).waitFor();
  await editing.getByLabel('On: it can be synced').uncheck();
  await editing.getByRole('button', { name: 'Save Provider' }).click();
  await toast(page, 'Provider updated').waitFor();
  await expect.poll(() => page.getByRole('radio', { name }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete Provider' });
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await toast(page, 'Provider deleted').waitFor();
  await expect.poll(() => page.getByRole('radio', { name }).count()).toBe(0);
});

describe('Unknown resorts', () => {
  test('are matched, added or ignored', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    // The first rows of the sandbox with two resorts that are not ours.
    const name = await withProvider(page, 'rows=400', '');
    await button(page, 'Sync Now').click();
    await toast(page, 'Sync Completed').waitFor();
    // On a phone it would cover the dialog's buttons until it closes by itself.
    await button(page, 'Close notification').evaluateAll((buttons) => {
      for (const element of buttons) (element as HTMLElement).click();
    });
    await page.getByRole('link', { name: /Resorts? to Match/ }).click();
    await heading(page, 'Resorts to Match', 1).waitFor();
    await expectNoViolations(page);
    const own = page.getByRole('listitem').filter({ hasText: name });
    await own.first().waitFor();
    const names = await own.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(names.length).toBeGreaterThanOrEqual(2);
    await own
      .first()
      .getByRole('button', { name: /^Match / })
      .click();
    const matching = page.getByRole('dialog', { name: 'Match Resort' });
    await matching.getByLabel('Search our resorts').fill('hawaii');
    await matching.getByRole('button', { name: 'Search' }).click();
    await matching.getByRole('radio').first().check();
    await expectNoViolations(page);
    await matching.getByRole('button', { name: 'Match Resort' }).click();
    await toast(page, 'Resort matched').waitFor();
    await expect.poll(() => own.count()).toBe(names.length - 1);
    await own
      .first()
      .getByRole('button', { name: /^Ignore / })
      .click();
    const ignoring = page.getByRole('dialog', { name: 'Ignore Resort' });
    await ignoring.getByRole('button', { name: 'Ignore Resort' }).click();
    await toast(page, 'Resort ignored').waitFor();
    await expect.poll(() => own.count()).toBe(names.length - 2);
  });
});

interface StoredListing {
  resort_id: string;
  is_active: boolean;
  month: string;
}

/** The listings of a provider, earliest first. */
const listingsOf = (provider: string): Promise<StoredListing[]> =>
  sql<StoredListing & Record<string, unknown>>(
    inject('databaseUrl'),
    `SELECT resort_id, is_active, to_char(available_from, 'YYYY-MM') AS month FROM listings
     WHERE provider_id = (SELECT id FROM inventory_providers WHERE name = $1::citext)
     ORDER BY available_from, id`,
    [provider],
  );
