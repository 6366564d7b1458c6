import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { some } from '#api/testing/depth.ts';
import { expectFits } from '../support/axe.ts';
import {
  heading,
  hydrated,
  makeAccount,
  phone,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { saleIds } from '../everywhere/screens.ts';

const cards = (page: Page) => page.getByRole('article');

describe('Buy', () => {
  const views = [
    ['on a phone', phone],
    ['on a desktop', undefined],
  ] as const;

  test.for(some(views, 1))('leads to the compare page, %s', async ([, viewport], { openPage }) => {
    const account = await makeAccount();
    const page = await openPage(viewport ? { viewport } : {});
    await visit(page, '/');
    if (viewport) await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'Buy', exact: true }).first().click();
    await heading(page, 'All Resorts', 1).waitFor();
    await page.getByText(/results found/).waitFor();

    if (viewport) await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = viewport
      ? page.getByRole('dialog', { name: 'Filters' })
      : page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('checkbox', { name: /^Every year/ }).check();
    await expect.poll(() => new URL(page.url()).searchParams.get('use')).toBe('annual');
    if (viewport) await filters.getByRole('button', { name: /^Show .* results?$/ }).click();
    await page.getByRole('button', { name: 'Remove filter Every year' }).waitFor();
    await page.getByLabel('Sort by').selectOption('Price: Low to High');
    await expect.poll(() => pricesOf(page)).toSatisfy(isAscending);

    const chosen = [0, 2].map((index) => cards(page).nth(index));
    const names: string[] = [];
    for (const card of chosen) {
      names.push((await card.getByRole('heading').innerText()).split(':')[0] ?? '');
      await card.getByRole('checkbox', { name: /^Compare/ }).check();
    }
    // The choice is kept for the tab.
    await page.reload();
    await hydrated(page);
    await page.getByRole('link', { name: 'Compare 2' }).click();
    await heading(page, 'Compare Timeshares', 1).waitFor();
    const columns = page.getByRole('columnheader');
    await expect
      .poll(async () => columns.getByRole('link').allInnerTexts())
      .toEqual(names.map((name) => name.trim()));
    expect(await page.getByRole('row', { name: /^Sale price/ }).innerText()).toMatch(/\$/);
    await expectFits(page);

    await columns
      .first()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(() => columns.count()).toBe(1);
    expect(new URL(page.url()).searchParams.get('sale')).toMatch(/^[0-9a-f-]{36}$/);
    await columns.getByRole('link').click();
    await heading(page, 'What it costs').waitFor();
    expect(await page.getByRole('checkbox', { name: /^Compare/ }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Ask the Owner' }).click();
    // A visitor signs in, and is led on to the conversation.
    const signIn = page.getByRole('form', { name: 'Sign In' });
    await signIn.getByLabel('Email or username').fill(account.username);
    await signIn.getByLabel('Password', { exact: true }).fill(account.password);
    await signIn.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await page.getByRole('textbox', { name: /^Message to / }).waitFor();
  });

  test('a link keeps the search, and Back the results that were loaded', async ({ page }) => {
    await visit(page, '/search?type=buy&sort=price-asc&season=Platinum');
    await page.getByRole('button', { name: /Remove filter Platinum season/ }).waitFor();
    expect(await page.getByLabel('Sort by').inputValue()).toBe('price-asc');
    await page.getByRole('button', { name: 'Load More Results' }).click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(12);
    const shown = await cards(page).count();
    await cards(page).last().getByRole('link').click();
    await heading(page, 'What it costs').waitFor();
    await page.goBack();
    await expect.poll(() => cards(page).count()).toBe(shown);
    expect(new URL(page.url()).searchParams.get('n')).toBe('24');
  });

  test('a search without a hit offers the condition to leave out', async ({ page }) => {
    await visit(page, '/search?type=buy&q=aruba&price-to=1&use=odd');
    await heading(page, 'No resorts found').waitFor();
    const way = page.getByRole('button', { name: /^Without/ }).first();
    await way.waitFor();
    await page.getByRole('button', { name: /^Without “Up to \$1”:/ }).click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(0);
    expect(new URL(page.url()).searchParams.has('price-to')).toBe(false);
  });

  test('a page for sale is complete without scripts, and gone ones are a 404', async ({
    openPage,
  }) => {
    const page = await openPage({ javaScriptEnabled: false });
    const path = `/sale/${(await saleIds())[0]}`;
    await page.goto(siteUrl + path);
    await heading(page, 'What you own').waitFor();
    const html = await (await fetch(siteUrl + path)).text();
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${path}">`);
    expect(html).toMatch(/<meta name="description" content="[^"]*for sale at \$[^"]*">/);
    const [, preview = ''] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? [];
    expect(preview).toBe(`${siteUrl}/media/previews${path}.jpg`);
    expect((await fetch(preview)).headers.get('content-type')).toBe('image/jpeg');
    const gone = await fetch(`${siteUrl}/sale/00000000-0000-7000-8000-000000000000`);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('This timeshare isn’t for sale');
  });
});

async function pricesOf(page: Page): Promise<number[]> {
  const texts = await cards(page).allInnerTexts();
  return texts.map((text) => Number(/\$([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')));
}

const isAscending = (prices: number[]): boolean =>
  prices.length > 2 && prices.every((price, index) => price >= (prices[index - 1] ?? 0));
