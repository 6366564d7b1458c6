import { describe, expect } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { bookWeek, offerWeek, payWith } from '../support/bookings.ts';
import { heading, phone, signInAs, test, visit } from '../support/fixtures.ts';
import { farYear } from '../support/listings.ts';

describe('A week that its owner cancels', () => {
  test('is rebooked on a phone: the traveler takes a week that was kept', async ({ openPage }) => {
    const owners = await openPage({ viewport: phone });
    // No other test offers a week in this year, so none of theirs is kept.
    const offer = (title: string) =>
      offerWeek(owners, { isInstant: true, title, year: farYear - 1 });
    await offer('A loft at the pier');
    const week = await offer('The week that is cancelled');
    const later = await offer('A cabin in the dunes');
    const page = await openPage({ viewport: phone });
    const { bookingId } = await bookWeek(page, week);

    await signInAs(owners, week.owner.username);
    await visit(owners, `/bookings/${bookingId}`);
    await owners.getByRole('button', { name: 'Cancel Booking' }).click();
    const dialog = owners.getByRole('dialog', { name: 'Cancel Booking' });
    await dialog.getByText(/we keep other weeks for them/).waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The roof leaks.');
    await expectSound(owners, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Cancel Booking' }).click();
    await heading(owners, 'Cancelled', 2).waitFor();

    await visit(page, `/bookings/${bookingId}`);
    const kept = page.getByRole('region', { name: '2 other weeks kept for you' });
    await kept.getByText(/^Until /).waitFor();
    await expectSound(page);
    const choice = kept.getByRole('listitem').filter({ hasText: 'A cabin in the dunes' });
    await choice.getByRole('link', { name: /^Take This Week/ }).click();
    await page.waitForURL((url) => url.searchParams.get('checkIn') === later.checkIn);
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
    await expectSound(page);
    await payWith(page, '4242 4242 4242 4242');
    await heading(page, 'Booked and paid', 2).waitFor();

    await visit(page, `/bookings/${bookingId}`);
    const taken = page.getByRole('region', { name: 'The week in its place' });
    await taken.getByText('A cabin in the dunes').waitFor();
    expect(await taken.getByRole('listitem').count()).toBe(1);
    await heading(page, 'Cancelled', 2).waitFor();
    await page.getByRole('list', { name: 'Refund' }).waitFor();
    await expectSound(page);
  });
});
