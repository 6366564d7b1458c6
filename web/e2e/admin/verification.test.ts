import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { refuse } from '../support/answers.ts';
import { expectNoViolations } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  hasFocus,
  heading,
  phone,
  signInAs,
  signInAsAdmin,
  signUp,
  siteUrl,
  tabTo,
  test,
  visit,
} from '../support/fixtures.ts';
import {
  ask,
  decide,
  downloadInNewTab,
  farYear,
  listWeek,
  uploadDeed,
} from '../support/listings.ts';

const path = (id: string) => `/admin/verification/${id}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const decision = (page: Page) => panel(page, 'Decision');
const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
const rows = (page: Page) => page.getByRole('table').getByRole('row');

const statusOf = async (id: string) =>
  (
    await sql<{ status: string }>(
      inject('databaseUrl'),
      'SELECT contract_verification_status::text AS status FROM listings WHERE id = $1',
      [id],
    )
  )[0]?.status;

/** Signs up a member with a listing that waits for verification; returns its plain id. */
const waiting = async (page: Page, title: string) => (await waitingOf(page, title)).id;

async function waitingOf(page: Page, title: string, dates: object = {}) {
  const { username } = await signUp(page);
  const id = await listWeek(page, { title, ...dates });
  await uploadDeed(page, id);
  return { username, id };
}

/** Opens the review of a listing as an administrator. */
async function review(page: Page, id: string): Promise<void> {
  await signInAsAdmin(page);
  await visit(page, path(id));
}

describe('Only administrators', () => {
  test('see the queue and a review; all others are redirected and refused', async ({ page }) => {
    const id = await waiting(page, 'A private matter');
    for (const signOut of [() => undefined, () => page.context().clearCookies()]) {
      await signOut();
      for (const address of ['/admin/verification', path(id), `${path(id)}?act=verify`]) {
        const answer = await page.request.get(address, { maxRedirects: 0 });
        expect([answer.status(), answer.headers()['location']]).toEqual([302, '/']);
        expect(await answer.text()).not.toContain('A private matter');
      }
      for (const question of [
        '{ verificationQueue { edges { node { title } } } }',
        `{ verificationListing(databaseId: "${id}") { title } }`,
        `mutation { verifyListing(input: { listingId: "${id}", version: 1, note: "me" }) { __typename } }`,
      ]) {
        const answer = await page.request.post('/graphql', { data: { query: question } });
        expect(await answer.text()).toMatch(
          /"code":"(UNAUTHENTICATED|FORBIDDEN)"|"__typename":"ForbiddenError"/,
        );
      }
    }
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('The queue', () => {
  test('lists the longest waiting first, filtered by status and page by page', async ({ page }) => {
    const { username } = await signUp(page);
    // Few sample listings have this status, so the order is known.
    await sql(
      inject('databaseUrl'),
      `INSERT INTO listings
         (id, resort_id, owner_id, title, description, price_per_night_cents, available_from,
          available_to, contract_verification_status, review_requested_at)
       SELECT gen_random_uuid(), resorts.id, users.id, 'Expired ' || number, 'Two rooms', 10000,
         CURRENT_DATE + 2000, CURRENT_DATE + 2007, 'expired', '2025-01-01'::timestamptz + number * interval '1 day'
       FROM users, (SELECT id FROM resorts LIMIT 1) AS resorts, generate_series(1, 30) AS number
       WHERE username = $1`,
      [username],
    );
    const documented = await waiting(page, 'A week with a deed');
    await signInAsAdmin(page);
    await visit(page, '/admin/verification');
    await heading(page, 'Verification', 1).waitFor();
    const waitingCount = Number(
      /(\d+)\s*listings?/.exec(await page.getByRole('main').innerText())?.[1],
    );
    expect(waitingCount).toBeGreaterThan(0);
    expect(await rows(page).count()).toBe(Math.min(waitingCount, 25) + 1);
    expect(await rows(page).filter({ hasText: 'None' }).count()).toBe(0);
    await page.getByLabel('Status').selectOption('Proof run out');
    await page.waitForURL(`${siteUrl}/admin/verification?status=expired`);
    await rows(page).filter({ hasText: 'Expired 1\n' }).or(rows(page).nth(1)).first().waitFor();
    await expect
      .poll(async () => (await rows(page).nth(1).innerText()).split(/\n|\t/)[0])
      .toBe('Expired 1');
    expect(await rows(page).nth(1).innerText()).toMatch(/Marina Holt[^]*None[^]*\d year/);
    expect(await rows(page).count()).toBe(26);
    await page.getByRole('link', { name: 'Next', exact: true }).click();
    await expect
      .poll(async () => (await rows(page).nth(1).innerText()).split(/\n|\t/)[0])
      .toBe('Expired 26');
    expect(await page.getByRole('link', { name: 'Next', exact: true }).count()).toBe(0);
    await page.reload();
    expect((await rows(page).nth(1).innerText()).split(/\n|\t/)[0]).toBe('Expired 26');
    await page.goBack();
    await expect
      .poll(async () => (await rows(page).nth(1).innerText()).split(/\n|\t/)[0])
      .toBe('Expired 1');
    await page.goBack();
    await page.waitForURL(`${siteUrl}/admin/verification`);
    await button(page, 'Start Reviewing')
      .or(page.getByRole('link', { name: 'Start Reviewing' }))
      .waitFor();
    await sql(inject('databaseUrl'), "DELETE FROM listings WHERE title LIKE 'Expired %'");
    expect(await statusOf(documented)).toBe('pending');
  });
});

describe('A decision', () => {
  test('to verify lets visitors find the week by its dates, and opens the next listing', async ({
    page,
  }) => {
    await waiting(page, 'The week behind it');
    const dates = { availableFrom: `${farYear}-10-05`, availableTo: `${farYear}-10-12` };
    const { username, id } = await waitingOf(page, 'A week in October', dates);
    await review(page, id);
    await heading(page, 'A week in October', 1).waitFor();
    expect(await panel(page, 'Document').innerText()).toContain('Deed.pdf');
    expect(await panel(page, 'Owner').innerText()).toMatch(/Marina Holt[^]*@example\.org/);
    expect(await panel(page, 'Listing').innerText()).toMatch(/Price per night\s*\$180/);
    const download = downloadInNewTab(page);
    await button(page, 'Open Document').click();
    expect(await download).toBe('Deed.pdf');
    await expectNoViolations(page);

    // By keyboard alone.
    await tabTo(page, button(page, 'Verify'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Verify this ownership?' });
    await dialog.waitFor();
    await expectNoViolations(page);
    await tabTo(page, dialog.getByLabel(/Note for the history/));
    await page.keyboard.type('The deed names the owner.');
    await dialog.getByLabel(/Proof good until/).fill(`${farYear + 1}-06-30`);
    await tabTo(page, dialog.getByRole('button', { name: 'Verify and Publish' }));
    await page.keyboard.press('Enter');
    await toast(page, 'Listing verified');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(page.url()).toMatch(/\/admin\/verification\/[\w-]{36}$/);
    expect(page.url()).not.toContain(id);
    await button(page, 'Verify').waitFor();
    expect(await statusOf(id)).toBe('verified');

    await signInAs(page, username);
    await visit(page, `/dashboard/listings/${id}`);
    await page.getByText('The deed names the owner.').waitFor();
    await page.getByText(`The proof is good until Jun 30, ${farYear + 1}`).waitFor();
    await page.context().clearCookies();
    await expect
      .poll(async () => {
        await visit(page, `/search?from=${dates.availableFrom}&to=${dates.availableTo}`);
        return page.getByRole('article').count();
      })
      .toBe(1);

    // The decision can be taken back, which rejects the listing.
    await review(page, id);
    expect(await panel(page, 'History').innerText()).toMatch(/Ownership verified\n\s*admin · /);
    await button(page, 'Take Back').click();
    await page.getByLabel('Reason').fill('The deed was sold.');
    await button(page, 'Reject Listing').click();
    await toast(page, 'Listing rejected');
    expect(await statusOf(id)).toBe('rejected');
    await visit(page, path(id));
    expect(await decision(page).getByRole('button').count()).toBe(0);
  });

  test('to reject or ask, on a phone, needs a text that the owner reads', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    const { username, id } = await waitingOf(page, 'A week to ask about');
    await review(page, id);
    await button(page, 'Ask for More').click();
    await button(page, 'Send Question').click();
    await page.getByText('Question is required').waitFor();
    expect(await hasFocus(page.getByLabel('Question'))).toBe(true);
    await expectNoViolations(page);
    await page.getByLabel('Question').fill('Which unit is it?');
    await button(page, 'Send Question').click();
    await toast(page, 'Question sent');
    expect(await statusOf(id)).toBe('more_information');

    await visit(page, path(id));
    await button(page, 'Reject').click();
    await button(page, 'Reject Listing').click();
    await page.getByText('Reason is required').waitFor();
    await page.getByLabel('Reason').fill('x'.repeat(2_001));
    await button(page, 'Reject Listing').click();
    await page.getByText('At most 2,000 characters').waitFor();
    await page.getByLabel('Reason').fill('No answer about the unit.');
    await button(page, 'Reject Listing').click();
    await toast(page, 'Listing rejected');
    await signInAs(page, username);
    await visit(page, `/dashboard/listings/${id}`);
    await page.getByText('No answer about the unit.').first().waitFor();
  });

  test('without a document needs an explanation and a future date', async ({ page }) => {
    await signUp(page);
    const id = await listWeek(page, { title: 'A week on paper' });
    await review(page, id);
    await page.getByText('The owner has not uploaded a document.').waitFor();
    await button(page, 'Verify').click();
    await button(page, 'Verify and Publish').click();
    await page.getByText('There is no document: say how the ownership was proven').waitFor();
    await page.getByLabel('How was the ownership proven?').fill('Seen at the resort.');
    await page.getByLabel(/Proof good until/).fill('2020-01-01');
    await button(page, 'Verify and Publish').click();
    await page.getByText('The end of the evidence must be after today').waitFor();
    expect(await hasFocus(page.getByLabel(/Proof good until/))).toBe(true);
    expect(await statusOf(id)).toBe('pending');
  });

  test('by two administrators at once counts only once; the second is told', async ({ page }) => {
    const id = await waiting(page, 'A week for two');
    await review(page, id);
    await button(page, 'Reject').click();
    await page.getByLabel('Reason').fill('The deed names somebody else.');
    await decide(page, id, 'verify', 'Deed seen.');
    await button(page, 'Reject Listing').click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('alert')
      .filter({ hasText: 'This listing has changed since you opened it. Load it again' })
      .waitFor();
    expect(await dialog.getByRole('button', { name: 'Reject Listing' }).count()).toBe(0);
    expect(await hasFocus(button(page, 'Show What Changed'))).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await panel(page, 'History').getByText('Ownership verified').waitFor();
    await button(page, 'Take Back').waitFor();
    expect(await button(page, 'Verify').count()).toBe(0);
    expect(await statusOf(id)).toBe('verified');
  });

  test('about a listing that its owner changed meanwhile is refused; a lost response can be retried', async ({
    page,
  }) => {
    const { username, id } = await waitingOf(page, 'A week that changes');
    await review(page, id);
    await signInAs(page, username);
    await uploadDeed(page, id, 'Another deed.pdf');
    await signInAsAdmin(page);
    await button(page, 'Verify').click();
    await button(page, 'Verify and Publish').click();
    await button(page, 'Show What Changed').click();
    await panel(page, 'Document').getByText('Another deed.pdf').waitFor();
    expect(await statusOf(id)).toBe('pending');

    await button(page, 'Verify').click();
    await refuse(page);
    await button(page, 'Verify and Publish').click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'The decision could not be saved. Please try again' })
      .waitFor();
    expect(await statusOf(id)).toBe('verified');
    await page.unroute('**/graphql');
    await button(page, 'Verify and Publish').click();
    await button(page, 'Show What Changed').click();
    await panel(page, 'History').getByText('Ownership verified').waitFor();
  });

  test('about their own listing is left to another administrator', async ({ page }) => {
    await signInAsAdmin(page);
    const id = await listWeek(page, { title: "The team's own week" });
    await visit(page, `${path(id)}?act=verify`);
    await page
      .getByText('This listing is yours: another administrator must decide about it.')
      .waitFor();
    expect(await decision(page).getByRole('button').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await ask(
      page.context().request,
      'mutation ($input: ListingIdInput!) { withdrawListing(input: $input) { __typename } }',
      { input: { listingId: id } },
    );
  });

  test('can be skipped with a link to the next listing', async ({ page }) => {
    const id = await waiting(page, 'A week to skip');
    await review(page, id);
    await page.getByRole('link', { name: 'Skip to the Next' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    // Another test may have decided about it.
    await button(page, 'Verify').or(button(page, 'Take Back')).waitFor();
    await page.goBack();
    await heading(page, 'A week to skip', 1).waitFor();
    expect(await statusOf(id)).toBe('pending');
  });
});
