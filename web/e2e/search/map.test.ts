import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { hasFocus, heading, hydrated, phone, siteUrl, test, visit } from '../support/fixtures.ts';

const map = (page: Page) => page.getByRole('application', { name: 'Map of resorts' });
const clusters = (page: Page) =>
  map(page).getByRole('button', { name: /resorts near .+: zoom in$/ });
const pins = (page: Page) => map(page).getByRole('button', { name: /, from \$\d+ a night$/ });
const list = (page: Page) => page.getByRole('region', { name: 'On this map' });
const names = (page: Page) => list(page).getByRole('article').getByRole('heading').allInnerTexts();
const area = (page: Page) => new URL(page.url()).searchParams.get('area');

/** Degrees of longitude that the map shows. */
const width = (page: Page): number => {
  const [, west, , east] = (area(page) ?? '').split(',').map(Number);
  return (east ?? NaN) - (west ?? NaN);
};

/** The number of resorts that the markers represent. */
async function shown(page: Page): Promise<number> {
  const counts = await clusters(page).allInnerTexts();
  return counts.reduce((sum, text) => sum + Number(text), await pins(page).count());
}

const counted = async (page: Page): Promise<number> =>
  Number.parseInt(await list(page).getByRole('status').innerText(), 10);

/** The color of the map, as a part of its width and height from the top left. */
const colorAt = (page: Page, right: number, down: number): Promise<string> =>
  map(page)
    .locator('canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, [x, y]) => {
        // A copy: browsers advise against reading a canvas that is drawn often.
        const copy = new OffscreenCanvas(1, 1).getContext('2d');
        copy?.drawImage(canvas, -canvas.width * x, -canvas.height * y);
        const pixel = copy?.getImageData(0, 0, 1, 1).data ?? [];
        return [...pixel].slice(0, 3).join(' ');
      },
      [right, down] as const,
    );

