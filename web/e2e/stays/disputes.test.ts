import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { some } from '#api/testing/depth.ts';
import { pdf, png } from '#api/testing/documents.ts';
import { expectFits, expectNoViolations } from '../support/axe.ts';
import { bookWeek, offerWeek } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { addAccount } from '../support/sessions.ts';
import {
  desktop,
  heading,
  newAccount,
  phone,
  signInAs,
  signInAsAdmin,
  site,
  test,
  visit,
} from '../support/fixtures.ts';

/** Makes a booked stay one whose traveler has reported a problem. */
async function dispute(bookingId: string): Promise<void> {
  await sql(
    inject('databaseUrl'),
    `WITH moved AS (
       UPDATE bookings SET status = 'disputed', disputed_at = now() - interval '2 days',
         answer_by = now() + interval '1 day'
       WHERE id = $1 RETURNING id, user_id)
     INSERT INTO booking_events (id, booking_id, move, party, actor_id, status, note, at)
     SELECT gen_random_uuid(), id, 'dispute', 'traveler', user_id, 'disputed',
       'The door is locked, and nobody answers the phone.', now() - interval '2 days'
     FROM moved`,
    [bookingId],
  );
}

async function state(page: Page, name: string, bookingId: string): Promise<void> {
  await addStatement(page, name);
  const dialog = page.getByRole('dialog', { name: 'Add a Statement' });
  await dialog.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).pathname).toBe(`/bookings/${bookingId}`);
}

async function addStatement(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a Statement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Statement' });
  await dialog.getByRole('button', { name: 'Add Statement' }).click();
  await dialog.getByText('Write what happened').waitFor();
  await expectNoViolations(page, [], '[role=dialog]');
  await dialog.getByRole('textbox', { name: 'What happened?' }).fill(text);
  await dialog.getByRole('button', { name: 'Add Statement' }).click();
}

const regionOf = (page: Page) => page.getByRole('region', { name: 'Decision', exact: true });

