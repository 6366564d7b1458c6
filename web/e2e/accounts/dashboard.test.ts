import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  signUp,
  site,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { read } from '../support/read.ts';
import { startSession } from '../support/sessions.ts';

/** A GraphQL call with the page's session; returns its data. */
async function ask(page: Page, query: string, variables: object = {}): Promise<unknown> {
  const answer = await page.context().request.post('/graphql', { data: { query, variables } });
  const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const saveSearch = (page: Page, input: object) =>
  ask(page, 'mutation ($input: SaveSearchInput!) { saveSearch(input: $input) { __typename } }', {
    input,
  });

describe('A new member', () => {
  test('can confirm the email, sees what to do first, and every quick action works', async ({
    page,
  }) => {
    const { email, username, firstName } = await signUp(page);
    await sql(site.databaseUrl, 'UPDATE users SET email_verified_at = NULL WHERE username = $1', [
      username,
    ]);
    await visit(page, '/dashboard');
    await heading(page, `Welcome back, ${firstName}`, 1).waitFor();
    for (const text of ['No bookings yet', 'No favorites yet', 'No listings yet']) {
      expect(await page.getByText(text).isVisible()).toBe(true);
    }
    const notice = page.getByRole('complementary', { name: 'Confirm your email' });
    expect(await notice.innerText()).toContain(email);
    await notice.getByRole('button', { name: 'Send Link Again' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Link sent' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(email);

    const actions = page.getByRole('group', { name: 'Quick actions' });
    await actions.getByRole('button', { name: 'Saved Searches' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved Searches' });
    await dialog.getByText('No saved searches yet').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await actions.getByRole('link', { name: 'Account Settings' }).click();
    await heading(page, 'Account Settings', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/dashboard/settings`);
    await page.goBack();
    await actions.getByRole('link', { name: 'Search Rentals' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?type=rent`);
    await page.goBack();
    await actions.getByRole('link', { name: 'Browse Resorts' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search`);
  });
});

test('Longer lists load more with Show More, and My Listings shows status, dates and price', async ({
  page,
}) => {
  const { username } = await signUp(page);
  await Promise.all(
    Object.values(longLists).map(({ statement }) =>
      sql(inject('databaseUrl'), statement, [username]),
    ),
  );
  await visit(page, '/dashboard');
  for (const [name, { firstPage }] of Object.entries(longLists)) {
    const card = page.getByRole('region', { name });
    const rows = card.getByRole('listitem');
    expect(await rows.count()).toBe(firstPage);
    const more = card.getByRole('button', { name: /^Show More/ });
    await more.click();
    await expect.poll(() => rows.count()).toBe(25);
    await expect.poll(() => hasFocus(rows.nth(firstPage))).toBe(true);
    expect(await more.count()).toBe(0);
    const texts = await rows.allInnerTexts();
    expect(new Set(texts).size).toBe(25);
    if (name !== 'My Listings') continue;
    for (const text of texts) {
      expect(text).toContain('Withdrawn');
      expect(text).toContain(`, ${later} · $100 a night`);
    }
  }
});

/** A year that texts name, because it is not this one. */
const later = new Date().getUTCFullYear() + 5;

/** 25 rows for each list of the dashboard, of which it shows some at first. */
const longLists = {
  'My Bookings': {
    firstPage: 6,
    statement: `INSERT INTO bookings
         (id, resort_id, user_id, check_in, check_out, guests, total_price_cents)
       SELECT gen_random_uuid(), resorts.id, users.id, '${later}-05-01', '${later}-05-08', 2, 100000
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
  },
  Favorites: {
    firstPage: 6,
    statement: `INSERT INTO favorites (user_id, resort_id)
       SELECT users.id, resorts.id
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
  },
  'My Property': {
    firstPage: 6,
    statement: `INSERT INTO property_inquiries
         (id, user_id, first_name, last_name, email, property_name, location, ownership_type,
          motivation)
       SELECT gen_random_uuid(), id, first_name, last_name, email, 'Week ' || week, 'Maine',
         'Deeded', 'Sell'
       FROM users, generate_series(1, 25) AS week WHERE username = $1`,
  },
  'My Listings': {
    firstPage: 10,
    statement: `INSERT INTO listings
         (id, resort_id, owner_id, title, description, price_per_night_cents, available_from,
          available_to, is_active)
       SELECT gen_random_uuid(), resorts.id, users.id, 'A week', 'Two rooms', 10000, '${later}-05-01',
         '${later}-05-08', false
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
  },
};

describe('Saved searches', () => {
  test('are renamed and deleted, have their alerts switched, and open the search', async ({
    page,
  }) => {
    await signUp(page);
    await saveSearch(page, { query: 'palm', filter: { priceTier: 'FROM_100_TO_300' } });
    await saveSearch(page, { filter: { destination: 'Aruba' } });
    await visit(page, '/dashboard?dialog=saved-searches');
    const dialog = page.getByRole('dialog', { name: 'Saved Searches' });
    await dialog.waitFor();
    expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['Aruba', 'palm, $100 - $300']);

    await dialog.getByRole('button', { name: 'Rename Aruba' }).click();
    const name = dialog.getByLabel('Name', { exact: true });
    expect(await hasFocus(name)).toBe(true);
    await name.fill(' ');
    await page.keyboard.press('Enter');
    await dialog.getByText('Name is required').waitFor();
    await name.fill('Island');
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: 'Island' }).waitFor();

    const alerts = dialog.getByRole('switch', { name: 'Alerts for Island' });
    expect(await alerts.isChecked()).toBe(true);
    await alerts.click();
    await expect.poll(() => alerts.isChecked()).toBe(false);

    await dialog.getByRole('button', { name: /Delete palm/ }).click();
    await dialog.getByRole('button', { name: 'Keep' }).click();
    expect(await hasFocus(dialog.getByRole('button', { name: /Delete palm/ }))).toBe(true);
    await dialog.getByRole('button', { name: /Rename palm/ }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await hasFocus(dialog.getByRole('button', { name: /Rename palm/ }))).toBe(true);
    await dialog.getByRole('button', { name: /Delete palm/ }).click();
    expect(await hasFocus(dialog.getByRole('button', { name: 'Keep' }))).toBe(true);
    await dialog
      .getByRole('group', { name: /Delete palm/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByRole('link', { name: /palm/ }).waitFor({ state: 'detached' });

    await page.reload();
    await hydrated(page);
    await dialog.waitFor();
    expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['Island']);
    expect(await dialog.getByRole('switch').isChecked()).toBe(false);
    await dialog.getByRole('link', { name: 'Island' }).click();
    await page.getByText(/results? found/).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?destination=Aruba`);
  });
});

describe('Account Settings', () => {
  const open = async (page: Page, section: string) => {
    await visit(page, `/dashboard/settings/${section}`);
    await heading(page, 'Account Settings', 1).waitFor();
    return page.getByRole('main');
  };

  test('are a page with sections, each with its own URL and history entry', async ({ page }) => {
    const account = await signUp(page);
    await visit(page, '/dashboard/settings');
    const sections = page.getByRole('navigation', { name: 'Account settings' });
    const shown = [
      ['Profile', 'Profile', ''],
      ['Email', 'Email', '/email'],
      ['Password', 'Password', '/password'],
      ['Sessions', 'Where you are signed in', '/sessions'],
      ['Notifications', 'Notifications', '/notifications'],
      ['Your Data', 'Your data', '/data'],
      ['Close Account', 'Close account', '/close'],
    ] as const;
    expect(await sections.getByRole('link').allInnerTexts()).toEqual(shown.map(([name]) => name));
    for (const [link, title, path] of shown) {
      await sections.getByRole('link', { name: link }).click();
      await heading(page, title, 2).waitFor();
      expect(page.url()).toBe(`${siteUrl}/dashboard/settings${path}`);
      expect(await sections.locator('[aria-current="page"]').innerText()).toBe(link);
    }
    await page.goBack();
    await heading(page, 'Your data', 2).waitFor();
    await page.goBack();
    await heading(page, 'Notifications', 2).waitFor();
    expect(await page.getByText(account.email).count()).toBe(1);
    expect(await page.getByText('No saved searches yet').count()).toBe(1);
  });

  test.for([
    ['/dashboard?dialog=settings', '/dashboard/settings'],
    ['/dashboard?dialog=profile', '/dashboard/settings'],
    ['/dashboard/settings/nothing', '/dashboard/settings'],
  ] as const)('%s leads to %s, before and after signing in', async ([older, path], { page }) => {
    expect((await read(older)).address).toBe(`/auth?returnTo=${encodeURIComponent(path)}`);
    await signUp(page);
    expect((await read(older, page)).address).toBe(path);
  });

  test('list the sessions and end the others', async ({ page }) => {
    const account = await signUp(page);
    const elsewhere = await startSession(site, account.username);
    const section = await open(page, 'sessions');
    expect(await section.getByText('This session').count()).toBe(1);
    await section.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign Out' });
    await dialog.getByLabel('Your password').fill('not my password');
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await dialog.getByText('The password is not right').waitFor();
    await expect.poll(() => hasFocus(dialog.getByLabel('Your password'))).toBe(true);
    await dialog.getByLabel('Your password').fill(account.password);
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await dialog.waitFor({ state: 'detached' });
    await section
      .getByRole('button', { name: 'Sign Out Everywhere Else' })
      .waitFor({ state: 'detached' });
    const cookie = `${elsewhere.name}=${elsewhere.value}`;
    expect((await fetch(`${siteUrl}/api/users/me`, { headers: { cookie } })).status).toBe(401);
    expect((await read('/dashboard/settings/sessions', page)).html).toContain('This session');
  });

  test('download the data as a file, and delete the account after a confirmation word and the password', async ({
    page,
  }) => {
    const account = await signUp(page);
    const section = await open(page, 'data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: 'Download My Data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
    const answer = await page.context().request.get('/api/users/me/export');
    expect(await answer.json()).toMatchObject({ profile: { email: account.email } });

    await section.getByRole('link', { name: 'Close Account' }).click();
    await section.getByRole('button', { name: 'Delete My Account' }).click();
    const form = section.getByRole('form', { name: 'Delete my account' });
    const send = form.getByRole('button', { name: 'Delete My Account Forever' });
    expect(await hasFocus(form.getByLabel('Type DELETE to confirm'))).toBe(true);
    await send.click();
    await form.getByText('Password is required').waitFor();
    await form.getByLabel('Type DELETE to confirm').fill('DELETE');
    await form.getByLabel('Password of this account').fill('not my password');
    await send.click();
    await form.getByText('The password is not right').waitFor();
    await form.getByLabel('Password of this account').fill(account.password);
    await send.click();
    await page.getByRole('banner').getByRole('link', { name: 'Register Free' }).waitFor();
    expect(page.url()).toBe(`${siteUrl}/`);
    const signIn = await page.context().request.post('/api/users/login', { data: account });
    expect(signIn.status()).toBe(401);
  });
});
