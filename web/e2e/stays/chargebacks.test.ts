import { describe } from 'vitest';
import { expectSound } from '../support/axe.ts';
import { bookWeek, offerWeek } from '../support/bookings.ts';
import { phone, signInAsAdmin, test, visit } from '../support/fixtures.ts';

describe('A chargeback on a phone', () => {
  test.for([
    ['Won', '4000000000000259', 'has returned the money to us'],
    ['Lost', '4000000000002685', 'has given you the money of this stay back'],
  ] as const)(
    'goes from the card to "%s" once the team has sent evidence',
    async ([outcome, card, words], { openPage }) => {
      const page = await openPage({ viewport: phone });
      const week = await offerWeek(page, { isInstant: true });
      const { bookingId, traveler } = await bookWeek(page, week, card);
      await visit(page, `/bookings/${bookingId}`);
      const panel = page.getByRole('region', { name: 'How it stands' });
      await panel.getByText('Your bank disputes the payment').waitFor();

      const team = await openPage({ viewport: phone });
      await signInAsAdmin(team);
      await visit(team, '/admin/bookings/chargebacks');
      const who = `${traveler.firstName} ${traveler.lastName}`;
      const row = team.getByRole('row').filter({ hasText: who });
      await row.getByText('Open', { exact: true }).waitFor();
      await row.getByRole('button', { name: /^Send Evidence/ }).click();
      const dialog = team.getByRole('dialog', { name: 'Send Evidence' });
      await dialog.getByRole('textbox', { name: /^Text of the team/ }).fill('They stayed with us.');
      await expectSound(team, '[role=dialog]');
      await dialog.getByRole('button', { name: 'Send Evidence' }).click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText(outcome, { exact: true }).waitFor();
      await expectSound(team);

      await panel.getByText(words).waitFor();
    },
  );
});
