import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import pg from 'pg';
import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { heading, siteUrl, test, visit } from './fixtures.ts';
import { gate } from './gate.ts';

describe('A resort without content', () => {
  test('says that it has no reviews and weeks, and omits other empty parts', async ({ page }) => {
    const id = await makeResort([]);
    await visit(page, `/resort/${id}`);
    const reviews = page.getByRole('region', { name: 'Recent Reviews' });
    await reviews.getByText('No reviews yet.', { exact: true }).waitFor();
    expect(await reviews.getByRole('link', { name: /^See all/ }).count()).toBe(0);
    await page.getByText('(0 reviews)', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Amenities' }).count()).toBe(0);
    const weeks = page.getByRole('region', { name: 'Available Weeks' });
    await weeks.getByText('No weeks are on offer right now').waitFor();
    await weeks.getByText(/^0 nights available in /).waitFor();
    expect(await page.getByText('New Availability!', { exact: true }).count()).toBe(0);
    await expectNoViolations(page);

    await visit(page, `/resort/${id}?reviews=all`);
    const dialog = page.getByRole('dialog', { name: 'All Reviews' });
    await dialog.getByText('No reviews yet.', { exact: true }).waitFor();
    expect(await dialog.getByText(/^Showing/).count()).toBe(0);
    await expectNoViolations(page);
  });
});

describe('Amenities of a resort', () => {
  test('have an icon each, and unknown ones share one', async ({ page }) => {
    const known = ['Beach Access', 'Pool', 'Wifi', 'Parking', 'Restaurant'].concat([
      'Spa',
      'Golf',
      'Fitness Center',
      'Kids Club',
      'Tennis',
    ]);
    const id = await makeResort([...known, 'Lazy River', 'Observatory']);
    await visit(page, `/resort/${id}`);
    const items = page.getByRole('region', { name: 'Amenities' }).getByRole('listitem');
    const drawn = new Map<string, string>();
    for (const item of await items.all()) {
      drawn.set(await item.innerText(), await item.locator('svg').innerHTML());
    }
    expect([...drawn.keys()]).toEqual([...known, 'Lazy River', 'Observatory']);
    expect(new Set(known.map((amenity) => drawn.get(amenity))).size).toBe(known.length);
    expect(drawn.get('Lazy River')).toBe(drawn.get('Observatory'));
    expect(known.map((amenity) => drawn.get(amenity))).not.toContain(drawn.get('Lazy River'));
  });
});

describe('Loading a resort', () => {
  test('shows placeholders and a loading message', async ({ page }) => {
    const { id, name } = await anyResort();
    await visit(page, '/search');
    const release = await hold(page, /"variables":\{"id":/);
    await openFromSearch(page, id);
    const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
    await status.waitFor();
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
    await expectNoViolations(page);
    release();
    await heading(page, name, 1).waitFor();
    await status.waitFor({ state: 'detached' });
  });

  test('reports a failure, and loads when tried again', async ({ page, allowProblem }) => {
    allowProblem(/ERR_FAILED|connection was lost/);
    const { id, name } = await anyResort();
    await visit(page, '/search');
    await page.route('**/graphql', (route) => route.abort());
    await openFromSearch(page, id);
    await heading(page, 'Something went wrong', 1).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/resort/${id}`);
    await expectNoViolations(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, name, 1).waitFor();
  });

  test('does not report a server failure as “not found”', async ({ page, allowProblem }) => {
    allowProblem(/out of reach/);
    const { id } = await anyResort();
    await visit(page, '/search');
    await page.route('**/graphql', (route) => answerUnavailable(route));
    await openFromSearch(page, id);
    await heading(page, 'Something went wrong', 1).waitFor();
    expect(await page.getByText('Resort not found').count()).toBe(0);
  });

  test('works without its weeks, similar resorts and all reviews', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/out of reach/);
    const { id, name } = await anyResort();
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
    await expectNoViolations(page);

    await page.getByRole('link', { name: /^See all/ }).click();
    const dialog = page.getByRole('dialog', { name: 'All Reviews' });
    const failure = dialog.getByRole('alert').filter({ hasText: 'reviews could not be loaded' });
    await failure.waitFor();
    await expectNoViolations(page);

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

/** A resort on the first page of a search. */
async function anyResort(): Promise<{ id: string; name: string }> {
  const html = await (await fetch(`${siteUrl}/search`)).text();
  const id = /href="\/resort\/([0-9a-f-]{36})"/.exec(html)?.[1] ?? '';
  return (await (await fetch(`${siteUrl}/api/resorts/${id}`)).json()) as {
    id: string;
    name: string;
  };
}

/** Adds a resort without reviews and weeks; returns its id. */
async function makeResort(amenities: string[]): Promise<string> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
         amenities, price_min, price_max)
       SELECT $1, $2, 'A Quiet Place', 'Nobody', 'Zz Point, Nowhere', 'Nowhere', 'Sand and wind.',
         image_url, $3, 90, 120 FROM resorts LIMIT 1`,
      [id, `quiet-${id}`, amenities],
    );
  } finally {
    await client.end();
  }
  return id;
}
