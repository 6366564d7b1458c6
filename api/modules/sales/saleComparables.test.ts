import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import { post, salePaymentAmounts } from '#api/modules/ledger/ledger.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createListing, createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

const comparablesQuery = graphql(`
  query Comparables($listingId: ID!) {
    saleComparables(id: $listingId) {
      onSaleSince
      askingPrices {
        count
        lowerQuartile {
          amount
          currency
        }
        median {
          amount
        }
        upperQuartile {
          amount
        }
      }
      closedPrices {
        count
        lowerQuartile {
          amount
        }
        median {
          amount
        }
        upperQuartile {
          amount
        }
      }
      medianDays
      firstRefusals {
        count
        used
        medianDays
      }
      costs {
        stays
        yearlyFee {
          amount
        }
        yearlyRise {
          amount
        }
        owned {
          amount
          currency
        }
        rented {
          count
          total {
            amount
          }
        }
        fees {
          year
          source
          fee {
            amount
          }
        }
      }
      deedBack {
        terms
        source
        recordedOn
      }
    }
  }
`);

const pricesQuery = graphql(`
  query SalePrices($resortId: ID!, $bedrooms: Int!, $season: String!) {
    salePrices(resortId: $resortId, bedrooms: $bedrooms, season: $season) {
      onSaleSince
      askingPrices {
        count
        median {
          amount
        }
      }
      closedPrices {
        count
      }
    }
  }
`);

let server: TestServer;
let ownerId: string;

beforeAll(async () => {
  server = await startTestServer();
  ownerId = (await createUser(server)).id;
});

afterAll(() => server.close());

const asked = async (listingId: string) =>
  (await server.graphql(comparablesQuery, { listingId })).data?.saleComparables;

const forSale = (resortId: string, given: object = {}) =>
  createListing(server, {
    resortId,
    ownerId,
    isForSale: true,
    salePriceCents: 500_000,
    bedrooms: 2,
    season: 'Red',
    ...given,
  });

const offer = fc.record({
  isForSale: fc.constantFrom(true, true, true, false),
  contractVerificationStatus: fc.constantFrom('verified', 'verified', 'verified', 'pending'),
  salePriceCents: fc.integer({ min: 100, max: 3_000_000 }),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  bedrooms: fc.constantFrom(1, 2, 2, 2, null),
  season: fc.constantFrom('Red', 'red ', 'Red', 'White', null),
  ownership: fc.constantFrom('fixed', 'fixed', 'floating', 'points', null),
  isElsewhere: fc.constantFrom(false, false, false, true),
});

interface Reckoned {
  count: number;
  quartiles: number[];
}

/** A plain reckoning: sorted prices, and linear interpolation between the two nearest. */
function reckon(prices: readonly number[]): Reckoned {
  const sorted = [...prices].sort((one, other) => one - other);
  const at = (part: number): number => {
    const place = (sorted.length - 1) * part;
    const [low = 0, high = low] = sorted.slice(Math.floor(place));
    return low + (high - low) * (place % 1);
  };
  return { count: prices.length, quartiles: [0.25, 0.5, 0.75].map(at) };
}

const day = 86_400_000;

interface Closing {
  priceCents: number;
  /** Days from the verification to the end of the sale. */
  days: number;
  /** Whether the resort has bought; undefined if it did not decide. */
  isRefused: boolean | undefined;
  /** Days that the resort took to decide. */
  refusalDays: number;
  yearsAgo: number;
}

