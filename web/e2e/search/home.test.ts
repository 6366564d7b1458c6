import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cards, heading, hydrated, results, siteUrl, test, visit } from '../support/fixtures.ts';

describe('Home', () => {
  test('has its sections in order', async ({ page }) => {
    await visit(page, '/');
    const headings = await page.getByRole('main').getByRole('heading').allInnerTexts();
    const sections = headings.filter((text) => sectionTitles.includes(text));
    expect(sections).toEqual(sectionTitles);

    const isNew = page.getByRole('region', { name: 'New Availability!' });
    expect(await isNew.getByRole('article').count()).toBeGreaterThan(0);
    for (const { text } of await cards(isNew)) expect(text).toContain('New Availability!');

    const top = page.getByRole('region', { name: 'Top Resorts' });
    expect(await top.getByRole('article').count()).toBe(8);
    await top.getByRole('link', { name: 'View All Resorts' }).click();
    await heading(page, 'All Resorts').waitFor();
  });

  test('shows the trust figures, six destinations and three testimonials', async ({ page }) => {
    await visit(page, '/');
    const trust = page.getByRole('region', { name: 'Why people trust us' });
    await trust.getByRole('img', { name: '5 stars' }).waitFor();

    const tiles = page
      .getByRole('region', { name: "Our Community's Favorite Destinations" })
      .getByRole('link');
    expect(await tiles.allInnerTexts()).toEqual(destinations);

    const testimonials = page.getByRole('region', { name: 'What Our Community Says' });
    expect(await testimonials.getByRole('figure').count()).toBe(3);
    expect(await testimonials.getByRole('img', { name: '5 stars' }).count()).toBe(3);
  });

  test('each destination tile leads to resorts there', async ({ page }) => {
    await visit(page, '/');
    const tiles = page
      .getByRole('region', { name: "Our Community's Favorite Destinations" })
      .getByRole('link');
    for (const destination of destinations) {
      await expectMatches(page, tiles.filter({ hasText: destination }), destination);
    }
    await tiles.first().click();
    await heading(page, 'Search Results').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe(destinations[0]);
    for (const { text } of await results(page)) expect(text).toContain(destinations[0]);
  });

  test('each quick link finds matching resorts', async ({ page }) => {
    await visit(page, '/');
    const links = page.getByRole('list', { name: 'Popular searches' });
    for (const term of quickLinks) {
      await expectMatches(page, links.getByRole('link', { name: term, exact: true }), term);
    }
    await links.getByRole('link', { name: 'Disney', exact: true }).click();
    await heading(page, 'Search Results').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('Disney');
    for (const { text } of await results(page)) expect(text).toContain('Disney');
    await page.goBack();
    await page.getByRole('link', { name: 'and more' }).click();
    await heading(page, 'All Resorts').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('a blank search does nothing', async ({ page }) => {
    await visit(page, '/');
    const box = page.getByRole('combobox', { name: /^Search by/ });
    await box.press('Enter');
    await box.fill('   ');
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    expect(page.url()).toBe(`${siteUrl}/`);
  });

  test('the closing call to action leads to registration', async ({ page }) => {
    await visit(page, '/');
    await page.getByRole('link', { name: 'Register for free!' }).click();
    await page.getByRole('form', { name: 'Register' }).waitFor();
    expect(new URL(page.url()).search).toBe('?mode=register');
  });

  test('a search without JavaScript works too', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('combobox', { name: /^Search by/ }).fill('aruba');
    await page.getByRole('combobox', { name: /^Search by/ }).press('Enter');
    await heading(page, 'Search Results').waitFor();
    for (const { text } of await results(page)) expect(text).toContain('Aruba');
  });

  test('can be searched by keyboard alone', async ({ page }) => {
    await visit(page, '/');
    await page.keyboard.press('Tab');
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('aruba');
    await page.keyboard.press('Enter');
    await heading(page, 'Search Results').waitFor();
    await hydrated(page);
  });
});

const sectionTitles = [
  "The World's Largest Timeshare Marketplace",
  'New Availability!',
  'Top Resorts',
  "Our Community's Favorite Destinations",
  'What Our Community Says',
  'Join the most trusted Timeshare community',
];

const destinations = ['Florida', 'California', 'South Carolina', 'Hawaii', 'Mexico', 'Aruba'];

const quickLinks = ['Disney', 'Las Vegas', 'Aruba', 'Hawaii', 'Mexico', 'California'];

/** Checks that a link searches for a term, and that the page it leads to has only resorts with it. */
async function expectMatches(page: Page, link: Locator, term: string): Promise<void> {
  const path = (await link.getAttribute('href')) ?? '';
  expect(new URL(path, siteUrl).searchParams.get('q')).toBe(term);
  const found = await page.evaluate(resortsAt, path);
  expect(found.length, term).toBeGreaterThan(0);
  for (const text of found) expect(text).toContain(term);
}

/** Runs in the page: the texts of the cards in the HTML of a path. */
async function resortsAt(path: string): Promise<string[]> {
  const answer = await fetch(path, { headers: { accept: 'text/html' } });
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return [...body.querySelectorAll('article')].map(({ textContent }) => textContent);
}
