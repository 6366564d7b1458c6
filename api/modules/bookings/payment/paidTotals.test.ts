import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addDays, isoDay } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import { inDepth } from '#api/testing/depth.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { cancellationPolicyNames } from '#api/modules/pricing/cancellation.ts';
import { quote } from '#api/modules/pricing/quote.ts';
import { priceTerms } from '#api/modules/pricing/testing/arbitraries.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { hold, makeScene, move, pay } from '../testing/flow.ts';

/** How many stays; `oneTotal.test.ts` compares the same quote with lists, pages and REST. */
const stays = inDepth(6, 10_000);

/** Each batch has a database of its own: reconciliation reads it as a whole. */
const batchSize = 200;

const serviceFeeBps = 800;
const taxBps = 1_275;
const destination = 'Place of a tax';
let server: TestServer;
let resortId: string;

beforeEach(async () => {
  server = await startTestServer();
  resortId = (await createResort(server, { destination, certificateLeadDays: 1 })).id;
  await server.prisma.occupancyTax.update({ where: { destination }, data: { rateBps: taxBps } });
});

afterEach(() => server.close());

const offer = fc.record({
  terms: priceTerms,
  cancellationPolicy: fc.constantFrom(...cancellationPolicyNames),
  ahead: fc.constantFrom(3, 20, 45, 90),
  nights: fc.integer({ min: 1, max: 40 }),
});

const batches = Array.from({ length: Math.ceil(stays / batchSize) }, (_, batch) =>
  Math.min(batchSize, stays - batch * batchSize),
);

it.each(batches)(
  'checkout, booking, mail, card and ledger of %i stays have the total of the quote; a refund and what is kept add up to it',
  async (numRuns) => {
    await fc.assert(
      fc.asyncProperty(offer, async ({ terms, cancellationPolicy, ahead, nights }) => {
        const checkIn = addDays(isoDay(server.deps.clock()), ahead);
        const checkOut = addDays(checkIn, nights);
        const pricePerNightCents = Math.min(terms.pricePerNightCents, 10_000_000);
        const { lines, totalCents } = quote(
          { ...terms, pricePerNightCents, taxBps, serviceFeeBps },
          nights,
        );
        const scene = await makeScene(server, {
          resortId,
          pricePerNightCents,
          cleaningFeeCents: terms.cleaningFeeCents,
          currency: terms.currency,
          cancellationPolicy,
          isInstant: true,
          availableFrom: new Date(checkIn),
          availableTo: new Date(checkOut),
        });
        const answer = await hold(
          server,
          { ...scene, checkIn, checkOut },
          { seenTotalCents: totalCents },
        );
        if (answer?.__typename !== 'HoldStayPayload') throw new Error(JSON.stringify(answer));
        const { databaseId: id, priceLines, totalPrice } = answer.booking;
        expect(totalPrice.amount).toBe(totalCents);
        expect(priceLines.map(({ amount }) => amount.amount)).toEqual(
          lines.map(({ cents }) => cents).filter((cents) => cents > 0),
        );
        await pay(server, scene, answer.booking);
        const [payment] = await server.prisma.sandboxPayment.findMany({ where: { bookingId: id } });
        expect(payment).toMatchObject({ amountCents: totalCents, currency: terms.currency });
        const mail = await server.prisma.outgoingMail.findFirstOrThrow({
          where: { text: { contains: id }, toAddress: scene.traveler.user.email },
        });
        expect(mail.text).toContain(formatMoney({ amount: totalCents, currency: terms.currency }));

        const cancelled = await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
        expect(cancelled).toMatchObject({ booking: { status: 'CANCELLED' } });
        const { refundCents } = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
        const entries = await server.prisma.ledgerEntry.findMany({
          where: { transaction: { bookingId: id } },
        });
        const sum = (account: string): number =>
          entries.reduce(
            (all, entry) => all + (entry.account === account ? entry.amountCents : 0),
            0,
          );
        const kept = 0 - (sum('owner_payable') + sum('tax_payable') + sum('service_fee'));
        expect((refundCents ?? 0) + kept).toBe(totalCents);
        expect(sum('escrow')).toBe(kept);
        expect(sum('traveller')).toBe(0);
      }),
      { numRuns },
    );
    const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
    expect(differences).toEqual([]);
  },
);
