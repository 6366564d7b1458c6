import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import {
  fillRegister,
  hasFocus,
  heading,
  hydrated,
  makeAccount,
  newAccount,
  signUp,
  site,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { read } from '../support/read.ts';
import { startSession } from '../support/sessions.ts';

describe('Registering', () => {
  test('creates an account, opens the dashboard, and signs out', async ({ page }) => {
    const account = newAccount();
    await visit(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Register Free' }).click();
    await fillRegister(page, account);

    await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    const toast = page.getByRole('status').filter({ hasText: 'Account created!' });
    expect(await toast.innerText()).toContain(account.firstName);
    const profile = page.getByRole('region', { name: 'Profile' });
    for (const text of [
      `${account.firstName} ${account.lastName}`,
      account.username,
      account.email,
    ]) {
      expect(await profile.innerText()).toContain(text);
    }

    await page.getByRole('banner').getByRole('button', { name: account.firstName }).click();
    const menu = page.getByRole('menu', { name: 'Account' });
    expect(await menu.innerText()).toContain(`${account.firstName} ${account.lastName}`);
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
      'Dashboard',
      'My Bookings',
      'Reservations',
      'My Listings',
      'Offers and Sales',
      'Payouts',
      'Messages',
      'Organizations',
      'Sign Out',
    ]);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Register Free' }).waitFor();
    expect(page.url()).toBe(`${siteUrl}/`);
    expect((await read('/dashboard', page)).address).toMatch(/^\/auth\b/);
  });
});

