import { describe, expect } from 'vitest';
import { hasFocus, heading, siteUrl, test, visit } from '../support/fixtures.ts';
import { articles } from './pages.ts';
import { read } from '../support/read.ts';
import { pathOf, screens } from './screens.ts';

test.for(articles)(
  '%s is readable without scripts, has its own canonical URL, and its contents link to it',
  async ([label, path]) => {
    const { html } = await read(path);
    expect(html).toMatch(new RegExp(`<h1\\b[^>]*>${label.replace('&', '&amp;')}<`));
    const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(new URL(canonical).pathname).toBe(path);
    const contents = /<nav\b[^>]*aria-label="On this page".*?<\/nav>/s.exec(html)?.[0] ?? '';
    const parts = [...contents.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    expect(parts.length).toBeGreaterThan(2);
    for (const id of parts) expect(html.split(` id="${id}"`)).toHaveLength(2);
  },
);

describe('Turning off alerts', () => {
  test('rejects an unknown link with a message', async ({ page }) => {
    await visit(page, '/unsubscribe?token=none');
    await page.getByRole('button', { name: 'Turn Off Alerts' }).click();
    await heading(page, 'This link does not work', 1).waitFor();
    await page.getByText('This link is too old, or its saved search was deleted.').waitFor();
    const next = page.getByRole('main').getByRole('link', { name: 'Saved Searches' });
    await expect.poll(() => hasFocus(next)).toBe(true);
  });
});

test('The questions on Contact lead to listing a week', async () => {
  expect((await read('/contact')).html).toMatch(
    /<a\b[^>]*href="\/create-listing"[^>]*>List your timeshare</,
  );
  expect((await read('/create-listing')).address).toBe('/auth?returnTo=%2Fcreate-listing');
});

test('Every public page has a description for search engines', async () => {
  const open = Object.values(screens).filter(
    ({ signedIn, isAdmin, isOwner }) => !signedIn && !isAdmin && !isOwner,
  );
  const described: { path: string; description: string | undefined }[] = [];
  for (const screen of open) {
    const path = await pathOf(screen);
    const { html } = await read(path);
    described.push({
      path,
      description: /<meta name="description" content="([^"]*)">/.exec(html)?.[1],
    });
  }
  const unfit = described.filter(
    ({ description = '' }) => description.length < 50 || description.length > 160,
  );
  expect(unfit).toEqual([]);
});

test('Search engines list each kind of search once, without text, filters and order', async () => {
  const robots = async (path: string) => {
    const { html } = await read(path);
    return [
      /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(siteUrl, ''),
      /<meta name="robots" content="([^"]*)"/.exec(html)?.[1],
    ];
  };
  for (const plain of ['/search', '/search?view=weeks', '/search?view=map', '/search?type=buy']) {
    expect(await robots(plain)).toEqual([plain, undefined]);
    const [path, search] = plain.split('?');
    for (const more of ['q=aruba', 'destination=Aruba', 'sort=price-asc', 'n=24', 'bedrooms=2']) {
      // The weeks have orders of their own.
      const param = plain.endsWith('weeks') ? more.replace('price-asc', 'total') : more;
      const filtered = `${path}?${[search, param].filter(Boolean).join('&')}`;
      expect([filtered, await robots(filtered)]).toEqual([filtered, [plain, 'noindex, follow']]);
    }
  }
  for (const same of ['/search?type=rent', '/search?sort=rating&n=12', '/search?utm_source=mail']) {
    expect([same, await robots(same)]).toEqual([same, ['/search', undefined]]);
  }
});
