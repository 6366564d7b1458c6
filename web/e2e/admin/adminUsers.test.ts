import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  makeAccount,
  newAccount,
  signInAsAdmin,
  site,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { startSession } from '../support/sessions.ts';

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: text });

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: 'Search by name, username or email' }).fill(text);
  await page.keyboard.press('Enter');
};

describe('The list of users', () => {
  test('is searched, filtered, sorted and paged, all kept in the URL; nobody deletes themselves', async ({
    page,
  }) => {
    await signInAsAdmin(page);
    // Sample accounts only: other tests change and delete their own accounts meanwhile.
    await visit(page, '/admin/users?q=tideweek.example');
    const emails = () => page.getByRole('row').locator('td:nth-child(3)').allInnerTexts();
    const first = await emails();
    expect(first).toHaveLength(25);
    await page.getByRole('link', { name: 'Next Page' }).click();
    await page.waitForURL(/after=/);
    await expect.poll(async () => (await emails())[0] === first[0]).toBe(false);
    const second = await emails();
    expect(second.filter((email) => first.includes(email))).toEqual([]);
    await page.getByRole('link', { name: 'Previous Page' }).click();
    await page.waitForURL(/before=/);
    await expect.poll(emails).toEqual(first);
    await page.goBack();
    await expect.poll(emails).toEqual(second);

    await page.getByRole('button', { name: 'Email' }).click();
    await page.waitForURL(/sort=email/);
    expect(page.url()).not.toContain('after');
    const header = page.getByRole('columnheader', { name: 'Email' });
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Email' }).click();
    await page.waitForURL(/sort=-email/);

    await page.getByRole('combobox', { name: 'Role' }).selectOption('Admins');
    await page.waitForURL(/filter=admin/);
    await expect
      .poll(
        async () => new Set(await page.getByRole('row').locator('td:nth-child(4)').allInnerTexts()),
      )
      .toEqual(new Set(['admin']));
    await search(page, 'nobody at all');
    await heading(page, 'No users found', 2).waitFor();
    await expectNoViolations(page);
    await page.reload();
    await hydrated(page);
    await heading(page, 'No users found', 2).waitFor();
    await page.getByRole('link', { name: 'Show All Users' }).click();
    await page.waitForURL(`${siteUrl}/admin/users`);
    await expect.poll(emails).toHaveLength(25);

    await search(page, 'admin@');
    const remove = page.getByRole('button', {
      name: /^Delete .*: You cannot delete your own account$/,
    });
    await remove.waitFor();
    expect(await remove.isDisabled()).toBe(true);
  });
});

describe('A user', () => {
  const fill = async (page: Page, form: string, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      await page.getByRole('form', { name: form }).getByLabel(label, { exact: true }).fill(value);
    }
  };

  test('is added, by keyboard, and can sign in', async ({ page }) => {
    const account = newAccount();
    await signInAsAdmin(page);
    await visit(page, '/admin/users');
    const add = page.getByRole('button', { name: 'Add New User' });
    await add.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New User' });
    await dialog.waitFor();
    expect(page.url()).toContain('dialog=add');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expect
      .poll(async () => (await dialog.innerText()).match(/.* is required/g))
      .toEqual([
        'First name is required',
        'Last name is required',
        'Username is required',
        'Email is required',
        'Password is required',
      ]);
    expect(await hasFocus(dialog.getByLabel('First name'))).toBe(true);
    await fill(page, 'Add New User', {
      'First name': 'Nora',
      'Last name': 'Quill',
      Username: account.username,
      Email: account.email,
      Password: account.password,
    });
    await dialog.getByRole('button', { name: 'Add User' }).press('Enter');
    await toast(page, 'User added').waitFor();
    await expect.poll(() => hasFocus(add)).toBe(true);
    expect(await rowOf(page, account.email).innerText()).toContain('Nora Quill');
    const login = await fetch(`${siteUrl}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'tideweek' },
      body: JSON.stringify({ identifier: account.username, password: account.password }),
    });
    expect(await login.json()).toMatchObject({ role: 'user' });
  });

  test('is edited; a taken username and a change by someone else are reported', async ({
    page,
  }) => {
    const [account, other] = [await makeAccount(), await makeAccount()];
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    const row = rowOf(page, account.email);
    const shown = await row.innerText();
    const year = String(new Date().getFullYear());
    for (const text of ['Marina Holt', account.username, 'user', year]) {
      expect(shown).toContain(text);
    }
    await row.getByRole('button', { name: 'Edit Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    const save = dialog.getByRole('button', { name: 'Save User' });
    await dialog.getByLabel('Username').fill(other.username);
    await dialog.getByLabel('First name').fill('Nadia');
    await dialog.getByLabel('Your password').fill('tideweek-admin-1');
    await save.click();
    await dialog.getByText('This username is already taken').waitFor();
    // The error is shown only at the field.
    expect(await page.getByText('Failed to update user. Please try again').count()).toBe(0);
    await dialog.getByLabel('Username').fill(account.username);
    await save.click();
    await toast(page, 'User updated').waitFor();
    await expect.poll(() => row.innerText()).toContain('Nadia Holt');

    await row.getByRole('button', { name: 'Edit Nadia Holt' }).click();
    await dialog.getByLabel('Last name').fill('Second');
    await sql(inject('databaseUrl'), `UPDATE users SET first_name = 'First' WHERE username = $1`, [
      account.username,
    ]);
    await save.click();
    await dialog
      .getByText('This user has changed since you opened the list. Load it again')
      .waitFor();
    await dialog.getByRole('button', { name: 'Load the Latest Version' }).click();
    await expect.poll(() => dialog.getByLabel('First name').inputValue()).toBe('First');
    await dialog.getByLabel('Last name').fill('Second');
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => row.innerText()).toContain('First Second');
    const names = await sql(
      inject('databaseUrl'),
      'SELECT first_name, last_name, username FROM users WHERE email = $1',
      [account.email],
    );
    expect(names).toEqual([
      { first_name: 'First', last_name: 'Second', username: account.username },
    ]);
  });

  test('is deleted after confirmation; with bookings deactivated, as the dialog says', async ({
    page,
  }) => {
    const [account, guest] = [await makeAccount(), await makeAccount()];
    const cookie = await startSession(site, account.username);
    await sql(
      inject('databaseUrl'),
      `INSERT INTO bookings (id, resort_id, user_id, check_in, check_out, guests, total_price_cents)
       SELECT gen_random_uuid(), resorts.id, users.id, CURRENT_DATE + 2000, CURRENT_DATE + 2007, 2, 100000
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 2) AS resorts WHERE username = $1`,
      [guest.username],
    );
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    await page.getByRole('button', { name: 'Delete Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete User' });
    await dialog
      .getByText('Are you sure you want to delete Marina Holt? This action cannot be undone.')
      .waitFor();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Marina Holt' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'User deleted').waitFor();
    await heading(page, 'No users found', 2).waitFor();
    const me = await fetch(`${siteUrl}/api/users/me`, {
      headers: { cookie: `${cookie.name}=${cookie.value}` },
    });
    expect(me.status).toBe(401);

    await search(page, guest.username);
    await page.getByRole('button', { name: 'Delete Marina Holt' }).click();
    await dialog.getByText(/Marina has 2 bookings, .* deactivated and anonymised/).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await heading(page, 'No users found', 2).waitFor();
    const [row] = await sql(
      inject('databaseUrl'),
      'SELECT count(*)::int AS left FROM users WHERE username = $1',
      [guest.username],
    );
    expect(row).toEqual({ left: 0 });
  });
});
