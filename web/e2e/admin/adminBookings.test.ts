import { describe, expect } from 'vitest';
import { expectNoViolations } from '../support/axe.ts';
import { bookWeek, offerWeek } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { heading, phone, signInAsAdmin, site, test, visit } from '../support/fixtures.ts';

describe('Bookings', () => {
  test('are found from the dashboard, accepted and cancelled by the team, which says why', async ({
    page,
  }) => {
    const week = await offerWeek(page);
    const { traveler } = await bookWeek(page, week);
    await signInAsAdmin(page);
    await visit(page, '/admin');
    await page.getByRole('link', { name: 'Manage Bookings' }).click();
    await heading(page, 'Bookings', 1).waitFor();
    const search = page.getByRole('searchbox', {
      name: 'Search by guest, owner, resort or number',
    });
    await search.fill(traveler.username);
    await search.press('Enter');
    const table = page.getByRole('table', { name: 'Bookings' });
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table.getByText('Requested').waitFor();
    expect(page.url()).toContain(`q=${traveler.username}`);
    await expectNoViolations(page);

    await table.getByRole('link', { name: 'Marina Holt' }).click();
    await page.getByRole('button', { name: 'Accept Request' }).click();
    const accept = page.getByRole('dialog', { name: 'Accept Request' });
    await accept.getByRole('button', { name: 'Accept Request' }).click();
    await accept.getByText('Say why').waitFor();
    await expectNoViolations(page);
    await accept.getByRole('textbox', { name: 'Reason' }).fill('The owner called us.');
    await accept.getByRole('button', { name: 'Accept Request' }).click();
    await heading(page, 'Booked and paid', 2).waitFor();

    await page.getByRole('button', { name: 'Cancel for Both Sides' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel for Both Sides' });
    await cancel.getByText(/^The traveler gets back all of the \$[\d,.]+ that they paid/).waitFor();
    await cancel.getByRole('textbox', { name: 'Reason' }).fill('The roof leaks.');
    await cancel.getByRole('button', { name: 'Cancel for Both Sides' }).click();
    await heading(page, 'Cancelled', 2).waitFor();

    await page.getByRole('link', { name: 'Manage Bookings' }).click();
    await heading(page, 'Bookings', 1).waitFor();
    await visit(page, `/admin/bookings?q=${traveler.username}&filter=cancelled`);
    await table.getByText('Cancelled', { exact: true }).waitFor();
    const subjects = await sql<{ subject: string }>(
      site.databaseUrl,
      `SELECT subject FROM outgoing_mails WHERE to_address = $1 AND template = 'bookingChanged'
       ORDER BY created_at, id`,
      [traveler.email],
    );
    expect(subjects.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Your request was sent',
      'Your booking is confirmed',
      'Your booking was cancelled',
    ]);
  });

  test('changed by someone else meanwhile are left as they are', async ({ openPage }) => {
    const page = await openPage({ viewport: phone });
    const { bookingId } = await bookWeek(page, await offerWeek(page));
    const travelers = await openPage({ viewport: phone });
    await signInAsAdmin(travelers);
    await visit(travelers, `/bookings/${bookingId}`);
    await travelers.getByRole('button', { name: 'Decline Request' }).click();
    const dialog = travelers.getByRole('dialog', { name: 'Decline Request' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is taken.');

    await visit(page, `/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Withdraw Request' }).click();
    await page
      .getByRole('dialog', { name: 'Withdraw Request' })
      .getByRole('button', { name: 'Withdraw Request' })
      .click();
    await heading(page, 'Cancelled', 2).waitFor();

    await dialog.getByRole('button', { name: 'Decline Request' }).click();
    await dialog.getByText(/has changed since you opened it/).waitFor();
    await dialog.getByRole('button', { name: 'Show What Changed' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await heading(travelers, 'Cancelled', 2).waitFor();
  });

  test('that match no search show an empty list with a way back', async ({ page }) => {
    await signInAsAdmin(page);
    await visit(page, '/admin/bookings?q=nobody-is-called-so');
    await heading(page, 'No bookings found').waitFor();
    await page.getByRole('link', { name: 'Show All Bookings' }).click();
    await expect.poll(() => page.url()).toMatch(/\/admin\/bookings$/);
  });
});
