import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inDepth } from '#api/testing/depth.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { makeStep, type BookingStep } from '#api/testing/makeStep.ts';
import { startSecondProcess, type SecondProcess } from '#api/testing/secondProcess.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { isoDay } from '#common/days.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { readExpectedBalances } from './payment/expectedBalances.ts';
import { ruleOf } from './moves/moves.ts';
import { refundsToSettle } from './payment/settleRefunds.ts';
import type { BookingMove } from '#api/generated/operations/graphql.ts';
import { PaymentRefused } from '#api/platform/payments/paymentProvider.ts';
import { sandboxBanks } from '#api/platform/payments/bankDetails.ts';
import { connect, goodBank } from '../payouts/testing/flow.ts';
import { checkPaymentMutation, payClaimMutation } from './testing/operations.ts';
import {
  cardToken,
  hold,
  makeScene,
  movableClock,
  move,
  pay,
  payRest,
  type Scene,
} from './testing/flow.ts';

/** The environment variable HISTORIES says how many; in depth they take the better part of an hour. */
const histories = Number(process.env['HISTORIES'] ?? inDepth(8, 5_000));

/** Each batch has a database of its own: reconciliation reads it as a whole after each history. */
const batchSize = 100;

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let second: SecondProcess;
let team: string;
let otherTeam: string;

beforeEach(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock, fees: true });
  // The clock moves thousands of times, each time in every zone that there is.
  const { timezone } = await createResort(server);
  await server.prisma.timeZone.deleteMany({ where: { name: { not: timezone } } });
  second = await startSecondProcess(server);
  team = (await signedInUser(server, { role: 'admin' })).cookie;
  otherTeam = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterEach(async () => {
  await second.stop();
  await server.close();
});

const cards = [
  '4242424242424242',
  '4242424242424242',
  '4000002500003155',
  '4000000000009995',
  '4000000000000119',
  '4000000000000333',
  '4000000000000259',
  '4000000000002685',
  '4000000000001976',
  // Its refunds are refused, come back, or take their time.
  '4000000000005126',
  '4000000000005423',
  '4000000000007726',
  // Once saved, it wants the bank to be asked, or pays no more.
  '4000002760003184',
  '4000008260003178',
];

