import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { hydrated, signUp, siteUrl, test } from '../support/fixtures.ts';

/** Requests a path exactly as written; fetch would normalize it. */
const get = (path: string): Promise<{ status: number; type: string; body: string }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(siteUrl);
    const asked = request({ hostname, port, path, agent: false }, (answer) => {
      const type = answer.headers['content-type'] ?? '';
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, type, body }), reject);
    });
    asked.once('error', reject).end();
  });

/** How the class names of a stylesheet begin; `scopedName` in vite.config.ts writes them. */
const markOf = (path: string): string => {
  expect(existsSync(`web${path}`)).toBe(true);
  return `_${createHash('sha256').update(path).digest('hex').slice(0, 5)}`;
};

const unknown = [
  '//',
  '//[',
  '///',
  '//@',
  '/\\',
  '/\\\\',
  '//evil.example',
  '//a:b',
  '/..//',
  '/no',
];

describe('An unknown address', () => {
  test('returns 404 with the same small page for all', async () => {
    const answers = await Promise.all(unknown.map(get));
    expect(answers.map(({ status }) => status)).toEqual(unknown.map(() => 404));
    const pages = new Set(answers.map(({ body }) => body));
    expect(pages.size).toBe(1);
    const [page = ''] = pages;
    expect(page).toContain('Page Not Found');
    expect(page.length).toBeLessThan(50_000);
    // It includes only the styles of its own components.
    expect(page).toContain(`.${markOf('/ui/panels/EmptyState.module.css')}`);
    expect(page).not.toContain(`.${markOf('/pictures/PictureGallery.module.css')}`);
    expect(page).not.toContain(`.${markOf('/resorts/page/stay/SeasonCalendar.module.css')}`);
  });

  test('never causes a server error, however odd', async () => {
    const part = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%',
      '%2f',
      '%5C',
      '%00',
      '[',
      ']',
      '@',
      ':',
      ';',
      '?',
      '#',
      '&',
      '=',
      'search',
      'resort',
      'admin',
      'dashboard',
      'auth',
      'q=%00',
      'returnTo=/..//x',
    );
    const path = fc.array(part, { maxLength: 7 }).map((parts) => `/${parts.join('')}`);
    await fc.assert(
      fc.asyncProperty(path, async (address) => {
        expect((await get(address)).status).toBeLessThan(500);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  test('shows members their own header and a link to Home', async ({ page, allowProblem }) => {
    allowProblem(/status of 404/);
    const { firstName } = await signUp(page);
    await page.goto('/no/such/page');
    await hydrated(page);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    await page.getByRole('banner').getByText(firstName).first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('link', { name: 'View All Resorts' }).waitFor();
  });

  test('is hydrated by the client, with the styles of the next pages', async ({
    page,
    allowProblem,
  }) => {
    allowProblem(/status of 404/);
    await page.goto('/no/such/page');
    await hydrated(page);
    const sheet = page.locator('link[rel="stylesheet"]');
    expect(await sheet.evaluate((link: HTMLLinkElement) => link.sheet !== null)).toBe(true);
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
    await page.getByRole('link', { name: 'View All Resorts' }).waitFor();
  });
});

test('A signed-in member is not redirected to another site', async ({ page }) => {
  await signUp(page);
  for (const returnTo of ['/..//evil.example', '//evil.example', '/\\evil.example', '/.//[']) {
    const answer = await page
      .context()
      .request.get(`/auth?${new URLSearchParams({ returnTo })}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/dashboard']);
  }
});