/** Stores a sale of a listing that was closed, or that the resort took over; returns its id. */
async function close(
  listing: Listing,
  { priceCents, days, isRefused, refusalDays, yearsAgo }: Closing,
): Promise<string> {
  const closedAt = new Date(Date.now() - yearsAgo * 365 * day);
  const at = new Date(closedAt.getTime() - 20 * day);
  const { id: buyerId } = await createUser(server);
  const { prisma } = server;
  const { id } = await prisma.sale.create({
    data: {
      listingId: listing.id,
      sellerId: ownerId,
      buyerId,
      status: 'agreed',
      termSheet: 'The price',
      createdAt: at,
      acceptedAt: at,
      agreedAt: at,
      terms: {
        create: {
          number: 1,
          at,
          side: 'buyer',
          priceCents,
          currency: listing.currency,
          depositCents: 0,
          firstUseYear: at.getUTCFullYear(),
          closingCostsBy: 'buyer',
          transferFeeBy: 'buyer',
          maintenanceFeeBy: 'buyer',
          bookedWeeksGoTo: 'seller',
          closingOn: at,
        },
      },
    },
  });
  const done = { saleId: id, dueOn: closedAt };
  const answered = new Date(at.getTime() + refusalDays * day);
  const { id: documentId } = await prisma.contractDocument.create({
    data: {
      ownerId,
      saleId: id,
      status: 'attached',
      fileName: 'estoppel.pdf',
      contentType: 'application/pdf',
      size: 1_000,
      sha256: '0'.repeat(64),
      attachedAt: at,
    },
  });
  await prisma.saleStep.create({
    data: {
      ...done,
      step: 'estoppel',
      state: 'done',
      doneAt: at,
      documentId,
      feesOwedCents: 0,
      nextUseYear: at.getUTCFullYear(),
      validUntil: closedAt,
    },
  });
  if (isRefused !== undefined) {
    const state = isRefused ? 'failed' : 'waived';
    await prisma.saleStep.create({
      data: { ...done, step: 'first_refusal', state, doneAt: answered },
    });
  }
  await prisma.listingEvent.create({
    data: {
      listingId: listing.id,
      kind: 'verified',
      createdAt: new Date(closedAt.getTime() - days * day),
    },
  });
  if (isRefused) {
    await prisma.sale.update({
      where: { id },
      data: { status: 'called_off', settlement: 'to_buyer', closedAt },
    });
    return id;
  }
  await prisma.saleStep.create({
    data: { ...done, step: 'confirmation', state: 'done', doneAt: closedAt },
  });
  await post(prisma, {
    bookingId: null,
    saleId: id,
    reason: 'sale_payment',
    operationId: null,
    currency: listing.currency,
    amounts: salePaymentAmounts(priceCents),
    at: closedAt,
  });
  await prisma.sale.update({
    where: { id },
    data: { status: 'sold', settlement: 'to_seller', closedAt },
  });
  return id;
}

it('what buyers paid, how long it took, and first refusals equal a plain reckoning', async () => {
  const closing = fc.record({
    priceCents: fc.integer({ min: 100, max: 3_000_000 }),
    days: fc.integer({ min: 30, max: 900 }),
    isRefused: fc.constantFrom(undefined, false, false, true),
    refusalDays: fc.integer({ min: 1, max: 15 }),
    yearsAgo: fc.constantFrom(0, 1, 2, 4),
    season: fc.constantFrom('Red', 'red ', 'Red', 'White'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(closing, { minLength: 8, maxLength: 20 }), async (closings) => {
      const { id } = await createResort(server);
      const own = await forSale(id);
      for (const { season, ...each } of closings) await close(await forSale(id, { season }), each);
      const paid = closings.filter(
        ({ season, isRefused, yearsAgo }) => season !== 'White' && !isRefused && yearsAgo < 3,
      );
      const decided = closings.filter(({ isRefused }) => isRefused !== undefined);
      const answer = await asked(own.id);
      if (paid.length < 5) {
        expect(answer).toMatchObject({ closedPrices: null, medianDays: null });
      } else {
        const { count, quartiles } = reckon(paid.map(({ priceCents }) => priceCents));
        const { lowerQuartile, median, upperQuartile } = answer?.closedPrices ?? {};
        expect(answer?.closedPrices?.count).toBe(count);
        [lowerQuartile, median, upperQuartile].forEach((money, index) => {
          expect(Math.abs((money?.amount ?? NaN) - (quartiles[index] ?? NaN))).toBeLessThanOrEqual(
            0.5,
          );
        });
        const wanted = reckon(paid.map(({ days }) => days)).quartiles[1] ?? NaN;
        expect(Math.abs((answer?.medianDays ?? NaN) - wanted)).toBeLessThanOrEqual(0.5);
      }
      if (decided.length < 5) {
        expect(answer?.firstRefusals).toBeNull();
      } else {
        expect(answer?.firstRefusals).toMatchObject({
          count: decided.length,
          used: decided.filter(({ isRefused }) => isRefused).length,
        });
        const wanted = reckon(decided.map(({ refusalDays }) => refusalDays)).quartiles[1] ?? NaN;
        expect(Math.abs((answer?.firstRefusals?.medianDays ?? NaN) - wanted)).toBeLessThanOrEqual(
          0.5,
        );
      }
    }),
    { numRuns: inDepth(4, 60) },
  );
});

it('the spread of the asking prices equals a plain reckoning; under five nothing is shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(offer, { maxLength: 24 }), async (offers) => {
      const [here, elsewhere] = [await createResort(server), await createResort(server)];
      const own = await forSale(here.id, { ownership: 'fixed' });
      await server.prisma.listing.createMany({
        data: offers.map(({ isElsewhere, ...given }) => {
          const { id: _id, version: _version, offerCode: _code, ...like } = own;
          return {
            ...like,
            ...given,
            yearlyPoints: given.ownership === 'points' ? 1_000 : null,
            resortId: isElsewhere ? elsewhere.id : here.id,
          } as typeof own;
        }),
      });
      const alike = offers.filter(
        (each) =>
          each.isForSale &&
          each.contractVerificationStatus === 'verified' &&
          each.currency === 'USD' &&
          each.bedrooms === 2 &&
          each.season?.trim().toLowerCase() === 'red' &&
          each.ownership !== 'points' &&
          !each.isElsewhere,
      );
      const prices = (await asked(own.id))?.askingPrices;
      if (alike.length < 5) {
        expect(prices).toBeNull();
        return;
      }
      const { count, quartiles } = reckon(alike.map(({ salePriceCents }) => salePriceCents));
      expect(prices?.count).toBe(count);
      expect(prices?.lowerQuartile.currency).toBe('USD');
      const shown = [prices?.lowerQuartile, prices?.median, prices?.upperQuartile];
      shown.forEach((money, index) => {
        expect(Math.abs((money?.amount ?? NaN) - (quartiles[index] ?? NaN))).toBeLessThanOrEqual(
          0.5,
        );
      });
    }),
    { numRuns: inDepth(15, 300) },
  );
});

