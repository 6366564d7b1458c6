import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { payWith } from '../support/bookings.ts';
import { sql } from '../support/database.ts';
import { hasFocus, heading, phone, signInAsAdmin, test, visit } from '../support/fixtures.ts';
import { agreeOnSale, dialog, payByWire } from '../support/sales.ts';

const databaseUrl = inject('databaseUrl');

beforeAll(async () => {
  await sql(
    databaseUrl,
    `INSERT INTO site_settings (id, key, value) VALUES (gen_random_uuid(), 'sale_card_limit', '2500')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
});

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Opens the sale, whose server may not have heard of the setting yet, and chooses the card. */
async function chooseCard(buyer: Page, path: string): Promise<void> {
  const byCard = buyer.getByRole('radio', { name: /^By card/ });
  await expect
    .poll(async () => {
      await visit(buyer, path);
      return byCard.count();
    })
    .toBe(1);
  await byCard.check();
}

describe('The deposit of a sale', () => {
  test('is paid by card after a declined one and a word with the bank, and goes back to the card', async ({
    openPage,
  }) => {
    const seller = await openPage({ viewport: phone });
    const buyer = await openPage({ viewport: phone });
    const path = await agreeOnSale(seller, buyer, { isOfPoints: true });
    await sql(
      databaseUrl,
      `INSERT INTO sale_steps (sale_id, step, state, due_on)
       VALUES ($1, 'cooling_off', 'open', current_date + 7)`,
      [path.replace('/sales/', '')],
    );
    await visit(seller, path);
    await chooseCard(buyer, path);
    await expectSound(buyer);
    await payWith(buyer, '4000000000009995');
    await buyer.getByText(/^There is not enough money on this card.* pay by wire/).waitFor();
    await expectSound(buyer);
    await payWith(buyer, '4000002500003155');
    const bank = dialog(buyer, 'Your bank (played by the sandbox)');
    await expectSound(buyer, '[role=dialog]');
    await bank.getByRole('button', { name: 'Approve' }).click();
    await region(buyer, 'The closing').getByText('Paid by card ending 3155').waitFor();
    expect(await hasFocus(buyer.locator('main'))).toBe(true);
    await expectSound(buyer);

    // The page of the seller was open all the time.
    await region(seller, 'The closing').getByText('Paid by card', { exact: true }).waitFor();
    await region(seller, 'What happened').getByText('Payment provider').waitFor();
    await expectSound(seller);

    await buyer.getByRole('button', { name: 'Withdraw' }).click();
    await dialog(buyer, 'Withdraw').getByRole('button', { name: 'Withdraw' }).click();
    await heading(buyer, 'The sale was called off').waitFor();
    await region(buyer, 'What happened')
      .getByText(/^\$800 went back to your card/)
      .waitFor();
    await expectSound(buyer);
    await region(seller, 'What happened')
      .getByText(/^\$800 went back to the buyer’s card/)
      .waitFor();
  });

  test('that the card does not take back is paid to an account that the buyer enters', async ({
    openPage,
  }) => {
    const seller = await openPage();
    const buyer = await openPage({ viewport: phone });
    const path = await agreeOnSale(seller, buyer, { isOfPoints: true });
    await chooseCard(buyer, path);
    // The sandbox's card whose refunds are refused.
    await payWith(buyer, '4000000000005126');
    await region(buyer, 'The closing').getByText('Paid by card ending 5126').waitFor();
    await visit(seller, path);
    await seller.getByRole('button', { name: 'Pull Out' }).click();
    const end = dialog(seller, 'Pull Out');
    await end.getByRole('textbox').fill('We keep the week.');
    await end.getByRole('button', { name: 'Pull Out' }).click();
    const history = region(buyer, 'What happened');
    await history.getByText('$800 was refused by your bank, and is kept for you.').waitFor();

    const team = await openPage({ viewport: phone });
    await signInAsAdmin(team);
    await visit(team, '/admin/bookings/refunds');
    const refund = team.getByRole('row').filter({ hasText: 'Sale of A week of one’s own' });
    await refund.getByRole('button', { name: /^Ask for Bank Details/ }).click();
    const ask = dialog(team, 'Ask the payer for bank details?');
    await ask.getByRole('button', { name: 'Ask for Bank Details' }).click();
    await refund.getByText(/^Asked for bank details/).waitFor();

    await visit(buyer, path);
    const form = region(buyer, 'Your refund').getByRole('form');
    await form.getByLabel(/^Name of the account holder/).fill('Marina Holt');
    await form.getByLabel(/^Routing number/).fill('110000000');
    await form.getByLabel(/^Account number/).fill('000123456789');
    await form.getByLabel(/^Your password/).fill('a quiet week by the sea');
    await expectSound(buyer);
    await form.getByRole('button', { name: 'Save Bank Details' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await hasFocus(buyer.locator('main'))).toBe(true);

    await visit(team, '/admin/bookings/refunds');
    await refund.getByRole('button', { name: /^Record Transfer/ }).click();
    const record = dialog(team, 'Record a bank transfer');
    await record.getByRole('button', { name: 'Show Bank Details' }).click();
    await record.getByText('000123456789').waitFor();
    await record.getByLabel('Reference of the transfer').fill('TW 78');
    await record.getByRole('button', { name: 'Record Transfer' }).click();
    await record.waitFor({ state: 'detached' });
    await visit(buyer, path);
    await history.getByText('$800 was paid to you by bank transfer.').waitFor();
    await expectSound(buyer);
    const told = region(seller, 'What happened');
    await visit(seller, path);
    await told.getByText('$800 was paid to the buyer by bank transfer.').waitFor();
    expect(await told.getByText(/refused/).count()).toBe(0);
  });

  test('is paid by wire after five declined cards', async ({ openPage }) => {
    const buyer = await openPage({ viewport: phone });
    const path = await agreeOnSale(await openPage(), buyer, { isOfPoints: true });
    await chooseCard(buyer, path);
    for (let tries = 1; tries < 5; tries += 1) {
      await payWith(buyer, '4000000000009987');
      await buyer.getByRole('button', { name: 'Pay $800' }).waitFor();
      await buyer.getByText(/^Your bank declined this card/).waitFor();
    }
    await payWith(buyer, '4000000000009987');
    await buyer.getByText(/^No other card can be tried/).waitFor();
    await expectSound(buyer);
    await payByWire(buyer, '$800');
    await heading(buyer, 'The closing is under way').waitFor();
    expect(await buyer.getByText(/^Paid by card/).count()).toBe(0);
  });
});
