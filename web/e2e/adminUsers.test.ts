import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { refuse } from './answers.ts';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import {
  hasFocus,
  heading,
  makeAccount,
  newAccount,
  phone,
  signInAsAdmin,
  signUp,
  siteUrl,
  tabTo,
  test,
  visit,
} from './fixtures.ts';

const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: text });

const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByText(text, { exact: true });

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: 'Search by name, username or email' }).fill(text);
  await page.keyboard.press('Enter');
};

describe('Who may see the users', () => {
  test('a visitor is redirected to the home page', async ({ page }) => {
    await visit(page, '/admin/users');
    expect(page.url()).toBe(`${siteUrl}/`);
  });

  test('a member is redirected to the home page', async ({ page }) => {
    await signUp(page);
    await visit(page, '/admin/users');
    expect(page.url()).toBe(`${siteUrl}/`);
    const answer = await page.context().request.get('/api/admin/users');
    expect(answer.status()).toBe(403);
  });
});

describe('The list of users', () => {
  test('shows name, username, email, role and date, also without scripts', async ({ openPage }) => {
    const account = await makeAccount();
    const page = await openPage({ javaScriptEnabled: false });
    await signInAsAdmin(page);
    await page.goto(`/admin/users?q=${account.username}`);
    await heading(page, 'Users', 1).waitFor();
    const row = await rowOf(page, account.email).innerText();
    for (const text of [
      'Marina Holt',
      account.username,
      'user',
      String(new Date().getFullYear()),
    ]) {
      expect(row).toContain(text);
    }
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Name',
      'Username',
      'Email',
      'Role',
      'Joined',
      'Actions',
    ]);
  });

  test('is searched, filtered, sorted and paged, all kept in the URL', async ({ page }) => {
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
    await heading(page, 'No users found', 2).waitFor();
    await page.getByRole('link', { name: 'Show All Users' }).click();
    await page.waitForURL(`${siteUrl}/admin/users`);
    await expect.poll(emails).toHaveLength(25);
  });

  test('does not let an administrator delete their own row, and says why', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/users?q=admin%40');
    const remove = page.getByRole('button', {
      name: /^Delete .*: You cannot delete your own account$/,
    });
    expect(await remove.isDisabled()).toBe(true);
  });

  test('is a list of cards on a phone', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    await signInAsAdmin(page);
    await visit(page, '/admin/users');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    await expectNoViolations(page);
  });
});