const steps = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('hold' as const), nights: fc.constantFrom(3, 7) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      card: fc.constantFrom(...cards),
      paysDeposit: fc.boolean(),
    }),
  },
  {
    /** The traveler pays what a deposit left, with another card or the saved one, once or twice. */
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('payRest' as const),
      card: fc.option(fc.constantFrom(...cards), { nil: undefined }),
      isTwice: fc.boolean(),
    }),
  },
  {
    /** Takes a week that is kept in place of one that the owner cancelled. */
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('rebook' as const), card: fc.constantFrom(...cards) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('check' as const) }) },
  {
    /** The traveler pays for a damage, with two calls at once. */
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('payClaim' as const), card: fc.constantFrom(...cards) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('dashboard' as const),
      /** Too much for most payments: all that is left. */
      cents: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constant(1_000_000)),
      ofLatest: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reversal' as const),
      cents: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('movements' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('confirm' as const), isApproved: fc.boolean() }),
  },
  {
    /** Events of the payment provider: in any order, twice, or never. */
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('events' as const),
      which: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      who: fc.constantFrom('traveler', 'owner', 'team', 'otherTeam'),
      move: fc.constantFrom<BookingMove>(
        'ABANDON',
        'WITHDRAW',
        'ACCEPT',
        'ACCEPT',
        'DECLINE',
        'OFFER',
        'OFFER',
        'TAKE_OFFER',
        'TAKE_OFFER',
        'REFUSE_OFFER',
        'SUBMIT_CERTIFICATE',
        'SUBMIT_CERTIFICATE',
        'RENAME_GUESTS',
        'CERTIFY',
        'CERTIFY',
        'REFUSE_CERTIFICATE',
        'REPLACE_CERTIFICATE',
        'CANCEL',
        'CANCEL_BY_OWNER',
        'CANCEL_BY_OWNER',
        'CANCEL_BY_TEAM',
        'DISPUTE',
        'REST_CASE',
        'REST_CASE',
        'DECIDE',
        'DECIDE',
        'ACCEPT_DECISION',
        'APPEAL',
        'DECIDE_APPEAL',
        'GOODWILL',
        'CLAIM_DAMAGE',
        'CLAIM_DAMAGE',
        'AGREE_CLAIM',
        'CONTEST_CLAIM',
        'DECIDE_CLAIM',
      ),
      refundCents: fc.integer({ min: 0, max: 60_000 }),
      /** Sent twice at the same time. */
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(
        1,
        15,
        24 * 60,
        10 * 24 * 60,
        32 * 24 * 60,
        2 * 24 * 60,
        53 * 24 * 60,
        7 * 24 * 60,
      ),
    }),
  },
  {
    /** After this many days without jobs, all run at once. */
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('outage' as const), days: fc.nat({ max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deadlines' as const),
      hours: fc.constantFrom(0, 1, 23, 24, 25, 47, 48, 49),
    }),
  },
  {
    /** People do what comes next, until one of their windows is open or about to open. */
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('goOn' as const),
      until: fc.constantFrom('requested', 'offered', 'arriving', 'checked_in', 'completed'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payOut' as const) }) },
  {
    /** The payer's bank decides, or the job asks how it stands. */
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('bankDecides' as const),
      decision: fc.constantFrom('won', 'lost', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('bank' as const),
      accountNumber: fc.constantFrom(...sandboxBanks.map((bank) => bank.accountNumber)),
    }),
  },
);

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/** A new document, if the move may use it: people can have few unused ones. */
async function certificateFor(
  { move: wanted, who }: Extract<Step, { do: 'move' }>,
  id: string,
  cookie: string,
): Promise<string | null> {
  const booking = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
  const { status, certificateNumber } = booking;
  const isMissing = status === 'confirmed' && certificateNumber === null;
  const isUsed = {
    SUBMIT_CERTIFICATE: who === 'owner' && isMissing,
    CERTIFY: who === 'team' && isMissing,
    REPLACE_CERTIFICATE: who !== 'traveler' && certificateNumber !== null,
  };
  return isUsed[wanted as keyof typeof isUsed] ? uploadDocument(server, cookie, pdf()) : null;
}

async function moveTo(instant: Date): Promise<void> {
  await time.moveTo(server, instant);
  await second.setClock();
}

const later = (minutes: number) => moveTo(new Date(time.clock().getTime() + minutes * 60_000));

type Job = Extract<
  BookingStep['do'],
  'keepDeadlines' | 'payOut' | 'lookAtOpenDisputes' | 'postMovements'
>;

/** Both processes run each of these jobs at the same time. */
async function run(...jobs: Job[]): Promise<void> {
  for (const job of jobs) {
    await Promise.all([makeStep(server.deps, { do: job }), second.make({ do: job })]);
  }
}

/**
 * @param places the processes that make the step: single calls go to the first, of two calls at once
 *   one to each
 */
