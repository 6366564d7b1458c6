import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasFocus, heading, phone, signUp, siteUrl, test, visit } from './fixtures.ts';

/** Asks the server as the page's visitor. */
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
  test('sees what there is to do, and every quick action works', async ({ page }) => {
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
    await actions.getByRole('button', { name: 'Account Settings' }).click();
    await page.getByRole('dialog', { name: 'Account Settings' }).waitFor();
    await page.goBack();
    await actions.getByRole('link', { name: 'Search Rentals' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search?type=rent`);
    await page.goBack();
    await actions.getByRole('link', { name: 'Browse Resorts' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    expect(page.url()).toBe(`${siteUrl}/search`);
  });

  test('is asked to confirm the email, and gets another link', async ({ page }) => {
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

test('My Listings says how each one stands', async ({ page }) => {
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

  test('are renamed, switched, opened and deleted', async ({ page }) => {
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
    await dialog.getByRole('button', { name: /Delete palm/ }).click();
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

  test('are reached from the menu of a phone', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    await signUp(page);
    await visit(page, '/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Saved Searches' }).click();
    await page.getByRole('dialog', { name: 'Saved Searches' }).waitFor();
  });
});

describe('Account Settings', () => {
  const open = async (page: Page) => {
    await visit(page, '/dashboard?dialog=settings');
    const dialog = page.getByRole('dialog', { name: 'Account Settings' });
    await dialog.getByText('Where you are signed in').waitFor();
    return dialog;
  };

  test('lists the sessions and ends the others', async ({ openPage }) => {
    const page = await openPage();
    const account = await signUp(page);
    const elsewhere = await openPage();
    await elsewhere.context().request.post('/api/users/login', { data: account });
    const dialog = await open(page);
    expect(await dialog.getByText('This session').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
    await dialog
      .getByRole('button', { name: 'Sign Out Everywhere Else' })
      .waitFor({ state: 'detached' });
    await elsewhere.goto('/dashboard');
    expect(new URL(elsewhere.url()).pathname).toBe('/auth');
    await page.reload();
    await heading(page, `Welcome back, ${account.firstName}`, 1).waitFor();
  });

  test('asks for a link to a new email, with the password', async ({ page }) => {
    const account = await signUp(page);
    const dialog = await open(page);
    const form = dialog.getByRole('form', { name: 'Change email' });
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

  test('gives the data as a file', async ({ page }) => {
    const account = await signUp(page);
    const dialog = await open(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download My Data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('my-data.json');
    const answer = await page.context().request.get('/api/users/me/export');
    expect(await answer.json()).toMatchObject({ profile: { email: account.email } });
  });

  test('deletes the account after the word and the password', async ({ page }) => {
    const account = await signUp(page);
    const dialog = await open(page);
    await dialog.getByRole('button', { name: 'Delete My Account' }).click();
    const form = dialog.getByRole('form', { name: 'Delete my account' });
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
