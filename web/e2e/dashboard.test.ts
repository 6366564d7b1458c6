import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { sql } from './database.ts';
import {
  hasFocus,
  heading,
  makeAccount,
  phone,
  signInAs,
  signUp,
  siteUrl,
  test,
  visit,
} from './fixtures.ts';

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

async function resorts(): Promise<{ id: string; name: string }[]> {
  const answer = await fetch(`${siteUrl}/api/resorts/top?limit=3`);
  return (await answer.json()) as { id: string; name: string }[];
}

describe('A new member', () => {
  test('sees what to do first, and every quick action works', async ({ page }) => {
    const { firstName } = await signUp(page);
    await visit(page, '/dashboard');
    await heading(page, `Welcome back, ${firstName}`, 1).waitFor();
    for (const text of ['No bookings yet', 'No favorites yet', 'No listings yet']) {
      expect(await page.getByText(text).isVisible()).toBe(true);
    }
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

  test('is asked to confirm the email and can get another link', async ({ page }) => {
    const { email } = await signUp(page);
    await visit(page, '/dashboard');
    const notice = page.getByRole('complementary', { name: 'Confirm your email' });
    expect(await notice.innerText()).toContain(email);
    await notice.getByRole('button', { name: 'Send Link Again' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Link sent' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(email);
  });

  test('reads the dashboard without scripts', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false });
    const { firstName } = await signUp(page);
    await page.goto('/dashboard');
    await heading(page, `Welcome back, ${firstName}`, 1).waitFor();
    expect(await page.getByText('No bookings yet').isVisible()).toBe(true);
  });
});

test('Favorites are listed with pictures, and removed', async ({ page }) => {
  await signUp(page);
  const [first, second] = await resorts();
  for (const resort of [first, second]) {
    await ask(page, 'mutation ($id: ID!) { addFavorite(resortId: $id) { __typename } }', {
      id: resort?.id,
    });
  }
  await visit(page, '/dashboard');
  const card = page.getByRole('region', { name: 'Favorites' });
  expect(await card.getByRole('link').allInnerTexts()).toEqual([second?.name, first?.name]);
  await card.getByRole('button', { name: `Remove ${first?.name} from favorites` }).click();
  await page.getByRole('status').filter({ hasText: 'Removed from favorites' }).waitFor();
  expect(await card.getByRole('link').allInnerTexts()).toEqual([second?.name]);
  await card.getByRole('button', { name: `Remove ${second?.name} from favorites` }).click();
  await card.getByText('No favorites yet').waitFor();
  await page.reload();
  await card.getByText('No favorites yet').waitFor();
});

describe('Longer lists', () => {
  const rowsOf = (page: Page, card: string) =>
    page.getByRole('region', { name: card }).getByRole('listitem');

  test.for([
    [
      'My Bookings',
      6,
      `INSERT INTO bookings
         (id, resort_id, user_id, check_in, check_out, guests, total_price_cents)
       SELECT gen_random_uuid(), resorts.id, users.id, '2031-05-01', '2031-05-08', 2, 100000
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
    ],
    [
      'Favorites',
      6,
      `INSERT INTO favorites (user_id, resort_id)
       SELECT users.id, resorts.id
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
    ],
    [
      'My Property',
      6,
      `INSERT INTO property_inquiries
         (id, user_id, first_name, last_name, email, property_name, location, ownership_type,
          motivation)
       SELECT gen_random_uuid(), id, first_name, last_name, email, 'Week ' || week, 'Maine',
         'Deeded', 'Sell'
       FROM users, generate_series(1, 25) AS week WHERE username = $1`,
    ],
    [
      'My Listings',
      10,
      `INSERT INTO listings
         (id, resort_id, owner_id, title, description, price_per_night_cents, available_from,
          available_to, is_active)
       SELECT gen_random_uuid(), resorts.id, users.id, 'A week', 'Two rooms', 10000, '2031-05-01',
         '2031-05-08', false
       FROM users, (SELECT id FROM resorts ORDER BY id LIMIT 25) AS resorts WHERE username = $1`,
    ],
  ] as const)('%s loads more with Show More', async ([card, firstPage, statement], { page }) => {
    const { username } = await signUp(page);
    await sql(inject('databaseUrl'), statement, [username]);
    await visit(page, '/dashboard');
    const rows = rowsOf(page, card);
    expect(await rows.count()).toBe(firstPage);
    const more = page
      .getByRole('region', { name: card })
      .getByRole('button', { name: /^Show More/ });
    await more.click();
    await expect.poll(() => rows.count()).toBe(25);
    await expect.poll(() => hasFocus(rows.nth(firstPage))).toBe(true);
    expect(await more.count()).toBe(0);
    expect(new Set(await rows.allInnerTexts()).size).toBe(25);
  });
});

test('My Listings shows the status of each listing', async ({ page }) => {
  const answer = await page.context().request.post('/api/users/login', {
    data: { username: 'owner', password: 'tideweek-owner-1' },
  });
  expect(answer.status()).toBe(200);
  await visit(page, '/dashboard');
  const rows = page.getByRole('region', { name: 'My Listings' }).getByRole('listitem');
  const texts = await rows.allInnerTexts();
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) {
    expect(text).toMatch(/Published|In review|Waiting for you|Rejected|Proof expired|Withdrawn/);
    expect(text).toMatch(/, 20\d\d · \$\d+ a night/);
  }
});

