import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import { hasFocus, heading, phone, siteUrl, test, visit } from '../support/fixtures.ts';
import { addDays } from '#common/days.ts';

interface Week {
  availableFrom: string;
  availableTo: string;
  nights: number;
  minNights: number;
  total: { amount: number };
}

describe('Available weeks of a resort', () => {
  test('are listed with numbers, guests and prices, and each leads to its checkout', async ({
    page,
  }) => {
    const { id, weeks } = await resortWithWeeks();
    await visit(page, `/resort/${id}`);
    const rows = weekRows(page);
    expect(await rows.count()).toBe(Math.min(6, weeks.length));
    for (const row of await rows.all()) {
      expect(await row.innerText()).toMatch(
        /Weeks? \d+(.|\n)*\w{3}, \w{3} \d+.* – \w{3}, \w{3} \d+, \d{4}(.|\n)*\d+ nights?(.|\n)*Up to \d+ guests?(.|\n)*\$[\d,]+ per night(.|\n)*\$[\d,.]+ total/,
      );
    }
    const dollars = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    }).format((weeks[0]?.total.amount ?? 0) / 100);
    const total = `${dollars} total`;
    expect(await rows.first().innerText()).toContain(total);
    const book = rows.first().getByRole('link', { name: /^(Book|Request) Weeks? \d+/ });
    expect(await book.getAttribute('href')).toContain(`?checkIn=${weeks[0]?.availableFrom}&`);
  });

  test('are chosen in a calendar that works by keyboard alone', async ({ page }) => {
    const { id, weeks } = await resortWithWeeks();
    const first = weeks[0]?.availableFrom ?? '';
    await visit(page, `/resort/${id}`);
    const section = weeksSection(page);
    const day = (date: string) => section.locator(`[data-day="${date}"]`);
    await section.getByRole('grid', { name: monthName(first) }).waitFor();
    expect(await day(first).getAttribute('aria-label')).toMatch(/, \$[\d,]+, available$/);

    await day(first).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => hasFocus(day(addDays(first, 1)))).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('PageDown');
    const nextMonth = monthName(`${nextMonthOf(first)}-01`);
    await section.getByRole('grid', { name: nextMonth }).waitFor();
    expect(new URL(page.url()).searchParams.get('month')).toBe(nextMonthOf(first));
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-day')))
      .toContain(nextMonthOf(first));
    await page.keyboard.press('PageUp');
    await section.getByRole('grid', { name: monthName(first) }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-day')))
      .toContain(first.slice(0, 7));

    await day(first).focus();
    await page.keyboard.press('Enter');
    await section.getByText(/^Weeks with the night of/).waitFor();
    expect(new URL(page.url()).searchParams.get('night')).toBe(first);
    await expect
      .poll(() => day(first).locator('xpath=..').getAttribute('aria-selected'))
      .toBe('true');
    const covering = weeks.filter(
      ({ availableFrom, availableTo }) => availableFrom <= first && first < availableTo,
    );
    const rows = weekRows(page);
    await expect.poll(() => rows.count()).toBe(covering.length);
    for (const days of [1, 2]) {
      await page.keyboard.press('ArrowRight');
      // Another month is loaded first.
      await expect.poll(() => hasFocus(day(addDays(first, days)))).toBe(true);
    }
    await page.keyboard.press('Space');
    await page.waitForURL(new RegExp(`from=${first}&to=${addDays(first, 2)}`));
    await expect.poll(() => rows.count()).toBe(Math.min(6, weeks.length));
    await expectNoViolations(page, [], 'main');
  });

  test('are chosen by dragging and by typing; price, dates and guests stay up to the booking', async ({
    page,
  }) => {
    const { id, weeks } = await resortWithWeeks();
    const { availableFrom: first = '', nights = 0, total } = weeks[0] ?? {};
    // Within one row, which ends with Saturday, and within the seven nights of the week.
    const weekday = new Date(first).getUTCDay();
    const start = addDays(first, weekday <= 3 ? 0 : 7 - weekday);
    const end = addDays(start, 3);
    await visit(page, `/resort/${id}?month=${start.slice(0, 7)}`);
    const section = weeksSection(page);
    const day = (date: string) => section.locator(`[data-day="${date}"]`);
    await day(start).scrollIntoViewIfNeeded();
    await section.getByLabel('Guests').selectOption('1 guest');
    await page.waitForURL(/guests=1/);
    await day(start).hover();
    await page.mouse.down();
    await day(addDays(start, 1)).hover();
    await day(end).hover();
    await page.mouse.up();
    await page.waitForURL(new RegExp(`from=${start}&to=${end}&guests=1`));
    const stay = page.getByRole('region', { name: 'Your stay' });
    const pricePerNight = (total?.amount ?? 0) / nights / 100;
    await stay.getByText('3 nights · 1 guest').waitFor();
    expect(await section.getByLabel('Check in').inputValue()).toBe(start);

    const typed = addDays(first, nights);
    await section.getByLabel('Check in').fill(first);
    await section.getByLabel('Check out').fill(typed);
    await page.waitForURL(new RegExp(`from=${first}&to=${typed}&guests=1`));
    await stay.getByText(`${nights} nights · 1 guest`).waitFor();
    const [, whole = ''] = /(\$[\d,.]+) in all/.exec(await stay.innerText()) ?? [];
    expect(centsOf(whole)).toBeLessThanOrEqual(Math.round(pricePerNight * nights * 100));
    const lines = await stay.getByRole('definition').allInnerTexts();
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.map(centsOf).reduce((sum, cents) => sum + cents)).toBe(centsOf(whole));
    await stay.getByRole('heading', { name: 'Cancellation' }).waitFor();
    await stay
      .getByText(/^(Free cancellation|\d+% refund|Not refundable|Only the occupancy tax)/)
      .first()
      .waitFor();
    await expectNoViolations(page, [], 'main');

    const book = stay.getByRole('link', { name: /^(Book Now|Request to Book)/ });
    expect(await book.getAttribute('href')).toContain(
      `?checkIn=${first}&checkOut=${typed}&guests=1`,
    );
  });

  test('that are only let as a whole are chosen as a whole, and refused in part', async ({
    page,
  }) => {
    const [week] = await sql<{ id: string; from: string; to: string }>(
      inject('databaseUrl'),
      `SELECT resort_id AS id, starts_on::text AS "from", ends_on::text AS "to" FROM free_stretches AS whole
       WHERE ends_on - starts_on = min_nights AND min_nights > 1 AND NOT EXISTS (
         SELECT FROM free_stretches AS other
         WHERE other.resort_id = whole.resort_id AND other.listing_id <> whole.listing_id
           AND other.starts_on < whole.ends_on AND other.ends_on > whole.starts_on)
       ORDER BY starts_on LIMIT 1`,
    );
    const { id, from, to } = week ?? { id: '', from: '', to: '' };
    await visit(page, `/resort/${id}?month=${from.slice(0, 7)}`);
    const section = weeksSection(page);
    const inside = [addDays(from, 2), from].find((night) => night.startsWith(from.slice(0, 7)));
    await section.locator(`[data-day="${inside}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`from=${from}&to=${to}`));
    const rule = `Only as a whole: ${shortDay(from)} to ${shortDay(to)}`;
    await section.getByText(`${rule}.`).waitFor();
    const stay = page.getByRole('region', { name: 'Your stay' });
    await stay.getByText('only as a whole').waitFor();
    await stay.getByRole('link', { name: /^(Book Now|Request to Book)/ }).waitFor();

    await section.getByLabel('Check out').fill(addDays(from, 3));
    await section.getByText(rule, { exact: true }).waitFor();
    await stay.getByText("These nights can't be booked.").waitFor();
    expect(await stay.getByRole('button').count()).toBe(0);
    await expectNoViolations(page, [], 'main');
  });

  test('have a bar with price and booking on a phone', async ({ openPage }) => {
    const { id, weeks } = await resortWithWeeks();
    const { availableFrom: from = '', availableTo: to = '' } = weeks[0] ?? {};
    const page = await openPage({ viewport: phone });
    await visit(page, `/resort/${id}`);
    const bar = page.getByRole('region', { name: 'Price and booking' });
    await bar.getByText('per night').waitFor();
    expect(await isOnScreen(bar)).toBe(true);
    await visit(page, `/resort/${id}?from=${from}&to=${to}&guests=1`);
    const price = bar.getByText(/^\$[\d,.]+ in all$/);
    await price.waitFor();
    await heading(page, 'Recent Reviews', 2).scrollIntoViewIfNeeded();
    expect(await isOnScreen(bar)).toBe(true);
    await expectNoViolations(page, [], 'main');
    const book = bar.getByRole('link', { name: /^(Book Now|Request to Book)/ });
    expect(await book.getAttribute('href')).toContain(`?checkIn=${from}&checkOut=${to}&guests=1`);
    await expectInOneRow(price, book);
    const week = weekRows(page).first();
    await expectInOneRow(
      week.getByText('per night'),
      week.getByRole('link', { name: /^(Book|Request) Weeks? \d+/ }),
    );
  });

  test('a month and a night can be linked to; invalid values are ignored', async ({ page }) => {
    const { id } = await resortWithWeeks();
    const month = addDays(new Date().toISOString().slice(0, 10), 80).slice(0, 7);
    const night = `${month}-02`;
    await visit(page, `/resort/${id}?month=${month}&night=${month}-32`);
    await page.getByRole('grid', { name: monthName(night) }).waitFor();
    expect(await page.getByText('Weeks with the night of').count()).toBe(0);
    await visit(page, `/resort/${id}?night=${night}&month=${month.slice(0, 4)}-13`);
    const day = new Date(night).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    await page.getByText(`Weeks with the night of ${day}`).waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.waitForURL(/month=/);
  });
});

describe('Beside the weeks', () => {
  test('are up to four similar resorts, never the resort itself', async ({ page }) => {
    const { id, name } = await resortWithWeeks();
    await visit(page, `/resort/${id}`);
    const similar = page.getByRole('region', { name: 'Similar Resorts' }).getByRole('article');
    expect(await similar.count()).toBe(4);
    const names = await similar.getByRole('heading').allInnerTexts();
    expect(new Set(names).size).toBe(4);
    expect(names).not.toContain(name);
    await similar
      .first()
      .getByRole('link', { name: /^View Details/ })
      .click();
    await heading(page, names[0] ?? '', 1).waitFor();
  });

  test('the link is copied if the device cannot share', async ({ openPage }) => {
    const { id } = await resortWithWeeks();
    const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    await visit(page, `/resorts/${id}?reviews=none`);
    await page.getByRole('button', { name: 'Share this resort' }).click();
    await page.getByRole('status').filter({ hasText: 'Link copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${siteUrl}/resort/${id}`,
    );
  });
});