describe('The map', () => {
  test('moves by clicks, keys and drags; the list beside it follows, and a reload shows the same', async ({
    page,
  }) => {
    await visit(page, '/search?destination=Florida');
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).click();
    await map(page).waitFor();
    await expect.poll(() => shown(page)).toBe(12);
    expect(await counted(page)).toBe(12);
    await page.getByText('Map data: Natural Earth').waitFor();

    const first = clusters(page).first();
    const within = Number(await first.innerText());
    await first.click();
    await expect.poll(() => area(page)).not.toBeNull();
    await expect.poll(() => counted(page)).toBeLessThan(12);
    await expect.poll(() => shown(page)).toBe(await counted(page));
    expect(await counted(page)).toBeLessThanOrEqual(within);
    expect(await names(page)).toHaveLength(await counted(page));
    expect(await hasFocus(map(page))).toBe(true);

    const entered = area(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => area(page)).not.toBe(entered);
    const before = width(page);
    await page.keyboard.press('-');
    await expect.poll(() => width(page)).toBeGreaterThan(before * 1.5);
    const byKey = width(page);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => width(page)).toBeGreaterThan(byKey * 1.5);
    await expect.poll(() => counted(page)).toBeGreaterThan(8);

    const markers = () =>
      map(page)
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.ariaLabel).sort());
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    const [seen, listed, at] = [await markers(), await names(page), area(page)];
    await page.reload();
    expect(await names(page)).toEqual(listed);
    await hydrated(page);
    await expect.poll(markers).toEqual(seen);
    expect(area(page)).toBe(at);

    const box = await map(page).boundingBox();
    if (!box) throw new Error('The map has no size');
    await page.mouse.move(box.x + 40, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 140, box.y + 220, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => area(page)).not.toBe(at);
  });

  test('shows the land of Aruba in the sea, from files of this server', async ({ page }) => {
    const others: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(siteUrl)) others.push(request.url());
    });
    await visit(page, '/search?view=map&area=12.27,-70.28,12.67,-69.58');
    // The colors of land and sea.
    await expect.poll(() => colorAt(page, 0.5, 0.5)).toBe('251 247 240');
    expect(await colorAt(page, 0.1, 0.5)).toBe('211 232 233');
    expect(others).toEqual([]);
    expect(await names(page)).toEqual(
      expect.arrayContaining(["Marriott's Aruba Surf Club", "Marriott's Aruba Ocean Club"]),
    );
    await expect.poll(() => shown(page)).toBe(await counted(page));
  });

  test('a card marks its marker, a marker its card, and dates put the price of the week on the map', async ({
    page,
  }) => {
    await visit(page, '/search?view=map&destination=Europe');
    await expect.poll(() => pins(page).count()).toBe(1);
    const color = () => pins(page).evaluate((pin) => getComputedStyle(pin).backgroundColor);
    expect(await color()).toBe('rgb(255, 255, 255)');
    await list(page).getByRole('article').hover();
    await expect.poll(color).toBe('rgb(196, 66, 31)');
    const outline = () =>
      list(page)
        .getByRole('listitem')
        .evaluate((item) => getComputedStyle(item).outlineStyle);
    await page.mouse.move(0, 0);
    await expect.poll(outline).toBe('none');
    await pins(page).focus();
    await expect.poll(outline).toBe('solid');

    await visit(page, '/search?view=map&q=europe+for+2');
    const week = map(page).getByRole('button', { name: /Marbella.+\d – .+ in all$/ });
    await week.click();
    const link = page.getByRole('region', { name: /Marbella/ }).getByRole('link');
    expect(await link.last().getAttribute('href')).toMatch(/\?from=.+&to=.+&guests=2&week=/);
  });

  test('follows the filters, and a pin opens a card that leads to its resort', async ({ page }) => {
    await visit(page, '/search?view=map&destination=Europe');
    await expect.poll(() => pins(page).count()).toBe(1);
    await pins(page).click();
    const card = page.locator('section').filter({ hasNot: page.locator('article') });
    const marbella = card.and(page.getByRole('region', { name: /Marbella/ }));
    await marbella.waitFor();
    expect(await hasFocus(marbella.getByRole('link'))).toBe(true);
    await expectNoViolations(page, ['color-contrast']);
    await page.keyboard.press('Escape');
    await expect.poll(() => marbella.count()).toBe(0);
    expect(await hasFocus(pins(page))).toBe(true);

    await page.getByRole('button', { name: 'Filters (1)' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    const destinations = drawer.getByRole('group', { name: 'Destination' });
    await destinations.getByRole('button', { name: /^Show all/ }).click();
    await destinations.getByRole('checkbox', { name: /^Asia/ }).check();
    await drawer.getByRole('button', { name: 'Show 2 results' }).click();
    await expect.poll(() => pins(page).count()).toBe(2);
    await page
      .getByRole('group', { name: 'Chosen filters' })
      .getByRole('button', { name: 'Remove filter Europe' })
      .click();
    await expect.poll(() => pins(page).count()).toBe(1);
    const phuket = map(page).getByRole('button', { name: /Phuket.+, from/ });
    await phuket.click();
    await card
      .and(page.getByRole('region', { name: /Phuket/ }))
      .getByRole('link')
      .click();
    await heading(page, /Phuket/, 1).waitFor();
    await page.getByRole('heading', { name: 'Where It Is' }).scrollIntoViewIfNeeded();
    await page.getByRole('application', { name: /^Map of .+Phuket/ }).waitFor();
    await page.goBack();
    await expect.poll(() => pins(page).count()).toBe(1);
  });

  test('an area without resorts offers all results', async ({ page }) => {
    await visit(page, '/search?view=map&area=-40,-140,-30,-120');
    await list(page).getByRole('button', { name: 'show all results' }).click();
    await expect.poll(() => area(page)).toBeNull();
    await expect.poll(() => counted(page)).toBeGreaterThan(40);
    await expect.poll(() => shown(page)).toBeGreaterThan(40);
  });

  test('on a phone the list is a sheet over the lower part of the map', async ({ openPage }) => {
    const page = await openPage({ viewport: phone, hasTouch: true });
    await visit(page, '/search?view=map&area=12.27,-70.28,12.67,-69.58');
    await expect.poll(() => shown(page)).toBe(4);
    const top = async () => (await list(page).boundingBox())?.y ?? NaN;
    const start = await top();
    await list(page).getByRole('article').last().scrollIntoViewIfNeeded();
    expect(await top()).toBeLessThan(start - 300);
    // The map stays behind the sheet.
    expect((await map(page).boundingBox())?.y).toBeLessThan(100);
    await expectNoViolations(page, [], 'main');
  });
});