describe('Saved searches', () => {
  const open = async (page: Page) => {
    await visit(page, '/dashboard?dialog=saved-searches');
    const dialog = page.getByRole('dialog', { name: 'Saved Searches' });
    await dialog.waitFor();
    return dialog;
  };

  test('are renamed and deleted, have their alerts switched, and open the search', async ({
    page,
  }) => {
    await signUp(page);
    await saveSearch(page, { query: 'palm', filter: { priceTier: 'FROM_100_TO_300' } });
    await saveSearch(page, { filter: { destination: 'Aruba' } });
    let dialog = await open(page);
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

    dialog = await open(page);
    expect(await dialog.getByRole('link').allInnerTexts()).toEqual(['Island']);
    expect(await dialog.getByRole('switch').isChecked()).toBe(false);
    await dialog.getByRole('link', { name: 'Island' }).click();
    await page.getByText(/results? found/).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?destination=Aruba`);
  });

  test('are saved from the results, and open the same search again', async ({ page }) => {
    await signUp(page);
    const address =
      '/search?q=beach&price=100-300&destination=Aruba&destination=Hawaii&brand=Marriott+Vacation+Club' +
      '&amenity=Pool&from=2027-03-06&to=2027-03-09&guests=2&bedrooms=1&rating=3';
    await visit(page, address);
    await page.getByText(/results? found/).waitFor();
    await page.getByRole('button', { name: 'Save This Search' }).click();
    await page.getByRole('button', { name: 'Search Saved' }).waitFor();
    const dialog = await open(page);
    await dialog.getByRole('link').click();
    await page.getByText(/results? found/).waitFor();
    expect(page.url()).toBe(siteUrl + address);
  });

  test('show failures in the dialog', async ({ page, allowProblem }) => {
    allowProblem(/ERR_FAILED|Failed to load resource/);
    await signUp(page);
    await saveSearch(page, { query: 'palm' });
    const dialog = await open(page);
    await page.route('**/graphql', (route) => route.abort('failed'));
    const alerts = dialog.getByRole('switch', { name: 'Alerts for palm' });
    await alerts.click();
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'The alerts could not be changed' })
      .waitFor();
    expect(await alerts.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Delete palm' }).click();
    await dialog
      .getByRole('group', { name: 'Delete palm?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByRole('alert').filter({ hasText: 'could not be deleted' }).waitFor();
    expect(await dialog.getByRole('link', { name: 'palm' }).count()).toBe(1);
  });

  test('open after signing in, if that was required first', async ({ page }) => {
    const account = await makeAccount();
    await visit(page, '/dashboard?dialog=saved-searches');
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email or username').fill(account.username);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog', { name: 'Saved Searches' }).waitFor();
  });

  test('open from the menu on a phone', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    await signUp(page);
    await visit(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Saved Searches' }).click();
    await page.getByRole('dialog', { name: 'Saved Searches' }).waitFor();
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
  ] as const)('%s leads to %s', async ([older, path], { page }) => {
    await page.goto(older);
    expect(page.url()).toBe(`${siteUrl}/auth?returnTo=${encodeURIComponent(path)}`);
    await signUp(page);
    await page.goto(older);
    expect(page.url()).toBe(siteUrl + path);
  });

  test('list the sessions and end the others', async ({ openPage }) => {
    const page = await openPage();
    const account = await signUp(page);
    const elsewhere = await openPage();
    await signInAs(elsewhere, account.username);
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
    await elsewhere.goto('/dashboard');
    expect(new URL(elsewhere.url()).pathname).toBe('/auth');
    await page.reload();
    await section.getByText('This session').waitFor();
  });

  test('send a link to a new email, given the password', async ({ page }) => {
    const account = await signUp(page);
    const section = await open(page, 'email');
    const form = section.getByRole('form', { name: 'Change email' });
    await form.getByRole('button', { name: 'Change Email' }).click();
    await form.getByText('New email is required').waitFor();
    await form.getByLabel('New email').fill(`new-${account.email}`);
    await form.getByLabel('Your password').fill('not my password');
    await form.getByRole('button', { name: 'Change Email' }).click();
    await expect.poll(() => hasFocus(form.getByLabel('Your password'))).toBe(true);
    await form.getByLabel('Your password').fill(account.password);
    await form.getByRole('button', { name: 'Change Email' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Confirm your new email' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain(`new-${account.email}`);
  });

  test('download the data as a file', async ({ page }) => {
    const account = await signUp(page);
    const section = await open(page, 'data');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section.getByRole('link', { name: 'Download My Data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
    const answer = await page.context().request.get('/api/users/me/export');
    expect(await answer.json()).toMatchObject({ profile: { email: account.email } });
  });

  test('delete the account after a confirmation word and the password', async ({ page }) => {
    const account = await signUp(page);
    const section = await open(page, 'close');
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
