import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import { heading, hydrated, results, siteUrl, test, visit } from '../support/fixtures.ts';
import { gate } from '../support/gate.ts';
import { read } from '../support/read.ts';

describe('A resort without content', () => {
  test('says that it has no reviews and weeks, and omits other empty parts', async ({ page }) => {
    const id = await makeResort();
    await visit(page, `/resort/${id}?reviews=all`);
    const dialog = page.getByRole('dialog', { name: 'All Reviews' });
    await dialog.getByText('No reviews yet.', { exact: true }).waitFor();
    expect(await dialog.getByText(/^Showing/).count()).toBe(0);
    await expectNoViolations(page, [], '[role=dialog]');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const reviews = page.getByRole('region', { name: 'Recent Reviews' });
    await reviews.getByText('No reviews yet.', { exact: true }).waitFor();
    expect(await reviews.getByRole('link', { name: /^See all/ }).count()).toBe(0);
    await page.getByText('(0 reviews)', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Amenities' }).count()).toBe(0);
    const weeks = page.getByRole('region', { name: 'Available Weeks' });
    await weeks.getByText('No weeks are on offer right now').waitFor();
    await weeks.getByText(/^0 nights available in /).waitFor();
    expect(await page.getByText('New Availability!', { exact: true }).count()).toBe(0);
    await expectNoViolations(page, [], 'main');
  });
});

describe('Loading a resort', () => {
  test('shows a loading message, then the resort; a failure can be tried again', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/ERR_FAILED|connection was lost|out of reach/);
    const [first, second, third] = await threeResorts();
    await visit(page, '/search');
    const release = await hold(page, /"variables":\{"id":/);
    await openFromSearch(page, first.id);
    const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
    await status.waitFor();
    expect(await page.getByText(first.name, { exact: true }).count()).toBe(0);
    await expectNoViolations(page, ['color-contrast']);
    release();
    await heading(page, first.name, 1).waitFor();
    await status.waitFor({ state: 'detached' });

    await page.unrouteAll({ behavior: 'wait' });
    await page.goBack();
    await results(page);
    await page.route('**/graphql', (route) => route.abort());
    await openFromSearch(page, second.id);
    await heading(page, 'Something went wrong', 1).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/resort/${second.id}`);
    await expectNoViolations(page, [], 'main');
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, second.name, 1).waitFor();
    await hydrated(page);

    // A failure of the server is not reported as “not found”.
    await page.goBack();
    await results(page);
    await page.route('**/graphql', (route) => answerUnavailable(route));
    await openFromSearch(page, third.id);
    await heading(page, 'Something went wrong', 1).waitFor();
    expect(await page.getByText('Resort not found').count()).toBe(0);
  });

  test('works without its weeks, similar resorts and all reviews', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/out of reach/);
    const [{ id, name }] = await threeResorts();
    await visit(page, '/search');
    await page.route('**/graphql', async (route) => {
      const document = documentOf(route);
      if (/Weeks|SimilarResorts|AllReviews/.test(document)) await answerUnavailable(route);
      else await route.fallback();
    });
    await openFromSearch(page, id);
    await heading(page, name, 1).waitFor();
    for (const what of ['The available weeks', 'Similar resorts']) {
      await page
        .getByRole('alert')
        .filter({ hasText: `${what} could not be loaded` })
        .waitFor();
    }
    await heading(page, 'Recent Reviews', 2).waitFor();
    await expectNoViolations(page, [], '[role=alert]');

    await page.getByRole('link', { name: /^See all/ }).click();
    const dialog = page.getByRole('dialog', { name: 'All Reviews' });
    const failure = dialog.getByRole('alert').filter({ hasText: 'reviews could not be loaded' });
    await failure.waitFor();
    await expectNoViolations(page, [], '[role=dialog]');

    // Choosing another order retries.
    await page.unroute('**/graphql');
    await dialog.getByLabel('Order').selectOption('Highest rated');
    await dialog.getByRole('figure').first().waitFor();
    expect(await failure.count()).toBe(0);
  });
});

async function openFromSearch(page: Page, id: string): Promise<void> {
  await page.locator(`main a[href="/resort/${id}"]`).first().click();
}

/** Holds back matching requests until the returned function is called. */
async function hold(page: Page, body: RegExp): Promise<() => void> {
  const { opened, open } = gate();
  await page.route('**/graphql', async (route) => {
    if (body.test(route.request().postData() ?? '')) await opened;
    await route.fallback();
  });
  return open;
}

const answerUnavailable = (route: Route): Promise<void> =>
  route.fulfill({
    json: {
      data: { resort: null, site: { holdsSampleData: false, title: 'Tideweek' }, viewer: null },
      errors: [
        {
          message: 'Our data is out of reach right now. Please try again',
          path: ['resort'],
          extensions: { code: 'UNAVAILABLE' },
        },
      ],
    },
  });

const documents = JSON.parse(readFileSync('web/__generated__/persisted.json', 'utf8')) as Record<
  string,
  string
>;

/** The text of the persisted operation that a request refers to. */
function documentOf(route: Route): string {
  const { documentId } = route.request().postDataJSON() as { documentId: string };
  return documents[documentId] ?? '';
}

interface Resort {
  id: string;
  name: string;
}

/** Resorts on the first page of a search. */
async function threeResorts(): Promise<[Resort, Resort, Resort]> {
  const { html } = await read('/search');
  const links = [...html.matchAll(/href="\/resort\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
  const found = [...new Set(links)].slice(0, 3).map(async (id) => {
    return (await (await fetch(`${siteUrl}/api/resorts/${id}`)).json()) as Resort;
  });
  return (await Promise.all(found)) as [Resort, Resort, Resort];
}

/** Adds a resort without reviews, weeks and amenities; returns its id. */
async function makeResort(): Promise<string> {
  const id = randomUUID();
  await sql(
    inject('databaseUrl'),
    `INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
       amenities, price_min, price_max)
     SELECT $1, $2, 'A Quiet Place', 'Nobody', 'Zz Point, Nowhere', 'Nowhere', 'Sand and wind.',
       image_url, '{}', 90, 120 FROM resorts LIMIT 1`,
    [id, `quiet-${id}`],
  );
  return id;
}
