import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { holdAnswers } from '../support/answers.ts';
import { expectNoViolations } from '../support/axe.ts';
import { heading, hydrated, signUp, test, visit } from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';

interface Way {
  /** Navigates to the screen without loading a new document, from the screen before it. */
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

const search: Way = {
  go: link('contentinfo', 'Search Resorts'),
  whileLoading: async (page) => {
    await page.getByRole('status').filter({ hasText: 'Loading results' }).waitFor();
    await expect.poll(() => placeholders(page)).toEqual([6]);
  },
  title: 'All Resorts',
};

/** Follows the search: only its results lead to a resort. */
const resort: Way = {
  go: link('main', /View Details/),
  whileLoading: isDrawn,
  // Its name.
  title: /^(?!All Resorts|Something went wrong)/,
};

/** The other screens that request data; what is not here needs no request. */
const others: Way[] = [
  {
    go: link('contentinfo', 'Contact Us'),
    whileLoading: isDrawn,
    title: 'Contact Us',
  },
  {
    go: link('banner', 'Tideweek'),
    whileLoading: async (page) => {
      await heading(page, "The World's Largest Timeshare Marketplace", 1).waitFor();
      // SPEC section 9: 3 for new availability, 8 for the top resorts.
      await expect.poll(() => placeholders(page)).toEqual([3, 8]);
    },
    title: "The World's Largest Timeshare Marketplace",
  },
  {
    go: async (page) => {
      await page.getByRole('banner').getByRole('button', { name: 'Marina' }).click();
      await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    },
    whileLoading: isDrawn,
    title: 'Welcome back, Marina',
  },
];

const failures = /ERR_FAILED|Failed to load resource|The connection was lost/;

describe('Home, search, resort, dashboard and contact', () => {
  const open = async (page: Page) => {
    await signUp(page);
    await visit(page, '/forums');
    // Wait for the prefetched code of other pages, which must not be requested later.
    await page.waitForLoadState('networkidle');
  };

  test('show placeholders while they load', async ({ page }) => {
    await open(page);
    for (const { go, whileLoading, title } of [...others, search, resort]) {
      const release = await holdAnswers(page);
      await go(page);
      await whileLoading(page);
      release();
      await heading(page, title, 1).waitFor();
      await expect.poll(() => skeletons(page).count()).toBe(0);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('report a failure, which can be left, and load when tried again', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(failures);
    const failed = heading(page, 'Something went wrong', 1);
    const fail = async ({ go, whileLoading }: Way) => {
      const { opened: isLoading, open: breakOff } = gate();
      await page.route('**/graphql', async (route) => {
        await isLoading;
        await route.abort('failed');
      });
      await go(page);
      await whileLoading(page);
      breakOff();
      await failed.waitFor();
      expect(await page.getByRole('banner').getByRole('link', { name: 'Browse' }).count()).toBe(1);
      await page.unrouteAll({ behavior: 'wait' });
    };
    const tryAgain = async ({ title }: Way) => {
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page, title, 1).waitFor();
      await hydrated(page);
      expect(await failed.count()).toBe(0);
    };

    await open(page);
    for (const way of [...others, search]) await fail(way);
    await expectNoViolations(page);
    await tryAgain(search);
    await fail(resort);
    await tryAgain(resort);
  });
});
