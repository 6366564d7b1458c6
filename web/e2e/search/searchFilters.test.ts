import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  hydrated,
  phone,
  results,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { utcToday } from '#common/days.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('group', { name: 'Chosen filters' });
const searchBox = (page: Page) => page.getByRole('combobox', { name: /^Search by/ });
const total = async (page: Page): Promise<number> =>
  Number.parseInt(await page.getByText(/^[\d,+]+ results? found/).innerText(), 10);
const address = (page: Page): string => new URL(page.url()).search;

/** The fields of a resort in REST that the results are compared with. */
interface Known {
  name: string;
  destination: string;
  brand: string;
  amenities: string[];
  rating: number;
}

async function everyResort(): Promise<Known[]> {
  const answer = await fetch(`${siteUrl}/api/resorts?limit=500`);
  return (await answer.json()) as Known[];
}

/** The names shown, once `count` results are found. */
async function namesOf(page: Page, count: number): Promise<string[]> {
  await expect.poll(() => total(page)).toBe(count);
  return (await page.getByRole('article').getByRole('heading').allInnerTexts()).sort();
}

describe('A filter', () => {
  test('by destination, brand and amenity narrows to what its count says', async ({ page }) => {
    const resorts = await everyResort();
    await visit(page, '/search');
    for (const [legend, value, search, holds] of [
      ['Destination', 'Aruba', '?destination=Aruba', (r: Known) => r.destination === 'Aruba'],
      [
        'Brand',
        'Disney Vacation Club',
        '?brand=Disney+Vacation+Club',
        (r: Known) => r.brand === 'Disney Vacation Club',
      ],
      // Other tests add no resorts with a hot tub.
      ['Amenities', 'Hot Tub', '?amenity=Hot+Tub', (r: Known) => r.amenities.includes('Hot Tub')],
    ] as const) {
      const fitting = resorts.filter(holds).map(({ name }) => name);
      const group = panel(page).getByRole('group', { name: legend });
      const all = group.getByRole('button', { name: /^Show all/ });
      if ((await all.count()) > 0) await all.click();
      const choice = group.getByRole('checkbox', { name: `${value} ${fitting.length}` });
      await choice.check();
      await expect.poll(() => address(page)).toBe(search);
      expect(await namesOf(page, fitting.length)).toEqual(fitting.sort().slice(0, 12));
      expect(await choice.isChecked()).toBe(true);
      await chips(page)
        .getByRole('button', { name: `Remove filter ${value}` })
        .click();
      await expect.poll(() => address(page)).toBe('');
      expect(await hasFocus(chips(page))).toBe(true);
    }
  });

  test('by rating, guests and bedrooms finds as many resorts as its pill says', async ({
    page,
  }) => {
    await visit(page, '/search');
    for (const [legend, pill, search] of [
      ['Minimum rating', /^4\.5 ★ \d+$/, '?rating=4.5'],
      ['Guests', /^8\+ \d+$/, '?guests=8'],
      ['Bedrooms', /^3\+ \d+$/, '?bedrooms=3'],
    ] as const) {
      const group = panel(page).getByRole('group', { name: legend });
      const choice = group.getByRole('radio', { name: pill });
      const promised = async () => {
        const label = await choice.evaluate((input) => input.closest('label')?.innerText ?? '');
        return Number(/\d+$/.exec(label)?.[0]);
      };
      expect(await promised()).toBeGreaterThan(0);
      await choice.check();
      await expect.poll(() => address(page)).toBe(search);
      // Other tests add weeks meanwhile, which changes both.
      const isKept = async () => (await total(page)) === (await promised());
      await expect.poll(isKept).toBe(true);
      await group.getByRole('radio', { name: 'Any' }).check();
      await expect.poll(() => address(page)).toBe('');
    }
  });

  test('by dates waits for both, rejects an invalid range, and keeps the focus', async ({
    page,
  }) => {
    await visit(page, '/search');
    const all = await total(page);
    const next = new Date().getUTCFullYear() + 1;
    const [from, to] = [panel(page).getByLabel('Check in'), panel(page).getByLabel('Check out')];
    await from.fill(`${next}-12-24`);
    expect(address(page)).toBe('');
    await to.fill(`${next}-12-20`);
    await page.getByText('Check out after you check in').waitFor();
    expect(address(page)).toBe('');
    await to.fill(`${next}-12-26`);
    await expect.poll(() => address(page)).toBe(`?from=${next}-12-24&to=${next}-12-26`);
    await chips(page)
      .getByRole('button', { name: `Remove filter Dec 24 – 26, ${next}` })
      .waitFor();
    expect(await hasFocus(to)).toBe(true);
    await expect.poll(() => total(page)).toBeLessThan(all);
    // The same dates, queried as a partner would; other tests may add weeks between the two.
    await expect
      .poll(async () => {
        await page.reload();
        const found = await total(page);
        return (await freeBetween(`${next}-12-24`, `${next}-12-26`)).length - found;
      })
      .toBe(0);
  });

  test('updates the counts of other filters; Clear all removes filters and keeps the text', async ({
    page,
  }) => {
    const all = await everyResort();
    await visit(page, '/search?destination=Aruba');
    const brands = panel(page).getByRole('group', { name: 'Brand' });
    const marriott = all.filter(
      ({ destination, brand }) => destination === 'Aruba' && brand === 'Marriott Vacation Club',
    );
    await brands
      .getByRole('checkbox', { name: `Marriott Vacation Club ${marriott.length}` })
      .waitFor();
    await brands.getByRole('button', { name: /^Show \d+ more with nothing found/ }).click();
    const disney = brands.getByRole('checkbox', { name: 'Disney Vacation Club 0' });
    expect(await disney.isDisabled()).toBe(true);
    // Choices within a facet are alternatives: Aruba or Hawaii.
    const hawaii = all.filter(({ destination }) => destination === 'Hawaii').length;
    const destinations = panel(page).getByRole('group', { name: 'Destination' });
    await destinations.getByRole('checkbox', { name: `Hawaii ${hawaii}` }).check();
    await expect.poll(() => total(page)).toBe(hawaii + 4);
    await expect.poll(() => disney.count()).toBe(0);

    await searchBox(page).fill('surf');
    await searchBox(page).press('Enter');
    await expect.poll(() => address(page)).toBe('?q=surf&destination=Aruba&destination=Hawaii');
    expect(await chips(page).getByRole('button').count()).toBe(3);
    await chips(page).getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => address(page)).toBe('?q=surf');
    expect(await chips(page).getByRole('button').count()).toBe(0);
  });

  test('by keyboard keeps the focus; Back removes it, and Forward applies it again', async ({
    page,
  }) => {
    await visit(page, '/search');
    const all = await total(page);
    const choice = panel(page).getByRole('checkbox', { name: /^Florida/ });
    await choice.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => address(page)).toBe('?destination=Florida');
    await expect.poll(() => total(page)).toBe(12);
    expect(await hasFocus(choice)).toBe(true);
    await page.goBack();
    // Other tests may have added resorts.
    await expect.poll(() => total(page)).toBeGreaterThanOrEqual(all);
    expect(await choice.isChecked()).toBe(false);
    await page.goForward();
    await expect.poll(() => total(page)).toBe(12);
  });
});

