import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { some } from '#api/testing/depth.ts';
import { expectNoViolations } from '../support/axe.ts';
import { desktop, hasFocus, heading, hydrated, phone, test, visit } from '../support/fixtures.ts';

const chips = (page: Page) => page.getByRole('group', { name: 'Chosen filters' });
const months = (page: Page) => page.getByRole('navigation', { name: 'Months' });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name });
const parameters = (page: Page): Record<string, string> =>
  Object.fromEntries(new URL(page.url()).searchParams);
const rows = (page: Page) => page.getByRole('article');

describe('“aruba summer 4” leads in two steps to a week, with its dates and guests', () => {
  const views = [
    ['a phone', phone],
    ['a desktop', desktop],
  ] as const;

  test.for(some(views, 1))('on %s', async ([, viewport], { openPage }) => {
    const page = await openPage({ viewport });
    await visit(page, '/');
    await page.getByRole('combobox', { name: /^Search by/ }).fill('aruba summer 4');
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await chips(page)
      .getByText(/^Summer \d{4}$/)
      .waitFor();
    await chips(page).getByText('4 guests', { exact: true }).waitFor();
    const card = rows(page).first();
    const shown = await card.innerText();
    const [dates = ''] = /^\w{3} \d+ – .*\d{4}$/m.exec(shown) ?? [];
    const [total = ''] = /\$[\d,.]+(?= in all)/.exec(shown) ?? [];
    expect(shown).toMatch(/\d nights? · (.+ · )?sleeps \d/i);
    await card.getByRole('link', { name: `View Week → ${dates} at` }).click();

    const stay = page.getByRole('region', { name: 'Your stay' });
    await stay.waitFor();
    expect(parameters(page)).toMatchObject({ guests: '4' });
    const { from = '', to = '' } = parameters(page);
    expect(from.slice(5, 7)).toMatch(/0[678]/);
    const days = [from, to].map((day) => Number(day.slice(8)));
    for (const day of days) expect(await stay.innerText()).toContain(`${day}`);
    expect(await stay.innerText()).toContain(`${total} in all`);
    expect(await stay.innerText()).toContain('4 guests');
    await expectNoViolations(page, [], 'aside');
    const book = stay.getByRole('link', { name: /^(Book Now|Request to Book)/ });
    expect(await book.getAttribute('href')).toMatch(
      new RegExp(`^/checkout/[^?]+\\?checkIn=${from}&checkOut=${to}&guests=4$`),
    );
  });
});

