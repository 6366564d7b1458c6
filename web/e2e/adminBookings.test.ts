import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import { heading, makeAccount, phone, signInAsAdmin, test, visit } from './fixtures.ts';

/** Books the same nights of a listing twice for a new guest; returns the username. */
async function makeRivals(): Promise<string> {
  const { username } = await makeAccount();
  await sql(
    inject('databaseUrl'),
    `INSERT INTO bookings
       (id, resort_id, listing_id, user_id, check_in, check_out, guests, total_price_cents)
     SELECT gen_random_uuid(), l.resort_id, l.id, users.id, l.available_from, l.available_to, 2, cents
     FROM users, (VALUES (100000), (200000)) AS prices (cents),
       (SELECT * FROM listings
        WHERE available_from > now() + interval '1 day' AND NOT EXISTS
          (SELECT FROM bookings WHERE listing_id = listings.id)
        ORDER BY random() LIMIT 1) AS l
     WHERE username = $1`,
    [username],
  );
  return username;
}

describe('Bookings', () => {
  test('are found from the dashboard, confirmed and cancelled', async ({ page }) => {
    const username = await makeRivals();
    await signInAsAdmin(page);
    await visit(page, '/admin');
    await page.getByRole('link', { name: 'Manage Bookings' }).click();
    await heading(page, 'Bookings', 1).waitFor();
    const search = page.getByRole('searchbox', { name: 'Search by guest or resort' });
    await search.fill(username);
    await search.press('Enter');
    const table = page.getByRole('table', { name: 'Bookings' });
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    expect(page.url()).toContain(`q=${username}`);
    await expectNoViolations(page);

    const dear = table.getByRole('row', { name: /\$2,000/ });
    await dear.getByRole('button', { name: 'Confirm the booking of Marina Holt' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm Booking' });
    await confirm.getByText('The nights are taken, and the guest is told by mail.').waitFor();
    await expectNoViolations(page);
    await confirm.getByRole('button', { name: 'Confirm Booking' }).click();
    await page.getByText('Booking confirmed').waitFor();
    await dear.getByText('Confirmed').waitFor();

    // The other booking is for the same nights.
    const cheap = table.getByRole('row', { name: /\$1,000/ });
    await cheap.getByRole('button', { name: /^Confirm/ }).click();
    await confirm.getByRole('button', { name: 'Confirm Booking' }).click();
    await confirm
      .getByText('Another booking has some of these nights of the listing. Cancel that one first')
      .waitFor();
    await confirm.getByRole('button', { name: 'Show What Changed' }).click();
    await confirm.waitFor({ state: 'hidden' });

    await dear.getByRole('button', { name: /^Cancel/ }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel Booking' });
    await cancel.getByRole('textbox', { name: 'Reason' }).fill('The roof leaks.');
    await cancel.getByRole('button', { name: 'Cancel Booking' }).click();
    await dear.getByText('Cancelled').waitFor();
    expect(await dear.getByRole('button').count()).toBe(0);

    await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.goBack();
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    const subjects = await sql<{ subject: string }>(
      inject('databaseUrl'),
      `SELECT subject FROM outgoing_mails WHERE to_address = $1 AND template = 'bookingChanged'
       ORDER BY created_at`,
      [`${username}@example.org`],
    );
    expect(subjects.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your booking is confirmed: /),
      expect.stringMatching(/^Your booking is cancelled: /),
    ]);
  });

  test('changed by someone else meanwhile are left as they are', async ({ openPage }) => {
    const username = await makeRivals();
    const page = await openPage({ viewport: phone });
    await signInAsAdmin(page);
    await visit(page, `/admin/bookings?q=${username}`);
    const [first] = await page
      .getByRole('button', { name: 'Confirm the booking of Marina Holt' })
      .all();
    await first?.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Booking' });
    await dialog.getByRole('button', { name: 'Confirm Booking' }).waitFor();
    await sql(
      inject('databaseUrl'),
      `UPDATE bookings SET status = 'cancelled'
       WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
      [username],
    );
    await dialog.getByRole('button', { name: 'Confirm Booking' }).click();
    await dialog
      .getByText('This booking is cancelled now: someone has changed it since you opened it')
      .waitFor();
    await dialog.getByRole('button', { name: 'Show What Changed' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.getByText('Cancelled', { exact: true }).count())
      .toBeGreaterThan(1);
  });

  test('that match no search show an empty list with a way back', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/bookings?q=nobody-is-called-so');
    await heading(page, 'No bookings found').waitFor();
    await page.getByRole('link', { name: 'Show All Bookings' }).click();
    await expect.poll(() => page.url()).toMatch(/\/admin\/bookings$/);
  });
});
