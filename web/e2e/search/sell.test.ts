import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { sql } from '../support/database.ts';
import { hasFocus, heading, signUp, test, visit } from '../support/fixtures.ts';

const property = {
  'Property Name': 'Our week by the sea',
  'Resort Name': 'Harbour House',
  Location: 'Camden, Maine',
  'Unit Details': '2 bedrooms, sleeps 6',
  'Ownership Details': 'Deeded, every year',
  'Week/Season Details': 'Week 27, red season',
  'Asking Price': '$12,500',
  'Phone Number': '+1 555 010 0123',
};

const messages = {
  'Property Name': 'Property name is required',
  'Resort Name': 'Resort name is required',
  Location: 'Location is required',
  'Unit Details': 'Unit details are required',
  'Ownership Details': 'Ownership details are required',
  'Week/Season Details': 'Week/season details are required',
  'Asking Price': 'Asking price is required',
  'Phone Number': 'Phone number is required',
};

const form = (page: Page) => page.getByRole('form', { name: 'Submit Your Property' });

async function fill(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(property)) {
    await form(page).getByLabel(label).fill(value);
  }
}

const send = (page: Page) => form(page).getByRole('button', { name: 'Submit Property' }).click();

describe('Selling, signed out', () => {
  test('leads to sign in and back to the form', async ({ page }) => {
    await visit(page, '/search?type=sell');
    await heading(page, 'Login Required').waitFor();
    await page.getByText('Please log in to submit your property for sale').waitFor();
    await page.getByRole('link', { name: 'Log In to Continue' }).click();
    await page.getByRole('form', { name: 'Sign In' }).waitFor();
    await signUp(page);
    await page.goto('/auth?returnTo=%2Fsearch%3Ftype%3Dsell');
    await form(page).waitFor();
  });
});

describe('Submitting a property', () => {
  test('names each field that is missing, under the field', async ({ page }) => {
    await signUp(page);
    await visit(page, '/search?type=sell');
    await send(page);
    for (const [label, message] of Object.entries(messages)) {
      const field = form(page).getByLabel(label);
      const id = (await field.getAttribute('aria-describedby')) ?? '';
      expect(await page.locator(`[id="${id}"]`).innerText()).toBe(message);
    }
    expect(await hasFocus(form(page).getByLabel('Property Name'))).toBe(true);
  });

  test('on the sell page shows a confirmation, and the dashboard lists the property', async ({
    page,
  }) => {
    const { email } = await signUp(page);
    // Visited before, so the new property must appear despite the client's cached data.
    await visit(page, '/dashboard');
    await page.getByRole('banner').getByRole('link', { name: 'Sell' }).click();
    await fill(page);
    await send(page);
    const toast = page.getByRole('status').filter({ hasText: 'Property Submitted Successfully!' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain("We'll contact you within 24 hours");
    await heading(page, 'Thank you, we have it').waitFor();
    await page.getByRole('link', { name: 'Go to Dashboard' }).click();
    const card = page.getByRole('region', { name: 'My Property' });
    await card.getByText('Our week by the sea').waitFor();
    expect(await card.innerText()).toContain('Received');

    const stored = await sql(
      inject('databaseUrl'),
      `SELECT status, property_name, resort_name, location, unit, ownership_type, week_numbers,
         asking_price_text, asking_price_cents, phone
       FROM property_inquiries WHERE email = $1`,
      [email],
    );
    expect(stored).toEqual([
      {
        status: 'new',
        property_name: property['Property Name'],
        resort_name: property['Resort Name'],
        location: property.Location,
        unit: property['Unit Details'],
        ownership_type: property['Ownership Details'],
        week_numbers: property['Week/Season Details'],
        asking_price_text: property['Asking Price'],
        asking_price_cents: 1_250_000,
        phone: property['Phone Number'],
      },
    ]);
    const mails = await sql(
      inject('databaseUrl'),
      `SELECT to_address, subject FROM outgoing_mails
       WHERE template LIKE 'inquiry%' AND (to_address = $1 OR headers->>'Reply-To' = $1)
       ORDER BY subject`,
      [email],
    );
    expect(mails).toEqual([
      { to_address: 'hello@tideweek.example', subject: 'New property: Our week by the sea' },
      { to_address: email, subject: 'We have your property: Our week by the sea' },
    ]);
  });

  test('leads on to the listing form, filled with what was typed', async ({ page }) => {
    await signUp(page);
    await visit(page, '/search?type=sell');
    await fill(page);
    await send(page);
    await page.getByRole('button', { name: 'Turn It into a Listing' }).click();
    const title = page.getByLabel('Listing Title');
    await title.waitFor();
    expect(await title.inputValue()).toBe(property['Property Name']);
    await visit(page, '/dashboard/submissions');
    await page.getByRole('link', { name: property['Property Name'] }).click();
    await heading(page, 'What Happens Now').waitFor();
    await page.getByRole('link', { name: 'Continue the Listing' }).click();
    expect(await title.inputValue()).toBe(property['Property Name']);
  });

  test('asks before it replaces a listing that was begun', async ({ page }) => {
    await signUp(page);
    await visit(page, '/create-listing');
    await page.getByLabel('Listing Title').fill('Begun before');
    await page.getByText('Draft saved').first().waitFor();
    await visit(page, '/search?type=sell');
    await fill(page);
    await send(page);
    await page.getByRole('button', { name: 'Turn It into a Listing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace Your Draft?' });
    await dialog.getByText('Begun before').waitFor();
    await dialog.getByRole('button', { name: 'Replace My Draft' }).click();
    const title = page.getByLabel('Listing Title');
    await expect.poll(() => title.inputValue()).toBe(property['Property Name']);
  });

  test('in the dialog of the dashboard closes it and lists the property', async ({ page }) => {
    await signUp(page);
    await visit(page, '/dashboard');
    const opener = page.getByRole('button', { name: 'Sell or Rent My Property' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Submit Your Property' });
    await dialog.waitFor();
    await fill(page);
    await send(page);
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: 'Property Submitted Successfully!' })
      .waitFor();
    const card = page.getByRole('region', { name: 'My Property' });
    expect(await card.getByText('Our week by the sea').count()).toBe(1);
    await page.reload();
    expect(await card.getByText('Our week by the sea').count()).toBe(1);
    await expect.poll(() => page.url()).not.toContain('dialog');
  });

  test('that fails says so and keeps the input', async ({ page, allowProblem }) => {
    allowProblem(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/);
    await signUp(page);
    await visit(page, '/search?type=sell');
    await fill(page);
    await page.route('**/graphql', (route) => route.abort('failed'));
    await send(page);
    await page.getByRole('alert').filter({ hasText: 'Submission Failed' }).first().waitFor();
    for (const [label, value] of Object.entries(property)) {
      expect(await form(page).getByLabel(label).inputValue()).toBe(value);
    }
    await page.unroute('**/graphql');
    await send(page);
    await heading(page, 'Thank you, we have it').waitFor();
  });

  test("shows the server's message", async ({ page }) => {
    await signUp(page);
    await visit(page, '/search?type=sell');
    await fill(page);
    await form(page).getByLabel('Phone Number').fill('1'.repeat(41));
    await send(page);
    const message = 'Phone number may have at most 40 characters';
    await page
      .getByRole('alert')
      .filter({ hasText: 'Submission Failed' })
      .filter({ hasText: message })
      .first()
      .waitFor();
    expect(await hasFocus(form(page).getByLabel('Phone Number'))).toBe(true);
  });
});
