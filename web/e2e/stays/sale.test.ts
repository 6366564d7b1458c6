import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addDays, utcToday } from '#common/days.ts';
import { pdf } from '#api/testing/documents.ts';
import { formatDay } from '#web/ui/words/dates.ts';
import { expectSound } from '../support/axe.ts';
import { heading, phone, signInAsAdmin, signUp, test, visit } from '../support/fixtures.ts';
import { dialog, offerForSale } from '../support/sales.ts';

async function confirmTerms(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm the Terms' }).click();
  const form = dialog(page, 'Confirm the Terms');
  const name = form.getByLabel('Your first and last name');
  await name.fill('Somebody Else');
  await expectSound(page, '[role=dialog]');
  await form.getByRole('button', { name: 'Confirm the Terms' }).click();
  await form.getByText('Type your name as in your account: Marina Holt').waitFor();
  await name.fill('Marina Holt');
  await form.getByRole('button', { name: 'Confirm the Terms' }).click();
  await form.waitFor({ state: 'detached' });
}

async function fillTerms(form: Locator): Promise<void> {
  await form.getByLabel('Price in dollars').fill('8,000');
  await form.getByLabel('Deposit in dollars').fill('9000');
  await form.getByLabel('First year of use').fill(String(Number(utcToday().slice(0, 4)) + 1));
  await form.getByLabel('Closing costs in dollars').fill('600');
  await form.getByLabel('Who pays the next maintenance fee?').selectOption('Half each');
  await form.getByLabel('Wanted closing day').fill(addDays(utcToday(), 60));
}

