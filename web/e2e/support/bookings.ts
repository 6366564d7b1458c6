import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { sql } from './database.ts';
import { signUp, type Account } from './fixtures.ts';
import { ask, farYear, listWeek } from './listings.ts';

/** A week on offer of a new owner. */
export interface OfferedWeek {
  id: string;
  resortId: string;
  resortName: string;
  owner: Account;
  checkIn: string;
  checkOut: string;
}

export const checkoutPath = ({ id, checkIn, checkOut }: OfferedWeek): string =>
  `/checkout/${id}?checkIn=${checkIn}&checkOut=${checkOut}&guests=2`;

/** Fills in the card of a checkout, and pays. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires (MM/YY)').fill('09/45');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^(Pay \$|Request to book)/ }).click();
}

let weeks = 0;

const dayOf = (year: number, day: number): string =>
  new Date(Date.UTC(year, 0, day)).toISOString().slice(0, 10);

/**
 * Offers a verified week of a new owner, $180 a night, each a week after the one before, in a year
 * without sample data. Ends signed in as that owner.
 */
export async function offerWeek(
  page: Page,
  { isInstant = false, title = 'Two rooms and a balcony', year = farYear } = {},
): Promise<OfferedWeek> {
  const owner = await signUp(page);
  weeks += 1;
  const checkIn = dayOf(year, weeks * 7);
  const checkOut = dayOf(year, weeks * 7 + 7);
  const id = await listWeek(page, { title, availableFrom: checkIn, availableTo: checkOut });
  await sql(
    inject('databaseUrl'),
    `UPDATE listings SET contract_verification_status = 'verified', is_instant = $2 WHERE id = $1`,
    [id, isInstant],
  );
  const [resort] = await sql<{ id: string; name: string }>(
    inject('databaseUrl'),
    'SELECT resorts.id, name FROM resorts JOIN listings ON resort_id = resorts.id WHERE listings.id = $1',
    [id],
  );
  const { id: resortId = '', name: resortName = '' } = resort ?? {};
  return { id, resortId, resortName, owner, checkIn, checkOut };
}

/** Holds and pays a week through the API as a new traveler; returns the plain id of the booking. */
export async function bookWeek(
  page: Page,
  week: OfferedWeek,
  number = '4242424242424242',
): Promise<{ bookingId: string; traveler: Account }> {
  const traveler = await signUp(page);
  const { request } = page.context();
  const { id: listingId, checkIn, checkOut } = week;
  const { holdStay } = await ask<{ holdStay: { booking?: Held; message?: string } }>(
    request,
    `mutation ($input: HoldStayInput!) { holdStay(input: $input) {
       ... on HoldStayPayload { booking { databaseId version } } ... on Error { message } } }`,
    { input: { listingId, checkIn, checkOut, guests: 2 } },
  );
  const { booking } = holdStay;
  if (!booking) throw new Error(holdStay.message);
  const card = await request.post('/api/payments/sandbox/cards', {
    data: { number, expiry: '09/45', securityCode: '123' },
  });
  const { token } = (await card.json()) as { token: string };
  const { payBooking } = await ask<{ payBooking: { message?: string } }>(
    request,
    `mutation ($input: PayBookingInput!) { payBooking(input: $input) { ... on Error { message } } }`,
    {
      input: {
        bookingId: booking.databaseId,
        version: booking.version,
        guestNames: ['Marina Holt'],
        message: 'We arrive late.',
        method: token,
      },
    },
  );
  expect(payBooking).toEqual({});
  return { bookingId: booking.databaseId, traveler };
}

interface Held {
  databaseId: string;
  version: number;
}
