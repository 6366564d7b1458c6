import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from './axe.ts';
import {
  desktop,
  hasFocus,
  heading,
  hydrated,
  phone,
  results,
  siteUrl,
  tabTo,
  test,
  visit,
} from './fixtures.ts';
import { addDays, today } from '../ui/words/days.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const chips = (page: Page) => page.getByRole('group', { name: 'Chosen filters' });
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
  test.for([
    ['Destination', 'Aruba', '?destination=Aruba', (r: Known) => r.destination === 'Aruba'],
    [
      'Brand',
      'Disney Vacation Club',
      '?brand=Disney+Vacation+Club',
      (r: Known) => r.brand === 'Disney Vacation Club',
    ],
    ['Amenities', 'Golf', '?amenity=Golf', (r: Known) => r.amenities.includes('Golf')],
  ] as const)('by %s narrows to what its count says', async (given, { page }) => {
    const [legend, value, search, holds] = given;
    const fitting = (await everyResort()).filter(holds).map(({ name }) => name);
    await visit(page, '/search');
    const group = panel(page).getByRole('group', { name: legend });
    const all = group.getByRole('button', { name: /^Show all/ });
    if ((await all.count()) > 0) await all.click();
    const choice = group.getByRole('checkbox', { name: new RegExp(`^${value} \\d+$`) });
    await group.getByText(String(fitting.length), { exact: true }).first().waitFor();
    await choice.check();
    await expect.poll(() => address(page)).toBe(search);
    expect(await namesOf(page, fitting.length)).toEqual(fitting.sort().slice(0, 12));
    expect(await choice.isChecked()).toBe(true);
    await chips(page)
      .getByRole('button', { name: `Remove filter ${value}` })
      .click();
    await expect.poll(() => address(page)).toBe('');
    expect(await chips(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('by rating, guests and bedrooms finds as many resorts as its pill says', async ({
    page,
  }) => {
    for (const [legend, pill, search] of [
      ['Minimum rating', /^4\.5 ★ \d+$/, '?rating=4.5'],
      ['Guests', /^8\+ \d+$/, '?guests=8'],
      ['Bedrooms', /^3\+ \d+$/, '?bedrooms=3'],
    ] as const) {
      await visit(page, '/search');
      const choice = panel(page)
        .getByRole('group', { name: legend })
        .getByRole('radio', { name: pill });
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
      await panel(page)
        .getByRole('group', { name: legend })
        .getByRole('radio', { name: 'Any' })
        .check();
      await expect.poll(() => address(page)).toBe('');
    }
  });

  test('by dates waits for both, and rejects an invalid range', async ({ page }) => {
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
      .getByRole('button', { name: `Remove filter Dec 24, ${next} – Dec 26, ${next}` })
      .waitFor();
    await expect.poll(() => total(page)).toBeLessThan(all);
    const found = await total(page);
    // The same dates, queried as a partner would.
    const answer = await page.request.post('/graphql', {
      data: {
        query: `{ resorts(filter: { availableFrom: "${next}-12-24", availableTo: "${next}-12-26" }) { totalCount { value } } }`,
      },
    });
    expect(await answer.json()).toMatchObject({
      data: { resorts: { totalCount: { value: found } } },
    });
  });

  test('updates the counts of other filters, and disables choices without results', async ({
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
    await brands.getByRole('button', { name: /^Show all/ }).click();
    const disney = brands.getByRole('checkbox', { name: 'Disney Vacation Club 0' });
    expect(await disney.isDisabled()).toBe(true);
    // Choices within a facet are alternatives: Aruba or Hawaii.
    const hawaii = all.filter(({ destination }) => destination === 'Hawaii').length;
    const destinations = panel(page).getByRole('group', { name: 'Destination' });
    await destinations.getByRole('checkbox', { name: `Hawaii ${hawaii}` }).check();
    await expect.poll(() => total(page)).toBe(hawaii + 4);
    await expect.poll(() => disney.count()).toBe(0);
  });

  test('by keyboard keeps the focus', async ({ page }) => {
    await visit(page, '/search');
    const choice = panel(page).getByRole('checkbox', { name: /^Florida/ });
    await tabTo(page, choice);
    await page.keyboard.press('Space');
    await expect.poll(() => address(page)).toBe('?destination=Florida');
    await expect.poll(() => total(page)).toBe(12);
    expect(await hasFocus(choice)).toBe(true);
  });

  test('is removed by Clear all, which keeps the search text', async ({ page }) => {
    await visit(page, '/search?q=marriott&destination=Aruba&amenity=Pool&guests=2&price=100-300');
    expect(await chips(page).getByRole('button').count()).toBe(5);
    await chips(page).getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => address(page)).toBe('?q=marriott');
    expect(await chips(page).getByRole('button').count()).toBe(0);
  });

  test('without results says so, and Clear Search starts over', async ({ page }) => {
    await visit(page, '/search?destination=Aruba&brand=Disney+Vacation+Club');
    await heading(page, 'No resorts found').waitFor();
    await page
      .getByText("We couldn't find any resorts matching the query. Try adjusting your search terms")
      .waitFor();
    await page.getByRole('link', { name: 'Clear Search' }).click();
    await expect.poll(() => address(page)).toBe('');
    await expect.poll(() => results(page)).toHaveLength(12);
  });
});

describe('The place in the results', () => {
  test('is kept by Back, Forward and Reload, after Load More Results', async ({ page }) => {
    await visit(page, '/search?sort=price-asc');
    const more = page.getByRole('button', { name: 'Load More Results' });
    for (const count of [24, 36]) {
      await more.click();
      await expect.poll(() => page.getByRole('article').count()).toBe(count);
      await expect.poll(() => address(page)).toBe(`?sort=price-asc&n=${count}`);
    }
    const card = page.getByRole('article').nth(30);
    const name = await card.getByRole('heading').innerText();
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(1_000);
    await card.getByRole('link').click();
    await heading(page, name, 1).waitFor();

    await page.goBack();
    await expect.poll(() => page.getByRole('article').count()).toBe(36);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
    // Other tests change prices meanwhile, so the resort may have moved in the order.
    expect(await heading(page, name).count()).toBe(1);

    await page.goForward();
    await heading(page, name, 1).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('article').count()).toBe(36);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

    await page.reload();
    await hydrated(page);
    expect(await page.getByRole('article').count()).toBe(36);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });

  test('is the same for others with the link, with or without scripts', async ({
    page,
    openPage,
  }) => {
    const link = '/search?q=marriott&sort=reviews&amenity=Pool&guests=4&n=24';
    await visit(page, link);
    const names = await page.getByRole('article').getByRole('heading').allInnerTexts();
    expect(names.length).toBeGreaterThan(12);
    const other = await openPage({ javaScriptEnabled: false });
    await other.goto(link);
    expect(await other.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names);
  });

  test('follows the URL, whatever was loaded before', async ({ page }) => {
    await visit(page, '/search');
    await page.getByRole('button', { name: 'Load More Results' }).click();
    await expect.poll(() => page.getByRole('article').count()).toBe(24);
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Browse' })
      .click();
    await expect.poll(() => address(page)).toBe('');
    await expect.poll(() => page.getByRole('article').count()).toBe(12);
  });

  test('is followed by Back removing a filter, and Forward applying it again', async ({ page }) => {
    await visit(page, '/search');
    const all = await total(page);
    await panel(page)
      .getByRole('checkbox', { name: /^Florida/ })
      .check();
    await expect.poll(() => total(page)).toBe(12);
    await page.goBack();
    // Other tests may have added resorts.
    await expect.poll(() => total(page)).toBeGreaterThanOrEqual(all);
    expect(
      await panel(page)
        .getByRole('checkbox', { name: /^Florida/ })
        .isChecked(),
    ).toBe(false);
    await page.goForward();
    await expect.poll(() => total(page)).toBe(12);
  });
});

describe('Suggestions', () => {
  const box = (page: Page) => page.getByRole('combobox', { name: /^Search by/ });
  const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

  test('by keyboard, from Home to a resort', async ({ page }) => {
    await visit(page, '/');
    await tabTo(page, box(page));
    await page.keyboard.type('surf cl');
    const option = list(page).getByRole('option', { name: /Marriott's Aruba Surf Club/ });
    await option.waitFor();
    expect(await box(page).getAttribute('aria-expanded')).toBe('true');
    await page.getByText(/^\d+ suggestions/).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press('ArrowDown');
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await box(page).getAttribute('aria-activedescendant')).toBe(
      await option.getAttribute('id'),
    );
    expect(await hasFocus(box(page))).toBe(true);
    await page.keyboard.press('Enter');
    await heading(page, "Marriott's Aruba Surf Club", 1).waitFor();
  });

  test('are grouped; a destination and a brand become filters, a town a search', async ({
    page,
  }) => {
    for (const [typed, option, search] of [
      ['aru', /^Aruba Destination$/, '?destination=Aruba'],
      ['dvc', /^Disney Vacation Club Brand$/, '?brand=Disney+Vacation+Club'],
      ['cancun', /^Cancún Town$/, '?q=Canc%C3%BAn'],
    ] as const) {
      await visit(page, '/search');
      await box(page).fill(typed);
      await list(page).getByRole('option', { name: option }).click();
      await expect.poll(() => address(page)).toBe(search);
      await expect.poll(() => list(page).count()).toBe(0);
      expect((await results(page)).length).toBeGreaterThan(0);
    }
    await box(page).fill('hilton');
    const groups = list(page).getByRole('group');
    await groups.first().waitFor();
    expect(
      await groups.evaluateAll((all) => all.map((group) => group.querySelector('p')?.innerText)),
    ).toEqual(['Resorts', 'Places', 'Brands']);
  });

  test('Escape closes them, Enter without a choice searches, a blank text requests nothing', async ({
    page,
  }) => {
    await visit(page, '/search');
    await box(page).fill('aruba');
    await list(page).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => list(page).count()).toBe(0);
    expect(await box(page).inputValue()).toBe('aruba');
    await page.keyboard.press('ArrowDown');
    await list(page).waitFor();
    await page.keyboard.press('ArrowUp');
    await expect
      .poll(() => list(page).getByRole('option').last().getAttribute('aria-selected'))
      .toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await box(page).getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('Enter');
    await expect.poll(() => address(page)).toBe('?q=aruba');
    await expect.poll(() => list(page).count()).toBe(0);

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await box(page).fill('   ');
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
  });

  test('the box works without scripts', async ({ openPage }) => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto('/');
    await box(page).fill('aruba');
    await box(page).press('Enter');
    await page.waitForURL('**/search?q=aruba');
    await expect.poll(() => page.getByRole('article').count()).toBe(4);
  });
});

