import { describe, expect } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { bookWeek, offerWeek } from '../support/bookings.ts';
import { phone, signInAsAdmin, test, visit } from '../support/fixtures.ts';

describe('A refund that the bank refuses', () => {
  test('is paid on a phone by bank transfer, to an account that the traveler enters', async ({
    openPage,
  }) => {
    const owners = await openPage({ viewport: phone });
    const week = await offerWeek(owners, { isInstant: true });
    const page = await openPage({ viewport: phone });
    // The sandbox's card whose refunds are refused.
    const { bookingId, traveler } = await bookWeek(page, week, '4000000000005126');
    await visit(page, `/bookings/${bookingId}`);
    await page.getByRole('button', { name: 'Cancel Booking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Booking' }).click();
    const refund = page.getByRole('list', { name: 'Refund' });
    await refund.getByText('was refused by the bank on').waitFor();
    await page.getByText(/^It is tried again/).waitFor();
    await expectSound(page);

    const team = await openPage({ viewport: phone });
    await signInAsAdmin(team);
    await visit(team, '/admin/bookings/refunds');
    await team.getByRole('link', { name: `${traveler.firstName} ${traveler.lastName}` }).waitFor();
    await expectSound(team);
    const name = ` ${traveler.firstName} ${traveler.lastName}`;
    await team.getByRole('button', { name: `Ask for Bank Details:${name}` }).click();
    const ask = team.getByRole('dialog', { name: 'Ask the payer for bank details?' });
    await ask.getByRole('button', { name: 'Ask for Bank Details' }).click();
    await team.getByText(/^Asked for bank details/).waitFor();

    await visit(page, `/bookings/${bookingId}`);
    const form = page.getByRole('form', { name: 'Bank details for the refund' });
    await form.getByLabel('Name of the account holder').fill('Mina Ortega');
    await form.getByLabel('Routing number').fill('110000000');
    await form.getByLabel('Account number').fill('000123456789');
    await form.getByLabel('Your password').fill(traveler.password);
    await expectSound(page);
    await form.getByRole('button', { name: 'Save Bank Details' }).click();
    await form.waitFor({ state: 'detached' });

    await visit(team, '/admin/bookings/refunds');
    await team.getByRole('button', { name: `Record Transfer:${name}` }).click();
    const record = team.getByRole('dialog', { name: 'Record a bank transfer' });
    await record.getByRole('button', { name: 'Show Bank Details' }).click();
    await record.getByText('000123456789').waitFor();
    await record.getByLabel('Reference of the transfer').fill('TW 77');
    await expectSound(team, '[role=dialog]');
    await record.getByRole('button', { name: 'Record Transfer' }).click();
    await record.waitFor({ state: 'detached' });

    await refund.getByText('was paid by bank transfer on').waitFor();
    expect(await refund.innerText()).toContain('TW 77');
    await expectSound(page);

    await visit(team, '/admin/reconciliation');
    await team.getByRole('button', { name: 'Run Now' }).click();
    await team.getByRole('table', { name: 'Runs' }).waitFor();
    await expectSound(team);
  });
});
