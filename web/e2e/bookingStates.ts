import type { Page } from 'playwright-core';
import { bookWeek, checkoutPath, offerWeek, payWith } from './support/bookings.ts';
import { sql } from './support/database.ts';
import { heading, signInAs, signUp, site, visit } from './support/fixtures.ts';
import { ask } from './support/listings.ts';

/** States of a booking that no path alone opens; each brings a signed-out page there. */
export const bookingStates: Record<string, (page: Page) => Promise<void>> = {
  'Checkout with offered terms': async (page) => {
    const week = await offerWeek(page);
    const { bookingId, traveler } = await bookWeek(page, week);
    const { checkIn: offeredCheckIn, checkOut: offeredCheckOut } = week;
    await signInAs(page, week.owner.username);
    await move(page, bookingId, {
      move: 'OFFER',
      offeredCheckIn,
      offeredCheckOut,
      offeredPricePerNightCents: 15_000,
    });
    await signInAs(page, traveler.username);
    await move(page, bookingId, { move: 'TAKE_OFFER' });
    await visit(page, checkoutPath(week));
    await page.getByText('7 nights × $150').waitFor();
    await page.getByRole('button', { name: /^Pay \$/ }).waitFor();
  },

  'Checkout with a declined card': async (page) => {
    await openCheckout(page);
    await payWith(page, '4000 0000 0000 9995');
    await page.getByText('There is not enough money on this card').waitFor();
  },

  'Checkout whose time is over': async (page) => {
    await page.clock.install();
    await openCheckout(page);
    await page.clock.fastForward('15:01');
    await heading(page, 'The time to pay is over', 2).waitFor();
  },

  'Payouts before the first stay': async (page) => {
    await offerWeek(page);
    await visit(page, '/payouts');
    await page.getByRole('form', { name: 'Bank details' }).waitFor();
  },
};

/** Ends in the checkout of a week with instant booking. */
async function openCheckout(page: Page): Promise<void> {
  const week = await offerWeek(page, { isInstant: true });
  await signUp(page);
  await visit(page, checkoutPath(week));
  await page.getByRole('timer').waitFor();
}

/** Makes a move of the page's account. */
async function move(page: Page, bookingId: string, input: object): Promise<void> {
  const [stored] = await sql<{ version: number }>(
    site.databaseUrl,
    'SELECT version FROM bookings WHERE id = $1',
    [bookingId],
  );
  const { moveBooking } = await ask<{ moveBooking: { message?: string } }>(
    page.context().request,
    `mutation ($input: MoveBookingInput!) { moveBooking(input: $input) { ... on Error { message } } }`,
    { input: { bookingId, version: stored?.version, ...input } },
  );
  if (moveBooking.message !== undefined) throw new Error(moveBooking.message);
}