describe('The map', () => {
  const map = (page: Page) => page.getByRole('application', { name: 'Map of resorts' });
  const clusters = (page: Page) =>
    map(page).getByRole('button', { name: /resorts near .+: zoom in$/ });
  const pins = (page: Page) => map(page).getByRole('button', { name: /, from \$\d+ a night$/ });
  /** The number of resorts that the markers represent. */
  const shown = async (page: Page): Promise<number> => {
    const counts = await clusters(page).allInnerTexts();
    return counts.reduce((sum, text) => sum + Number(text), await pins(page).count());
  };

  test('shows every resort, and zooms in on a cluster', async ({ page }) => {
    await visit(page, '/search');
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).click();
    await map(page).waitFor();
    expect(address(page)).toBe('?view=map');
    await expect.poll(() => shown(page)).toBe(52);
    await page.getByText('Map data: Natural Earth').waitFor();
    await expectNoViolations(page);

    const first = clusters(page).first();
    const within = Number(await first.innerText());
    await first.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBeNull();
    await expect.poll(() => shown(page)).toBeLessThanOrEqual(within);
    expect(await hasFocus(map(page))).toBe(true);
  });

  test('follows the filters, and a pin opens a card that leads to its resort', async ({ page }) => {
    await visit(page, '/search?view=map&destination=Europe');
    await expect.poll(() => pins(page).count()).toBe(1);
    await pins(page).click();
    const card = page.getByRole('region', { name: /Marbella/ });
    await card.waitFor();
    expect(await hasFocus(card.getByRole('link'))).toBe(true);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
    expect(await hasFocus(pins(page))).toBe(true);

    const destinations = panel(page).getByRole('group', { name: 'Destination' });
    await destinations.getByRole('button', { name: /^Show all/ }).click();
    await destinations.getByRole('checkbox', { name: /^Asia/ }).check();
    await expect.poll(() => pins(page).count()).toBe(2);
    await chips(page).getByRole('button', { name: 'Remove filter Europe' }).click();
    await expect.poll(() => pins(page).count()).toBe(1);
    await pins(page).click();
    await page
      .getByRole('region', { name: /Phuket/ })
      .getByRole('link')
      .click();
    await heading(page, /Phuket/, 1).waitFor();
    await page.goBack();
    await expect.poll(() => pins(page).count()).toBe(1);
  });

  test('moves and zooms by keys and buttons, and keeps its place on reload', async ({ page }) => {
    await visit(page, '/search?view=map&destination=Florida');
    await clusters(page).first().waitFor();
    const place = () => new URL(page.url()).searchParams.get('at');
    await map(page).focus();
    await page.keyboard.press('+');
    await expect.poll(place).not.toBeNull();
    const zoomed = place();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(place).not.toBe(zoomed);
    const rested = page.waitForResponse((answer) => answer.url().endsWith('/graphql'));
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await rested;
    await expect
      .poll(() => Number(place()?.split(',')[2]))
      .toBeLessThan(Number(zoomed?.split(',')[2]));
    await expect.poll(() => shown(page)).toBeGreaterThan(8);
    const names = async () =>
      (
        await map(page)
          .getByRole('button')
          .evaluateAll((all) => all.map((one) => one.ariaLabel))
      ).sort();
    const before = await names();
    const at = place();
    await page.reload();
    await hydrated(page);
    await expect.poll(names).toEqual(before);
    expect(place()).toBe(at);
    await page.mouse.move(900, 700);
    await page.mouse.down();
    await page.mouse.move(1000, 720, { steps: 4 });
    await page.mouse.up();
    await expect.poll(place).not.toBe(at);
  });

  test('without results says so', async ({ page }) => {
    await visit(page, '/search?view=map&q=zzqqxxyy');
    await heading(page, 'No resorts found').waitFor();
    expect(await map(page).count()).toBe(0);
  });
});

