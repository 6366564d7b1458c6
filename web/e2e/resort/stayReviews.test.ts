import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { some } from '#api/testing/depth.ts';
import { expectNoViolations, expectSound } from '../support/axe.ts';
import { sql } from '../support/database.ts';
import {
  desktop,
  hydrated,
  makeAccount,
  phone,
  signInAs,
  signInAsAdmin,
  test,
  visit,
  type Account,
} from '../support/fixtures.ts';

interface Stay {
  bookingId: string;
  resortId: string;
  owner: Account;
  traveler: Account;
}

/** A stay in a member's week, which is over. */
async function makeStay(status = 'completed'): Promise<Stay> {
  const [owner, traveler] = [await makeAccount(), await makeAccount()];
  const [booking] = await sql<{ id: string; resort_id: string }>(
    inject('databaseUrl'),
    `WITH place AS (SELECT id FROM resorts ORDER BY created_at, review_count, id OFFSET 25 LIMIT 1),
       stay AS (SELECT gen_random_uuid() AS listing_id)
     INSERT INTO listings (id, resort_id, owner_id, title, description, price_per_night_cents,
       available_from, available_to, contract_verification_status)
     SELECT listing_id, place.id, users.id, 'A spring week', 'Two rooms.', 15000, '2024-03-02',
       '2024-03-09', 'verified'
     FROM users, place, stay WHERE username = $1 RETURNING id, resort_id`,
    [owner.username],
  ).then(([week]) =>
    sql<{ id: string; resort_id: string }>(
      inject('databaseUrl'),
      `INSERT INTO bookings (id, resort_id, listing_id, user_id, check_in, check_out, guests,
         total_price_cents, status)
       SELECT gen_random_uuid(), $2, $3, id, '2024-03-02', '2024-03-09', 2, 105000,
         $4::"BookingStatus"
       FROM users WHERE username = $1 RETURNING id, resort_id`,
      [traveler.username, week?.resort_id, week?.id, status],
    ),
  );
  return { bookingId: booking?.id ?? '', resortId: booking?.resort_id ?? '', owner, traveler };
}

const words = { title: 'A calm week', content: 'Everything was clean, and the sea was near.' };
const thanks = 'Thank you for staying with us.\nPlease come again.';

const toast = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

const cardOf = (page: Page, text: string): Locator =>
  page
    .getByRole('region', { name: 'Recent Reviews' })
    .getByRole('listitem')
    .filter({ hasText: text });

async function review(page: Page, { bookingId, resortId, traveler }: Stay, title = words.title) {
  await signInAs(page, traveler.username);
  await visit(page, `/resort/${resortId}?review=${bookingId}`);
  const dialog = page.getByRole('dialog', { name: 'How Was Your Stay?' });
  await dialog.getByText('Mar 2, 2024 to Mar 9, 2024').waitFor();
  await expectNoViolations(page, [], '[role=dialog]');
  await dialog.getByRole('radio', { name: /^4 stars/ }).check();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('textbox', { name: 'Review' }).fill(words.content);
  await dialog.getByRole('button', { name: 'Publish Review' }).click();
  await toast(page, 'Review published');
  await dialog.waitFor({ state: 'hidden' });
}

