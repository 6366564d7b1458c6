import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { desktop, phone, signUp, siteUrl, test, visit } from './fixtures.ts';

interface Screen {
  path: () => string | Promise<string>;
  signedIn?: boolean;
  notFound?: boolean;
}

const screens: Record<string, Screen> = {
  Home: { path: () => '/' },
  Search: { path: () => '/search' },
  'Search without results': { path: () => '/search?q=zzqqxxyy' },
  'Sell, signed out': { path: () => '/search?type=sell' },
  Resort: { path: resortPath },
  'Sign In': { path: () => '/auth' },
  Register: { path: () => '/auth?mode=register' },
  'Forgot password': { path: () => '/auth?mode=forgot' },
  'Confirm email': { path: () => '/verify-email?token=none' },
  'Confirm new email': { path: () => '/confirm-email?token=none' },
  'New password': { path: () => '/reset-password?token=none' },
  'A link that lacks a part': { path: () => '/verify-email' },
  Dashboard: { path: () => '/dashboard', signedIn: true },
  'Sell, signed in': { path: () => '/search?type=sell', signedIn: true },
  Forums: { path: () => '/forums' },
  Contact: { path: () => '/contact' },
  'Travel Tips': { path: () => '/travel-tips' },
  'Owner Resources': { path: () => '/owner-resources' },
  'Help Center': { path: () => '/help' },
  'Safety & Trust': { path: () => '/safety' },
  'Terms of Service': { path: () => '/terms' },
  'Privacy Policy': { path: () => '/privacy' },
  'Turn off alerts': { path: () => '/unsubscribe?token=none' },
  'Page Not Found': { path: () => '/nowhere', notFound: true },
};

const widths = [360, 390, 768, 1440, 1920];

describe('axe finds nothing on', () => {
  for (const [name, { path, signedIn, notFound }] of Object.entries(screens)) {
    test(`${name}, and no width from 360 to 1920 px scrolls sideways`, async ({
      page,
      allowProblem,
    }) => {
      if (notFound) allowProblem(/status of 404/);
      if (signedIn) await signUp(page);
      await visit(page, await path());
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => overflow(page), { message: `at ${width} px` }).toEqual([width, 0]);
        if (width === phone.width || width === desktop.width) await expectNoViolations(page);
      }
    });
  }

  test('the drawer', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    await visit(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    await expectNoViolations(page);
  });

  test('the user menu', async ({ page }) => {
    const { firstName } = await signUp(page);
    await visit(page, '/');
    await page.getByRole('banner').getByRole('button', { name: firstName }).click();
    await page.getByRole('menu', { name: 'Account' }).waitFor();
    await expectNoViolations(page);
  });

  test('the booking dialog', async ({ page }) => {
    await visit(page, await resortPath());
    await page.getByRole('button', { name: 'Book Now' }).click();
    await page.getByRole('dialog').waitFor();
    await expectNoViolations(page);
  });

  test.for([
    ['profile', 'Edit Profile', 'Save Profile', 'First name'],
    ['settings', 'Account Settings', 'Change Password', 'Current password'],
    ['property', 'Submit Your Property', 'Submit Property', 'Property Name'],
  ] as const)('the %s dialog, as it opens and with errors', async (params, { page }) => {
    const [address, name, button, firstField] = params;
    await signUp(page);
    await visit(page, `/dashboard?dialog=${address}`);
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoViolations(page);
    }
    await dialog.getByLabel(firstField).fill('');
    await dialog.getByRole('button', { name: button }).click();
    await dialog.getByText(`${firstField} is required`).waitFor();
    await expectNoViolations(page);
  });

  test.for([
    ['Sign In', '/auth', 'Sign In'],
    ['Register', '/auth?mode=register', 'Register for free'],
  ] as const)('the %s form with errors', async ([form, path, button], { page }) => {
    await visit(page, path);
    await page.getByRole('form', { name: form }).getByRole('button', { name: button }).click();
    await page.getByText('Password is required').waitFor();
    await expectNoViolations(page);
  });

  test('a toast', async ({ page }) => {
    await visit(page, '/auth');
    await page.getByLabel('Email or username').fill('nobody-at-all');
    await page.getByLabel('Password', { exact: true }).fill('a wrong password');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Login failed' }).waitFor();
    await expectNoViolations(page);
  });
});

/** The window's width, and by how many pixels the page is wider. */
function overflow(page: Page): Promise<[number, number]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [window.innerWidth, scrollWidth - clientWidth];
  });
}

async function resortPath(): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as { id: string }[];
  return `/resort/${resort?.id}`;
}