describe('A user', () => {
  const fill = async (page: Page, form: string, values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      await page.getByRole('form', { name: form }).getByLabel(label, { exact: true }).fill(value);
    }
  };

  test('is added, by keyboard, and can sign in', async ({ page, openPage }) => {
    const account = newAccount();
    await signInAsAdmin(page);
    await visit(page, '/admin/users');
    const add = page.getByRole('button', { name: 'Add New User' });
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add New User' });
    await dialog.waitFor();
    expect(page.url()).toContain('dialog=add');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    for (const message of [
      'First name is required',
      'Last name is required',
      'Username is required',
      'Email is required',
      'Password is required',
    ]) {
      expect(await dialog.getByText(message).isVisible()).toBe(true);
    }
    expect(await hasFocus(dialog.getByLabel('First name'))).toBe(true);
    await fill(page, 'Add New User', {
      'First name': 'Nora',
      'Last name': 'Quill',
      Username: account.username,
      Email: account.email,
      Password: account.password,
    });
    await dialog.getByLabel('Role').selectOption('admin');
    await dialog.getByRole('button', { name: 'Add User' }).press('Enter');
    await toast(page, 'User added').waitFor();
    await expect.poll(() => hasFocus(add)).toBe(true);
    expect(await rowOf(page, account.email).innerText()).toContain('Nora Quill');
    const other = await openPage();
    const login = await other.context().request.post('/api/users/login', {
      data: { identifier: account.username, password: account.password },
    });
    expect(await login.json()).toMatchObject({ role: 'admin' });
  });

  test('is edited, and a taken username is reported at its field', async ({ page }) => {
    const [account, other] = [await makeAccount(), await makeAccount()];
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    await rowOf(page, account.email).getByRole('button', { name: 'Edit Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabel('Username').fill(other.username);
    await dialog.getByLabel('First name').fill('Nadia');
    await dialog.getByRole('button', { name: 'Save User' }).click();
    await dialog.getByText('This username is already taken').waitFor();
    // The error is shown only at the field.
    expect(await page.getByText('Failed to update user. Please try again').count()).toBe(0);
    await dialog.getByLabel('Username').fill(account.username);
    await dialog.getByRole('button', { name: 'Save User' }).click();
    await toast(page, 'User updated').waitFor();
    await expect.poll(() => rowOf(page, account.email).innerText()).toContain('Nadia Holt');
    await page.reload();
    expect(await rowOf(page, account.email).innerText()).toContain('Nadia Holt');
  });

  test('edited by someone else meanwhile can be reloaded and then saved', async ({ page }) => {
    const account = await makeAccount();
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    await page.getByRole('button', { name: 'Edit Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    await dialog.getByLabel('Last name').fill('Second');
    await sql(inject('databaseUrl'), `UPDATE users SET first_name = 'First' WHERE username = $1`, [
      account.username,
    ]);
    await dialog.getByRole('button', { name: 'Save User' }).click();
    await dialog
      .getByText('This user has changed since you opened the list. Load it again')
      .waitFor();
    await dialog.getByRole('button', { name: 'Load the Latest Version' }).click();
    await expect.poll(() => dialog.getByLabel('First name').inputValue()).toBe('First');
    await dialog.getByLabel('Last name').fill('Second');
    await dialog.getByRole('button', { name: 'Save User' }).click();
    await toast(page, 'User updated').waitFor();
    await expect.poll(() => rowOf(page, account.email).innerText()).toContain('First Second');
  });

  test('is deleted after confirmation, and their session ends', async ({ page, openPage }) => {
    const other = await openPage();
    const account = await signUp(other);
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
    expect((await other.context().request.get('/api/users/me')).status()).toBe(401);
  });

  test('with bookings is deactivated, as the dialog says', async ({ page }) => {
    const account = await makeAccount();
    await sql(
      inject('databaseUrl'),
      `INSERT INTO bookings (id, resort_id, user_id, check_in, check_out, guests, total_price_cents)
       SELECT gen_random_uuid(), resorts.id, users.id, '2031-05-01', '2031-05-08', 2, 100000
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 2) AS resorts WHERE username = $1`,
      [account.username],
    );
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    await page.getByRole('button', { name: 'Delete Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete User' });
    await dialog.getByText(/Marina has 2 bookings, .* deactivated and anonymised/).waitFor();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await toast(page, 'User deleted').waitFor();
    const [row] = await sql(
      inject('databaseUrl'),
      'SELECT count(*)::int AS left FROM users WHERE username = $1',
      [account.username],
    );
    expect(row).toEqual({ left: 0 });
  });

  test.for([
    ['Edit Marina Holt', 'Save User', 'Failed to update user. Please try again'],
    ['Delete Marina Holt', 'Delete', 'Failed to delete user. Please try again'],
    ['Add New User', 'Add User', 'Failed to create user. Please try again'],
  ] as const)('%s: a failure is reported', async ([opener, sender, message], { page }) => {
    const account = await makeAccount();
    await signInAsAdmin(page);
    await visit(page, `/admin/users?q=${account.username}`);
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    if (opener === 'Add New User') {
      const { username, email, password } = newAccount();
      await fill(page, 'Add New User', {
        'First name': 'A',
        'Last name': 'B',
        Username: username,
        Email: email,
        Password: password,
      });
    }
    await refuse(page);
    await dialog.getByRole('button', { name: sender, exact: true }).click();
    await page
      .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
      .getByText(message)
      .waitFor();
    expect(await dialog.isVisible()).toBe(true);
  });
});
