import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasFocus, heading, siteUrl, test, visit } from '../support/fixtures.ts';
import { read } from '../support/read.ts';

describe('Resort', () => {
  test('has its sections, its badge and ways to book and to get help', async ({ page }) => {
    const resort = await firstNewResort();
    await visit(page, `/resort/${resort.id}`);
    await heading(page, resort.name, 1).waitFor();
    for (const name of ['About', 'Amenities', 'Recent Reviews', 'Need Help?']) {
      await heading(page, name, 2).waitFor();
    }
    const amenities = page.getByRole('region', { name: 'Amenities' }).getByRole('listitem');
    expect(await amenities.allInnerTexts()).toEqual(resort.amenities);
    const reviews = page.getByRole('region', { name: 'Recent Reviews' }).getByRole('figure');
    expect(await reviews.count()).toBe(Math.min(3, resort.reviewCount));
    for (const review of await reviews.all()) {
      await review.getByRole('img', { name: /^[1-5] stars$/ }).waitFor();
      await review.getByRole('heading').waitFor();
    }

    const side = page.getByRole('complementary', { name: 'Booking' });
    expect(await side.innerText()).toContain('New Availability!');
    // Nights are chosen first.
    await side.getByRole('button', { name: 'Book Now' }).click();
    const weeks = heading(page, 'Available Weeks', 2);
    await expect.poll(() => hasFocus(weeks)).toBe(true);
    await side.getByRole('link', { name: 'Contact Support' }).click();
    await heading(page, 'Contact Us', 1).waitFor();
  });

  test('has one canonical URL for both paths, whatever dialog is open', async ({ page }) => {
    const { id, name } = await firstNewResort();
    const canonical = `${siteUrl}/resort/${id}`;
    for (const path of [
      `/resort/${id}`,
      `/resorts/${id}`,
      `/resorts/${id}?reviews=all&sort=lowest`,
    ]) {
      const html = await (await fetch(siteUrl + path)).text();
      expect(html.match(/<link rel="canonical"[^>]*>/g)).toEqual([
        `<link rel="canonical" href="${canonical}">`,
      ]);
      await visit(page, path);
      await page.getByRole('heading', { name, level: 1, includeHidden: true }).waitFor();
      expect(await canonicals(page)).toEqual([canonical]);
    }
  });

  test('has structured data for search engines, without sample ratings and offers', async ({
    page,
  }) => {
    const resort = await firstNewResort();
    await visit(page, '/search');
    expect(await structuredData(page)).toEqual([]);
    await visit(page, `/resort/${resort.id}`);
    const facts = {
      '@context': 'https://schema.org',
      '@type': 'Resort',
      name: resort.name,
      brand: { '@type': 'Brand', name: resort.brand },
      description: resort.description,
      address: resort.location,
      priceRange: `$${resort.priceMin} - $${resort.priceMax}`,
      amenityFeature: resort.amenities.map((amenity) => ({
        '@type': 'LocationFeatureSpecification',
        name: amenity,
        value: true,
      })),
    };
    const [trail, said] = await structuredData(page);
    expect(trail).toHaveProperty('@type', 'BreadcrumbList');
    expect(said).toMatchObject(facts);
    expect(said).toHaveProperty('geo.latitude');
    expect(said).not.toHaveProperty('aggregateRating');
    expect(said).not.toHaveProperty('makesOffer');
  });

  test('updates canonical link and structured data on navigation', async ({ page }) => {
    const { id, name } = await firstNewResort();
    await visit(page, '/');
    await page.locator(`main a[href="/resort/${id}"]`).first().click();
    await heading(page, name, 1).waitFor();
    await expect.poll(() => canonicals(page)).toEqual([`${siteUrl}/resort/${id}`]);
    await expect
      .poll(() => structuredData(page))
      .toMatchObject([{ '@type': 'BreadcrumbList' }, { '@type': 'Resort', name }]);
    const similar = page.getByRole('region', { name: 'Similar Resorts' });
    const other = similar.getByRole('link', { name: /^View Details/ }).first();
    const otherPath = await other.getAttribute('href');
    await other.click();
    await page.waitForURL(`**${otherPath}`);
    await expect.poll(() => canonicals(page)).toEqual([siteUrl + otherPath]);
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await heading(page, /^Join /, 1).waitFor();
    await expect.poll(() => structuredData(page)).toEqual([]);
    await expect.poll(() => canonicals(page)).not.toContain(siteUrl + otherPath);
  });

  test('an unknown one is not found, with status 404, and leads to the others', async ({
    page,
    allowProblem,
  }) => {
    const unknown = '00000000-0000-7000-8000-000000000000';
    for (const id of [unknown, 'no-such-resort', '%00', '..%2F..%2Fetc']) {
      const { status, html } = await read(`/resort/${id}`);
      expect([id, status]).toEqual([id, 404]);
      expect(html).toMatch(/<h1\b[^>]*>Resort not found</);
      expect(html).toMatch(/The resort you(’|'|&#x27;)re looking for doesn(’|'|&#x27;)t exist\./);
    }
    allowProblem(/status of 404/);
    await visit(page, `/resort/${unknown}`);
    await heading(page, 'Resort not found', 1).waitFor();
    await page.getByRole('link', { name: 'Browse Resorts' }).click();
    await heading(page, 'All Resorts').waitFor();
  });
});

interface RestResort {
  id: string;
  name: string;
  brand: string;
  location: string;
  description: string;
  priceMin: number;
  priceMax: number;
  amenities: string[];
  reviewCount: number;
}

const canonicals = (page: Page): Promise<string[]> =>
  page
    .locator('link[rel=canonical]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));

const structuredData = (page: Page): Promise<object[]> =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map(({ textContent }) => JSON.parse(textContent) as object));

async function firstNewResort(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as RestResort[];
  if (!resort) throw new Error('No resort has new availability');
  return resort;
}
