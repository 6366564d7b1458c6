import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectFits, expectNoViolations } from '../support/axe.ts';
import { some } from '#api/testing/depth.ts';
import { heading, phone, results, tabTo, test, visit } from '../support/fixtures.ts';
import { read } from '../support/read.ts';

const pathOf = (text: string): string => `/search?${new URLSearchParams({ q: text })}`;
const textOf = (page: Page): string | null => new URL(page.url()).searchParams.get('q');
const chips = (page: Page) => page.getByRole('group', { name: 'Chosen filters' });
const order = (page: Page) => page.getByLabel('Sort by');
const year = new Date().getUTCFullYear() + 1;

describe('Everyday words on a phone', () => {
  // The tests of phrases and of search prove what other words find.
  const phrases: [text: string, read: string[], found: RegExp][] = [
    ['cheap aruba', ['cheap'], /Aruba/],
    ['beachfront aruba', ['beachfront'], /Aruba/],
    ['disney world', ['disney world'], /Orlando, Florida|Kissimmee|Lake Buena Vista/],
    ['kid friendly florida', ['kid friendly'], /Florida/],
    ['oceanfront 2 bedroom', ['oceanfront', '2 bedroom'], /./],
    ['Las Vegas NV', [], /Las Vegas/],
  ];

  test.for(some(phrases, 2))(
    '“%s” finds what it means, and says how it was read',
    async ([text, words, found], { openPage }) => {
      const page = await openPage({ viewport: phone });
      await visit(page, pathOf(text));
      const cards = await results(page);
      expect(cards.length).toBeGreaterThan(0);
      for (const { text: card } of cards) expect(card).toMatch(found);
      for (const word of words) await chips(page).getByText(`“${word}”`).waitFor();
      expect(await page.getByText(/^No resort here says/).count()).toBe(0);
      await expectFits(page);
    },
  );

  test('days in European order are dates', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    await visit(page, pathOf(`13.02.${year} - 20.02.${year}`));
    await chips(page).getByText(`Feb 13 – 20, ${year}`, { exact: true }).waitFor();
    await expectFits(page);
  });

  test('“cheap” sorts, unless it is taken away or another order is chosen', async ({
    openPage,
  }) => {
    // The first HTML has the order, so nothing changes while the page loads.
    expect((await read(pathOf('cheap aruba'))).html).toMatch(
      /<option[^>]*value="price-asc"[^>]*selected|<option[^>]*selected[^>]*value="price-asc"/,
    );
    const page = await openPage({ viewport: phone });
    for (const [list, sort] of [
      ['&view=weeks', 'total'],
      ['&type=buy', 'price-asc'],
    ] as const) {
      await visit(page, pathOf('cheap aruba') + list);
      expect(await order(page).inputValue()).toBe(sort);
      await chips(page).getByText('“cheap”').waitFor();
    }
    await visit(page, pathOf('cheap aruba'));
    expect(await order(page).inputValue()).toBe('price-asc');
    await page.getByText('Sorted by Price: Low to High.').waitFor();
    await expectNoViolations(page, [], 'main');

    await order(page).selectOption('Highest Rated');
    await page.getByText('Sorted as chosen above, not by Price: Low to High.').waitFor();
    expect(new URL(page.url()).search).toBe('?q=cheap+aruba&sort=rating');
    expect(await chips(page).getByText('“cheap”').count()).toBe(0);
    await page.goBack();
    await chips(page).getByText('“cheap”').waitFor();
    expect(await order(page).inputValue()).toBe('price-asc');

    const remove = chips(page).getByRole('button', { name: /^Remove / });
    await tabTo(page, remove);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toBe('aruba');
    await expect.poll(() => order(page).inputValue()).toBe('rating');
  });

  test('a reading becomes words again by touch, and Back brings it back', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, pathOf('beachfront aruba'));
    await chips(page)
      .getByRole('button', { name: /^Search for the words “beachfront”/ })
      .tap();
    await heading(page, 'No resorts found').waitFor();
    expect(textOf(page)).toBe('"beachfront" aruba');
    await page.goBack();
    await chips(page).getByText('“beachfront”').waitFor();
    expect((await results(page)).length).toBeGreaterThan(0);
  });

  test.for([
    ['pet friendly florida', 'pet friendly', 'These are for the rest of your search.'],
    ['paris', 'paris', ''],
  ])('“%s” names the words that no resort has', async ([text = '', words, rest], { openPage }) => {
    const page = await openPage({ viewport: phone });
    for (const view of some(['&view=map', '', '&view=weeks', '&type=buy'], 2)) {
      await visit(page, pathOf(text) + view);
      await page
        .getByText(`No resort here says “${words}”. ${rest}`.trim(), { exact: true })
        .waitFor();
    }
    await visit(page, pathOf(text));
    await expectNoViolations(page, [], 'main');
  });
});
