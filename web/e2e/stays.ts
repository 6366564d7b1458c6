import { expect, inject } from 'vitest';
import { sql } from './database.ts';
import { siteUrl } from './fixtures.ts';
import { startSession } from './sessions.ts';

/** A request of a member, as the checkout sends it; paid with the card that succeeds. */
export async function requestStay(username: string): Promise<{ id: string; total: string }> {
  const { name, value } = await startSession(
    { url: siteUrl, databaseUrl: inject('databaseUrl') },
    username,
  );
  const call = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${siteUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `${name}=${value}` },
      body: JSON.stringify(body),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as Answer;
  };
  const [stay] = await sql<{ listingId: string; checkIn: string; checkOut: string }>(
    inject('databaseUrl'),
    `SELECT listing_id AS "listingId", starts_on::text AS "checkIn",
            (starts_on + free_stretches.min_nights)::text AS "checkOut"
     FROM free_stretches JOIN listings ON listings.id = listing_id
     WHERE NOT is_instant AND owner_id IS NOT NULL AND starts_on > current_date + 30
     ORDER BY random() LIMIT 1`,
  );
  const held = await call<Held>('/graphql', {
    query: holdText,
    variables: { input: { ...stay, guests: 1 } },
  });
  const { token } = await call<{ token: string }>('/api/payments/sandbox/cards', {
    number: '4242424242424242',
    expiry: '09/45',
    securityCode: '123',
  });
  const { databaseId, version, totalPrice } = held.data.holdStay.booking;
  const input = { bookingId: databaseId, version, guestNames: ['Marina Holt'], method: token };
  const paid = await call<{ data: unknown }>('/graphql', { query: payText, variables: { input } });
  expect(paid.data).toEqual({ payBooking: { booking: { status: 'PENDING' } } });
  return { id: databaseId, total: totalPrice.formatted };
}

interface Held {
  data: {
    holdStay: {
      booking: { databaseId: string; version: number; totalPrice: { formatted: string } };
    };
  };
}

const holdText = `mutation ($input: HoldStayInput!) { holdStay(input: $input) {
  ... on HoldStayPayload { booking { databaseId version totalPrice { formatted } } } } }`;

const payText = `mutation ($input: PayBookingInput!) { payBooking(input: $input) {
  ... on PayBookingPayload { booking { status } } } }`;
