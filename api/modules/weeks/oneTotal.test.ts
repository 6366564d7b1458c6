import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, nightsBetween } from '#common/days.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createResort, createUser, dayAhead } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { cancellationPolicyNames } from '../pricing/cancellation.ts';
import { quote, type PriceTerms } from '../pricing/quote.ts';
import { priceTerms } from '../pricing/testing/arbitraries.ts';

let server: TestServer;
let ownerId: string;
const taxes = [0, 725, 1_350];
let resorts: { id: string; taxBps: number }[];
/** The service fee of each run, in percent. */
const fees = ['8', '0', '12.75'];
const staysInRun = inDepth(20, 100);
const runs = Array.from({ length: inDepth(1, 33) }, () => fees).flat();

beforeAll(async () => {
  server = await startTestServer();
  ownerId = (await createUser(server)).id;
  resorts = await Promise.all(
    taxes.map(async (rateBps) => {
      const destination = `Place ${rateBps}`;
      const { id } = await createResort(server, { destination });
      await server.prisma.occupancyTax.update({ where: { destination }, data: { rateBps } });
      return { id, taxBps: rateBps };
    }),
  );
});

afterAll(() => server.close());

const first = dayAhead(40);

const offer = fc.record({
  terms: priceTerms,
  resort: fc.nat({ max: taxes.length - 1 }),
  policy: fc.constantFrom(...cancellationPolicyNames),
  from: fc.nat({ max: 20 }),
  offered: fc.integer({ min: 1, max: 40 }),
  nights: fc.integer({ min: 1, max: 40 }),
});

it.each(runs)(
  'lists, the resort page, GraphQL, REST and the quote have one total, with a fee of %s percent',
  async (percent) => {
    await server.pool.query('TRUNCATE listings CASCADE');
    await server.prisma.siteSetting.upsert({
      where: { key: 'service_fee_percent' },
      create: { key: 'service_fee_percent', value: percent },
      update: { value: percent },
    });
    await server.deps.siteSettings.refresh();
    const stays = fc
      .sample(offer, staysInRun)
      .map(({ terms, resort, offered, nights, ...rest }) => ({
        ...rest,
        id: randomUUID(),
        resortId: resorts[resort]?.id ?? '',
        terms: {
          ...terms,
          pricePerNightCents: Math.min(terms.pricePerNightCents, 10_000_000),
          taxBps: resorts[resort]?.taxBps ?? 0,
          serviceFeeBps: Math.round(Number(percent) * 100),
        },
        checkIn: addDays(first, rest.from),
        checkOut: addDays(first, rest.from + Math.min(nights, offered)),
        until: addDays(first, rest.from + offered),
      }));
    await server.prisma.listing.createMany({
      data: stays.map(({ id, resortId, terms, policy, checkIn, until }) => ({
        id,
        resortId,
        ownerId,
        title: 'A week by the harbour',
        description: 'Two rooms.',
        pricePerNightCents: terms.pricePerNightCents,
        cleaningFeeCents: terms.cleaningFeeCents,
        currency: terms.currency,
        cancellationPolicy: policy,
        availableFrom: new Date(checkIn),
        availableTo: new Date(until),
        contractVerificationStatus: 'verified',
      })),
    });
    await server.emptyCaches();
    const listed = await listedTotals();
    for (let begin = 0; begin < stays.length; begin += 10) {
      const batch = stays.slice(begin, begin + 10);
      const pages = await shownOnPages(batch);
      for (const [index, stay] of batch.entries()) {
        const { checkIn, checkOut, terms } = stay;
        const { lines, totalCents } = quote(terms, nightsBetween(checkIn, checkOut));
        const page = pages[index];
        expect(page?.total.amount).toBe(totalCents);
        expect(page?.listing.quote.total.amount).toBe(totalCents);
        expect(page?.listing.quote.lines.map(({ amount }) => amount.amount)).toEqual(
          lines.map(({ cents }) => cents).filter((cents) => cents > 0),
        );
        const whole = quote(terms, nightsBetween(checkIn, stay.until));
        expect(page?.listing.freeStays[0]?.total.amount).toBe(whole.totalCents);
        expect(page?.listing.total.amount).toBe(whole.totalCents);
        expect(await quotedByRest(stay)).toEqual({ total: totalCents, sum: totalCents });
        const usual = Math.min(7, whole.nights);
        expect(listed.get(stay.id)).toBe(quote(terms, usual).totalCents);
      }
    }
  },
);

interface AskedStay {
  id: string;
  resortId: string;
  checkIn: string;
  checkOut: string;
  terms: PriceTerms;
}

interface Amount {
  amount: number;
}

interface ShownStay {
  total: Amount;
  listing: {
    total: Amount;
    freeStays: { total: Amount }[];
    quote: { total: Amount; lines: { amount: Amount }[] };
  };
}

async function shownOnPages(stays: readonly AskedStay[]): Promise<(ShownStay | undefined)[]> {
  const fields = stays.map(({ id, resortId, checkIn, checkOut }, index) => {
    const dates = `checkIn: "${checkIn}", checkOut: "${checkOut}"`;
    return `stay${index}: resort(id: "${resortId}") {
      stay(${dates}, listingId: "${id}") {
        total { amount }
        listing {
          total { amount }
          freeStays { total { amount } }
          quote(${dates}) { total { amount } lines { amount { amount } } }
        }
      }
    }`;
  });
  const { data, errors } = await server.graphqlText<Record<string, { stay: ShownStay }>>(
    `{ ${fields.join('\n')} }`,
  );
  expect(errors).toEqual([]);
  return stays.map((_, index) => data?.[`stay${index}`]?.stay);
}

/** The total of the usual stay of each listing, as lists of weeks show it. */
async function listedTotals(): Promise<Map<string, number>> {
  const { data } = await server.graphqlText<{
    weeks: { edges: { node: { total: Amount; listing: { databaseId: string } } }[] };
  }>(
    '{ weeks(sort: LOWEST_TOTAL, first: 100) { edges { node { total { amount } listing { databaseId } } } } }',
  );
  return new Map(data?.weeks.edges.map(({ node }) => [node.listing.databaseId, node.total.amount]));
}

async function quotedByRest({ id, checkIn, checkOut }: AskedStay) {
  const { body } = await server.rest(
    'GET',
    `/api/listings/${id}/quote?${new URLSearchParams({ checkIn, checkOut })}`,
  );
  const { total, lines } = body as { total: number; lines: { amount: number }[] };
  const cents = (units: number): number => Math.round(units * 100);
  return { total: cents(total), sum: lines.reduce((sum, { amount }) => sum + cents(amount), 0) };
}
