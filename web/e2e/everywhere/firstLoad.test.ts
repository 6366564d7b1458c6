import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { hydrated, signUp, siteUrl, test, withoutPreloading } from '../support/fixtures.ts';

const largestScripts = 188_000;

describe('The first load', () => {
  test.for(['/', '/search?q=hawaii&sort=reviews', '/resort/', '/auth', '/contact', '/dashboard'])(
    'of %s has its data in the HTML and requests none',
    async (path, { page }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (/^\/(graphql|api)\b/.test(pathname)) asked.push(request.url());
      });
      // On a large screen a resort's calendar is in view, and asks for its months.
      if (path === '/resort/') await page.setViewportSize({ width: 390, height: 844 });
      if (path === '/dashboard') await signUp(page);
      await page.goto(path === '/resort/' ? path + (await someResortId()) : path);
      await hydrated(page);
      await page.waitForLoadState('networkidle');
      expect(asked).toEqual([]);
    },
  );

  test('is followed by one GraphQL request for the next page, and none for Back', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/graphql') asked.push(request.method());
    });
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('link', { name: 'View All Resorts' }).click();
    await page.getByText(/results found/).waitFor();
    expect(asked).toEqual(['POST']);
    await page.goBack();
    await page.getByRole('link', { name: 'View All Resorts' }).waitFor();
    expect(asked).toEqual(['POST']);
  });

  test.for([
    ['Home', '/'],
    ['a search', '/search?q=hawaii'],
  ])('of %s needs little JavaScript, and none of other pages', async ([, path], { page }) => {
    const loaded = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') loaded.add(request.url());
    });
    await withoutPreloading(page);
    await page.goto(path ?? '/');
    await hydrated(page);
    const texts = await Promise.all([...loaded].map(async (url) => (await fetch(url)).text()));
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(largestScripts);
    for (const text of texts) {
      expect(text).not.toMatch(
        /uppy|s3\/multipart|smtp_|Audit Log|Manage Users|contracts\/upload/i,
      );
      // Neither the map nor Buy nor the sell form.
      expect(text).not.toMatch(/Natural Earth|Lowest Yearly Fee|Asking Price/);
    }
  });

  test.for(['/', '/search', '/resort/'])('of %s has metadata for search engines', async (path) => {
    const address = path === '/resort/' ? path + (await someResortId()) : path;
    const html = await (await fetch(siteUrl + address)).text();
    expect(html).toMatch(/<html lang="en">/);
    expect(html).toMatch(/<title>[^<]{10,90}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{50,160}">/);
    expect(html).toContain(`<link rel="canonical" href="${siteUrl}${address}">`);
    expect(html).toMatch(/<meta property="og:title" content="[^"]+">/);
  });
});

async function someResortId(): Promise<string> {
  const answer = await fetch(`${siteUrl}/api/resorts?limit=1`);
  const [resort] = (await answer.json()) as { id: string }[];
  return resort?.id ?? '';
}
