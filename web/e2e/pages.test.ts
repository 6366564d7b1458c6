import { describe, expect } from 'vitest';
import { hasFocus, heading, hydrated, siteUrl, test, visit } from './fixtures.ts';
import { pathOf, screens } from './screens.ts';

const articles = [
  ['Travel Tips', '/travel-tips'],
  ['Owner Resources', '/owner-resources'],
  ['Help Center', '/help'],
  ['Safety & Trust', '/safety'],
  ['Terms of Service', '/terms'],
  ['Privacy Policy', '/privacy'],
] as const;

describe('The footer', () => {
  test('has no dead link', async ({ page }) => {
    await visit(page, '/');
    const links = page.getByRole('contentinfo').getByRole('link');
    const addresses = await links.evaluateAll((anchors) =>
      anchors.map((anchor) => anchor.getAttribute('href') ?? ''),
    );
    for (const address of new Set(addresses.filter((href) => href.startsWith('/')))) {
      const answer = await fetch(`${siteUrl}${address}`);
      expect([address, answer.status]).toEqual([address, 200]);
    }
    expect(addresses.filter((href) => href === '' || href === '#')).toEqual([]);
  });

  test("leads to the site's pages on social networks", async ({ page }) => {
    await visit(page, '/');
    const icons = page.getByRole('contentinfo').getByRole('link', { name: /^Tideweek on / });
    expect(
      await icons.evaluateAll((links) =>
        links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
      ),
    ).toEqual([
      ['Tideweek on Facebook', 'https://facebook.example/tideweek'],
      ['Tideweek on Instagram', 'https://instagram.example/tideweek'],
      ['Tideweek on YouTube', 'https://youtube.example/@tideweek'],
    ]);
  });

  test.for(articles)('leads to %s', async ([label, path], { page }) => {
    await visit(page, '/contact');
    await page.getByRole('contentinfo').getByRole('link', { name: label }).click();
    await heading(page, label, 1).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await expect.poll(() => page.title()).toBe(`${label} | Tideweek`);
  });
});

describe.each(articles)('%s', (label, path) => {
  test('is readable without scripts, has its own canonical URL, and its contents link to it', async ({
    openPage,
  }) => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(path);
    await heading(page, label, 1).waitFor();
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    expect(await contents.count()).toBeGreaterThan(2);
    for (const href of await contents.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    )) {
      expect(await page.locator(href).count()).toBe(1);
    }
  });
});

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

test('The questions on Contact lead to listing a week', async ({ page }) => {
  await visit(page, '/contact');
  await page.getByRole('main').getByRole('link', { name: 'List your timeshare' }).click();
  await page.getByRole('form', { name: 'Sign In' }).waitFor();
  expect(page.url()).toBe(`${siteUrl}/auth?returnTo=%2Fcreate-listing`);
});

test('Every public page has a description for search engines', async () => {
  const open = Object.values(screens).filter(
    ({ signedIn, isAdmin, isOwner }) => !signedIn && !isAdmin && !isOwner,
  );
  const lengths = open.map(async (screen) => {
    const html = await (await fetch(siteUrl + (await pathOf(screen)))).text();
    const description = /<meta name="description" content="([^"]*)">/.exec(html)?.[1] ?? '';
    return { path: screen.path, fits: description.length >= 50 && description.length <= 160 };
  });
  expect((await Promise.all(lengths)).filter(({ fits }) => !fits)).toEqual([]);
});

test('Contact, Forums and Page Not Found lead home', async ({ page, allowProblem }) => {
  allowProblem(/status of 404/);
  for (const path of ['/contact', '/forums', '/nowhere']) {
    const answer = await page.goto(path).catch(() => null);
    if (path === '/nowhere') expect(answer?.status()).toBe(404);
    await hydrated(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await heading(page, "The World's Largest Timeshare Marketplace", 1).waitFor();
  }
});