describe('Weeks', () => {
  test('are sorted, chosen by month and read further, which the address keeps', async ({
    page,
  }) => {
    await visit(page, '/search');
    await view(page, 'Weeks').click();
    await heading(page, 'All Weeks', 1).waitFor();
    await page.getByText(/^[\d,+]+ weeks found/).waitFor();
    await expect.poll(() => rows(page).count()).toBe(12);
    await page.getByLabel('Sort by').selectOption('Total: Low to High');
    await expect.poll(() => parameters(page)).toEqual({ view: 'weeks', sort: 'total' });
    // Other currencies are sorted on their own.
    const totals = async () =>
      (await rows(page).allInnerTexts()).flatMap((text) => {
        const [, dollars] = /^\$([\d,.]+) in all/m.exec(text) ?? [];
        return dollars === undefined ? [] : [Number(dollars.replaceAll(',', ''))];
      });
    await expect.poll(totals).toSatisfy((all: number[]) => all.length > 6 && isAscending(all));
    await page.getByRole('button', { name: 'Load More Results' }).click();
    await expect.poll(() => rows(page).count()).toBe(24);
    await expect.poll(() => parameters(page)).toEqual({ view: 'weeks', sort: 'total', n: '24' });
    const all = await rows(page).allInnerTexts();
    await page.reload();
    await hydrated(page);
    expect(await rows(page).allInnerTexts()).toEqual(all);

    const month = months(page)
      .getByRole('link', { name: /from \$/ })
      .nth(2);
    const name = (await month.innerText()).split('\n')[0] ?? '';
    await month.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => month.getAttribute('aria-current')).toBe('true');
    const { month: chosen = '' } = parameters(page);
    expect(new Date(`${chosen}-02`).toDateString()).toContain(name.slice(0, 3));
    await expect
      .poll(() => rows(page).allInnerTexts())
      .toSatisfy((texts: string[]) => texts.every((text) => text.includes(name.slice(0, 3))));
    await page.goBack();
    await expect.poll(() => rows(page).allInnerTexts()).toEqual(all);
  });

  test('are asked for in words, which a chip turns back into text or takes away', async ({
    page,
  }) => {
    await visit(page, '/search?q=aruba+summer+for+4&view=weeks');
    const words = chips(page).getByRole('button', {
      name: 'Search for the words “summer” instead',
    });
    await words.click();
    await expect.poll(() => parameters(page)['q']).toBe('aruba "summer" for 4');
    expect(await hasFocus(chips(page))).toBe(true);
    await heading(page, 'No weeks found').waitFor();
    await page.goBack();
    await words.waitFor();
    await chips(page).getByRole('button', { name: 'Remove 4 guests' }).click();
    await expect.poll(() => parameters(page)['q']).toBe('aruba summer');
    await expect.poll(() => chips(page).getByRole('listitem').count()).toBe(1);
    // The month takes the place of the season in the text.
    await months(page)
      .getByRole('link', { name: /from \$/ })
      .first()
      .click();
    await expect.poll(() => parameters(page)['q']).toBe('aruba');
    expect(parameters(page)['month']).toMatch(/^\d{4}-\d\d$/);
  });

  test('have flexible dates, also in the drawer of a phone', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, '/search?view=weeks');
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('radio', { name: 'Flexible' }).check();
    await drawer.getByLabel('Arrival').selectOption({ index: 10 });
    await expect.poll(() => parameters(page)['month']).toMatch(/^\d{4}-\d\d$/);
    await drawer.getByRole('radio', { name: 'Week', exact: true }).check();
    await expect.poll(() => parameters(page)['nights']).toBe('7');
    await drawer.getByLabel('Up to, in all').fill('$9,000');
    await page.keyboard.press('Enter');
    await expect.poll(() => parameters(page)['total']).toBe('9000');
    await expectNoViolations(page, [], '[role=dialog]');
    await drawer.getByRole('button', { name: /^Show weeks/ }).click();
    await chips(page).getByRole('button', { name: 'Remove filter up to $9,000 in all' }).waitFor();

    // The address alone shows the same, before any script runs.
    const html = await (await fetch(page.url())).text();
    expect(html).toContain('How long');
    expect(html).toContain('7 nights');
  });
});

test('A search without weeks leads to close ones', async ({ page }) => {
  await visit(page, '/search?q=aruba+for+4&amenity=Golf&view=weeks');
  await heading(page, 'No weeks found').waitFor();
  const conditions = page.getByRole('region', { name: 'Leave one condition out' });
  const without = conditions.getByRole('link', { name: 'Without “Golf”' });
  const promised = Number(/\d+/.exec(await without.innerText())?.[0]);
  const near = page.getByRole('region', { name: 'Weeks that come close' });
  expect(await near.getByRole('article').count()).toBeGreaterThan(0);
  await expectNoViolations(page, [], 'main');
  await without.click();
  await expect.poll(() => parameters(page)).toEqual({ q: 'aruba for 4', view: 'weeks' });
  await page.getByText(/^[1-9]\d* weeks? found/).waitFor();
  await view(page, 'Resorts').click();
  await page.getByText(`${promised} results found`).waitFor();
});

test('Reversed dates in an address are put in order, and the page says so', async ({ page }) => {
  const year = new Date().getUTCFullYear() + 1;
  await visit(page, `/search?from=${year}-06-12&to=${year}-06-05`);
  await page.getByText(`We swapped your dates: Jun 5 – 12, ${year}.`).waitFor();
  await chips(page)
    .getByRole('button', { name: `Remove filter Jun 5 – 12, ${year}` })
    .click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(() => page.getByText('We swapped your dates').count()).toBe(0);
});

const isAscending = (numbers: number[]): boolean =>
  numbers.every((number, index) => number >= (numbers[index - 1] ?? 0));
