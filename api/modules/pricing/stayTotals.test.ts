import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { quote, shareOf } from './quote.ts';
import { priceTerms, stayNights } from './testing/arbitraries.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

it('the database rounds and adds up like the quote', async () => {
  const given = fc.sample(fc.tuple(priceTerms, stayNights), 20_000);
  const { rows } = await server.pool.query<{ total: string }>(
    `SELECT stay_total_cents(nights, price, cleaning, tax, fee) AS total
     FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) WITH ORDINALITY
       AS given(nights, price, cleaning, tax, fee, number) ORDER BY number`,
    [
      given.map(([, nights]) => nights),
      given.map(([terms]) => terms.pricePerNightCents),
      given.map(([terms]) => terms.cleaningFeeCents),
      given.map(([terms]) => terms.taxBps),
      given.map(([terms]) => terms.serviceFeeBps),
    ],
  );
  expect(rows.map(({ total }) => Number(total))).toEqual(
    given.map(([terms, nights]) => quote(terms, nights).totalCents),
  );
});

it('shares of large amounts and ties are rounded alike', async () => {
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 10 ** 12 }),
    fc.integer({ min: 0, max: 10 ** 10 }).map((half) => half * 100 + 50),
  );
  const given = fc.sample(fc.tuple(amount, fc.integer({ min: 0, max: 5_000 })), 20_000);
  const { rows } = await server.pool.query<{ share: string }>(
    `SELECT share_of_cents(cents, bps) AS share
     FROM unnest($1::bigint[], $2::int[]) WITH ORDINALITY AS given(cents, bps, number) ORDER BY number`,
    [given.map(([cents]) => cents), given.map(([, bps]) => bps)],
  );
  expect(rows.map(({ share }) => Number(share))).toEqual(
    given.map(([cents, bps]) => shareOf(cents, bps)),
  );
});
