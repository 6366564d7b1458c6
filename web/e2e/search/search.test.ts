import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { cards, heading, hydrated, results, test, visit } from '../support/fixtures.ts';

describe('Search', () => {
  test('“aruba” finds the Aruba resorts, and a card opens its resort', async ({ page }) => {
    await visit(page, '/');
    await page.getByRole('combobox', { name: /^Search by/ }).fill('  aruba ');
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await heading(page, 'Search Results').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('aruba');
    await page.getByText('4 results found').waitFor();
    const names = await page.getByRole('article').getByRole('heading').allInnerTexts();
    expect(names.sort()).toEqual(arubaResorts);

    await page.getByRole('link', { name: "View Details → Marriott's Aruba Ocean Club" }).click();
    await heading(page, "Marriott's Aruba Ocean Club", 1).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/resort\/[0-9a-f-]{36}$/);
  });

  test('sort and price are in the URL: back, forward and reload keep them', async ({ page }) => {
    // Invalid parameters fall back to their defaults.
    await visit(page, '/search?q=%20%20&sort=nonsense&price=nonsense');
    await heading(page, 'All Resorts').waitFor();
    const sort = page.getByLabel('Sort by');
    const price = page.getByLabel('Price');
    expect(await labels(sort)).toEqual([
      'Price: Low to High',
      'Price: High to Low',
      'Highest Rated',
      'Most Reviews',
      'Total: Low to High',
      'Earliest First',
    ]);
    expect(await labels(price)).toEqual(['All Prices', 'Under $100', '$100 - $300', '$300+']);

    expect(await shown(sort)).toBe('Highest Rated');
    await sort.selectOption('Price: Low to High');
    await expect.poll(() => pricesOf(page)).toSatisfy(isAscending);
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=price-asc');
    await sort.selectOption('Price: High to Low');
    await expect
      .poll(() => pricesOf(page))
      .toSatisfy((prices: number[]) => isAscending([...prices].reverse()));

    await price.selectOption('$300+');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=price-desc&price=300-plus');
    await expect
      .poll(() => pricesOf(page))
      .toSatisfy((all: number[]) => all.every((p) => p >= 300));

    await page.reload();
    await hydrated(page);
    expect(await shown(price)).toBe('$300+');
    expect(await shown(sort)).toBe('Price: High to Low');
    expect((await pricesOf(page)).every((low) => low >= 300)).toBe(true);

    await page.goBack();
    await expect.poll(() => shown(price)).toBe('All Prices');
    await expect.poll(() => shown(sort)).toBe('Price: High to Low');
    await page.goForward();
    await expect.poll(() => shown(price)).toBe('$300+');
  });

  test('a search without results says so, and Clear Search starts over', async ({ page }) => {
    await visit(page, '/search?q=zzqqxxyy&price=300-plus');
    await heading(page, 'No resorts found').waitFor();
    await page.getByRole('link', { name: 'Clear Search' }).click();
    await heading(page, 'All Resorts').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(await page.getByRole('combobox', { name: /^Search by/ }).inputValue()).toBe('');
    expect(await shown(page.getByLabel('Price'))).toBe('All Prices');
    expect(await results(page)).toHaveLength(12);
  });
});

const arubaResorts = [
  'Divi Aruba Phoenix Beach Resort',
  "Marriott's Aruba Ocean Club",
  "Marriott's Aruba Surf Club",
  'Paradise Beach Villas',
];

const pricesOf = async (page: Page): Promise<number[]> =>
  (await cards(page)).map(({ priceMin }) => priceMin);

const isAscending = (prices: number[]): boolean =>
  prices.length > 1 && prices.every((price, index) => price >= (prices[index - 1] ?? 0));

const labels = (select: ReturnType<Page['getByLabel']>): Promise<string[]> =>
  select.getByRole('option').allInnerTexts();

const shown = (select: ReturnType<Page['getByLabel']>): Promise<string> =>
  select.evaluate((element: HTMLSelectElement) => element.selectedOptions[0]?.label ?? '');
