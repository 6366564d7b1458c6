import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { hasFocus, signUp, siteUrl, test, visit } from '../support/fixtures.ts';
import { read } from '../support/read.ts';

interface RestResort {
  id: string;
  name: string;
  rating: number;
  reviewCount: number;
}

const words = {
  title: 'A calm week',
  content: 'Everything was clean, and the sea was near.',
};

describe('Reviews of a resort', () => {
  test('all open in a dialog with its own URL, in three orders, page by page', async ({ page }) => {
    const resort = await mostReviewed();
    await visit(page, `/resort/${resort.id}?reviews=all&sort=highest`);
    const dialog = page.getByRole('dialog', { name: 'All Reviews' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Order').inputValue()).toBe('HIGHEST');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).toBe(`${siteUrl}/resort/${resort.id}`);
    const opener = page.getByRole('link', { name: `See all ${resort.reviewCount} reviews` });
    await expect.poll(() => hasFocus(opener)).toBe(true);

    await opener.click();
    await dialog.waitFor();
    expect(new URL(page.url()).search).toBe('?reviews=all');
    const bars = dialog.getByRole('list', { name: 'Reviews by star' }).getByRole('listitem');
    await expect.poll(() => bars.count()).toBe(5);
    const counts = (await bars.allInnerTexts()).map((text) =>
      Number(/(\d+)\s+reviews?$/.exec(text.replaceAll('\n', ' '))?.[1]),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(resort.reviewCount);

    await dialog.getByLabel('Order').selectOption('Lowest rated');
    await page.waitForURL(/sort=lowest/);
    await expect.poll(async () => isSorted(await stars(dialog), 1)).toBe(true);
    await dialog.getByLabel('Order').selectOption('Highest rated');
    await page.waitForURL(/sort=highest/);
    await expect.poll(async () => isSorted(await stars(dialog), -1)).toBe(true);

    while ((await dialog.getByRole('figure').count()) < resort.reviewCount) {
      const before = await dialog.getByRole('figure').count();
      await dialog.getByRole('button', { name: 'Load more reviews' }).click();
      await expect.poll(() => dialog.getByRole('figure').count()).toBeGreaterThan(before);
    }
    expect(isSorted(await stars(dialog), -1)).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Load more reviews' }).count()).toBe(0);

    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    await page.goForward();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('a member writes a review by keyboard alone, edits it and withdraws it', async ({
    page,
  }) => {
    await signUp(page);
    const resort = await quietResort();
    await visit(page, `/resort/${resort.id}`);
    await page.getByRole('link', { name: 'Write a Review' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your Review' });
    await dialog.waitFor();

    await dialog.getByRole('button', { name: 'Publish Review' }).press('Enter');
    await dialog.getByText('Choose from 1 to 5 stars').waitFor();
    await dialog.getByText('Title is required').waitFor();
    await dialog.getByText('Review is required').waitFor();
    await expectNoViolations(page, [], '[role=dialog]');

    await page.keyboard.press('Space');
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    expect(await dialog.getByRole('radio', { name: '4 stars, Very good' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type(words.title);
    await page.keyboard.press('Tab');
    await page.keyboard.type(words.content);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Review published' }).waitFor();
    await dialog.waitFor({ state: 'hidden' });

    const own = page
      .getByRole('region', { name: 'Recent Reviews' })
      .getByRole('figure')
      .filter({ hasText: words.title });
    await own.getByText('Your review', { exact: true }).waitFor();
    await own.getByRole('img', { name: '4 stars' }).waitFor();
    await page.getByText(`(${reviews(resort.reviewCount + 1)})`).waitFor();
    expect((await restOf(resort.id)).reviewCount).toBe(resort.reviewCount + 1);

    await page.getByRole('link', { name: 'Edit Your Review' }).click();
    await dialog.getByRole('radio', { name: '2 stars, Fair' }).check();
    await dialog.getByLabel('Title').fill('On second thought');
    await dialog.getByRole('button', { name: 'Save Review' }).click();
    await page.getByRole('status').filter({ hasText: 'Review updated' }).waitFor();
    await page.getByRole('heading', { name: 'On second thought' }).waitFor();
    expect((await restOf(resort.id)).reviewCount).toBe(resort.reviewCount + 1);

    await page.getByRole('link', { name: 'Edit Your Review' }).click();
    await dialog.getByRole('button', { name: 'Withdraw Review' }).click();
    await dialog.getByText('Withdraw your review?').waitFor();
    await expectNoViolations(page, [], '[role=dialog]');
    await dialog.getByRole('button', { name: 'Yes, withdraw it' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Review withdrawn' }).waitFor();
    await page.getByRole('link', { name: 'Write a Review' }).waitFor();
    await page.getByText(`(${reviews(resort.reviewCount)})`).waitFor();
    expect(await restOf(resort.id)).toMatchObject({
      reviewCount: resort.reviewCount,
      rating: resort.rating,
    });
  });

  test('a visitor signs in first and comes back to the form', async () => {
    const path = `/resort/${(await quietResort()).id}`;
    const write = (await read(path)).html.match(/<a\b[^>]*>(?:<[^>]*>)*Write a Review/)?.[0] ?? '';
    const back = encodeURIComponent(`${path}?review=write`);
    expect(write).toContain(`href="/auth?returnTo=${back}&amp;for=`);
  });

  test('another member reports a review, only once', async ({ page }) => {
    await signUp(page);
    const { id } = await mostReviewed();
    await visit(page, `/resort/${id}`);
    const report = page.getByRole('button', { name: /^Report the review by/ }).first();
    const dialog = page.getByRole('dialog', { name: 'Report Review' });
    await report.click();
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await dialog.getByText('Choose a reason').waitFor();
    await dialog.getByLabel('Something else').check();
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await dialog.getByText('Tell us what is wrong').waitFor();
    await expectNoViolations(page, [], '[role=dialog]');
    await dialog.getByLabel('Details (optional)').fill('It is about another place.');
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await page.getByRole('status').filter({ hasText: 'Report sent' }).waitFor();
    await expect.poll(() => hasFocus(report)).toBe(true);

    await report.click();
    await dialog.getByLabel('Spam or advertising').check();
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await dialog.getByRole('alert').getByText('You have already reported this review').waitFor();
  });
});

async function stars(dialog: Locator): Promise<number[]> {
  const figures = await dialog.getByRole('figure').getByRole('img').all();
  const labels = await Promise.all(figures.map((image) => image.getAttribute('aria-label')));
  return labels.map((label) => Number(label?.[0]));
}

const isSorted = (values: number[], direction: 1 | -1): boolean =>
  values.every(
    (value, index) => index === 0 || direction * (value - (values[index - 1] ?? 0)) >= 0,
  );

const reviews = (count: number): string => `${count} review${count === 1 ? '' : 's'}`;

async function mostReviewed(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts?limit=100`);
  const resorts = (await answer.json()) as RestResort[];
  const [most] = resorts.sort((a, b) => b.reviewCount - a.reviewCount);
  if (!most) throw new Error('There are no resorts');
  return most;
}

/** A resort that no other test reviews. */
async function quietResort(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts?limit=100`);
  const resorts = (await answer.json()) as RestResort[];
  // Those that another test imports for a while have no reviews.
  const [, , , quiet] = resorts
    .filter(({ reviewCount }) => reviewCount > 0)
    .sort((a, b) => a.reviewCount - b.reviewCount);
  if (!quiet) throw new Error('There are no resorts');
  return quiet;
}

async function restOf(id: string): Promise<RestResort> {
  return (await (await fetch(`${siteUrl}/api/resorts/${id}`)).json()) as RestResort;
}