const weeksSection = (page: Page) => page.getByRole('region', { name: 'Available Weeks' });

/** The season calendar has items without headings. */
const weekRows = (page: Page) =>
  weeksSection(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });

/** The second part stands beside the first, not below it. */
async function expectInOneRow(...parts: [Locator, Locator]): Promise<void> {
  const [first, second] = await Promise.all(parts.map((part) => part.boundingBox()));
  if (!first || !second) throw new Error('A part is not shown');
  expect(second.x).toBeGreaterThanOrEqual(first.x + first.width);
  expect(second.y).toBeLessThan(first.y + first.height);
}

const isOnScreen = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });

const monthName = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const shortDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function nextMonthOf(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}

/**
 * The resort with new availability that offers the most weeks; its first begins within a month, has
 * seven nights or more, and can be booked in any part.
 */
async function resortWithWeeks(): Promise<{ id: string; name: string; weeks: Week[] }> {
  const answer = await fetch(`${siteUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ newAvailability(first: 8) { edges { node { databaseId name weeks(first: 30) { edges { node {
        availableFrom availableTo nights minNights total { amount } } } } } } } }`,
    }),
  });
  const { data } = (await answer.json()) as {
    data: {
      newAvailability: {
        edges: {
          node: { databaseId: string; name: string; weeks: { edges: { node: Week }[] } };
        }[];
      };
    };
  };
  const resorts = data.newAvailability.edges.map(({ node }) => ({
    id: node.databaseId,
    name: node.name,
    weeks: node.weeks.edges.map((edge) => edge.node),
  }));
  const [most] = resorts
    .filter(({ weeks: [first] }) => first?.minNights === 1 && first.nights >= 7)
    .sort((a, b) => b.weeks.length - a.weeks.length);
  if (!most) throw new Error('No resort has new availability');
  return most;
}

/** '$1,050.50' as 105050. */
const centsOf = (price: string): number => Math.round(Number(price.replace(/[$,]/g, '')) * 100);