describe('Signing in', () => {
  test('works by keyboard alone, also after a reload, and so does signing out', async ({
    page,
  }) => {
    const account = await makeAccount();
    await visit(page, '/auth');
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email or username').focus();
    await page.keyboard.type(account.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();
    const toast = page.getByRole('status').filter({ hasText: 'Welcome back!' });
    expect(await toast.innerText()).toContain('Successfully logged in');
    expect((await read('/auth', page)).address).toBe('/dashboard');
    await page.reload();
    await hydrated(page);

    await page.getByRole('banner').getByRole('button', { name: account.firstName }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Account' });
    await menu.waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor();
  });

  test('is refused with errors and a toast that are accessible, which F8 focuses', async ({
    page,
  }) => {
    await page.clock.install();
    await visit(page, '/auth');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Password is required').waitFor();
    await expectNoViolations(page, [], 'form[aria-label="Sign In"]');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await signIn(page, 'nobody-at-all', 'a wrong password');
    const toast = page.getByRole('alert').filter({ hasText: 'Login failed' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain('Invalid credentials');
    await page.clock.runFor(4990);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(10);
    await toast.waitFor({ state: 'detached' });

    const button = page.getByRole('button', { name: 'Sign In' });
    await button.click();
    await toast.waitFor();
    await page.keyboard.press('F8');
    const region = page.getByRole('region', { name: /Notifications/ });
    expect(await hasFocus(region)).toBe(true);
    await page.clock.resume();
    await expectNoViolations(page, [], 'section[aria-label^="Notifications"]');
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(button)).toBe(true);
  });

  test('never puts the password into the URL, even without JavaScript', async () => {
    for (const path of ['/auth', '/auth?mode=register']) {
      const { html } = await read(path);
      const [form = ''] = /<form\b(?:(?!<form\b).)*type="password"/s.exec(html) ?? [];
      expect(form).toMatch(/^<form [^>]*method="post"/);
    }
  });
});

describe('The dashboard', () => {
  test('is shown only to its account, and only while signed in', async ({ page }) => {
    const account = await signUp(page);
    const own = (await read('/dashboard', page)).html;
    for (const text of [`Welcome back, ${account.firstName}`, account.email, 'No bookings yet']) {
      expect(own).toContain(text);
    }
    await page.context().request.post('/api/users/logout');
    for (const path of ['/dashboard', '/dashboard?tab=any']) {
      const { address, html } = await read(path, page);
      expect(address).toMatch(/^\/auth\b/);
      expect(html).not.toContain(account.email);
    }
  });
});

describe('Edit Profile', () => {
  test('updates the name everywhere without reloading the page', async ({ page }) => {
    const account = await signUp(page);
    await visit(page, '/dashboard');
    await page.getByRole('link', { name: 'Edit Profile' }).click();
    const form = page.getByRole('form', { name: 'Edit Profile' });
    await form.waitFor();
    expect(await form.getByLabel('Username').inputValue()).toBe(account.username);
    await form.getByLabel('First name').fill(' Coral ');
    await form.getByLabel('Last name').fill('Banks');
    await form.getByLabel('Username').fill(`${account.username}.new`);
    await form.getByLabel('Password for this change').fill(account.password);
    await form.getByRole('button', { name: 'Save Profile' }).click();

    await page.getByRole('status').filter({ hasText: 'Profile updated' }).waitFor();
    await page.goBack();
    await heading(page, 'Welcome back, Coral', 1).waitFor();
    const profile = await page.getByRole('region', { name: 'Profile' }).innerText();
    expect(profile).toContain('Coral Banks');
    expect(profile).toContain(`${account.username}.new`);
    expect(await page.getByRole('banner').getByRole('button', { name: 'Coral' }).count()).toBe(1);

    expect((await read('/dashboard', page)).html).toContain('Welcome back, Coral');
  });
});

describe('A dialog of the dashboard', () => {
  test('opens by its URL; Escape, Close and Back close it and restore the focus', async ({
    page,
  }) => {
    await signUp(page);
    await visit(page, '/dashboard?dialog=property');
    const dialog = page.getByRole('dialog', { name: 'Submit Your Property' });
    const opener = page.getByRole('button', { name: 'Sell or Rent My Property' });
    await dialog.waitFor();
    const isClosed = async () => {
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(opener)).toBe(true);
      expect(page.url()).toBe(`${siteUrl}/dashboard`);
    };
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(
        true,
      );
    }
    await page.keyboard.press('Escape');
    await isClosed();

    await page.keyboard.press('Enter');
    await dialog.waitFor();
    expect(page.url()).toBe(`${siteUrl}/dashboard?dialog=property`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await isClosed();

    await opener.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await isClosed();

    await opener.click();
    await dialog.waitFor();
    await page.goBack();
    await isClosed();
  });
});

describe('Changing the password', () => {
  test('ends other sessions, and the new password signs in', async ({ page }) => {
    const account = await signUp(page);
    const elsewhere = await startSession(site, account.username);
    await visit(page, '/dashboard/settings/password');
    const form = page.getByRole('form', { name: 'Change password' });
    await form.getByLabel('Current password').fill(account.password);
    await form.getByLabel('New password', { exact: true }).fill('another quiet week');
    await form.getByLabel('Confirm new password').fill('another quiet week');
    await form.getByRole('button', { name: 'Change Password' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Password changed' });
    expect(await toast.innerText()).toContain('Your other sessions were signed out');
    expect(await page.getByLabel('Current password').inputValue()).toBe('');

    expect((await read('/dashboard', page)).address).toBe('/dashboard');
    const cookie = `${elsewhere.name}=${elsewhere.value}`;
    const answer = await fetch(`${siteUrl}/dashboard`, { headers: { cookie } });
    expect(new URL(answer.url).pathname).toBe('/auth');
    for (const [password, status] of [
      [account.password, 401],
      ['another quiet week', 200],
    ] as const) {
      const data = { identifier: account.username, password };
      const signedIn = await page.context().request.post('/api/users/login', { data });
      expect(signedIn.status()).toBe(status);
    }
  });
});

test('An account registered over REST signs in on the page by email', async ({ page }) => {
  const account = newAccount();
  const registered = await page.context().request.post('/api/users/register', { data: account });
  expect(registered.status()).toBe(201);
  await page.context().clearCookies();
  await visit(page, '/auth');
  await signIn(page, account.email.toUpperCase(), account.password);
  await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();
});

async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email or username').fill(identifier);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}
