import { describe } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { phone, signUp, test, visit } from './fixtures.ts';
import { resortPath } from './screens.ts';

describe('axe finds no violations in', () => {
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
    ['/dashboard/settings', 'form', 'Edit Profile', 'Save Profile', 'First name'],
    ['/dashboard/settings/email', 'form', 'Change email', 'Change Email', 'New email'],
    [
      '/dashboard/settings/password',
      'form',
      'Change password',
      'Change Password',
      'Current password',
    ],
    [
      '/dashboard?dialog=property',
      'dialog',
      'Submit Your Property',
      'Submit Property',
      'Property Name',
    ],
  ] as const)('the form at %s, when opened and with errors', async (params, { page }) => {
    const [address, role, name, button, firstField] = params;
    await signUp(page);
    await visit(page, address);
    const form = page.getByRole(role, { name });
    await form.waitFor();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoViolations(page);
    }
    await form.getByLabel(firstField).fill('');
    await form.getByRole('button', { name: button }).click();
    await form.getByText(`${firstField} is required`).waitFor();
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
