import type { Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from './axe.ts';
import {
  hasFocus,
  heading,
  hydrated,
  makeAccount,
  phone,
  results,
  signUp,
  test,
  visit,
} from './fixtures.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('group', { name: 'Chosen filters' });
const placeholders = (page: Page) => page.getByTestId('resort-card-skeleton');
const address = (page: Page): string => new URL(page.url()).search;
const total = async (page: Page): Promise<string> =>
  page.getByText(/^[\d,+]+ results? found/).innerText();

/** Holds back every GraphQL request until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route('**/graphql', (route) => void held.push(route));
  return async () => {
    await page.unroute('**/graphql');
    // A request that was aborted meanwhile cannot continue.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

describe('While a response is pending', () => {
  test('six placeholders are shown for the results', async ({ page }) => {
    await visit(page, '/');
    const letGo = await holdAnswers(page);
    await page.getByRole('link', { name: 'View All Resorts' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    await page.getByText('Loading results…').waitFor();
    expect(await placeholders(page).count()).toBe(6);
    await expectNoViolations(page);
    await letGo();
    expect(await results(page)).toHaveLength(12);
    expect(await placeholders(page).count()).toBe(0);
  });

  test('Home shows three and eight placeholders', async ({ page }) => {
    await visit(page, '/contact');
    const letGo = await holdAnswers(page);
    await page.getByRole('banner').getByRole('link', { name: 'Tideweek' }).click();
    await heading(page, "The World's Largest Timeshare Marketplace").waitFor();
    const section = (name: string) => page.getByRole('region', { name });
    const within = (name: string) => section(name).getByTestId('resort-card-skeleton').count();
    expect([await within('New Availability!'), await within('Top Resorts')]).toEqual([3, 8]);
    await letGo();
    await expect.poll(() => section('Top Resorts').getByRole('article').count()).toBe(8);
  });

  test('every choice shows at once, and choices combine', async ({ page }) => {
    await visit(page, '/search');
    const letGo = await holdAnswers(page);
    const choices = [/^Florida/, /^Pool/].map((name) =>
      panel(page).getByRole('checkbox', { name }),
    );
    for (const choice of choices) await choice.check();
    await panel(page)
      .getByRole('group', { name: 'Guests' })
      .getByRole('radio', { name: /^4\+/ })
      .check();
    await page.getByLabel('Sort by').selectOption('Most Reviews');
    await page.getByText('Loading results…').waitFor();
    expect(await placeholders(page).count()).toBe(6);
    expect(await page.getByRole('article').count()).toBe(0);
    expect(await chips(page).getByRole('button').count()).toBe(4);
    for (const choice of choices) expect(await choice.isChecked()).toBe(true);
    expect(address(page)).toBe('?sort=reviews&destination=Florida&amenity=Pool&guests=4');
    await letGo();
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0);
    expect(await placeholders(page).count()).toBe(0);
    const found = await total(page);
    for (const choice of choices) expect(await choice.isChecked()).toBe(true);
    await page.reload();
    await hydrated(page);
    expect(await total(page)).toBe(found);
  });

  test('Back undoes the last choice', async ({ page }) => {
    await visit(page, '/search');
    const found = await total(page);
    const letGo = await holdAnswers(page);
    const florida = panel(page).getByRole('checkbox', { name: /^Florida/ });
    await florida.check();
    await page.getByText('Loading results…').waitFor();
    await page.goBack();
    await expect.poll(() => florida.isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('article').count()).toBe(12);
    await letGo();
    expect(await total(page)).toBe(found);
    expect(await florida.isChecked()).toBe(false);
  });

  test('another page can be opened', async ({ page }) => {
    await visit(page, '/search');
    const letGo = await holdAnswers(page);
    await panel(page)
      .getByRole('checkbox', { name: /^Florida/ })
      .check();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Sell' })
      .click();
    await expect.poll(() => address(page)).toBe('?type=sell');
    await letGo();
    await heading(page, 'Sell Your Timeshare').waitFor();
  });
});

describe('When the connection fails', () => {
  const failed = /ERR_FAILED|Failed to load resource/;
  const fail = (page: Page) => page.route('**/graphql', (route) => route.abort('failed'));
  const toast = (page: Page, title: string) =>
    page.getByRole('alert').filter({ hasText: title }).first();

  test('Load More Results says so and can be tried again', async ({ page, allowProblem }) => {
    allowProblem(failed);
    await visit(page, '/search');
    await fail(page);
    const more = page.getByRole('button', { name: 'Load More Results' });
    await more.click();
    await toast(page, 'Could not load more results').waitFor();
    expect(await page.getByRole('article').count()).toBe(12);
    expect(address(page)).toBe('');
    await page.unroute('**/graphql');
    await more.click();
    await expect.poll(() => page.getByRole('article').count()).toBe(24);
  });

  test('a filter says so, and Try again applies it', async ({ page, allowProblem }) => {
    allowProblem(failed);
    allowProblem(/^console error: .*The connection was lost/s);
    await visit(page, '/search');
    await fail(page);
    await panel(page)
      .getByRole('checkbox', { name: /^Hawaii/ })
      .click();
    await heading(page, 'Something went wrong').waitFor();
    await expectNoViolations(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(6);
    expect(address(page)).toBe('?destination=Hawaii');
  });

  test('the map stays as it is, and says so', async ({ page, allowProblem }) => {
    allowProblem(failed);
    await visit(page, '/search?view=map&destination=Hawaii');
    const map = page.getByRole('application', { name: 'Map of resorts' });
    await map.getByRole('button').first().waitFor();
    await fail(page);
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await toast(page, 'Could not load this part of the map').waitFor();
    expect(await map.isVisible()).toBe(true);
    expect(await page.getByText('6 results found').isVisible()).toBe(true);
  });

  test('typing works without suggestions', async ({ page, allowProblem }) => {
    allowProblem(failed);
    await visit(page, '/search');
    await fail(page);
    const box = page.getByRole('combobox', { name: /^Search by/ });
    const asked = page.waitForEvent('requestfailed');
    await box.fill('aruba');
    await asked;
    await page.unroute('**/graphql');
    await box.press('Enter');
    await page.getByText('4 results found').waitFor();
  });
});

describe('Saving a search', () => {
  const button = (page: Page) => page.getByRole('button', { name: 'Save This Search' });

  test('signed out leads to sign in, then it is saved and on the dashboard', async ({ page }) => {
    const account = await makeAccount();
    const search = '/search?q=marriott&destination=Aruba&guests=4';
    await visit(page, search);
    await button(page).click();
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email or username').fill(account.username);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Search saved' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain('Confirm your email to get alerts for it');
    const saved = page.getByRole('button', { name: 'Search Saved' });
    await saved.waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe(new URL(search, page.url()).search);
    const found = await total(page);
    await expectNoViolations(page);

    await visit(page, '/dashboard?dialog=saved-searches');
    const dialog = page.getByRole('dialog', { name: 'Saved Searches' });
    await dialog.getByRole('link', { name: 'marriott, Aruba, 4 guests' }).click();
    await expect.poll(() => page.url()).toContain(search);
    expect(await total(page)).toBe(found);
  });

  test('is offered for a text or filters, also on the map and without results', async ({
    page,
  }) => {
    for (const [path, isOffered] of [
      ['/search', false],
      ['/search?sort=reviews&view=map', false],
      ['/search?price=under-100', true],
      ['/search?view=map&rating=4', true],
      ['/search?q=zzqqxxyy', true],
    ] as const) {
      await visit(page, path);
      expect(await button(page).count(), path).toBe(isOffered ? 1 : 0);
    }
  });

  test('keeps every filter, and stores the same search only once', async ({ page }) => {
    await signUp(page);
    const search =
      '?q=resort&price=100-300&destination=Florida&destination=Aruba&brand=Divi+Resorts' +
      '&amenity=Pool&from=2030-03-01&to=2030-03-08&guests=2&bedrooms=0&rating=4';
    for (let time = 0; time < 2; time += 1) {
      await visit(page, `/search${search}`);
      await button(page).click();
      await page.getByRole('button', { name: 'Search Saved' }).waitFor();
    }
    await visit(page, '/dashboard?dialog=saved-searches');
    const links = page.getByRole('dialog', { name: 'Saved Searches' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(1);
    await links.first().click();
    const conditions = (text: string) => [...new URLSearchParams(text)].map(String).sort();
    await expect.poll(() => conditions(address(page))).toEqual(conditions(search));
  });

  test('that fails says so', async ({ page, allowProblem }) => {
    allowProblem(/ERR_FAILED|Failed to load resource/);
    await signUp(page);
    await visit(page, '/search?q=aruba');
    await page.route('**/graphql', (route) => route.abort('failed'));
    await button(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The search could not be saved' })
      .first()
      .waitFor();
    await page.unroute('**/graphql');
    await button(page).click();
    await page.getByRole('button', { name: 'Search Saved' }).waitFor();
  });
});

test('a page that is opened again starts at its top', async ({ openPage }) => {
  const page = await openPage({ viewport: phone });
  await visit(page, '/search');
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await visit(page, '/search?q=marriott');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1_500);
});

test('dates keep the focus while they are typed', async ({ page }) => {
  await visit(page, '/search');
  const next = new Date().getUTCFullYear() + 1;
  await panel(page).getByLabel('Check in').fill(`${next}-03-05`);
  const to = panel(page).getByLabel('Check out');
  await to.fill(`${next}-03-12`);
  await expect.poll(() => address(page)).toBe(`?from=${next}-03-05&to=${next}-03-12`);
  await chips(page)
    .getByRole('button', { name: /^Remove filter Mar 5/ })
    .waitFor();
  expect(await hasFocus(to)).toBe(true);
});