describe('The place in the results', () => {
  const names = (page: Page) => page.getByRole('article').getByRole('heading').allInnerTexts();
  const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

  test('is kept by Back, Forward and Reload, and the same for others with its link', async ({
    page,
  }) => {
    await visit(page, '/search?q=marriott&sort=reviews&amenity=Pool&guests=4');
    const more = page.getByRole('button', { name: 'Load More Results' });
    await more.click();
    await expect
      .poll(() => address(page))
      .toBe('?q=marriott&sort=reviews&amenity=Pool&guests=4&n=24');
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(12);
    const shown = await names(page);
    expect(new Set(shown).size).toBe(shown.length);
    expect(await namesInHtml(page)).toEqual(shown);

    const card = page.getByRole('article').last();
    const name = shown.at(-1) ?? '';
    await card.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(1_000);
    await card.getByRole('link').click();
    await heading(page, name, 1).waitFor();

    await page.goBack();
    await expect.poll(() => names(page)).toEqual(shown);
    await expect.poll(() => scrolled(page)).toBe(before);
    await page.goForward();
    await heading(page, name, 1).waitFor();
    await page.goBack();
    await expect.poll(() => names(page)).toEqual(shown);
    await expect.poll(() => scrolled(page)).toBe(before);

    await page.reload();
    await hydrated(page);
    expect(await names(page)).toEqual(shown);
    await expect.poll(() => scrolled(page)).toBe(before);

    // Another URL starts anew, whatever was loaded before.
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Browse' })
      .click();
    await expect.poll(() => address(page)).toBe('');
    await expect.poll(() => page.getByRole('article').count()).toBe(12);
  });
});