async function carryOut(
  step: Step,
  scene: Scene,
  bookings: string[],
  places: readonly [TestServer, TestServer],
): Promise<void> {
  const [at, other] = places;
  const latest = bookings.at(-1);
  switch (step.do) {
    case 'hold': {
      const checkOut = new Date(Date.parse(scene.checkIn) + step.nights * 86_400_000);
      const given = { checkOut: isoDay(checkOut), idempotencyKey: randomUUID() };
      const answers = await Promise.all(places.map((place) => hold(place, scene, given)));
      const held = answers.map((answer) =>
        answer?.__typename === 'HoldStayPayload' ? answer.booking.databaseId : answer?.__typename,
      );
      // The same key gives the same answer.
      expect(held[1]).toBe(held[0]);
      const [answer] = answers;
      if (answer?.__typename === 'HoldStayPayload' && answer.booking.databaseId !== latest) {
        bookings.push(answer.booking.databaseId);
      }
      return;
    }
    case 'pay':
      if (latest !== undefined) {
        const { version } = await server.prisma.booking.findUniqueOrThrow({
          where: { id: latest },
        });
        const { paysDeposit } = step;
        await pay(at, scene, { databaseId: latest, version }, step.card, { paysDeposit });
      }
      return;
    case 'payRest':
      await Promise.all(
        (step.isTwice ? places : [at]).map((place) =>
          payRest(place, scene.traveler.cookie, latest ?? '', step.card),
        ),
      );
      return;
    case 'rebook': {
      const kept = await server.prisma.booking.findMany({
        where: { rebookingOfId: { in: bookings }, status: 'held' },
      });
      // At the same time: one of them is taken.
      await Promise.all(
        kept.map(({ id: databaseId, version }, index) =>
          pay(index % 2 === 0 ? at : other, scene, { databaseId, version }, step.card),
        ),
      );
      const known = new Set(bookings);
      bookings.push(...kept.map(({ id }) => id).filter((id) => !known.has(id)));
      return;
    }
    case 'payClaim': {
      const method = await cardToken(server, step.card);
      const input = { bookingId: latest ?? '', method };
      const { cookie } = scene.traveler;
      await Promise.all(
        places.map((place) => place.graphql(payClaimMutation, { input }, { cookie })),
      );
      return;
    }
    case 'check':
      await at.graphql(
        checkPaymentMutation,
        { input: { bookingId: latest ?? '' } },
        { cookie: scene.traveler.cookie },
      );
      return;
    case 'confirm': {
      const payment = await server.prisma.sandboxPayment.findFirst({
        where: { bookingId: latest ?? '', status: 'needs_action' },
      });
      if (payment) {
        const { clientSecret } = payment;
        await at.deps.paymentSandbox?.confirm({ clientSecret, isApproved: step.isApproved });
      }
      return;
    }
    case 'dashboard': {
      const payment = await server.prisma.sandboxPayment.findFirst({
        where: { bookingId: latest ?? '', status: 'captured' },
        orderBy: { createdAt: step.ofLatest ? 'desc' : 'asc' },
      });
      if (payment) {
        const { refundedCents = 0 } = (await server.deps.payments?.read(payment.reference)) ?? {};
        const cents = Math.min(step.cents, payment.amountCents - refundedCents);
        await at.deps.paymentSandbox
          ?.refundInDashboard(payment.reference, cents)
          // More than was paid.
          .catch((error: unknown) => expect(error).toBeInstanceOf(PaymentRefused));
      }
      return;
    }
    case 'reversal': {
      const transfer = await server.prisma.sandboxTransfer.findFirst({
        where: { bookingId: latest ?? '' },
      });
      if (transfer) {
        await at.deps.paymentSandbox
          ?.reverseInDashboard(transfer.reference, step.cents)
          .catch((error: unknown) => expect(error).toBeInstanceOf(PaymentRefused));
      }
      return;
    }
    case 'movements':
      await run('postMovements');
      return;
    case 'events': {
      const events = await server.prisma.sandboxEvent.findMany({
        orderBy: { id: 'desc' },
        take: 8,
      });
      const sent = step.which.map((index) => events[index % events.length]?.id ?? '');
      if (events.length > 0) {
        await Promise.all(
          sent.map((id, index) => (index % 2 === 0 ? at : other).deps.paymentSandbox?.deliver(id)),
        );
      }
      return;
    }
    case 'move': {
      if (latest === undefined) return;
      const teams = { team, otherTeam };
      const cookie = teams[step.who as 'team'] ?? scene[step.who as 'owner'].cookie;
      const { checkOut } = await server.prisma.booking.findUniqueOrThrow({ where: { id: latest } });
      const input = {
        move: step.move,
        reason: 'Because.',
        refundCents: step.refundCents,
        claimCents: step.refundCents,
        ...(step.move === 'GOODWILL' && { goodwillTo: 'OWNER' as const, goodwillCents: 7_000 }),
        certificateNumber: 'GC 1',
        certificateUrl: await certificateFor(step, latest, cookie),
        offeredCheckIn: scene.checkIn,
        offeredCheckOut: isoDay(checkOut),
        offeredPricePerNightCents: 14_000,
      };
      await Promise.all(
        (step.isTwice ? places : [at]).map((place) => move(place, cookie, latest, input)),
      );
      const taken = await server.prisma.booking.findUnique({ where: { offerOfId: latest } });
      if (taken) {
        bookings.push(taken.id);
      }
      return;
    }
    case 'wait':
      await later(step.minutes);
      return;
    case 'outage':
      await later(step.days * 24 * 60);
      await run('keepDeadlines', 'lookAtOpenDisputes', 'payOut');
      return;
    case 'deadlines':
      await later(step.hours * 60);
      await run('keepDeadlines');
      return;
    case 'goOn':
      await goOn(step.until, scene, bookings, places);
      return;
    case 'payOut':
      await run('payOut');
      return;
    case 'bankDecides':
      if (step.decision !== null) {
        await server.prisma.sandboxDispute.updateMany({
          where: { status: 'open', payment: { bookingId: latest ?? '' } },
          data: { status: step.decision },
        });
      }
      await run('lookAtOpenDisputes');
      return;
    case 'bank':
      await connect(at, scene.owner.cookie, { ...goodBank, accountNumber: step.accountNumber });
  }
}

