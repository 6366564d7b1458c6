import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pdf } from '#api/testing/documents.ts';
import { addDays, utcToday } from '#common/days.ts';
import { expectSound } from '../support/axe.ts';
import { hasFocus, heading, phone, signInAsAdmin, test, visit } from '../support/fixtures.ts';
import {
  agreeOnSale,
  dispute,
  offerOnSale,
  dialog,
  missStep,
  payByWire,
} from '../support/sales.ts';

const nextYear = String(Number(utcToday().slice(0, 4)) + 1);

const closingOf = (page: Page) => page.getByRole('region', { name: 'The closing' });

/** Records a step of the open page as the team, or as the escrow partner. */
async function record(
  admin: Page,
  step: string,
  facts: Readonly<Record<string, string>> = {},
  hasDocument = false,
): Promise<void> {
  await admin.getByRole('button', { name: 'Record a Step' }).click();
  const form = dialog(admin, 'Record a Step');
  await form.getByLabel('Step').selectOption(step);
  for (const [label, value] of Object.entries(facts)) await form.getByLabel(label).fill(value);
  if (hasDocument) {
    const file = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdf() };
    await form.locator('input[type=file]').first().setInputFiles(file);
    await form.getByText('paper.pdf is ready').waitFor();
  }
  await form.getByRole('button', { name: 'Record a Step' }).click();
  await form.waitFor({ state: 'detached' });
}

const estoppel = {
  'Owed to the resort, in dollars': '0',
  'Next year that can be used': nextYear,
  'The resort stands by it until': addDays(utcToday(), 90),
};