describe('Suggestions', () => {
  const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

  test('lead by keyboard from Home to a resort', async ({ page }) => {
    await visit(page, '/');
    const box = searchBox(page);
    await box.focus();
    await page.keyboard.type('surf cl');
    const option = list(page).getByRole('option', { name: /Marriott's Aruba Surf Club/ });
    await option.waitFor();
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await page.getByText(/^\d+ suggestions?/).waitFor();
    await expectNoViolations(page, [], '[role=search]');
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    expect(await hasFocus(box)).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, "Marriott's Aruba Surf Club", 1).waitFor();
  });

  test('are grouped; a destination and a brand become filters, a town a search', async ({
    page,
  }) => {
    await visit(page, '/search');
    await searchBox(page).fill('hilton');
    const groups = list(page).getByRole('group');
    await groups.first().waitFor();
    expect(
      await groups.evaluateAll((all) => all.map((group) => group.querySelector('p')?.innerText)),
    ).toEqual(['Resorts', 'Places', 'Brands']);
    for (const [typed, option, search] of [
      ['aru', /^Aruba Destination$/, '?destination=Aruba'],
      ['dvc', /^Disney Vacation Club Brand$/, '?brand=Disney+Vacation+Club'],
      ['cancun', /^Cancún Town$/, '?q=Canc%C3%BAn'],
    ] as const) {
      await searchBox(page).fill(typed);
      await list(page).getByRole('option', { name: option }).click();
      await expect.poll(() => address(page)).toBe(search);
      await expect.poll(() => list(page).count()).toBe(0);
      expect((await results(page)).length).toBeGreaterThan(0);
    }
  });
});

describe('On phones', () => {
  test('the filters fill a drawer that says what it will show, and the map works by touch', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, '/search?destination=Europe');
    expect(await panel(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('button', { name: 'Show 1 result' }).waitFor();
    expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone });
    await drawer.getByRole('checkbox', { name: /^Hawaii/ }).check();
    await drawer.getByRole('button', { name: 'Show 7 results' }).waitFor();
    await expectNoViolations(page, [], '[role=dialog]');
    await drawer.getByRole('button', { name: 'Show 7 results' }).click();
    await drawer.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Filters (2)' });
    await opener.waitFor();
    expect(await hasFocus(opener)).toBe(true);
    expect(await results(page)).toHaveLength(7);
    await opener.click();
    await drawer.getByRole('checkbox', { name: /^Hawaii/ }).uncheck();
    await drawer.getByRole('button', { name: 'Show 1 result' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    const left = page.getByRole('button', { name: 'Filters (1)' });
    expect(await hasFocus(left)).toBe(true);

    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).tap();
    await page.getByRole('button', { name: /, from \$\d+ a night$/ }).tap();
    await page.getByRole('region', { name: /Marbella/ }).waitFor();
    await expectNoViolations(page, [], 'main section[aria-label]');
  });
});

test('The quick link Thanksgiving leads to resorts with a week over one of the next two', async () => {
  const home = await (await fetch(siteUrl)).text();
  expect(home).toContain('href="/search?q=Thanksgiving"');
  const year = new Date().getUTCFullYear();
  const nights = [year, year + 1, year + 2].map(fourthThursday).filter((day) => day >= utcToday());
  // Other tests may add weeks between the two.
  await expect
    .poll(async () => {
      const free = await Promise.all(nights.slice(0, 2).map(freeOver));
      expect(free.flat().length).toBeGreaterThan(0);
      const found = await resortsOf('query: "Thanksgiving"');
      const expected = [...new Set(free.flat())].sort();
      return isDeepStrictEqual(found, expected) || { found, expected };
    })
    .toBe(true);
});

/** Thanksgiving of a year, YYYY-MM-DD. */
function fourthThursday(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return new Date(Date.UTC(year, 10, 22 + ((11 - first) % 7))).toISOString().slice(0, 10);
}

/** The names of resorts with a stay over a night, also where only a whole week can be booked. */
async function freeOver(night: string): Promise<string[]> {
  const found = await sql<{ name: string }>(
    inject('databaseUrl'),
    `SELECT DISTINCT name FROM free_stretches JOIN resorts ON resorts.id = resort_id
     WHERE starts_on <= $1 AND ends_on > $1`,
    [night],
  );
  return found.map(({ name }) => name);
}

/** The names of resorts with a listing free between two days. */
const freeBetween = (from: string, to: string): Promise<string[]> =>
  resortsOf(`filter: { availableFrom: "${from}", availableTo: "${to}" }`);

/** The names of resorts, queried as a partner would. */
async function resortsOf(condition: string): Promise<string[]> {
  const answer = await fetch(`${siteUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ resorts(first: 100, ${condition}) { edges { node { name } } } }`,
    }),
  });
  const { data } = (await answer.json()) as {
    data: { resorts: { edges: { node: { name: string } }[] } };
  };
  return data.resorts.edges.map(({ node }) => node.name).sort();
}

/** The resorts in the HTML of the page's URL, which others get, with or without scripts. */
function namesInHtml(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answer = await fetch(window.location.href, { headers: { accept: 'text/html' } });
    const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return [...body.querySelectorAll('article h2, article h3')].map(
      ({ textContent }) => textContent,
    );
  });
}