describe('On phones', () => {
  test('the filters fill a drawer that says what it will show', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, '/search');
    expect(await panel(page).isVisible()).toBe(false);
    const button = page.getByRole('button', { name: 'Filters' });
    await button.click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('button', { name: /^Show \d+ results$/ }).waitFor();
    expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, ...phone });
    await drawer.getByRole('checkbox', { name: /^Hawaii/ }).check();
    await drawer.getByRole('button', { name: 'Show 6 results' }).waitFor();
    await expectNoViolations(page);
    await drawer.getByRole('button', { name: 'Show 6 results' }).click();
    await drawer.waitFor({ state: 'detached' });
    const opener = page.getByRole('button', { name: 'Filters (1)' });
    await opener.waitFor();
    expect(await hasFocus(opener)).toBe(true);
    expect(await results(page)).toHaveLength(6);
    await opener.click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await hasFocus(opener)).toBe(true);
  });

  test('the map works by touch', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, '/search?view=map&destination=Europe');
    const pin = page.getByRole('button', { name: /, from \$\d+ a night$/ });
    await pin.tap();
    await page.getByRole('region', { name: /Marbella/ }).waitFor();
    await expectNoViolations(page);
  });
});

test('axe finds no violations on a filtered search, at any width', async ({ page }) => {
  await visit(page, '/search?destination=Aruba&guests=4&rating=4');
  for (const width of [360, 768, 1000, 1440, 1920]) {
    await page.setViewportSize({ width, height: desktop.height });
    await expectNoViolations(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  }
});

test('the quick link Thanksgiving leads to resorts with a week over one of the next two', async ({
  page,
}) => {
  await visit(page, '/');
  const links = page.getByRole('list', { name: 'Popular searches' });
  await links.getByRole('link', { name: 'Thanksgiving' }).click();
  await heading(page, 'Search Results').waitFor();
  const found = await total(page);
  await visit(page, '/search?q=Thanksgiving&n=100');
  const names = await namesOf(page, found);
  expect(names).toHaveLength(found);

  const year = new Date().getUTCFullYear();
  const nights = [year, year + 1, year + 2].map(fourthThursday).filter((day) => day >= today());
  const free = await Promise.all(nights.slice(0, 2).map((night) => freeOn(page, night)));
  expect(names).toEqual([...new Set(free.flat())].sort());
});

/** Thanksgiving of a year, YYYY-MM-DD. */
function fourthThursday(year: number): string {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay();
  return new Date(Date.UTC(year, 10, 22 + ((11 - first) % 7))).toISOString().slice(0, 10);
}

/** The names of resorts with a listing free on a night, queried as a partner would. */
async function freeOn(page: Page, night: string): Promise<string[]> {
  const next = addDays(night, 1);
  const answer = await page.request.post('/graphql', {
    data: {
      query: `{ resorts(first: 100, filter: { availableFrom: "${night}", availableTo: "${next}" }) { edges { node { name } } } }`,
    },
  });
  const { data } = (await answer.json()) as {
    data: { resorts: { edges: { node: { name: string } }[] } };
  };
  return data.resorts.edges.map(({ node }) => node.name);
}