describe('A closing', () => {
  test.for(['a deed', 'points'])(
    'of %s is played on phones from the deposit until the seller is paid',
    async (kind, { openPage }) => {
      const isDeed = kind === 'a deed';
      const seller = await openPage({ viewport: phone });
      const buyer = await openPage({ viewport: phone });
      const admin = await openPage({ viewport: phone });
      const path = await agreeOnSale(seller, buyer, { isOfPoints: !isDeed });
      await signInAsAdmin(admin);
      await visit(buyer, path);
      await heading(buyer, 'You have to act').waitFor();
      await expectSound(buyer);
      await payByWire(buyer, '$800');
      await heading(buyer, 'The closing is under way').waitFor();
      expect(await hasFocus(buyer.locator('main'))).toBe(true);
      await closingOf(buyer).getByText('$800', { exact: true }).nth(1).waitFor();

      await visit(admin, path);
      await record(admin, 'Estoppel', estoppel, true);
      if (isDeed) await record(admin, 'Title search', {}, true);

      await visit(buyer, path);
      await buyer.getByRole('button', { name: 'Pay $7,200 from the Sandbox' }).click();
      await buyer.getByText('The escrow partner holds your $7,200').waitFor();
      await visit(seller, path);
      await closingOf(seller).getByText('$8,000', { exact: true }).waitFor();
      expect(await seller.getByRole('button', { name: /from the Sandbox/ }).count()).toBe(0);

      await visit(admin, path);
      await record(admin, 'Signature of the buyer');
      await record(admin, 'Signature of the seller');
      const number = { 'Instrument or membership number': 'M 77' };
      if (isDeed) {
        const facts = { 'County or registry': 'Orange County', ...number };
        await record(admin, 'Deed recorded', facts, true);
      } else {
        await record(admin, 'Membership transferred', number);
      }
      await record(admin, 'Confirmed by the resort');
      await heading(admin, 'The timeshare is sold').waitFor();
      await expectSound(admin);

      await expect
        .poll(async () => {
          await visit(seller, path);
          return closingOf(seller).getByRole('listitem').filter({ hasText: 'Release' }).innerText();
        })
        .toContain('Done');
      await heading(seller, 'The timeshare is sold').waitFor();
      await expectSound(seller);
      await visit(buyer, path);
      await heading(buyer, 'The timeshare is yours').waitFor();
    },
  );

  const allBack = {
    buyerReads: 'You get back everything that you have paid into escrow.',
    sellerReads: 'The buyer gets back everything that was paid into escrow.',
    sums: ['$0', '$800'],
  } as const;

  const waysOut = [
    {
      who: 'buyer',
      name: 'Give Up',
      buyerReads: 'The seller gets the deposit, and you get back what you have paid beyond it.',
      sellerReads: 'You get the deposit, and the buyer gets back the rest.',
      sums: ['$800', '$0'],
    },
    {
      who: 'seller',
      name: 'Pull Out',
      ...allBack,
    },
    ...(['Estoppel', 'Right of first refusal', 'Title search'] as const).map((step) => ({
      who: 'team' as const,
      name: 'Record a Failed Step' as const,
      step,
      ...allBack,
    })),
    { who: 'team', name: 'Call Off', ...allBack },
  ] as const;

  test.for(
    waysOut.map((way) => ['step' in way ? `${way.name}: ${way.step}` : way.name, way] as const),
  )(
    'ends after the deposit by %s, and both sides read who gets the money',
    async ([, { who, name, buyerReads, sellerReads, sums, ...way }], { openPage }) => {
      const seller = await openPage();
      const buyer = await openPage({ viewport: phone });
      const isRefused = 'step' in way && way.step === 'Right of first refusal';
      const path = await agreeOnSale(seller, buyer, { hasFirstRefusal: isRefused });
      await visit(buyer, path);
      await payByWire(buyer, '$800');
      await heading(buyer, 'The closing is under way').waitFor();
      const team = who === 'team' ? await openPage() : undefined;
      if (team) await signInAsAdmin(team);
      const page = team ?? { buyer, seller, team: seller }[who];
      await visit(page, path);
      if (isRefused) await record(page, 'Estoppel', estoppel, true);
      await page.getByRole('button', { name }).click();
      const form = dialog(page, name);
      if ('step' in way) await form.getByLabel('Step').selectOption(way.step);
      await form.getByLabel(/^Reason/).fill('It was not meant to be.');
      await expectSound(page);
      await form.getByRole('button', { name }).click();
      await form.waitFor({ state: 'detached' });
      await heading(page, 'The sale was called off').waitFor();

      for (const [side, words] of [
        [buyer, buyerReads],
        [seller, sellerReads],
      ] as const) {
        await visit(side, path);
        await side.getByText(words).waitFor();
        await expect
          .poll(async () => {
            await visit(side, path);
            return closingOf(side).innerText();
          })
          .toMatch(
            new RegExp(
              `To the seller, paid or on its way\\s+\\${sums[0]}\\s+Back to the buyer, paid or on its way\\s+\\${sums[1]}`,
            ),
          );
        await side.getByText('It was not meant to be.').waitFor();
        expect(await side.getByRole('button', { name }).count()).toBe(0);
        await expectSound(side);
      }
    },
  );

  test('ends when the buyer withdraws in the cooling-off period, and everything goes back', async ({
    openPage,
  }) => {
    const seller = await openPage();
    const buyer = await openPage({ viewport: phone });
    const path = await agreeOnSale(seller, buyer, { coolingOffDays: 10 });
    await visit(buyer, path);
    await payByWire(buyer, '$800');
    await heading(buyer, 'The closing is under way').waitFor();
    await visit(seller, path);
    await buyer.getByRole('button', { name: 'Withdraw' }).click();
    const form = dialog(buyer, 'Withdraw');
    await expectSound(buyer);
    await form.getByRole('button', { name: 'Withdraw' }).click();
    for (const side of [buyer, seller]) {
      await heading(side, 'The sale was called off').waitFor();
      await side.getByText('Withdrawn in the cooling-off period').waitFor();
      await expectSound(side);
    }
    await buyer.getByText('You get back everything that you have paid into escrow.').waitFor();
    await seller.getByText('The buyer gets back everything that was paid into escrow.').waitFor();
  });

  test('waits while the escrow partner settles an objection, and both sides read it', async ({
    openPage,
  }) => {
    const seller = await openPage();
    const buyer = await openPage({ viewport: phone });
    const path = await agreeOnSale(seller, buyer);
    await visit(buyer, path);
    await payByWire(buyer, '$800');
    await heading(buyer, 'The closing is under way').waitFor();
    await dispute(path, true);
    for (const side of [buyer, seller]) {
      await visit(side, path);
      await side.getByText('One side objects at the escrow partner').waitFor();
      await expectSound(side);
    }
    await dispute(path, false);
    await visit(seller, path);
    await heading(seller, 'The closing is under way').waitFor();
    expect(await seller.getByText('One side objects').count()).toBe(0);
  });

  test('ends when the buyer closes the account while the offer waits for an answer', async ({
    openPage,
  }) => {
    const seller = await openPage();
    const buyer = await openPage();
    const { path, account } = await offerOnSale(seller, buyer);
    await visit(seller, path);
    await visit(buyer, '/dashboard/settings/close');
    await buyer.getByRole('button', { name: 'Delete My Account' }).click();
    const form = buyer.getByRole('form', { name: 'Delete my account' });
    await form.getByLabel('Type DELETE to confirm').fill('DELETE');
    await form.getByLabel('Password of this account').fill(account.password);
    await form.getByRole('button', { name: 'Delete My Account Forever' }).click();
    await buyer.getByRole('banner').getByRole('link', { name: 'Register Free' }).waitFor();
    await heading(seller, 'The sale was called off').waitFor();
    await seller.getByText('No longer for sale').waitFor();
    await seller.getByText('This sale has ended. Nobody owes anything for it.').waitFor();
    await expectSound(seller);
  });

  const missed = [
    {
      step: 'deposit',
      title: 'Deposit not paid',
      buyerReads: 'You get back everything that you have paid into escrow.',
    },
    {
      step: 'balance',
      title: 'Missed by the buyer',
      buyerReads: 'The seller gets the deposit, and you get back what you have paid beyond it.',
    },
    {
      step: 'seller_signature',
      title: 'Missed by the seller',
      buyerReads: 'You get back everything that you have paid into escrow.',
    },
  ] as const;

  test.for(missed)(
    'ends by the clock when the $step is not done in time, on the open pages of both sides',
    async ({ step, title, buyerReads }, { openPage }) => {
      const seller = await openPage();
      const buyer = await openPage({ viewport: phone });
      const path = await agreeOnSale(seller, buyer, { isOfPoints: true });
      await visit(buyer, path);
      if (step !== 'deposit') {
        await payByWire(buyer, '$800');
        await heading(buyer, 'The closing is under way').waitFor();
        const admin = await openPage();
        await signInAsAdmin(admin);
        await visit(admin, path);
        await record(admin, 'Estoppel', estoppel, true);
        await heading(buyer, 'You have to act').waitFor();
      }
      if (step === 'seller_signature') await payByWire(buyer, '$7,200');
      await visit(seller, path);
      if (step === 'seller_signature') await heading(seller, 'You have to act').waitFor();
      await missStep(path, step);
      for (const side of [buyer, seller]) {
        await heading(side, 'The sale was called off').waitFor();
        await side.getByText(title).waitFor();
        await expectSound(side);
      }
      await buyer.getByText(buyerReads).waitFor();
    },
  );

  test('has its title and deed recorded by the escrow partner, by a link and on a phone', async ({
    openPage,
  }) => {
    const seller = await openPage({ viewport: phone });
    const buyer = await openPage({ viewport: phone });
    const admin = await openPage({ viewport: phone });
    const partner = await openPage({ viewport: phone });
    const path = await agreeOnSale(seller, buyer);
    await signInAsAdmin(admin);
    await visit(buyer, path);
    await payByWire(buyer, '$800');
    await heading(buyer, 'The closing is under way').waitFor();

    await visit(admin, path);
    await admin.getByRole('button', { name: 'Link for the Partner' }).click();
    const making = dialog(admin, 'Link for the Partner');
    await expectSound(admin);
    await making.getByRole('button', { name: 'Make and Copy Link' }).click();
    const link = await admin.getByRole('textbox', { name: 'Link for the partner' }).inputValue();
    await making.waitFor({ state: 'detached' });
    await admin.getByRole('button', { name: 'Withdraw the Link' }).waitFor();
    await expectSound(admin);
    await record(admin, 'Estoppel', estoppel, true);

    const { pathname, search } = new URL(link);
    await visit(partner, pathname + search);
    expect(await partner.context().cookies()).toEqual([]);
    await heading(partner, 'Please report').waitFor();
    await expectSound(partner);
    await record(partner, 'Title search', {}, true);
    await heading(partner, 'Nothing to report now').waitFor();
    await expectSound(partner);

    await visit(buyer, path);
    await buyer.getByRole('button', { name: 'Pay $7,200 from the Sandbox' }).click();
    await buyer.getByText('The escrow partner holds your $7,200').waitFor();
    await visit(admin, path);
    await record(admin, 'Signature of the buyer');
    await record(admin, 'Signature of the seller');

    await visit(partner, pathname + search);
    const number = { 'Instrument or membership number': 'OR 77' };
    const facts = { 'County or registry': 'Orange County', ...number };
    await record(partner, 'Deed recorded', facts, true);
    await closingOf(partner).getByText('OR 77').waitFor();
    const opened = partner.waitForEvent('download');
    await partner.getByRole('button', { name: 'All Papers as ZIP' }).click();
    expect((await opened).suggestedFilename()).toBe(`${path.replace('/sales/', 'sale-')}.zip`);

    await visit(admin, path);
    const happened = admin.getByRole('region', { name: 'What happened' });
    expect(await happened.getByText('Escrow partner, by link').count()).toBe(2);
    await admin.getByRole('button', { name: 'Withdraw the Link' }).click();
    const withdrawing = dialog(admin, 'Withdraw the Link');
    await withdrawing.getByRole('button', { name: 'Withdraw the Link' }).click();
    await admin.getByText('The link is withdrawn').waitFor();
    await visit(partner, pathname + search);
    await heading(partner, 'This link does not work').waitFor();
  });
});