it('a listing that leaves out its season has no comparables', async () => {
  const { id } = await createResort(server);
  const own = await forSale(id, { season: null });
  for (let each = 0; each < 5; each++) await forSale(id, { season: null });
  expect(await asked(own.id)).toMatchObject({ askingPrices: null });
});

it('a listing is for sale since the team first verified it', async () => {
  const { id } = await createResort(server);
  const own = await forSale(id);
  expect(await asked(own.id)).toMatchObject({ onSaleSince: own.createdAt.toISOString() });
  const verifiedAt = new Date(own.createdAt.getTime() + 86_400_000);
  for (const createdAt of [verifiedAt, new Date(verifiedAt.getTime() + 86_400_000)]) {
    await server.prisma.listingEvent.create({
      data: { listingId: own.id, kind: 'verified', createdAt },
    });
  }
  await server.prisma.listing.update({ where: { id: own.id }, data: { title: 'Changed' } });
  await expect.poll(async () => (await asked(own.id))?.onSaleSince).toBe(verifiedAt.toISOString());
});

it('the answer follows a new price of another listing', async () => {
  const { id } = await createResort(server);
  const [own, other] = [await forSale(id), await forSale(id)];
  for (let each = 0; each < 4; each++) await forSale(id);
  expect((await asked(own.id))?.askingPrices).toMatchObject({
    count: 5,
    median: { amount: 500_000 },
  });
  await server.prisma.listing.update({ where: { id: other.id }, data: { isForSale: false } });
  await expect.poll(async () => (await asked(own.id))?.askingPrices).toBeNull();
});

it('the answer follows a decision of the resort', async () => {
  const { id } = await createResort(server);
  const own = await forSale(id);
  const closing = { priceCents: 100, days: 30, isRefused: false, refusalDays: 3, yearsAgo: 0 };
  for (let each = 0; each < 4; each++) await close(await forSale(id), closing);
  const saleId = await close(await forSale(id), { ...closing, isRefused: undefined });
  expect(await asked(own.id)).toMatchObject({ firstRefusals: null });
  const at = new Date();
  await server.prisma.saleStep.create({
    data: { saleId, step: 'first_refusal', state: 'waived', dueOn: at, doneAt: at },
  });
  await expect
    .poll(async () => (await asked(own.id))?.firstRefusals)
    .toMatchObject({ count: 5, used: 0 });
});

const feesOf = (resortId: string, fees: readonly (readonly [year: number, cents: number])[]) =>
  server.prisma.resortFee.createMany({
    data: fees.map(([year, cents]) => ({ resortId, bedrooms: 2, year, cents, source: 'Budget' })),
  });