describe('A sale', () => {
  test('is offered, countered, accepted, confirmed and closed step by step, on a phone', async ({
    openPage,
    allowProblem,
  }) => {
    allowProblem(/404/);
    const seller = await openPage({ viewport: phone });
    const { id } = await offerForSale(seller);
    const buyer = await openPage({ viewport: phone });
    await signUp(buyer);
    await visit(buyer, `/sale/${id}`);
    await buyer.getByRole('link', { name: 'Make an Offer' }).click();
    const form = buyer.getByRole('form', { name: 'Your offer' });
    await fillTerms(form);
    // Half of an odd fee: the odd cent is the buyer's.
    const sums = form.getByRole('region', { name: 'What it comes to' });
    await sums.getByText('The buyer pays $9,100.01 in all.').waitFor();
    await sums.getByText('The seller gets $7,500.').waitFor();
    await form.getByRole('button', { name: 'Send Offer' }).click();
    await form.getByText('The deposit can be at most the price').waitFor();
    await expectSound(buyer);
    expect(await form.getByLabel('Deposit in dollars').getAttribute('aria-invalid')).toBe('true');
    await form.getByLabel('Deposit in dollars').fill('800');
    await form.getByRole('button', { name: 'Send Offer' }).click();
    await heading(buyer, 'The seller has to answer').waitFor();
    await buyer.getByText('$9,100.01').waitFor();
    await expectSound(buyer);
    const salePath = new URL(buyer.url()).pathname;
    await visit(buyer, `/sale/${id}`);
    await buyer.getByRole('link', { name: 'See Your Offer (offered)' }).waitFor();

    await visit(seller, `/sale/${id}/offer`);
    await seller.getByText('This timeshare is your own.').waitFor();
    await visit(seller, `/sale/${id}`);
    await seller.getByRole('link', { name: 'My Offers and Sales' }).waitFor();
    expect(await seller.getByRole('link', { name: 'Make an Offer' }).count()).toBe(0);
    await visit(seller, salePath);
    await heading(seller, 'Your answer is awaited').waitFor();
    const answers = seller.getByRole('region', { name: 'How it stands' }).getByRole('button');
    expect(await answers.first().textContent()).toBe('Accept These Terms');
    await seller.getByRole('button', { name: 'Offer Other Terms' }).click();
    const counter = dialog(seller, 'Offer Other Terms');
    expect(await counter.getByLabel('Price in dollars').inputValue()).toBe('8000');
    await counter.getByLabel('Price in dollars').fill('8500');
    await counter.getByLabel('Deposit in dollars').fill('0');
    await expectSound(seller, '[role=dialog]');
    await counter.getByRole('button', { name: 'Send Your Terms' }).click();
    await heading(seller, 'The buyer has to answer').waitFor();

    await visit(buyer, salePath);
    await buyer.getByRole('button', { name: 'Accept These Terms' }).click();
    await dialog(buyer, 'Accept These Terms')
      .getByRole('button', { name: 'Accept These Terms' })
      .click();
    await heading(buyer, 'The terms are accepted').waitFor();
    await confirmTerms(buyer);
    await buyer.getByText('You have confirmed them. Still to confirm: the seller.').waitFor();
    await buyer.getByText('Earlier terms').click();
    await buyer.getByText('Buyer: $8,000').waitFor();
    await expectSound(buyer);

    await visit(seller, salePath);
    await confirmTerms(seller);
    await heading(seller, 'The closing is under way').waitFor();
    await expectSound(seller);

    const admin = await openPage({ viewport: phone });
    await signInAsAdmin(admin);
    await visit(admin, salePath);
    await heading(admin, 'You have to act').waitFor();
    await admin.getByRole('button', { name: 'Record a Step' }).click();
    const record = dialog(admin, 'Record a Step');
    await record.getByLabel('Step').selectOption('Estoppel');
    await record.getByRole('button', { name: 'Record a Step' }).click();
    await record.getByText('Say what is owed to the resort, 0 for nothing').waitFor();
    await expectSound(admin, '[role=dialog]');
    await record.getByLabel('Owed to the resort, in dollars').fill('1,200.50');
    await record
      .getByLabel('Next year that can be used')
      .fill(String(Number(utcToday().slice(0, 4)) + 1));
    await record.getByLabel('The resort stands by it until').fill(addDays(utcToday(), 90));
    await record
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'estoppel.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await record.getByText('estoppel.pdf is ready').waitFor();
    await record.getByRole('button', { name: 'Record a Step' }).click();
    await record.waitFor({ state: 'detached' });
    await admin.getByText('$1,200.50').waitFor();
    await admin.getByRole('button', { name: 'Give More Time' }).click();
    const extend = dialog(admin, 'Give More Time');
    await extend.getByLabel('Step').selectOption('Title search');
    const lastDay = addDays(utcToday(), 100);
    await extend.getByLabel('New last day').fill(lastDay);
    await extend.getByLabel('Reason').fill('The registry is closed.');
    await extend.getByRole('button', { name: 'Give More Time' }).click();
    await extend.waitFor({ state: 'detached' });
    const desk = await openPage();
    await signInAsAdmin(desk);
    await visit(desk, '/admin/sales?filter=agreed');
    const row = desk.getByRole('row').filter({ has: desk.locator(`a[href="${salePath}"]`) });
    await row.getByText(formatDay(lastDay), { exact: true }).waitFor();

    await visit(buyer, salePath);
    const closing = buyer.getByRole('region', { name: 'The closing' });
    const estoppel = closing.getByRole('listitem').filter({ hasText: 'Estoppel' });
    const download = buyer.waitForEvent('download');
    await estoppel.getByRole('button', { name: 'Download estoppel.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('estoppel.pdf');
    await expectSound(buyer);
    await buyer.getByRole('button', { name: 'Give Up' }).click();
    const leave = dialog(buyer, 'Give Up');
    await leave.getByLabel('Reason').fill('We move house.');
    await leave.getByRole('button', { name: 'Give Up' }).click();
    await heading(buyer, 'The sale was called off').waitFor();
    const stranger = await openPage({ viewport: phone });
    await signUp(stranger);
    const answer = await stranger.goto(salePath);
    expect(answer?.status()).toBe(404);
    await heading(stranger, 'Sale not found', 1).waitFor();
  });

  test('asks visitors to sign in, and shows them what changed meanwhile', async ({ openPage }) => {
    const seller = await openPage({ viewport: phone });
    const { id } = await offerForSale(seller);
    const visitor = await openPage({ viewport: phone });
    await visit(visitor, `/sale/${id}`);
    await visitor.getByRole('link', { name: 'Make an Offer' }).click();
    await visitor.waitForURL(`**/auth?returnTo=%2Fsale%2F${id}%2Foffer`);
    await signUp(visitor);
    await visit(visitor, `/sale/${id}/offer`);
    const form = visitor.getByRole('form', { name: 'Your offer' });
    await fillTerms(form);
    await form.getByLabel('Deposit in dollars').fill('0');
    await form.getByRole('button', { name: 'Send Offer' }).click();
    await heading(visitor, 'The seller has to answer').waitFor();
    await visit(seller, new URL(visitor.url()).pathname);
    await seller.getByRole('button', { name: 'Decline' }).click();
    await visitor.getByRole('button', { name: 'Withdraw Your Terms' }).click();
    const withdrawal = dialog(visitor, 'Withdraw Your Terms');
    await withdrawal.getByRole('button', { name: 'Withdraw Your Terms' }).click();
    await heading(visitor, 'The terms were withdrawn').waitFor();
    const decline = dialog(seller, 'Decline');
    await decline.getByRole('button', { name: 'Decline' }).click();
    await decline.getByRole('button', { name: 'Show What Changed' }).click();
    await heading(seller, 'The terms were withdrawn').waitFor();
  });
});
