import { expect, inject } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { bookWeek, offerWeek } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { heading, hydrated, phone, signInAsAdmin, test, visit } from '../support/fixtures.ts';

/** Two days after check-in: what the traveler paid becomes the owner's. */
async function release(bookingId: string): Promise<void> {
  await sql(
    inject('databaseUrl'),
    `UPDATE bookings SET status = 'checked_in', certificate_number = 'GC 1', released_at = now()
     WHERE id = $1`,
    [bookingId],
  );
  await sql(
    inject('databaseUrl'),
    `WITH booking AS (SELECT * FROM bookings WHERE id = $1), written AS (
       INSERT INTO ledger_transactions (id, booking_id, reason, at)
       SELECT gen_random_uuid(), id, 'release', now() FROM booking RETURNING id)
     INSERT INTO ledger_entries (transaction_id, account, amount_cents, currency)
     SELECT written.id, account::"LedgerAccount", cents, 'USD'
     FROM written, booking, LATERAL (VALUES
       ('traveller', total_price_cents), ('owner_payable', -nights_cents - cleaning_cents),
       ('tax_payable', -tax_cents), ('service_fee', -service_fee_cents)) AS entry (account, cents)
     WHERE cents <> 0`,
    [bookingId],
  );
}

const payOut = () =>
  sql(inject('databaseUrl'), `SELECT graphile_worker.add_job('pay_out')`).then(() => undefined);

test('An owner enters bank details on a phone, is paid, and reads the statement', async ({
  openPage,
  allowProblem,
}) => {
  const page = await openPage({ viewport: phone });
  const week = await offerWeek(page, { isInstant: true });
  const travelers = await openPage({ viewport: phone });
  const { bookingId } = await bookWeek(travelers, week);

  await visit(page, '/payouts');
  await page.getByText(`for ${week.resortName}`).waitFor();
  await release(bookingId);
  await page.reload();
  await hydrated(page);
  await page.getByText('Money waits for you, and').waitFor();
  await expectSound(page);

  const team = await openPage({ viewport: phone });
  await signInAsAdmin(team);
  await visit(team, '/admin/bookings');
  await team.getByRole('link', { name: 'Payouts on Hold' }).click();
  await heading(team, 'Payouts on Hold', 1).waitFor();
  const held = team.getByRole('row').filter({ hasText: week.owner.email });
  await held.getByText('No bank details').waitFor();
  await held.getByText('$1,260').waitFor();
  await expectSound(team);

  const form = page.getByRole('form', { name: 'Bank details' });
  const save = form.getByRole('button', { name: 'Save Bank Details' });
  await save.click();
  await form.getByText('Name of the account holder is required').waitFor();
  await form.getByLabel('Name of the account holder').fill('Marina Holt');
  allowProblem(/status of 400/);
  await form.getByLabel('Routing number').fill('110000001');
  await form.getByLabel('Account number').fill('000123456789');
  await form.getByLabel('Your password').fill('not the password');
  await save.click();
  await form.getByText('This is not a routing number').waitFor();
  await expectSound(page);
  await form.getByLabel('Routing number').fill('110000000');
  await save.click();
  await form.getByText('The password is not right').waitFor();
  await form.getByLabel('Your password').fill(week.owner.password);
  await save.click();
  await page.getByText('What you earn is sent to the account ending in 6789.').waitFor();

  await payOut();
  const sent = page.getByRole('region', { name: 'Sent so far' });
  await expect
    .poll(async () => {
      await page.reload();
      return sent.getByText('Paid', { exact: true }).count();
    })
    .toBe(1);
  await hydrated(page);
  await sent.getByText('$1,260').waitFor();
  await expectSound(page);
  await held.getByRole('link', { name: 'Marina Holt' }).click();
  await team.getByRole('table', { name: 'Users' }).getByText(week.owner.email).waitFor();
  await team.goBack();
  await heading(team, 'Payouts on Hold', 1).waitFor();
  await held.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: /^Statement \d+$/ }).click();
  await heading(page, /^Statement \d+$/, 1).waitFor();
  await page.getByRole('row', { name: /Paid out.*−?-?\$1,260/ }).waitFor();
  await expectSound(page);
  const file = await page
    .context()
    .request.get(
      (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '',
    );
  expect(await file.text()).toContain(`Stay,${week.resortName},${week.checkIn}`);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/: payouts statement \d+$/).waitFor();
  await page.getByRole('link', { name: 'Download CSV' }).waitFor({ state: 'hidden' });
});
