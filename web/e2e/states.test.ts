import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { holdAnswers } from './answers.ts';
import { expectNoViolations } from './axe.ts';
import { heading, signUp, test, visit } from './fixtures.ts';

interface Way {
  from: string;
  signedIn?: boolean;
  /** Navigates to the screen without loading a new document. */
  go: (page: Page) => Promise<void>;
  /** Waits for what is shown until the response arrives. */
  whileLoading: (page: Page) => Promise<void>;
  /** The heading of the screen. */
  title: string | RegExp;
}

/** The numbers of placeholder cards, list by list. */
const placeholders = (page: Page) =>
  page
    .getByRole('main')
    .locator('ul[aria-hidden="true"]')
    .evaluateAll((lists) => lists.map((list) => list.children.length));

const skeletons = (page: Page) => page.getByRole('main').locator('[class*="skeleton"]');

async function isDrawn(page: Page): Promise<void> {
  await skeletons(page).first().waitFor();
}

const link = (area: 'banner' | 'contentinfo' | 'main', name: string | RegExp) => (page: Page) =>
  page.getByRole(area).getByRole('link', { name }).first().click();

/** The screens that request data; the others need no request. */
const ways: Record<string, Way> = {
  Home: {
    from: '/contact',
    go: link('banner', 'Tideweek'),
    whileLoading: async (page) => {
      await heading(page, "The World's Largest Timeshare Marketplace", 1).waitFor();
      // SPEC section 9: 3 for new availability, 8 for the top resorts.
      await expect.poll(() => placeholders(page)).toEqual([3, 8]);
    },
    title: "The World's Largest Timeshare Marketplace",
  },
  Search: {
    from: '/contact',
    go: link('contentinfo', 'Search Resorts'),
    whileLoading: async (page) => {
      await page.getByRole('status').filter({ hasText: 'Loading results' }).waitFor();
      await expect.poll(() => placeholders(page)).toEqual([6]);
    },
    title: 'All Resorts',
  },
  Resort: {
    from: '/search',
    go: link('main', /View Details/),
    whileLoading: isDrawn,
    title: /./,
  },
  Dashboard: {
    from: '/contact',
    signedIn: true,
    go: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Marina' }).click();
      await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    },
    whileLoading: isDrawn,
    title: 'Welcome back, Marina',
  },
  Contact: {
    from: '/forums',
    go: link('contentinfo', 'Contact Us'),
    whileLoading: isDrawn,
    title: 'Contact Us',
  },
};

const failures = /ERR_FAILED|Failed to load resource|The connection was lost/;

describe.each(Object.entries(ways))('%s', (_, way) => {
  const open = async (page: Page) => {
    if (way.signedIn) await signUp(page);
    await visit(page, way.from);
    // Wait for the prefetched code of other pages, which must not be requested later.
    await page.waitForLoadState('networkidle');
  };

  test('shows placeholders while it loads', async ({ page }) => {
    await open(page);
    const release = await holdAnswers(page);
    await way.go(page);
    await way.whileLoading(page);
    release();
    await heading(page, way.title, 1).waitFor();
    await expect.poll(() => skeletons(page).count()).toBe(0);
  });

  test('reports a failure, and loads when tried again', async ({ page, allowProblem }) => {
    allowProblem(failures);
    await open(page);
    await page.route('**/graphql', (route) => route.abort('failed'));
    await way.go(page);
    await heading(page, 'Something went wrong', 1).waitFor();
    expect(await page.getByRole('banner').getByRole('link', { name: 'Browse' }).count()).toBe(1);
    await expectNoViolations(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, way.title, 1).waitFor();
    expect(await heading(page, 'Something went wrong', 1).count()).toBe(0);
  });
});
