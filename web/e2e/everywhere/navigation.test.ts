import { describe, expect } from 'vitest';
import { isDeep } from '#api/testing/depth.ts';
import { expectNoViolations } from '../support/axe.ts';
import {
  hasFocus,
  heading,
  hydrated,
  phone,
  signUp,
  siteUrl,
  test,
  visit,
} from '../support/fixtures.ts';
import { articles } from './pages.ts';
import { read } from '../support/read.ts';

describe('Getting around', () => {
  test('the header links lead to their pages', async ({ page }) => {
    await visit(page, '/');
    const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' });
    expect(await links.getByRole('link').allInnerTexts()).toEqual(siteLinks);
    for (const [link, title] of [
      ['Browse', 'All Resorts'],
      ['Rent', 'All Resorts'],
      ['Buy', 'All Resorts'],
      ['Sell', 'Sell Your Timeshare'],
      ['Forums', 'Community Forums Coming Soon!'],
    ] as const) {
      await links.getByRole('link', { name: link }).click();
      await heading(page, title).waitFor();
      // Several of these pages share a heading, so it may be visible before the page changes.
      await expect
        .poll(() => links.getByRole('link', { name: link }).getAttribute('aria-current'))
        .toBe('page');
    }
    await page.getByRole('banner').getByRole('link', { name: 'Tideweek' }).click();
    await heading(page, "The World's Largest Timeshare Marketplace").waitFor();
  });

  test('HTML of another URL is replaced by the right page', async ({ page }) => {
    await page.route('**/contact', async (route) =>
      route.fulfill({ response: await route.fetch({ url: new URL('/forums', siteUrl).href }) }),
    );
    await page.goto('/contact');
    await heading(page, 'Contact Us', 1).waitFor();
    await hydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });

  test('the footer links lead to their pages', async ({ page }) => {
    await visit(page, '/contact');
    const footer = page.getByRole('contentinfo');
    for (const [link, title, path] of [
      ['Browse Rentals', 'All Resorts', '/search'],
      ['Search Resorts', 'All Resorts', '/search'],
      ['Destinations', 'All Resorts', '/search'],
      ['Forums', 'Community Forums Coming Soon!', '/forums'],
      ['Contact Us', 'Contact Us', '/contact'],
      ...articles.map(([label, to]) => [label, label, to] as const),
    ] as const) {
      await footer.getByRole('link', { name: link }).click();
      await heading(page, title, 1).waitFor();
      await expect.poll(() => page.url()).toBe(siteUrl + path);
    }
    await expect.poll(() => page.title()).toBe('Privacy Policy | Tideweek');
  });

  test('header and footer fit small screens and large text', async ({ page }) => {
    await signUp(page);
    await visit(page, '/contact');
    // The largest text needs most room; the widths are those at which header and footer change.
    for (const percent of isDeep ? [100, 150, 200] : [200]) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, `${percent}%`);
      for (const width of [320, 390, 768, 900, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const beyond = await page.evaluate(() =>
          [...document.querySelectorAll('header *, footer *')]
            .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
            .map((element) => element.outerHTML.slice(0, 80)),
        );
        expect(beyond, `${width} px, ${percent} %`).toEqual([]);
      }
    }
  });

  test('the footer has no dead link, and leads to social networks', async () => {
    const [, footer = ''] = (await read('/')).html.split('<footer');
    const addresses = [...footer.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, to = '']) => to);
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((to) => !/^(\/|mailto:)/.test(to))).toEqual([
      'https://facebook.example/tideweek',
      'https://instagram.example/tideweek',
      'https://youtube.example/@tideweek',
    ]);
    for (const path of new Set(addresses.filter((to) => to.startsWith('/')))) {
      expect([path, (await read(path)).status]).toEqual([path, 200]);
    }
  });

  test('after a navigation, focus, scroll and title belong to the new page', async ({ page }) => {
    await visit(page, '/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
    await heading(page, 'Contact Us', 1).waitFor();
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await expect.poll(() => page.title()).toMatch(/^Contact Us/);
    await page.goBack();
    await heading(page, "The World's Largest Timeshare Marketplace").waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  });

  test('the drawer on a phone has the same links and the account, and traps the focus', async ({
    openPage,
  }) => {
    const page = await openPage({ viewport: phone });
    await visit(page, '/');
    const opener = page.getByRole('button', { name: 'Open menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await opener.click();
    await drawer.waitFor();
    const links = await drawer.getByRole('link').allInnerTexts();
    expect(links.slice(0, siteLinks.length)).toEqual(siteLinks);
    expect(links.slice(siteLinks.length).sort()).toEqual(['Register Free', 'Sign In']);
    await expectNoViolations(page, [], '[role=dialog]');

    for (let count = 0; count < 10; count += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    expect(await hasFocus(opener)).toBe(true);

    await opener.click();
    await drawer.getByRole('link', { name: 'Sell' }).click();
    await heading(page, 'Sell Your Timeshare').waitFor();
    await drawer.waitFor({ state: 'hidden' });

    await signUp(page);
    await visit(page, '/contact');
    await opener.click();
    const savedSearches = drawer.getByRole('link', { name: 'Saved Searches' });
    await savedSearches.waitFor();
    expect(await drawer.getByRole('link', { name: 'Sign In' }).count()).toBe(0);
    await savedSearches.click();
    await page.getByRole('dialog', { name: 'Saved Searches' }).waitFor();
    await page.keyboard.press('Escape');
    await opener.click();
    await drawer.getByRole('link', { name: 'Dashboard' }).click();
    await heading(page, /^Welcome back/, 1).waitFor();
    await opener.click();
    await drawer.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('/');
    await hydrated(page);
    await opener.click();
    await drawer.getByRole('link', { name: 'Sign In' }).waitFor();
  });

  test('the skip link skips the header, and the user menu restores the focus', async ({ page }) => {
    const account = await signUp(page);
    await visit(page, '/contact');
    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
    await page.keyboard.press('Enter');
    expect(await hasFocus(page.getByRole('main'))).toBe(true);

    const opener = page.getByRole('banner').getByRole('button', { name: account.firstName });
    await opener.click();
    const menu = page.getByRole('menu', { name: 'Account' });
    await menu.waitFor();
    await expectNoViolations(page, [], '[role=menu]');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await hasFocus(opener)).toBe(true);
  });

  test.for(['/nowhere', '/search/more', '/resort', '/a/b/c', '/%F0%9F%8F%96'])(
    '%s is not found, with status 404',
    async (path) => {
      const { status, html } = await read(path);
      expect(status).toBe(404);
      expect(html).toMatch(/<h1\b[^>]*>Page Not Found</);
    },
  );

  test('Contact, Forums and Page Not Found lead home', async ({ page }) => {
    for (const path of ['/forums', '/nowhere', '/contact']) {
      expect((await read(path)).html).toMatch(/<a\b[^>]*href="\/"[^>]*>(<[^>]*>)*Back to Home</);
    }
    await visit(page, '/contact');
    expect(await page.getByRole('main').getByRole('link', { name: /@/ }).count()).toBe(1);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await heading(page, "The World's Largest Timeshare Marketplace").waitFor();
  });
});

const siteLinks = ['Browse', 'Rent', 'Buy', 'Sell', 'Forums'];
