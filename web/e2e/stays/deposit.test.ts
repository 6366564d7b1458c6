import { describe, expect, inject } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { checkoutPath, offerWeek, payWith } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { phone, signUp, test, visit } from '../support/fixtures.ts';

const inDatabase = <Row extends object>(text: string, values: unknown[] = []) =>
  sql<Row>(inject('databaseUrl'), text, values);

const keepDeadlines = () =>
  inDatabase(`SELECT graphile_worker.add_job('booking_deadlines', job_key := 'asked by hand')`);

/** Ends the window of a person; mail that is still to be sent opens it no more. */
async function endWindow(bookingId: string): Promise<void> {
  await inDatabase(
    `UPDATE outgoing_mails SET booking_event_id = NULL, window_hours = NULL
     FROM booking_events WHERE booking_events.id = booking_event_id AND booking_id = $1`,
    [bookingId],
  );
  await inDatabase(
    `UPDATE bookings SET is_told = true, answer_by = now() - interval '1 minute' WHERE id = $1`,
    [bookingId],
  );
}

/** Moves a week and its booking to 59 days from now. */
async function comeClose(bookingId: string): Promise<void> {
  const of = `WHERE id = (SELECT listing_id FROM bookings WHERE id = $1)`;
  await inDatabase(`UPDATE listings SET available_from = current_date + 59 ${of}`, [bookingId]);
  await inDatabase(
    'UPDATE bookings SET check_in = current_date + 59, check_out = current_date + 66 WHERE id = $1',
    [bookingId],
  );
  await inDatabase(`UPDATE listings SET available_to = current_date + 66 ${of}`, [bookingId]);
}

/** Waits until the clock has made a move. */
async function clockMakes(bookingId: string, move: string): Promise<void> {
  await keepDeadlines();
  const made = () =>
    inDatabase('SELECT FROM booking_events WHERE booking_id = $1 AND move::text = $2', [
      bookingId,
      move,
    ]).then((rows) => rows.length);
  await expect.poll(made).toBe(1);
}

describe('A deposit and its balance', () => {
  test('are paid on a phone: now, and later with the bank’s question', async ({ openPage }) => {
    const owners = await openPage({ viewport: phone });
    const week = await offerWeek(owners, { isInstant: true });
    const page = await openPage({ viewport: phone });
    await signUp(page);
    await visit(page, checkoutPath(week));
    await page.getByRole('radio', { name: /^A deposit, and \$/ }).check();
    await page.getByText(/^You agree that we save this card and charge \$/).waitFor();
    await expectSound(page);
    // The sandbox's card whose bank asks about the second payment.
    await payWith(page, '4000002760003184');
    await page.getByRole('heading', { name: 'Booked with a deposit' }).waitFor();
    const rest = page.getByRole('region', { name: 'The rest of the price' });
    await rest.getByText(/is charged to your card on/).waitFor();
    await expectSound(page);

    const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await endWindow(bookingId);
    await comeClose(bookingId);
    await clockMakes(bookingId, 'remind_balance');
    await endWindow(bookingId);
    await clockMakes(bookingId, 'refuse_balance');
    await rest.getByText(/could not be charged to your card/).waitFor();
    await rest.getByRole('button', { name: 'Pay the Rest Now' }).click();
    await expectSound(page);
    await rest.getByRole('button', { name: /^Pay \$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Booked and paid' }).waitFor();
    await rest.waitFor({ state: 'detached' });
    await expectSound(page);
  });
});