/** Makes a move whose dialog has a field for the reason at most. */
async function confirmMove(page: Page, name: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

const side = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe('A reported problem', () => {
  const views = [
    ['on a phone', phone],
    ['on a desktop', desktop],
  ] as const;

  test.for(some(views, 1))(
    'is told by both sides and settled by the team, %s',
    async ([, viewport], { openPage }) => {
      const page = await openPage({ viewport });
      const week = await offerWeek(page, { isInstant: true });
      const { bookingId } = await bookWeek(page, week);
      await dispute(bookingId);

      // The traveler is signed in.
      await visit(page, `/bookings/${bookingId}`);
      await side(page, 'Traveler').getByText('nobody answers the phone').waitFor();
      await state(page, 'We waited for two hours.', bookingId);
      await side(page, 'Traveler').getByText('We waited for two hours.').waitFor();
      await page.getByRole('button', { name: 'Add a File' }).click();
      const upload = page.getByRole('dialog', { name: 'Add a File' });
      await upload
        .getByLabel('Choose a File')
        .setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: png() });
      await upload.waitFor({ state: 'hidden' });
      const file = side(page, 'Traveler').getByRole('button', { name: /^Download door\.png/ });
      const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
      expect(download.suggestedFilename()).toBe('door.png');
      await expectNoViolations(page);
      await expectFits(page);

      const owners = await openPage({ viewport });
      await signInAs(owners, week.owner.username);
      await visit(owners, `/bookings/${bookingId}`);
      await side(owners, 'Traveler').getByText('We waited for two hours.').waitFor();
      await state(owners, 'The front desk had the key all day.', bookingId);
      await owners.getByRole('button', { name: 'Add a File' }).click();
      const theirs = owners.getByRole('dialog', { name: 'Add a File' });
      await theirs
        .getByLabel('Choose a File')
        .setInputFiles({ name: 'front desk.pdf', mimeType: 'application/pdf', buffer: pdf() });
      await side(owners, 'Owner')
        .getByRole('button', { name: /front desk\.pdf/ })
        .waitFor();

      // The page of the traveler follows.
      await side(page, 'Owner').getByText('The front desk had the key all day.').waitFor();

      const team = await openPage({ viewport });
      await signInAsAdmin(team);
      await visit(team, '/admin/bookings');
      await team.getByRole('combobox', { name: 'Status' }).selectOption('Disputes');
      await expect.poll(() => team.url()).toContain('filter=disputes');
      const row = team.getByRole('row').filter({ has: team.locator(`[href$="${bookingId}"]`) });
      await row.getByText('2 days ago').waitFor();
      await expectNoViolations(team);
      await expectFits(team);
      // The owner stands in the row, too.
      await row.getByRole('rowheader').getByRole('link', { name: 'Marina Holt' }).click();
      await heading(team, 'Both sides', 2).waitFor();
      for (const size of [desktop, phone]) {
        await team.setViewportSize(size);
        const boxes = await Promise.all(
          ['Traveler', 'Owner'].map((name) => side(team, name).boundingBox()),
        );
        const [left, right] = boxes.map((box) => box?.x);
        expect(left === right, 'one below the other').toBe(size === phone);
      }
      await team.setViewportSize(viewport);
      await team.getByText(/^If the traveler had cancelled on the last possible day/).waitFor();
      expect(await team.getByRole('button', { name: 'Add a Statement' }).count()).toBe(0);
      await expectNoViolations(team);
      await expectFits(team);

      // Both sides have three days, or say before that they have nothing to add.
      await regionOf(team)
        .getByText(/^You can decide from /)
        .waitFor();
      for (const one of [page, owners]) {
        await confirmMove(one, 'Nothing to Add');
        await regionOf(one)
          .getByText(/^Nothing to add: /)
          .waitFor();
        await expectNoViolations(one);
        await expectFits(one);
      }
      await team.getByRole('button', { name: 'Decide', exact: true }).click();
      const settle = team.getByRole('dialog', { name: 'Decide' });
      await settle.getByRole('button', { name: 'See Who Gets What' }).click();
      await settle.getByText('Choose how much').waitFor();
      await settle.getByRole('radio', { name: /^Another amount/ }).check();
      await settle.getByRole('textbox', { name: 'Refund in dollars' }).fill('9999999');
      await settle.getByRole('textbox', { name: 'Reasons' }).fill('Half of a day was lost.');
      await settle.getByRole('button', { name: 'See Who Gets What' }).click();
      await settle.getByText(/^Say how much, in dollars, up to \$/).waitFor();
      await expectNoViolations(team, [], '[role=dialog]');
      await settle.getByRole('textbox', { name: 'Refund in dollars' }).fill('100.50');
      await settle.getByRole('button', { name: 'See Who Gets What' }).click();
      const shares = settle.getByRole('region', { name: 'Who gets what' });
      await shares.getByText('$100.50').waitFor();
      await shares.getByText('The owner is paid').waitFor();
      await expectNoViolations(team, [], '[role=dialog]');
      await settle.getByRole('button', { name: 'Back' }).click();
      await settle.getByRole('radio', { name: /^Nothing back/ }).check();
      await settle.getByRole('button', { name: 'See Who Gets What' }).click();
      await shares.getByText('$0', { exact: true }).waitFor();
      await settle.getByRole('button', { name: 'Decide', exact: true }).click();
      await settle.waitFor({ state: 'hidden' });

      // The traveler appeals, and the owner accepts.
      await regionOf(page).getByText('Half of a day was lost.').waitFor();
      await expectNoViolations(page);
      await expectFits(page);
      await confirmMove(page, 'Appeal', 'It was a whole day.');
      await confirmMove(owners, 'Accept the Decision');
      await regionOf(team)
        .getByText(/^You made the first decision\. Another/)
        .waitFor();
      expect(await team.getByRole('button', { name: 'Decide on the Appeal' }).count()).toBe(0);
      await expectNoViolations(team);
      await expectFits(team);

      const another = newAccount();
      await addAccount(site, another);
      await sql(site.databaseUrl, `UPDATE users SET role = 'admin' WHERE username = $1`, [
        another.username,
      ]);
      const others = await openPage({ viewport });
      await signInAs(others, another.username);
      await visit(others, `/bookings/${bookingId}`);
      await others.getByRole('button', { name: 'Decide on the Appeal' }).click();
      const final = others.getByRole('dialog', { name: 'Decide on the Appeal' });
      await final.getByRole('radio', { name: /^Everything back/ }).check();
      await final.getByRole('textbox', { name: 'Reasons' }).fill('The key came the next day.');
      await final.getByRole('button', { name: 'See Who Gets What' }).click();
      await final.getByRole('button', { name: 'Decide on the Appeal' }).click();
      await final.waitFor({ state: 'hidden' });
      await regionOf(others).getByText('The key came the next day.').waitFor();

      await heading(page, 'The problem is settled', 2).waitFor();
      expect(await page.getByRole('button', { name: 'Add a Statement' }).count()).toBe(0);
      await expectNoViolations(page);
    },
  );
});
