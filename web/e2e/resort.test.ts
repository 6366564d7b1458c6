import { describe, expect } from 'vitest';
import { heading, siteUrl, test, visit } from './fixtures.ts';

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
    await side.getByRole('button', { name: 'Book Now' }).click();
    const dialog = page.getByRole('dialog', { name: `Book ${resort.name}` });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await side.getByRole('link', { name: 'Contact Support' }).click();
    await heading(page, 'Contact Us', 1).waitFor();
  });

  test('is one page under both spellings', async ({ page }) => {
    const { id, name } = await firstNewResort();
    for (const path of [`/resort/${id}`, `/resorts/${id}`]) {
      await visit(page, path);
      await heading(page, name, 1).waitFor();
      const html = await (await fetch(siteUrl + path)).text();
      expect(html).toContain(`<link rel="canonical" href="${siteUrl}/resort/${id}">`);
      expect(html).toContain('application/ld+json');
    }
  });

  test.for(['00000000-0000-7000-8000-000000000000', 'no-such-resort', '%00', '..%2F..%2Fetc'])(
    'an unknown one (%s) is not found, with status 404',
    async (id, { page, allowProblem }) => {
      allowProblem(/status of 404/);
      const answer = await page.goto(`/resort/${id}`);
      expect(answer?.status()).toBe(404);
      await heading(page, 'Resort not found', 1).waitFor();
      expect(await page.getByRole('main').innerText()).toContain(
        "The resort you're looking for doesn't exist.",
      );
      await page.getByRole('link', { name: 'Browse Resorts' }).click();
      await heading(page, 'All Resorts').waitFor();
    },
  );
});

interface RestResort {
  id: string;
  name: string;
  amenities: string[];
  reviewCount: number;
}

async function firstNewResort(): Promise<RestResort> {
  const answer = await fetch(`${siteUrl}/api/resorts/new-availability?limit=1`);
  const [resort] = (await answer.json()) as RestResort[];
  if (!resort) throw new Error('No resort has new availability');
  return resort;
}
