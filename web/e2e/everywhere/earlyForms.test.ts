import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { sql } from '../support/database.ts';
import {
  heading,
  hydrated,
  makeAccount,
  newAccount,
  signUp,
  siteUrl,
  test,
} from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';

/** Opens a page and holds back its scripts until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const { opened, open } = gate();
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  return open;
}

const form = (page: Page, name: string) => page.getByRole('form', { name });

describe('Input before the scripts have loaded', () => {
  test('stays in a form, and a submit is sent once', async ({ page }) => {
    const account = await makeAccount();
    const release = await openWithoutScripts(page, '/auth?mode=signin&returnTo=%2Fcontact');
    let signIns = 0;
    page.on('request', (request) => {
      if (request.postData()?.includes('identifier')) signIns += 1;
    });
    const signIn = form(page, 'Sign In');
    await signIn.getByLabel('Email or username').fill(account.username);
    await signIn.getByLabel('Password', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await signIn.getByRole('button', { name: 'Sign In' }).click();
    release();
    await page.waitForURL('**/contact');
    expect(signIns).toBe(1);
  });

  test('is kept, including the caret position', async ({ page }) => {
    const account = newAccount();
    const release = await openWithoutScripts(page, '/auth?mode=register');
    const register = form(page, 'Register');
    await register.getByLabel('Last name').fill(account.lastName);
    await register.getByLabel('Username').fill(account.username);
    await register.getByLabel('Email').fill(account.email);
    await register.getByLabel('Password', { exact: true }).fill(account.password);
    await register.getByLabel('Confirm password').fill(account.password);
    const first = register.getByLabel('First name');
    await first.fill('Mina');
    await first.press('ArrowLeft');
    await first.press('ArrowLeft');
    release();
    await hydrated(page);
    await page.keyboard.type('ri');
    expect(await first.inputValue()).toBe('Mirina');
    await register.getByRole('button', { name: 'Register for free' }).click();
    await page.waitForURL('**/dashboard');
    expect(
      await sql(
        inject('databaseUrl'),
        'SELECT first_name, last_name, email FROM users WHERE username = $1',
        [account.username],
      ),
    ).toEqual([{ first_name: 'Mirina', last_name: account.lastName, email: account.email }]);
  });

  test('reaches the sell form', async ({ page }) => {
    await signUp(page);
    const release = await openWithoutScripts(page, '/search?type=sell');
    const sell = form(page, 'Submit Your Property');
    await sell.getByLabel('Property Name').fill('Our week by the sea');
    await sell.getByLabel('Additional Details (optional)').fill('Two lines\nof text');
    await sell.getByRole('button', { name: 'Submit Property' }).click();
    release();
    await sell.getByText('Resort name is required').waitFor();
    expect(await sell.getByLabel('Property Name').inputValue()).toBe('Our week by the sea');
    expect(await sell.getByLabel('Additional Details (optional)').inputValue()).toBe(
      'Two lines\nof text',
    );
    expect(await sell.getByText('Property name is required').count()).toBe(0);
  });

  test('reaches a new listing: resort, switch, choice and prefilled text', async ({ page }) => {
    await signUp(page);
    const details = form(page, 'Listing Details');
    const release = await openWithoutScripts(page, '/create-listing');
    const [resort] = await sql<{ name: string }>(
      inject('databaseUrl'),
      'SELECT name FROM resorts ORDER BY review_count DESC LIMIT 1',
    );
    await page.getByRole('combobox', { name: 'Resort', exact: true }).fill(resort?.name ?? '');
    await details.getByLabel('Description', { exact: true }).fill('As it was');
    await details.getByText('I also want to sell this timeshare').click();
    release();
    // The resort is looked up by its name, and the switch opens a field.
    await page.getByRole('group', { name: 'Know your week number?' }).waitFor();
    await details.getByLabel('Sale Price').waitFor();
    await details.getByText('Draft saved').waitFor();

    await page.unrouteAll();
    const releaseAgain = await openWithoutScripts(page, '/create-listing');
    const description = details.getByLabel('Description', { exact: true });
    expect(await description.inputValue()).toBe('As it was');
    await description.fill('As it is');
    releaseAgain();
    await hydrated(page);
    await details.getByLabel('Listing Title', { exact: true }).fill('Another field');
    await details.getByText('Draft saved').waitFor();
    expect(await description.inputValue()).toBe('As it is');
  });
});

test('a form sent without scripts gets a page that says what to do', async ({
  openPage,
  allowProblem,
}) => {
  allowProblem(/405/);
  const page = await openPage({ javaScriptEnabled: false });
  await page.goto('/auth?mode=register');
  await form(page, 'Register').getByRole('button', { name: 'Register for free' }).click();
  await heading(page, 'Nothing was sent').waitFor();
  await page.getByRole('link', { name: 'Open the page again' }).click();
  await heading(page, /^Join /).waitFor();
  expect(page.url()).toBe(`${siteUrl}/auth?mode=register`);
});

test('a held submit is sent by the browser if the scripts fail to load', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/405|ERR_FAILED|assets/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/auth', { waitUntil: 'domcontentloaded' });
  await form(page, 'Sign In').getByRole('button', { name: 'Sign In' }).click();
  await heading(page, 'Nothing was sent').waitFor();
});