describe('The review of a booked stay', () => {
  const views = [
    ['on a phone', phone],
    ['on a desktop', desktop],
  ] as const;

  test.for(some(views, 1))(
    'is written from the mail and answered by the owner, %s',
    async ([, viewport], { openPage }) => {
      const stay = await makeStay();
      const title = `A calm week of ${stay.traveler.username}`;
      const page = await openPage({ viewport });
      await review(page, stay, title);
      expect(new URL(page.url()).search).toBe('');
      const card = cardOf(page, title);
      await card.getByText('Stayed here').waitFor();
      await card.getByText('Your review', { exact: true }).waitFor();
      expect(await card.getByRole('button', { name: /^Report/ }).count()).toBe(0);

      await page.goto(`/resort/${stay.resortId}?review=${stay.bookingId}`);
      await hydrated(page);
      const again = page.getByRole('dialog', { name: 'How Was Your Stay?' });
      await again.getByRole('button', { name: 'Save Review' }).waitFor();
      expect(await again.getByLabel('Title').inputValue()).toBe(title);

      const owners = await openPage({ viewport });
      await signInAs(owners, stay.owner.username);
      await visit(owners, `/resort/${stay.resortId}?answer=${stay.bookingId}`);
      const dialog = owners.getByRole('dialog', { name: 'Answer the Review' });
      await dialog.getByRole('heading', { name: title }).waitFor();
      await dialog.getByRole('button', { name: 'Publish Answer' }).click();
      await dialog.getByText('Answer is required').waitFor();
      await expectNoViolations(owners, [], '[role=dialog]');
      await dialog.getByLabel('Your answer').fill(thanks);
      await dialog.getByRole('button', { name: 'Publish Answer' }).click();
      await toast(owners, 'Answer published');
      const answered = cardOf(owners, title);
      await answered.getByText('Answer of the owner').waitFor();
      await answered.getByText('Please come again.').waitFor();
      await expectNoViolations(owners);

      // It can't be answered again.
      await owners.goto(`/resort/${stay.resortId}?answer=${stay.bookingId}`);
      await dialog.getByText('Answer of the owner').waitFor();
      expect(await dialog.getByLabel('Your answer').count()).toBe(0);
      await expectSound(owners, '[role=dialog]');
    },
  );

  test('is written and answered on the page of the booking', async ({ openPage }) => {
    const stay = await makeStay();
    const title = `A calm week of ${stay.traveler.username}`;
    const page = await openPage({ viewport: phone });
    await signInAs(page, stay.traveler.username);
    await visit(page, `/bookings/${stay.bookingId}`);
    const form = page.getByRole('region', { name: 'How was your stay?' });
    await form.getByRole('button', { name: 'Publish Review' }).click();
    await form.getByText('Title is required').waitFor();
    await expectNoViolations(page);
    await form.getByRole('radio', { name: /^4 stars/ }).check();
    await form.getByLabel('Title').fill(title);
    await form.getByRole('textbox', { name: 'Review' }).fill(words.content);
    await form.getByRole('button', { name: 'Publish Review' }).click();
    await toast(page, 'Review published');
    const shown = page.getByRole('region', { name: 'Review of the stay' });
    await shown.getByRole('heading', { name: title }).waitFor();
    await shown.getByRole('link', { name: 'Change Review' }).click();
    await page
      .getByRole('dialog', { name: 'How Was Your Stay?' })
      .getByRole('button', { name: 'Save Review' })
      .waitFor();

    const owners = await openPage({ viewport: phone });
    await signInAs(owners, stay.owner.username);
    await visit(owners, `/bookings/${stay.bookingId}`);
    const review = owners.getByRole('region', { name: 'Review of the stay' });
    await review.getByLabel('Your answer').fill(thanks);
    await expectNoViolations(owners);
    await review.getByRole('button', { name: 'Publish Answer' }).click();
    await toast(owners, 'Answer published');
    await review.getByText('Please come again.').waitFor();
    expect(await review.getByLabel('Your answer').count()).toBe(0);
    expect(await review.getByRole('link', { name: 'Change Review' }).count()).toBe(0);
  });

  test('says when a stay can’t be reviewed, and asks visitors to sign in', async ({ openPage }) => {
    const stay = await makeStay('confirmed');
    const path = `/resort/${stay.resortId}?review=${stay.bookingId}`;
    const page = await openPage({ viewport: phone });
    await page.goto(path);
    await page.waitForURL(/\/auth\?/);
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe(path);

    await signInAs(page, stay.traveler.username);
    await visit(page, path);
    const dialog = page.getByRole('dialog', { name: 'How Was Your Stay?' });
    await dialog.getByText('You can review your stay once it is over.').waitFor();
    for (const person of [stay.owner, await makeAccount()]) {
      const other = await openPage();
      await signInAs(other, person.username);
      await visit(other, path);
      await other
        .getByRole('dialog', { name: 'How Was Your Stay?' })
        .getByText('There is no such booking of yours.')
        .waitFor();
    }
    const owners = await openPage();
    await signInAs(owners, stay.owner.username);
    await visit(owners, `/resort/${stay.resortId}?answer=${stay.bookingId}`);
    await owners
      .getByRole('dialog', { name: 'Answer the Review' })
      .getByText('There is no review of this stay.')
      .waitFor();
  });

  test('has an answer that its author reports and the team takes down', async ({ openPage }) => {
    const stay = await makeStay();
    const title = `Rude answer to ${stay.traveler.username}`;
    const page = await openPage();
    await review(page, stay, title);
    await sql(
      inject('databaseUrl'),
      `UPDATE reviews SET answer = 'You are a liar.', answered_at = now() WHERE booking_id = $1`,
      [stay.bookingId],
    );
    const card = cardOf(page, title);
    await expect
      .poll(async () => {
        await page.reload();
        await card.waitFor();
        return card.getByText('You are a liar.').count();
      })
      .toBe(1);
    await hydrated(page);
    await card.getByRole('button', { name: 'Report answer to your review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report Answer' });
    await dialog.getByLabel('Insults, hate or threats').check();
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await toast(page, 'Report sent');

    const team = await openPage();
    await signInAsAdmin(team);
    await visit(team, '/admin/moderation');
    const list = team.getByRole('list', { name: 'Reported reviews' });
    const item = list
      .getByRole('listitem')
      .filter({ has: team.getByRole('heading', { name: title }) });
    await list.waitFor();
    await item.getByText('You are a liar.').waitFor();
    await expectNoViolations(team);
    await item.getByRole('button', { name: /^Remove the answer/ }).click();
    const decision = team.getByRole('dialog', { name: 'Remove Answer' });
    await decision.getByRole('textbox', { name: 'Reason' }).fill('It insults the guest.');
    await decision.getByRole('button', { name: 'Remove Answer' }).click();
    await team.getByText('Answer removed').waitFor();
    await expect.poll(() => item.count()).toBe(0);
    await page.reload();
    await card.getByText('Stayed here').waitFor();
    expect(await card.getByText('Answer of the owner').count()).toBe(0);
  });
});