it('ten years of owning equal a plain reckoning, beside renting the same weeks', async () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  const facts = fc.record({
    salePriceCents: fc.integer({ min: 100, max: 3_000_000 }),
    ownFee: fc.option(cents),
    use: fc.constantFrom('annual' as const, 'odd' as const, 'even' as const, null),
    ownership: fc.constantFrom('fixed' as const, 'floating' as const, 'points' as const),
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    fees: fc.uniqueArray(fc.tuple(fc.integer({ min: 1970, max: 2200 }), cents), {
      maxLength: 12,
      selector: ([year]) => year,
    }),
    nightly: fc.array(fc.integer({ min: 1_000, max: 90_000 }), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(facts, async ({ fees, nightly, ownFee, ownership, ...given }) => {
      const { id: resortId } = await createResort(server);
      await feesOf(resortId, fees);
      const own = await forSale(resortId, {
        ...given,
        ownership,
        yearlyPoints: ownership === 'points' ? 1_000 : null,
        maintenanceFeeCents: ownFee,
      });
      for (const pricePerNightCents of nightly) {
        const { currency } = given;
        await createListing(server, {
          resortId,
          ownerId,
          bedrooms: 2,
          currency,
          pricePerNightCents,
        });
      }
      const costs = (await asked(own.id))?.costs;
      const recorded =
        given.currency === 'USD' ? fees.toSorted(([one], [other]) => other - one).slice(0, 10) : [];
      const part = given.use === 'odd' || given.use === 'even' ? 2 : 1;
      const fee = ownFee ?? (recorded[0] && Math.round(recorded[0][1] / part));
      if (ownership === 'points' || fee === undefined) {
        expect(costs).toBeNull();
        return;
      }
      const latest = recorded[0] ?? [0, 0];
      const first = recorded.at(-1) ?? [0, 0];
      const rise =
        recorded.length > 1
          ? Math.round((latest[1] - first[1]) / (latest[0] - first[0]) / part)
          : 0;
      let owned = given.salePriceCents;
      for (let year = 0; year < 10; year += 1) owned += Math.max(0, fee + year * rise);
      expect(costs).toMatchObject({
        stays: 10 / part,
        yearlyFee: { amount: fee },
        // JSON has no negative zero.
        yearlyRise: { amount: rise + 0 },
        owned: { amount: owned, currency: given.currency },
        fees: recorded.map(([year, amount]) => ({ year, source: 'Budget', fee: { amount } })),
      });
      if (nightly.length < 5) {
        expect(costs?.rented).toBeNull();
      } else {
        const median = Math.round(reckon(nightly).quartiles[1] ?? NaN);
        expect(costs?.rented?.count).toBe(nightly.length);
        const away = (costs?.rented?.total.amount ?? NaN) - (median * 7 * 10) / part;
        // Halves of a cent are rounded to even there.
        expect(Math.abs(away)).toBeLessThanOrEqual((7 * 10) / part);
      }
    }),
    { numRuns: inDepth(15, 300) },
  );
});

it('the answer follows a fee and a programme that the team records', async () => {
  const { id: resortId } = await createResort(server);
  const own = await forSale(resortId);
  expect(await asked(own.id)).toMatchObject({ costs: null, deedBack: null });
  await feesOf(resortId, [[2026, 90_000]]);
  await expect
    .poll(async () => (await asked(own.id))?.costs)
    .toMatchObject({ yearlyFee: { amount: 90_000 }, rented: null });
  await server.prisma.deedBack.create({
    data: { resortId, terms: 'Paid up.', source: 'Site', recordedOn: new Date('2026-05-04') },
  });
  await expect
    .poll(async () => (await asked(own.id))?.deedBack)
    .toEqual({ terms: 'Paid up.', source: 'Site', recordedOn: '2026-05-04' });
});

it('there is nothing to compare for what is not for sale', async () => {
  const { id } = await createResort(server);
  const listing = await createListing(server, { resortId: id, ownerId });
  expect(await asked(listing.id)).toBeNull();
  expect(await asked(randomUUID())).toBeNull();
});

it('an owner is told the same prices before listing; nobody else can ask', async () => {
  const { id: resortId } = await createResort(server);
  const own = await forSale(resortId, { salePriceCents: 700_000 });
  for (let each = 0; each < 4; each++) await forSale(resortId);
  const { cookie, user } = await signedInUser(server);
  await forSale(resortId, { ownerId: user.id, salePriceCents: 100 });
  const ask = async (given: object, headers = {}) =>
    server.graphql(pricesQuery, { resortId, bedrooms: 2, season: ' RED', ...given }, headers);
  const { data } = await ask({}, { cookie });
  expect(data?.salePrices).toEqual({
    onSaleSince: null,
    askingPrices: { count: 5, median: { amount: 500_000 } },
    closedPrices: null,
  });
  // The prices of others beside a listing leave out its own.
  expect(await asked(own.id)).toMatchObject({ askingPrices: { count: 5 } });
  for (const other of [{ bedrooms: 3 }, { season: 'White' }]) {
    expect((await ask(other, { cookie })).data?.salePrices).toMatchObject({ askingPrices: null });
  }
  expect((await ask({ resortId: randomUUID() }, { cookie })).data?.salePrices).toBeNull();
  expect((await ask({})).errors?.[0]?.extensions).toMatchObject({ code: 'UNAUTHENTICATED' });
});