/** Makes what comes next in the latest booking until it has come so far, or can't. */
async function goOn(
  until: Extract<Step, { do: 'goOn' }>['until'],
  scene: Scene,
  bookings: string[],
  places: readonly [TestServer, TestServer],
): Promise<void> {
  const make = (step: Step) => carryOut(step, scene, bookings, places);
  const moved = (who: 'owner' | 'team', made: BookingMove) =>
    make({ do: 'move', who, move: made, refundCents: 0, isTwice: false });
  for (let steps = 0; steps < 7; steps += 1) {
    const booking = await server.prisma.booking.findUnique({
      where: { id: bookings.at(-1) ?? randomUUID() },
    });
    const status = booking?.status;
    if (status === until) return;
    if (booking === null || status === 'expired' || status === 'declined') {
      await make({ do: 'hold', nights: 7 });
    } else if (status === 'held') {
      await make({ do: 'pay', card: '4242424242424242', paysDeposit: false });
    } else if (status === 'pending') {
      if (until === 'requested' || (until === 'offered' && booking.offeredCheckIn)) return;
      await moved('owner', until === 'offered' ? 'OFFER' : 'ACCEPT');
    } else if (status === 'confirmed') {
      if (booking.certificateNumber === null) await moved('owner', 'SUBMIT_CERTIFICATE');
      await moved('team', 'CERTIFY');
    } else if (status === 'certified') {
      const arrival = new Date(`${isoDay(booking.checkIn)}T12:00:00Z`);
      if (time.clock() < arrival) await moveTo(arrival);
      if (until === 'arriving') return;
      await run('keepDeadlines');
    } else if (status === 'checked_in' && until === 'completed') {
      await later(7 * 24 * 60);
      await run('keepDeadlines');
    } else {
      return;
    }
  }
}

/** Delivers every event of the payments of bookings. */
async function deliverAll(bookings: string[]): Promise<void> {
  const payments = await server.prisma.sandboxPayment.findMany({
    where: { bookingId: { in: bookings } },
  });
  const events = await server.prisma.sandboxEvent.findMany({
    where: { reference: { in: payments.map(({ reference }) => reference) } },
    orderBy: { createdAt: 'asc' },
  });
  for (const { id } of events) {
    await server.deps.paymentSandbox?.deliver(id);
  }
}

