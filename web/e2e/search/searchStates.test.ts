import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  heading,
  hydrated,
  makeAccount,
  phone,
  results,
  test,
  visit,
  site,
} from '../support/fixtures.ts';
import { read } from '../support/read.ts';

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
  test('Home shows three and eight placeholders, and a search shows six', async ({ page }) => {
    await visit(page, '/contact');
    const letGo = await holdAnswers(page);
    await page.getByRole('banner').getByRole('link', { name: 'Tideweek' }).click();
    await heading(page, "The World's Largest Timeshare Marketplace").waitFor();
    const section = (name: string) => page.getByRole('region', { name });
    const within = (name: string) => section(name).getByTestId('resort-card-skeleton').count();
    expect([await within('New Availability!'), await within('Top Resorts')]).toEqual([3, 8]);
    await letGo();
    await expect.poll(() => section('Top Resorts').getByRole('article').count()).toBe(8);

    const letGoAgain = await holdAnswers(page);
    await page.getByRole('link', { name: 'View All Resorts' }).click();
    await heading(page, 'All Resorts', 1).waitFor();
    await page.getByText('Loading results…').waitFor();
    expect(await placeholders(page).count()).toBe(6);
    await expectNoViolations(page, ['color-contrast']);
    await letGoAgain();
    expect(await results(page)).toHaveLength(12);
    expect(await placeholders(page).count()).toBe(0);
  });

  test('every choice shows at once, choices combine, Back undoes the last one, and pages open', async ({
    page,
  }) => {
    await visit(page, '/search');
    const all = await total(page);
    const letGo = await holdAnswers(page);
    const [florida, pool] = [/^Florida/, /^Pool/].map((name) =>
      panel(page).getByRole('checkbox', { name }),
    ) as [Locator, Locator];
    await florida.check();
    await page.getByText('Loading results…').waitFor();
    await page.goBack();
    await expect.poll(() => florida.isChecked()).toBe(false);
    await expect.poll(() => page.getByRole('article').count()).toBe(12);
    expect(await total(page)).toBe(all);

    await florida.check();
    await pool.check();
    await panel(page)
      .getByRole('group', { name: 'Guests' })
      .getByRole('radio', { name: /^4\+/ })
      .check();
    await page.getByLabel('Sort by').selectOption('Most Reviews');
    await page.getByText('Loading results…').waitFor();
    expect(await placeholders(page).count()).toBe(6);
    expect(await page.getByRole('article').count()).toBe(0);
    expect(await chips(page).getByRole('button').count()).toBe(4);
    for (const choice of [florida, pool]) expect(await choice.isChecked()).toBe(true);
    expect(address(page)).toBe('?sort=reviews&destination=Florida&amenity=Pool&guests=4');
    await letGo();
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(0);
    expect(await placeholders(page).count()).toBe(0);
    for (const choice of [florida, pool]) expect(await choice.isChecked()).toBe(true);
    expect((await read(`/search${address(page)}`)).html).toContain(`>${await total(page)}<`);

    const letGoAgain = await holdAnswers(page);
    await florida.uncheck();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Sell' })
      .click();
    await expect.poll(() => address(page)).toBe('?type=sell');
    await letGoAgain();
    await heading(page, 'Sell Your Timeshare').waitFor();
  });
});

test('When the connection fails, Load More Results, a filter and the map say so and can be tried again', async ({
  page,
  allowProblem,
}) => {
  allowProblem(/ERR_FAILED|Failed to load resource/);
  allowProblem(/^console error: .*The connection was lost/s);
  const fail = () => page.route('**/graphql', (route) => route.abort('failed'));
  const toast = (title: string) => page.getByRole('alert').filter({ hasText: title }).first();
  await visit(page, '/search');
  await fail();
  const more = page.getByRole('button', { name: 'Load More Results' });
  await more.click();
  await toast('Could not load more results').waitFor();
  expect(await page.getByRole('article').count()).toBe(12);
  expect(address(page)).toBe('');
  await page.unroute('**/graphql');
  await more.click();
  await expect.poll(() => page.getByRole('article').count()).toBe(24);

  await fail();
  await panel(page)
    .getByRole('checkbox', { name: /^Hawaii/ })
    .click();
  await heading(page, 'Something went wrong').waitFor();
  await expectNoViolations(page);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.getByRole('article').count()).toBe(6);
  await hydrated(page);
  expect(address(page)).toBe('?destination=Hawaii');

  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).click();
  const map = page.getByRole('application', { name: 'Map of resorts' });
  await map.getByRole('button').first().waitFor();
  await fail();
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await toast('Could not load this part of the map').waitFor();
  expect(await map.isVisible()).toBe(true);
  expect(await page.getByText(/^6 results /).isVisible()).toBe(true);
});

describe('Saving a search', () => {
  test('signed out leads to sign in; it keeps every filter and is stored only once', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/ERR_FAILED|Failed to load resource|The connection was lost/);
    const account = await makeAccount();
    await sql(site.databaseUrl, 'UPDATE users SET email_verified_at = NULL WHERE username = $1', [
      account.username,
    ]);
    const later = new Date().getUTCFullYear() + 4;
    const search =
      '?q=resort&price=100-300&destination=Florida&destination=Aruba&brand=Divi+Resorts' +
      `&amenity=Pool&from=${later}-03-01&to=${later}-03-08&guests=2&bedrooms=0&rating=4`;
    const conditions = (text: string) => [...new URLSearchParams(text)].map(String).sort();
    const save = page.getByRole('button', { name: 'Save This Search' });
    const saved = page.getByRole('button', { name: 'Search Saved' });
    await visit(page, `/search${search}`);
    await save.click();
    const form = page.getByRole('form', { name: 'Sign In' });
    await form.getByLabel('Email or username').fill(account.username);
    await form.getByLabel('Password', { exact: true }).fill(account.password);
    await form.getByRole('button', { name: 'Sign In' }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Search saved' });
    await toast.waitFor();
    expect(await toast.innerText()).toContain('Confirm your email to get alerts for it');
    await saved.waitFor();
    await expect.poll(() => address(page)).toBe(search);
    await expectNoViolations(page);

    // The same search again; the first attempt fails.
    await visit(page, `/search${search}`);
    await page.route('**/graphql', (route) => route.abort('failed'));
    await save.click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The search could not be saved' })
      .first()
      .waitFor();
    await page.unroute('**/graphql');
    await save.click();
    await saved.waitFor();

    await visit(page, '/dashboard?dialog=saved-searches');
    const links = page.getByRole('dialog', { name: 'Saved Searches' }).getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBe(1);
    await links.first().click();
    await expect.poll(() => conditions(address(page))).toEqual(conditions(search));
    await page
      .getByText(/results? found|No resorts found/)
      .first()
      .waitFor();
  });

  test.for([
    ['/search', false],
    ['/search?sort=reviews&view=map', false],
    ['/search?price=under-100', true],
    ['/search?view=map&rating=4', true],
    ['/search?q=zzqqxxyy', true],
  ] as const)('at %s is offered: %s', async ([path, isOffered]) => {
    expect((await read(path)).html.includes('Save This Search')).toBe(isOffered);
  });
});

test('the map without results says so', async () => {
  const { html } = await read('/search?view=map&q=zzqqxxyy');
  expect(html).toContain('No resorts found');
  expect(html).not.toContain('role="application"');
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
