import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
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
  tabTo,
  test,
  visit,
} from '../support/fixtures.ts';
import { expectReadable, linkIn, openMailbox, type Mailbox } from '../support/mailbox.ts';
import { startSession } from '../support/sessions.ts';

let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox();
  await mailbox.receiveFrom(inject('databaseUrl'));
});

afterAll(() => mailbox.close());

describe('Registering on the page', () => {
  test('returns to the page the visitor came from, and sends a mail whose link confirms the address once', async ({
    page,
    openPage,
  }) => {
    const account = newAccount();
    await visit(page, '/search?q=hawaii');
    await page.getByRole('banner').getByRole('link', { name: 'Register Free' }).click();
    await fillRegister(page, account);
    await heading(page, 'Search Results', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?q=hawaii`);
    await page.getByRole('banner').getByRole('button', { name: account.firstName }).waitFor();
    const mail = await mailbox.mail(account.email, /^Confirm your email/);
    expect(mail.text).toContain(`Hello ${account.firstName},`);
    await expectReadable(await openPage(), mail);

    const link = linkIn(mail);
    await visit(page, link);
    // The token is removed from the address bar at once.
    await expect.poll(() => page.url()).toBe(`${siteUrl}/verify-email`);
    expect(await isVerified(page)).toBe(false);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    const done = heading(page, 'Your email is confirmed', 1);
    await done.waitFor();
    await expect.poll(() => hasFocus(done)).toBe(true);
    await expectNoViolations(page);
    expect(await isVerified(page)).toBe(true);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();

    // The same link again, signed out.
    await page.context().clearCookies();
    await visit(page, link);
    await page.getByRole('button', { name: 'Confirm my email' }).click();
    await heading(page, 'This link does not work', 1).waitFor();
  });

  test('by keyboard alone, an expired link says so, and another one confirms the address', async ({
    page,
  }) => {
    const account = newAccount();
    await page.context().request.post('/api/users/register', { data: account });
    const first = linkIn(await mailbox.mail(account.email, /^Confirm your email/));
    await sql(
      inject('databaseUrl'),
      `UPDATE secret_links SET expires_at = now() - interval '1 second' WHERE email = $1`,
      [account.email],
    );
    await visit(page, first);
    await tabTo(page, page.getByRole('button', { name: 'Confirm my email' }));
    await page.keyboard.press('Enter');
    await heading(page, 'This link does not work', 1).waitFor();
    await page.getByText('This link has expired.').waitFor();
    await expectNoViolations(page);
    await tabTo(page, page.getByRole('button', { name: 'Send Another Link' }));
    await page.keyboard.press('Enter');
    await page.getByText(`A new link is on its way to ${account.email}.`).waitFor();
    const newest = async () => linkIn(await mailbox.mail(account.email, /^Confirm your email/));
    await expect.poll(newest).not.toBe(first);
    await visit(page, await newest());
    await page.getByRole('button', { name: 'Confirm my email' }).press('Enter');
    await heading(page, 'Your email is confirmed', 1).waitFor();
  });
});

describe('A forgotten password', () => {
  test('is replaced through a mailed link, which signs out everywhere', async ({
    page,
    openPage,
  }) => {
    const account = await makeAccount();
    const elsewhere = await startSession(site, account.username);

    await visit(page, '/auth');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const form = page.getByRole('form', { name: 'Forgot password' });
    await form.getByRole('button', { name: 'Send the Link' }).click();
    await page.getByText('Email or username is required').waitFor();
    await expectNoViolations(page, [], 'main');
    await form.getByLabel('Email or username').fill(account.username);
    await form.getByRole('button', { name: 'Send the Link' }).click();
    await heading(page, 'Look into your mail', 1).waitFor();
    await expectNoViolations(page, [], 'main');

    const mail = await mailbox.mail(account.email, /^Choose a new password/);
    const reader = await openPage();
    await expectReadable(reader, mail);
    await visit(page, linkIn(mail));
    await expect.poll(() => page.url()).toBe(`${siteUrl}/reset-password`);
    const reset = page.getByRole('form', { name: 'Choose a new password' });
    await reset.getByLabel('New password', { exact: true }).fill('a newer password');
    await reset.getByLabel('Confirm new password').fill('something else');
    await reset.getByRole('button', { name: 'Change Password' }).click();
    await page.getByText("Passwords don't match").waitFor();
    await expectNoViolations(page, [], 'main');
    await reset.getByLabel('Confirm new password').fill('a newer password');
    await reset.getByRole('button', { name: 'Change Password' }).click();
    await heading(page, 'Your password is changed', 1).waitFor();
    const told = await mailbox.mail(account.email, /password .* was changed/);
    await expectReadable(reader, told);

    const headers = { cookie: `${elsewhere.name}=${elsewhere.value}` };
    expect((await fetch(`${siteUrl}/api/users/me`, { headers })).status).toBe(401);
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await fillSignIn(page, account.username, 'a newer password');
    await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();
  });

  test('a dead link says so and offers a new one', async ({ page }) => {
    await visit(page, '/reset-password?token=none-of-ours');
    await page.getByLabel('New password', { exact: true }).fill('a newer password');
    await page.getByLabel('Confirm new password').fill('a newer password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await heading(page, 'This link does not work', 1).waitFor();
    await page.getByRole('link', { name: 'Send Another Link' }).click();
    await heading(page, 'Forgot your password?', 1).waitFor();
  });
});

describe('A new email', () => {
  test('takes effect once its link is followed, and the old address is told', async ({
    page,
    openPage,
  }) => {
    const account = await signUp(page);
    const newEmail = `new-${account.email}`;
    await visit(page, '/dashboard/settings/email');
    const form = page.getByRole('form', { name: 'Change email' });
    await form.getByLabel('New email').fill(newEmail);
    await form.getByLabel('Your password').fill(account.password);
    await form.getByRole('button', { name: 'Change Email' }).click();
    const mail = await mailbox.mail(newEmail, /^Confirm your new email/);
    const reader = await openPage();
    await expectReadable(reader, mail);
    expect((await whoIs(page)).email).toBe(account.email);

    await visit(page, linkIn(mail));
    await page.getByRole('button', { name: 'Use this address' }).click();
    const done = heading(page, 'Your email is changed', 1);
    await done.waitFor();
    await expect.poll(() => hasFocus(done)).toBe(true);
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByText(newEmail).waitFor();
    expect(await whoIs(page)).toEqual({ email: newEmail, emailVerified: true });
    const told = await mailbox.mail(account.email, /email .* was changed/);
    expect(told.text).toContain(newEmail);
    await expectReadable(reader, told);

    const data = { identifier: newEmail, password: account.password };
    expect((await page.context().request.post('/api/users/login', { data })).status()).toBe(200);
  });
});

describe('A page with a secret in its address', () => {
  test('is not cached and sends no referrer', async () => {
    for (const path of ['/verify-email', '/confirm-email', '/reset-password']) {
      const answer = await fetch(`${siteUrl}${path}?token=secret`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('The sign-in form', () => {
  test('returns to the page the visitor came from', async ({ page }) => {
    const account = await makeAccount();
    await visit(page, '/search?q=aruba');
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('form', { name: 'Register' }).waitFor();
    expect(new URL(page.url()).searchParams.get('mode')).toBe('register');
    await page.getByRole('tab', { name: 'Sign In' }).click();
    await page.getByRole('tab', { name: 'Sign In', selected: true }).waitFor();
    await fillSignIn(page, account.email, account.password);
    await heading(page, 'Search Results', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?q=aruba`);
  });

  test('continues to the page that required it, and Back leaves that page', async ({ page }) => {
    const account = await makeAccount();
    await visit(page, '/contact');
    await page.goto('/dashboard?dialog=saved-searches');
    await hydrated(page);
    await fillSignIn(page, account.username, account.password);
    await page.getByRole('dialog', { name: 'Saved Searches' }).waitFor();
    expect(page.url()).toBe(`${siteUrl}/dashboard?dialog=saved-searches`);
    await page.goBack();
    await expect.poll(() => page.url()).toBe(`${siteUrl}/contact`);
  });
});

async function fillSignIn(page: Page, identifier: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign In' });
  await form.getByLabel('Email or username').fill(identifier);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

interface Viewer {
  email: string;
  emailVerified: boolean;
}

/** The viewer, as the server reports it for the page's session. */
async function whoIs(page: Page): Promise<Viewer> {
  const answer = await page.context().request.post('/graphql', {
    data: { query: '{ viewer { email emailVerified } }' },
  });
  const { data } = (await answer.json()) as { data: { viewer: Viewer } };
  return data.viewer;
}

const isVerified = async (page: Page): Promise<boolean> => (await whoIs(page)).emailVerified;
