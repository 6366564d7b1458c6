import { describe, expect, inject } from 'vitest';
import { expectNoViolations } from './axe.ts';
import { sql } from './database.ts';
import { requestStay } from './stays.ts';
import { heading, makeAccount, phone, signInAsAdmin, test, visit } from './fixtures.ts';

describe('Bookings', () => {
  test('are found from the dashboard, accepted, declined and cancelled', async ({ page }) => {
    const { username } = await makeAccount();
    const [first, second] = [await requestStay(username), await requestStay(username)];
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

    // Newest first.
    const newer = table.getByRole('row').nth(1);
    await newer.getByText(second.total).waitFor();
    await newer.getByRole('button', { name: 'Accept the booking of Marina Holt' }).click();
    const accept = page.getByRole('dialog', { name: 'Accept Request' });
    await accept.getByText(/^The reserved price is taken from the card\./).waitFor();
    await expectNoViolations(page);
    await accept.getByRole('button', { name: 'Accept Request' }).click();
    await accept.getByText('Say why').waitFor();
    await accept.getByRole('textbox', { name: 'Reason' }).fill('The owner called.');
    await accept.getByRole('button', { name: 'Accept Request' }).click();
    await page.getByText('Request accepted').waitFor();
    await newer.getByText('Confirmed').waitFor();

    const older = table.getByRole('row').nth(2);
    await older.getByText(first.total).waitFor();
    await older.getByRole('button', { name: /^Decline/ }).click();
    const decline = page.getByRole('dialog', { name: 'Decline Request' });
    await decline.getByRole('textbox', { name: 'Reason' }).fill('The resort is closed.');
    await decline.getByRole('button', { name: 'Decline Request' }).click();
    await older.getByText('Declined').waitFor();
    expect(await older.getByRole('button').count()).toBe(0);

    await newer.getByRole('button', { name: /^Cancel/ }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel Booking' });
    await cancel.getByRole('textbox', { name: 'Reason' }).fill('The roof leaks.');
    await cancel.getByRole('button', { name: 'Cancel Booking' }).click();
    await newer.getByText('Cancelled').waitFor();

    await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.goBack();
    await expect.poll(() => table.getByRole('row').count()).toBe(3);
    const subjects = await sql<{ subject: string }>(
      inject('databaseUrl'),
      `SELECT subject FROM outgoing_mails WHERE to_address = $1 AND template = 'bookingChanged'
       ORDER BY id`,
      [`${username}@example.org`],
    );
    expect(subjects.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Your request was sent',
      'Your request was sent',
      'Your booking is confirmed',
      'Your request was declined',
      'Your booking was cancelled',
    ]);
  });

  test('changed by someone else meanwhile are left as they are', async ({ openPage }) => {
    const { username } = await makeAccount();
    await requestStay(username);
    const page = await openPage({ viewport: phone });
    await signInAsAdmin(page);
    await visit(page, `/admin/bookings?q=${username}`);
    await page.getByRole('button', { name: 'Accept the booking of Marina Holt' }).click();
    const dialog = page.getByRole('dialog', { name: 'Accept Request' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The owner called.');
    await sql(
      inject('databaseUrl'),
      `UPDATE bookings SET status = 'declined', ended_by = 'owner'
       WHERE user_id = (SELECT id FROM users WHERE username = $1)`,
      [username],
    );
    await dialog.getByRole('button', { name: 'Accept Request' }).click();
    await dialog.getByText('This booking has changed since you opened it. Load it again').waitFor();
    await dialog.getByRole('button', { name: 'Show What Changed' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // The other one is the choice of the filter.
    await expect.poll(() => page.getByText('Declined', { exact: true }).count()).toBe(2);
  });

  test('that match no search show an empty list with a way back', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/bookings?q=nobody-is-called-so');
    await heading(page, 'No bookings found').waitFor();
    await page.getByRole('link', { name: 'Show All Bookings' }).click();
    await expect.poll(() => page.url()).toMatch(/\/admin\/bookings$/);
  });
});