/**
 * The team decides about stays that began without a certificate while no job ran. The next history
 * begins on an earlier day, on which the clock would end them.
 */
async function cancelUncertified(bookings: string[]): Promise<void> {
  const uncertified = await server.prisma.booking.findMany({
    where: {
      id: { in: bookings },
      status: 'confirmed',
      OR: [{ chargeback: null }, { chargeback: { not: 'open' } }],
    },
  });
  for (const { id } of uncertified) {
    await move(server, team, id, { move: 'CANCEL_BY_TEAM', reason: 'There is no certificate.' });
  }
}

/** The provider sends the events of disputes until they are accepted. */
async function hearOfDisputes(bookings: string[]): Promise<void> {
  const disputes = await server.prisma.sandboxDispute.findMany({
    where: { payment: { bookingId: { in: bookings } } },
  });
  const events = await server.prisma.sandboxEvent.findMany({
    where: { reference: { in: disputes.map(({ reference }) => reference) } },
  });
  for (const { id } of events) {
    await server.deps.paymentSandbox?.deliver(id);
  }
  await run('lookAtOpenDisputes');
}

/** How many payouts were made of each booking whose money a bank holds, also after the next step. */
async function frozenTransfers(bookings: string[]): Promise<[id: string, count: number][]> {
  const frozen = await server.prisma.booking.findMany({
    where: { id: { in: bookings }, chargeback: 'open' },
  });
  return Promise.all(
    frozen.map(async ({ id }) => [
      id,
      await server.prisma.sandboxTransfer.count({ where: { bookingId: id } }),
    ]),
  );
}

/** No window of a person is shorter than its length, however long no job ran. */
async function expectWindows(bookings: string[]): Promise<void> {
  const events = await server.prisma.bookingEvent.findMany({
    where: { bookingId: { in: bookings } },
  });
  for (const [opening, closing] of windows) {
    for (const closed of events.filter(({ move: made }) => made === closing)) {
      const opened = events.find(
        ({ bookingId, move: made }) => bookingId === closed.bookingId && made === opening,
      );
      const hours = (closed.at.getTime() - (opened?.at.getTime() ?? NaN)) / 3_600_000;
      expect(hours).toBeGreaterThanOrEqual(ruleOf(opening).opens?.hours ?? 0);
    }
  }
}

/** Moves that open a window of a person, and the moves of the clock that close it. */
const windows = [
  ['request', 'expire'],
  ['offer', 'lapse_offer'],
  ['check_in', 'release'],
] as const;

/** Each ordered refund has arrived, was paid by the payer's bank, or is listed for the team. */
async function expectRefunds(bookings: string[]): Promise<void> {
  const listed = (await refundsToSettle(server.deps)).filter((refund) => refund.isListed);
  const ordered = await server.prisma.ledgerEntry.findMany({
    where: {
      account: 'refund_payable',
      transaction: { bookingId: { in: bookings }, reason: 'refund_order' },
    },
  });
  const done = await server.prisma.paymentOperation.findMany({
    where: {
      bookingId: { in: bookings },
      kind: { in: ['refund', 'refund_return'] },
      status: 'succeeded',
    },
  });
  const byBank = await server.prisma.ledgerEntry.findMany({
    where: {
      account: 'refund_payable',
      transaction: { bookingId: { in: bookings }, reason: 'chargeback_end' },
    },
  });
  const sum = (amounts: number[]) => amounts.reduce((all, cents) => all + cents, 0);
  expect(
    sum(done.map(({ kind, amountCents }) => (kind === 'refund' ? amountCents : -amountCents))) +
      sum(byBank.map(({ amountCents }) => amountCents)) +
      sum(
        listed
          .filter(({ bookingId }) => bookings.includes(bookingId ?? ''))
          .map(({ cents: owed }) => owed),
      ),
  ).toBe(sum(ordered.map(({ amountCents }) => -amountCents)));
}

