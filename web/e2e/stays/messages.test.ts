import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { offerWeek } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { hydrated, phone, signUp, site, test, visit } from '../support/fixtures.ts';

describe('A conversation', () => {
  test('begins at a week, hides contact details, and goes on live', async ({ openPage }) => {
    const owner = await openPage();
    const { id: listingId } = await offerWeek(owner);
    const resortId = await moveToQuietResort(listingId);
    const traveler = await openPage({ viewport: phone });
    await signUp(traveler);
    await visit(traveler, `/resort/${resortId}`);
    const id = encodeURIComponent(Buffer.from(`Listing:${listingId}`).toString('base64'));
    const ask = traveler.getByRole('link', { name: /^Ask the owner/ });
    await ask.and(traveler.locator(`[href$="listing=${id}"]`)).click();
    await traveler.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await write(traveler, 'Is there a crib? Call me at 808-555-1234');
    await traveler.getByText(/Contact details are hidden from/).waitFor();

    await visit(owner, '/');
    await owner.getByRole('link', { name: /^Messages, \d+ unread$/ }).click();
    await owner
      .getByRole('link', { name: /, unread$/ })
      .first()
      .click();
    const theirs = owner.getByRole('listitem').filter({ hasText: 'Is there a crib?' });
    expect(await theirs.innerText()).toContain('Call me at hidden');
    await theirs.getByText('Hidden until the booking is confirmed').waitFor();
    // Read marks reach the header.
    await owner.getByRole('link', { name: 'Messages', exact: true }).first().waitFor();
    await expectNoViolations(owner);

    await write(owner, 'There is.');
    await traveler.getByRole('listitem').filter({ hasText: 'There is.' }).waitFor();
    await expect
      .poll(() => traveler.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringMatching(/ wrote: There is\.$/));
    await expectNoViolations(traveler);
  });

  test('keeps a message that could not be sent, and sends it once when tried again', async ({
    openPage,
    allowProblem,
  }) => {
    allowProblem(/^console error: Failed to load resource/);
    allowProblem(/^request failed/);
    const page = await openPage();
    const { id } = await offerWeek(page);
    await signUp(page);
    await visit(page, `/messages/new?listing=${id}`);
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await hydrated(page);
    // The server takes the message, and its answer is lost.
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('idempotencyKey')) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await write(page, 'Once only');
    await page.getByText(/^Not sent\./).waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Not sent\./).waitFor({ state: 'detached' });
    await page.reload();
    await hydrated(page);
    expect(await page.getByText('Once only', { exact: true }).count()).toBe(1);
  });
});

async function write(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to / });
  await field.fill(text);
  await field.press('Control+Enter');
}

/** Moves a listing to a resort of its own, where it is seen at once. */
async function moveToQuietResort(listingId: string): Promise<string> {
  const [resort] = await sql<{ id: string }>(
    site.databaseUrl,
    `WITH quiet AS (
       INSERT INTO resorts (id, slug, name, brand, location, destination, description, image_url,
                            updated_at)
       SELECT gen_random_uuid(), 'quiet-' || $1, 'Quiet Bay', 'Independent', 'Bath, Maine', 'Maine',
              'By the sea.', image_url, now() FROM resorts LIMIT 1
       RETURNING id)
     UPDATE listings SET resort_id = quiet.id FROM quiet WHERE listings.id = $1::uuid
     RETURNING resort_id AS id`,
    [listingId],
  );
  if (!resort) throw new Error('The listing is gone');
  return resort.id;
}
