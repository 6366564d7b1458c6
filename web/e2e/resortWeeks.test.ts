import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasFocus, heading, siteUrl, test, visit } from './fixtures.ts';
import { addDays } from '../ui/words/days.ts';

interface Week {
  availableFrom: string;
  availableTo: string;
  nights: number;
  total: { amount: number };
}

describe('Available weeks of a resort', () => {
  test('are listed with numbers, guests and prices, and each opens its booking dialog', async ({
    page,
  }) => {
    const { id, name, weeks } = await resortWithWeeks();
    await visit(page, `/resort/${id}`);
    const section = weeksSection(page);
    const rows = section.getByRole('listitem').filter({ has: page.getByRole('heading') });
    expect(await rows.count()).toBe(Math.min(6, weeks.length));
    for (const row of await rows.all()) {
      expect(await row.innerText()).toMatch(
        /Weeks? \d+(.|\n)*\w{3}, \w{3} \d+.* – \w{3}, \w{3} \d+, \d{4}(.|\n)*\d+ nights?(.|\n)*Up to \d+ guests?(.|\n)*\$[\d,]+ per night(.|\n)*\$[\d,]+ total/,
      );
    }
    const dollars = new Intl.NumberFormat('en-US').format((weeks[0]?.total.amount ?? 0) / 100);
    const total = `$${dollars} total`;
    expect(await rows.first().innerText()).toContain(total);
    await rows
      .first()
      .getByRole('button', { name: /^Book Weeks? \d+/ })
      .click();
    const dialog = page.getByRole('dialog', { name: `Book ${name}` });
    await dialog.getByText(/^Weeks? \d+.*, .* – /).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('are marked in a calendar that works by keyboard alone', async ({ page }) => {
    const { id, weeks } = await resortWithWeeks();
    const first = weeks[0]?.availableFrom ?? '';
    await visit(page, `/resort/${id}`);
    const section = weeksSection(page);
    const day = (date: string) => section.locator(`[data-day="${date}"]`);
    await section.getByRole('grid', { name: monthName(first) }).waitFor();
    expect(await day(first).getAttribute('aria-label')).toMatch(/, available$/);

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
    const rows = section.getByRole('listitem').filter({ has: page.getByRole('heading') });
    await expect.poll(() => rows.count()).toBe(covering.length);
    await section.getByRole('button', { name: 'Show all weeks' }).press('Enter');
    await expect.poll(() => rows.count()).toBe(Math.min(6, weeks.length));
  });

  test('a month and a night can be linked to; invalid values are ignored', async ({ page }) => {
    const { id } = await resortWithWeeks();
    await visit(page, `/resort/${id}?month=2027-02&night=2027-02-30`);
    await page.getByRole('grid', { name: 'February 2027' }).waitFor();
    expect(await page.getByText('Weeks with the night of').count()).toBe(0);
    await visit(page, `/resort/${id}?night=2027-02-02&month=2027-13`);
    await page.getByText('Weeks with the night of Tuesday, February 2, 2027').waitFor();
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

const monthName = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function nextMonthOf(day: string): string {
  const date = new Date(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 7);
}

/** The resort with new availability that offers the most weeks; its first begins within a month. */
async function resortWithWeeks(): Promise<{ id: string; name: string; weeks: Week[] }> {
  const answer = await fetch(`${siteUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ newAvailability(first: 8) { edges { node { databaseId name weeks(first: 30) { edges { node {
        availableFrom availableTo nights total { amount } } } } } } } }`,
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
  const [most] = resorts.sort((a, b) => b.weeks.length - a.weeks.length);
  if (!most) throw new Error('No resort has new availability');
  return most;
}