const batches = Array.from({ length: Math.ceil(histories / batchSize) }, (_, batch) =>
  Math.min(batchSize, histories - batch * batchSize),
);

it.each(batches)(
  '%i histories: state and money agree, and no call is made twice',
  async (numRuns) => {
    const start = time.clock();
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.constantFrom('flexible', 'moderate', 'strict', 'none_after_48h'),
        fc.constantFrom(40, 120),
        // Each step, and whether the second process makes it.
        fc.array(fc.tuple(steps, fc.boolean()), { minLength: 3, maxLength: 14 }),
        async (isInstant, cancellationPolicy, daysAhead, history) => {
          // Weeks of earlier histories stay off offer: each move of the clock would turn their days.
          await server.prisma.listing.updateMany({ data: { isActive: false } });
          await moveTo(start);
          const scene = await makeScene(server, { isInstant, cancellationPolicy }, daysAhead);
          const other = await signedInUser(server);
          await connect(server, other.cookie, goodBank);
          const { offerCode: _, ...week } = scene.listing;
          for (const pricePerNightCents of [14_000, 15_700]) {
            await createListing(server, {
              ...week,
              id: randomUUID(),
              ownerId: other.user.id,
              isInstant: true,
              pricePerNightCents,
            });
          }
          const bookings: string[] = [];
          for (const [step, isSecond] of history) {
            const frozen = await frozenTransfers(bookings);
            await carryOut(
              step,
              scene,
              bookings,
              isSecond ? [second.server, server] : [server, second.server],
            );
            // A refund that was sent before the chargeback stays; no refund is sent after it.
            for (const [id, count] of frozen) {
              const now = await server.prisma.sandboxTransfer.count({ where: { bookingId: id } });
              expect([id, now]).toEqual([id, count]);
            }
          }
          // Far later everything has come to rest.
          for (const days of [60, ...(daysAhead > 90 ? [8, 8, 60] : [])]) {
            await later(days * 24 * 60);
            await run('keepDeadlines');
          }
          await connect(server, scene.owner.cookie, goodBank);
          for (let round = 0; round < 4; round += 1) {
            await hearOfDisputes(bookings);
            await run('keepDeadlines');
            await cancelUncertified(bookings);
            await deliverAll(bookings);
            await run('payOut', 'postMovements');
            await later(73 * 60);
          }
          await expectRefunds(bookings);
          await expectWindows(bookings);
          const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
          const open = differences.filter(({ kind }) => !['refund', 'recalled'].includes(kind));
          expect(open).toEqual([]);
          const waiting = await server.prisma.paymentOperation.findMany({
            where: { bookingId: { in: bookings }, status: { in: ['waiting', 'needs_action'] } },
          });
          expect(waiting).toEqual([]);
          // Nothing is sent while a problem is open, or after it was taken back by hand; a debt
          // stays until a later payout.
          const recalled = differences.flatMap(({ kind, bookingId }) =>
            kind === 'recalled' && bookingId !== null ? [bookingId] : [],
          );
          const owed = {
            booking: {
              id: { in: bookings, notIn: recalled },
              status: { not: 'disputed' as const },
            },
            cents: { gt: 0 },
          };
          expect(await server.prisma.payable.findMany({ where: owed })).toEqual([]);
          const ended = await server.prisma.booking.findMany({ where: { id: { in: bookings } } });
          expect(ended.filter(({ status }) => ['held', 'pending'].includes(status))).toEqual([]);
          const resting = ended.filter(({ chargeback }) => chargeback !== 'open');
          expect(resting.filter(({ status }) => status === 'confirmed')).toEqual([]);
        },
      ),
      { numRuns },
    );
  },
);
