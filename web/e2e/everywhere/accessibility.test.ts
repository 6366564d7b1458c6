import { describe } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { signUp, test, visit } from '../support/fixtures.ts';

// Pages and dialogs that a URL opens are tested for every screen.
describe('axe finds no violations in', () => {
  test('the forms of an account with errors', async ({ page }) => {
    await signUp(page);
    await visit(page, '/dashboard/settings');
    const sections = page.getByRole('navigation', { name: 'Account settings' });
    for (const [section, name, button, field] of [
      ['Profile', 'Edit Profile', 'Save Profile', 'First name'],
      ['Email', 'Change email', 'Change Email', 'New email'],
      ['Password', 'Change password', 'Change Password', 'Current password'],
    ] as const) {
      await sections.getByRole('link', { name: section }).click();
      const form = page.getByRole('form', { name });
      const before = await form.getByLabel(field).inputValue();
      await form.getByLabel(field).fill('');
      await form.getByRole('button', { name: button }).click();
      await form.getByText(`${field} is required`).waitFor();
      await expectNoViolations(page, [], `form[aria-label="${name}"]`);
      // Leaving the section with a change would ask for confirmation.
      await form.getByLabel(field).fill(before);
    }
  });

  test('the form for a property with errors', async ({ page }) => {
    await signUp(page);
    await visit(page, '/dashboard?dialog=property');
    const dialog = page.getByRole('dialog', { name: 'Submit Your Property' });
    await dialog.getByRole('button', { name: 'Submit Property' }).click();
    await dialog.getByText('Property name is required').waitFor();
    await expectNoViolations(page, [], '[role=dialog]');
  });

  test('the form to register with errors', async ({ page }) => {
    await visit(page, '/auth?mode=register');
    await page.getByRole('button', { name: 'Register for free' }).click();
    await page.getByText('Password is required').waitFor();
    await expectNoViolations(page, [], 'main');
  });
});
