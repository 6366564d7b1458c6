import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  phone,
  signInAsAdmin,
  signUp,
  test,
  visit,
} from '../support/fixtures.ts';
import { listWeek } from '../support/listings.ts';

describe('All listings', () => {
  test('are found, changed in bulk, and opened', async ({ page }) => {
    const { username } = await signUp(page);
    const titles = ['First week', 'Second week', 'Third week'].map((t) => `${t} of ${username}`);
    const ids: string[] = [];
    for (const title of titles) ids.push(await listWeek(page, { title }));
    await signInAsAdmin(page);
    await visit(page, '/admin/listings');
    const search = page.getByRole('searchbox', { name: 'Search by title, resort, owner or id' });
    await search.fill(username);
    await search.press('Enter');
    const table = page.getByRole('table', { name: 'Listings' });
    await expect.poll(() => table.getByRole('row').count()).toBe(4);
    await page.getByRole('combobox', { name: 'Verification' }).selectOption('review');
    await page.waitForURL(/status=review/);
    await expect.poll(() => table.getByRole('row').count()).toBe(4);

    await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
    await page.getByText('3 chosen').waitFor();
    await table.getByRole('checkbox', { name: `Choose ${titles[2]}` }).uncheck();
    await expectNoViolations(page);
    // Someone else changes one of the two chosen listings first. The list is newest first.
    await sql(inject('databaseUrl'), 'UPDATE listings SET is_active = false WHERE id = $1', [
      ids[1],
    ]);
    const withdraw = page.getByRole('button', { name: 'Withdraw 2' });
    await withdraw.click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw Listings' });
    await dialog.getByLabel('Reason').fill('Asked by the owner');
    await dialog.getByRole('button', { name: 'Withdraw 2 Listings' }).click();
    await dialog.getByText('1 listing taken off the site, 1 not changed.').waitFor();
    const results = dialog.getByRole('list', { name: 'Results' });
    await results.getByText('This listing has changed since you opened it').waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => table.getByText('Withdrawn').count()).toBe(2);

    // Administrators can put back a listing that an administrator withdrew.
    await table.getByRole('link', { name: titles[0] ?? '' }).click();
    await heading(page, titles[0] ?? '', 1).waitFor();
    expect(page.url()).toContain(`/admin/listings/${ids[0]}`);
    await page.getByText('Asked by the owner').waitFor();
    await expectNoViolations(page);
    const putBack = page.getByRole('button', { name: 'Put Back' });
    await putBack.click();
    const back = page.getByRole('dialog', { name: 'Put Back Listings' });
    await back.getByRole('button', { name: 'Put Back 1 Listing' }).click();
    await back.getByText('1 listing put back.').waitFor();
    await back.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Listed again').waitFor();
    const entry = page.getByRole('link', { name: 'Audit Log' }).last();
    await entry.click();
    await heading(page, /put .* back on the site$/, 2).waitFor();
    await expectNoViolations(page);
  });
});

describe('The admin search', () => {
  test('opens with Ctrl+K or its button, works by keyboard, and lists what was opened before', async ({
    page,
  }) => {
    const { username } = await signUp(page);
    const id = await listWeek(page, { title: `Balcony of ${username}` });
    await signInAsAdmin(page);
    await visit(page, '/admin/users');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    // Its effects listen to the keys, and run later than the button is there.
    await expect.poll(() => button.isEnabled()).toBe(true);
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search the administration' });
    const box = dialog.getByRole('combobox');
    await expect.poll(() => hasFocus(box)).toBe(true);
    await dialog
      .getByText('Type a name, an address, a booking or certificate number, or an id')
      .waitFor();
    await box.fill(username);
    const options = dialog.getByRole('option');
    await expect.poll(() => options.count()).toBe(2);
    await expectNoViolations(page);
    await dialog.getByRole('group', { name: 'Listings' }).waitFor();
    expect(await options.first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await box.getAttribute('aria-activedescendant')).toBe(
      await options.nth(1).getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await heading(page, `Balcony of ${username}`, 1).waitFor();
    expect(page.url()).toContain(`/admin/listings/${id}`);
    await dialog.waitFor({ state: 'detached' });

    await page.keyboard.press('Meta+k');
    await dialog.getByRole('group', { name: 'Recent listings' }).waitFor();
    await box.fill('zzqqxxyy');
    await dialog.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(button)).toBe(true);

    await page.setViewportSize(phone);
    await button.click();
    await box.fill(username);
    await dialog.getByRole('group', { name: 'Users' }).getByRole('option').click();
    await heading(page, 'Users', 1).waitFor();
    await page.getByRole('table', { name: 'Users' }).getByText(username).first().waitFor();
  });
});

describe('The admin sections', () => {
  test('show how many tasks wait, and recount them after an action', async ({ page }) => {
    await signUp(page);
    const id = await listWeek(page, { title: 'To be counted' });
    await sql(
      inject('databaseUrl'),
      `UPDATE listings SET contract_document_url = '/contracts/1' WHERE id = $1`,
      [id],
    );
    await signInAsAdmin(page);
    await visit(page, `/admin/listings/${id}`);
    const section = page.getByRole('link', { name: /^Verification ?, [\d,]+ waiting$/ });
    await section.waitFor();
    const countedAnew = page.waitForResponse(async (response) =>
      (await response.text().catch(() => '')).includes('"adminTasks"'),
    );
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject Listings' });
    await dialog.getByLabel('Reason').fill('The deed names somebody else.');
    await dialog.getByRole('button', { name: 'Reject 1 Listing' }).click();
    await dialog.getByText('1 listing rejected.').waitFor();
    await countedAnew;
  });
});
