import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MoveSaleInput } from '#api/generated/operations/graphql.ts';
import type {
  Listing,
  PaymentOperation,
  Prisma,
  SaleMove,
  SaleSide,
  SaleStatus,
} from '#api/generated/prisma/client.ts';
import { readExpectedBalances } from '#api/modules/bookings/payment/expectedBalances.ts';
import { cardToken, hold, movableClock } from '#api/modules/bookings/testing/flow.ts';
import { connect } from '#api/modules/payouts/testing/flow.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { PaymentRefused } from '#api/platform/payments/paymentProvider.ts';
import { sandboxCards, type CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import { createLog } from '#api/platform/process/log.ts';
import { inDepth } from '#api/testing/depth.ts';
import {
  createBooking,
  createListing,
  createResort,
  signedInUser,
} from '#api/testing/factories.ts';
import { makeStep } from '#api/testing/makeStep.ts';
import { startSecondProcess, type SecondProcess } from '#api/testing/secondProcess.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, isoDay } from '#common/days.ts';
import {
  checkSalePaymentMutation,
  moveSaleMutation,
  paySaleDepositMutation,
} from '../moves/testing/operations.ts';
import { isEnd, otherSide, ruleOf } from '../moves/moves.ts';
import { keepSaleDeadlines } from '../moves/saleDeadlines.ts';
import { saleWords } from '../moves/saleMails.ts';
import { hashOfSheet } from '../moves/termSheet.ts';
import { isByItself, stepNames, stepRule } from './steps.ts';
import {
  dealTerms,
  depositCents,
  graphqlStep,
  offer,
  priceCents,
  record,
  sumsOf,
  tell,
  wholeSale,
  type Deal,
  type SignedIn,
  type WholeSale,
} from './testing/flow.ts';
import { startPartner, type Fault, type TestPartner } from './testing/partner.ts';

/** The environment variable HISTORIES says how many. */
const histories = Number(process.env['HISTORIES'] ?? inDepth(8, 1_000));

/** Each batch has a database of its own. */
const batchSize = 100;

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let second: SecondProcess;
let partner: TestPartner;
let team: SignedIn;
let errors: string[];
/** How the partner meets calls. */
let fault: Fault;
/** How the partner meets the next call of the second process, which is killed meanwhile. */
let faultOfKilled: Fault | undefined;
/** Whether the second process is killed at some point from now on. */
let isDoomed: boolean;

beforeEach(async () => {
  time = movableClock();
  errors = [];
  isDoomed = false;
  faultOfKilled = undefined;
  partner = await startPartner();
  partner.fault = async (caller) => {
    if (caller !== 'second' || faultOfKilled === undefined) return fault;
    await second.kill();
    return faultOfKilled;
  };
  server = await startTestServer({
    clock: time.clock,
    escrowUrl: partner.urlOf('first'),
    log: createLog('error', { write: (line) => errors.push(line) }),
  });
  await server.prisma.siteSetting.create({ data: { key: 'sale_card_limit', value: '2500' } });
  await server.deps.siteSettings.refresh();
  await server.prisma.coolingOffRule.create({ data: { country: 'Coolia', days: 6 } });
  // The clock moves thousands of times, each time in every zone that there is.
  const { timezone } = await createResort(server);
  await server.prisma.timeZone.deleteMany({ where: { name: { not: timezone } } });
  team = await signedInUser(server, { role: 'admin' });
  second = await startSecondProcess(server, partner.urlOf('second'));
});

afterEach(async () => {
  await second.stop();
  await server.close();
  partner.close();
});

/** A kind of step with what it needs; the weight says how often it is chosen. */
const step = <Do extends string, Given extends object>(
  weight: number,
  kind: Do,
  given: { [Name in keyof Given]: fc.Arbitrary<Given[Name]> },
) => ({
  weight,
  arbitrary: fc.record({ ...given, do: fc.constant(kind) }) as unknown as fc.Arbitrary<
    Given & { do: Do }
  >,
});

/** The latest sale of the first or second buyer; or the one under contract. */
const which = fc.constantFrom(0, 1, null, null);

/** Cards of the sandbox that pay. */
const charged: CardBehavior[] = [
  ...(['succeed', 'succeed', 'lose_answer', 'fault_after', 'late_refund'] as const),
  ...(['disputed_won', 'disputed_lost', 'disputed_after_payout'] as const),
];

const calls = fc.oneof(
  step(3, 'offer', {
    by: fc.constantFrom(0, 1),
    cents: fc.constantFrom(priceCents, 700_000),
    bookedWeeksGoTo: fc.constantFrom('BUYER', 'SELLER'),
    isTwice: fc.boolean(),
  }),
  /** People and the partner do what comes next, so many times. */
  step(5, 'goOn', {
    of: which,
    count: fc.integer({ min: 2, max: 16 }),
    card: fc.constantFrom<(CardBehavior | null)[]>(null, ...charged),
  }),
  /** The buyer pays the deposit by card, or tries to. */
  step(3, 'card', {
    of: which,
    card: fc.constantFrom<CardBehavior[]>(...charged, 'insufficient_funds', 'confirm', 'confirm'),
    isTwice: fc.boolean(),
  }),
  step(1, 'confirm', { of: which, isApproved: fc.boolean() }),
  step(1, 'bankDecides', { of: which, decision: fc.constantFrom('won', 'lost') }),
  /** The team refunds cents in the provider's dashboard. */
  step(1, 'dashboard', { of: which, cents: fc.constantFrom(1, 30_000, depositCents) }),
  /** The open offers of both buyers are accepted at once. */
  step(2, 'acceptAll', {}),
  step(4, 'move', {
    of: which,
    who: fc.constantFrom('turn', 'turn', 'buyer', 'seller'),
    move: fc.constantFrom<MoveSaleInput['move'][]>(
      ...(['ACCEPT', 'ACCEPT', 'COUNTER', 'CONFIRM_TERMS', 'CONFIRM_TERMS'] as const),
      ...(['DECLINE', 'WITHDRAW', 'BACK_OUT'] as const),
    ),
    step: fc.constant('deposit'),
    isTwice: fc.boolean(),
  }),
  step(3, 'move', {
    of: which,
    who: fc.constantFrom('buyer', 'seller', 'team'),
    move: fc.constantFrom<MoveSaleInput['move'][]>(
      ...(['WAIVE_STEP', 'EXTEND_STEP', 'FAIL_STEP', 'COOL_OFF', 'GIVE_UP'] as const),
      ...(['PULL_OUT', 'CALL_OFF', 'SELL', 'RELEASE'] as const),
    ),
    step: fc.constantFrom(...stepNames),
    isTwice: fc.boolean(),
  }),
  /** The buyer pays what is missing, or another amount; the event comes at once, or with the next ones. */
  step(4, 'pay', {
    of: which,
    kind: fc.constantFrom('deposit', 'balance'),
    cents: fc.constantFrom(null, 1_000, depositCents, priceCents),
    told: fc.constantFrom('once', 'twice', 'later'),
  }),
  /** The team records what comes next; an estoppel is valid for so many days. */
  step(4, 'record', { of: which, days: fc.constantFrom(15, 400), isTwice: fc.boolean() }),
  /** Two travelers want the week that is free, at once. */
  step(2, 'hold', {}),
  step(1, 'runJobs', {}),
  step(2, 'keepSaleDeadlines', {}),
  step(1, 'payOut', {}),
  step(1, 'keepDeadlines', {}),
  step(1, 'status', {
    of: which,
    status: fc.constantFrom('active', 'disputed', 'disputed', 'none', 'released'),
  }),
  /** Events that nobody ordered, or with another amount. */
  step(1, 'invent', {
    of: which,
    kind: fc.constantFrom('released', 'refunded'),
    cents: fc.constantFrom(1, depositCents - 1, priceCents + 1),
  }),
  /** The partner tells what it has not told, and perhaps all the rest again. */
  step(3, 'events', { isReversed: fc.boolean(), isRepeated: fc.boolean() }),
);

const faults = fc.constantFrom<Fault[]>('none', 'none', 'away', 'lost');

/** Changes of the scene: each is a turn of its own, and no call runs at the same time. */
const changes = fc.oneof(
  step(4, 'wait', { days: fc.constantFrom(1, 3, 7, 12, 40) }),
  step(1, 'fault', { fault: faults }),
  /** The owner takes the timeshare off sale, or offers it again. */
  step(1, 'withhold', {}),
);

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer T> ? T : never;
type Call = Of<typeof calls>;
type Step = Call | Of<typeof changes>;

/** Up to two calls at once, one to each process, or a change. */
const turns = fc.record({
  steps: fc.oneof<fc.MaybeWeightedArbitrary<Step[]>[]>(
    { weight: 5, arbitrary: fc.tuple(calls) },
    { weight: 3, arbitrary: fc.tuple(calls, calls) },
    { weight: 3, arbitrary: fc.tuple(changes) },
  ),
  isSecond: fc.boolean(),
});

/** From a turn on, the second process is killed at a statement, or at a call of the partner. */
const kills = fc.record({
  turn: fc.nat({ max: 10 }),
  statement: fc.integer({ min: 1, max: 120 }),
  side: fc.constantFrom('before', 'after'),
  atPartner: fc.option(fc.constantFrom<Fault[]>('away', 'lost'), { freq: 2 }),
});

interface Told {
  id: string;
  kind: 'deposit' | 'balance' | 'released' | 'refunded';
  amountCents: number;
}

/** What the partner knows of a sale. */
interface Books {
  paidCents: number;
  untold: Map<string, Told>;
  told: Map<string, Told>;
  /** Of the untold: sent without an answer. */
  unanswered: Set<string>;
}

interface Scene {
  listing: Listing;
  seller: SignedIn;
  buyers: SignedIn[];
  travelers: SignedIn[];
  /** The week that is free at the beginning. */
  week: { checkIn: string; checkOut: string };
  books: Map<string, Books>;
  wasWithheld: boolean;
}

type Places = readonly [TestServer, TestServer];

const salesOf = ({ listing }: Scene): Promise<WholeSale[]> =>
  server.prisma.sale.findMany({
    where: { listingId: listing.id },
    orderBy: { id: 'asc' },
    include: wholeSale,
  });

const ofStatus = (sales: readonly WholeSale[], ...statuses: SaleStatus[]) =>
  sales.filter(({ status }) => statuses.includes(status));

async function saleOf(scene: Scene, of: number | null): Promise<(WholeSale & Deal) | undefined> {
  const sales = await salesOf(scene);
  const buyerId = scene.buyers[of ?? 0]?.user.id;
  const sale =
    (of === null
      ? ofStatus(sales, 'accepted', 'agreed', 'sold')[0]
      : sales.findLast((one) => one.buyerId === buyerId)) ?? sales.at(-1);
  const buyer = scene.buyers.find(({ user }) => user.id === sale?.buyerId);
  return sale && buyer && { ...sale, seller: scene.seller, buyer, team };
}

function booksOf(scene: Scene, saleId: string): Books {
  const books = scene.books.get(saleId) ?? {
    paidCents: 0,
    untold: new Map<string, Told>(),
    told: new Map<string, Told>(),
    unanswered: new Set<string>(),
  };
  scene.books.set(saleId, books);
  return books;
}

/** What a call to a process that is killed meanwhile throws. */
const isOfKill = (error: unknown): boolean =>
  isDoomed &&
  error instanceof Error &&
  /^(fetch failed$|terminated$|The second process: It ended)/.test(error.message);

/** Waits for all of what is done at once; leaves out what ended with the second process. */
async function together<T>(...work: Promise<T>[]): Promise<T[]> {
  const results = await Promise.allSettled(work);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [result.value];
    if (isOfKill(result.reason)) return [];
    throw result.reason;
  });
}

type Job =
  | ('runJobs' | 'keepSaleDeadlines')
  | ('keepDeadlines' | 'payOut' | 'lookAtOpenDisputes' | 'postMovements');

async function runAt(place: TestServer, job: Job): Promise<unknown> {
  if (place !== server) return second.make({ do: job });
  if (job === 'runJobs') return server.runJobs();
  return job === 'keepSaleDeadlines'
    ? keepSaleDeadlines(server.deps)
    : makeStep(server.deps, { do: job });
}

/** Jobs are tried now, also those that wait for another try. Without a mail server none sends mail. */
const wakeJobs = () =>
  server.pool.query(`
    WITH waiting AS (
      SELECT id FROM graphile_worker._private_jobs WHERE locked_at IS NULL FOR UPDATE SKIP LOCKED
    ), mails AS (
      DELETE FROM graphile_worker._private_jobs
      WHERE id IN (SELECT id FROM waiting) AND key LIKE 'send_mail:%' RETURNING id
    )
    UPDATE graphile_worker._private_jobs SET run_at = now()
    WHERE id IN (SELECT id FROM waiting EXCEPT SELECT id FROM mails)`);

async function run(job: Job, ...places: TestServer[]): Promise<void> {
  const { rowCount } = await wakeJobs();
  if (job === 'runJobs' && rowCount === 0) return;
  await together(...places.map((place) => runAt(place, job)));
}

/** Makes a move with the version that the sale has now. */
async function moveAt(
  places: readonly TestServer[],
  sale: WholeSale & Deal,
  who: 'buyer' | 'seller' | 'team',
  move: MoveSaleInput['move'],
  more: Partial<MoveSaleInput> = {},
) {
  const { cookie } = sale[who];
  const { id: saleId, version } = sale;
  const input = { saleId, version, move, idempotencyKey: randomUUID(), ...more };
  const answers = await together(
    ...places.map((place) => place.graphql(moveSaleMutation, { input }, { cookie })),
  );
  return answers.map(({ data }) => data?.moveSale);
}

const confirm = (place: TestServer, sale: WholeSale & Deal, side: SaleSide) =>
  moveAt([place], sale, side, 'CONFIRM_TERMS', {
    typedName: side === 'buyer' ? 'Bela Nagy' : 'Olga Reed',
    termsHash: hashOfSheet(sale.termSheet ?? ''),
  });

async function tellEvent(place: TestServer, saleId: string, event: Told, books: Books) {
  const [answer] = await together(tell(place, { id: saleId }, event));
  if (answer?.status === 200) {
    books.told.set(event.id, event);
    books.untold.delete(event.id);
  } else if (!books.told.has(event.id)) {
    books.untold.set(event.id, event);
  }
  if (answer) books.unanswered.delete(event.id);
  else if (books.untold.has(event.id)) books.unanswered.add(event.id);
}

/** Tells what was not told yet, and the payments of all orders that the partner has taken. */
async function tellAll(
  place: TestServer,
  scene: Scene,
  { isReversed = false, isRepeated = false } = {},
): Promise<void> {
  for (const [saleId, books] of scene.books) {
    const paid = [...partner.orders.values()]
      .filter(({ reference, payoutId }) => reference === saleId && !books.told.has(payoutId))
      .map(({ payoutId, to, amountCents }): Told => ({
        id: payoutId,
        kind: to === 'seller' ? 'released' : 'refunded',
        amountCents,
      }));
    const untold = [...books.untold.values()].filter(({ id }) => !partner.orders.has(id));
    const events = [...(isRepeated ? books.told.values() : []), ...untold, ...paid];
    for (const event of isReversed ? events.toReversed() : events) {
      await tellEvent(place, saleId, event, books);
    }
  }
}

/** A new process takes the place of one that was killed, and the partner repeats what it could not tell. */
async function revive(scene: Scene): Promise<void> {
  if (!second.isDead()) return;
  await second.kill();
  errors.push(...second.errors());
  isDoomed = false;
  faultOfKilled = undefined;
  // As `jobWorkers.ts` does once it misses the process.
  await server.pool.query(`
    SELECT graphile_worker.force_unlock_workers(array(
      SELECT DISTINCT locked_by FROM graphile_worker._private_jobs WHERE locked_by IS NOT NULL))`);
  second = await startSecondProcess(server, partner.urlOf('second'));
  for (const [saleId, books] of scene.books) {
    for (const id of books.unanswered) {
      const event = books.untold.get(id);
      if (event) await tellEvent(server, saleId, event, books);
    }
  }
}

/** @param places the processes that do it: single calls go to the first, of two at once one to each */
async function carryOut(step: Step, scene: Scene, places: Places): Promise<void> {
  const [at] = places;
  const sale = 'of' in step ? await saleOf(scene, step.of) : undefined;
  const placesOf = (isTwice: boolean) => (isTwice ? places : [at]);
  switch (step.do) {
    case 'offer': {
      const buyer = scene.buyers[step.by];
      if (!buyer) return;
      const input = {
        listingId: scene.listing.id,
        terms: dealTerms({
          priceCents: step.cents,
          bookedWeeksGoTo: step.bookedWeeksGoTo as 'BUYER',
        }),
        idempotencyKey: randomUUID(),
      };
      const answers = await together(
        ...placesOf(step.isTwice).map((place) => offer(place, buyer, input)),
      );
      const made = answers.flatMap((answer) =>
        answer?.__typename === 'MakeOfferPayload' ? [answer.sale.databaseId] : [],
      );
      expect(new Set(made).size).toBeLessThanOrEqual(1);
      return;
    }
    case 'goOn':
      await goOn(step, scene, places);
      return;
    case 'acceptAll': {
      const open = await Promise.all(scene.buyers.map((_, of) => saleOf(scene, of)));
      await together(
        ...open.map((one, index) =>
          one ? moveAt([places[index] ?? at], one, one.turn, 'ACCEPT') : Promise.resolve([]),
        ),
      );
      return;
    }
    case 'move': {
      if (!sale) return;
      const turn = step.move === 'WITHDRAW' ? otherSide[sale.turn] : sale.turn;
      const who = step.who === 'turn' ? turn : (step.who as 'team');
      if (step.move === 'CONFIRM_TERMS' && who !== 'team') {
        await (step.isTwice
          ? together(confirm(at, sale, 'buyer'), confirm(places[1], sale, 'seller'))
          : confirm(at, sale, who));
        return;
      }
      await moveAt(placesOf(step.isTwice), sale, who, step.move, {
        reason: 'Because.',
        ...(step.move.endsWith('_STEP') && { step: graphqlStep(step.step) }),
        ...(step.move === 'EXTEND_STEP' && { dueOn: addDays(isoDay(time.clock()), 40) }),
        ...(step.move === 'COUNTER' && {
          terms: dealTerms({ priceCents: 750_000, depositCents: 75_000, bookedWeeksGoTo: 'BUYER' }),
        }),
      });
      return;
    }
    case 'pay': {
      if (!sale?.account) return;
      const event: Told = {
        id: randomUUID(),
        kind: step.kind as 'deposit',
        amountCents: step.cents ?? sale.steps.find(isOpenPayment)?.amountCents ?? 1_000,
      };
      const books = booksOf(scene, sale.id);
      books.paidCents += event.amountCents;
      if (step.told === 'later') books.untold.set(event.id, event);
      else {
        await together(
          ...placesOf(step.told === 'twice').map((place) =>
            tellEvent(place, sale.id, event, books),
          ),
        );
      }
      return;
    }
    case 'record': {
      const next = sale?.steps.find(
        ({ step: name, state }) => state === 'open' && !isByItself(name),
      );
      if (!sale || !next) return;
      const validUntil = addDays(isoDay(time.clock()), step.days);
      await together(
        ...placesOf(step.isTwice).map((place) =>
          record(place, sale, next.step, next.step === 'estoppel' ? { validUntil } : {}),
        ),
      );
      return;
    }
    case 'hold': {
      const wasSold = ofStatus(await salesOf(scene), 'sold').length > 0;
      const answers = await together(
        ...places.map((place, index) => {
          const traveler = scene.travelers[index] ?? scene.seller;
          return hold(place, { ...scene, ...scene.week, owner: scene.seller, traveler });
        }),
      );
      const held = answers.filter((answer) => answer?.__typename === 'HoldStayPayload');
      expect(held.length).toBeLessThanOrEqual(wasSold ? 0 : 1);
      return;
    }
    case 'card': {
      if (!sale) return;
      const { id: saleId, version, buyer } = sale;
      const number = sandboxCards.find(({ behavior }) => behavior === step.card)?.number;
      const method = await cardToken(server, number);
      await together(
        ...placesOf(step.isTwice).map((place) =>
          place.graphql(paySaleDepositMutation, { input: { saleId, version, method } }, buyer),
        ),
      );
      return;
    }
    case 'confirm': {
      const asked = sale && (await paymentOf(sale, 'needs_action'));
      if (!asked) return;
      const { clientSecret } = asked;
      await at.deps.paymentSandbox?.confirm({ clientSecret, isApproved: step.isApproved });
      const input = { saleId: sale.id };
      await together(at.graphql(checkSalePaymentMutation, { input }, sale.buyer));
      return;
    }
    case 'bankDecides':
      await decide(step.decision, { bookingId: sale?.id ?? '' });
      await run('lookAtOpenDisputes', at);
      return;
    case 'dashboard': {
      const payment = sale && (await paymentOf(sale, 'captured'));
      if (!payment) return;
      const { refundedCents = 0 } = (await server.deps.payments?.read(payment.reference)) ?? {};
      const cents = Math.min(step.cents, payment.amountCents - refundedCents);
      await server.deps.paymentSandbox
        ?.refundInDashboard(payment.reference, cents)
        // More than was paid, or the bank has the money.
        .catch((error: unknown) => expect(error).toBeInstanceOf(PaymentRefused));
      return;
    }
    case 'runJobs':
    case 'keepSaleDeadlines':
    case 'keepDeadlines':
    case 'payOut':
      await run(step.do as Job, ...places);
      return;
    case 'status':
      if (sale) await together(tell(at, sale, { status: step.status }));
      return;
    case 'invent': {
      if (!sale) return;
      const { kind, cents: amountCents } = step;
      const [answer] = await together(tell(at, sale, { kind, amountCents }));
      expect(answer?.status).not.toBe(200);
      return;
    }
    case 'events':
      await tellAll(at, scene, step);
      return;
    case 'wait':
      await moveTo(new Date(time.clock().getTime() + step.days * 86_400_000));
      return;
    case 'fault':
      fault = step.fault;
      return;
    case 'withhold': {
      scene.wasWithheld = true;
      if (ofStatus(await salesOf(scene), 'sold').length > 0) return;
      await server.pool.query('UPDATE listings SET is_for_sale = NOT is_for_sale WHERE id = $1', [
        scene.listing.id,
      ]);
    }
  }
}

const paymentOf = ({ id }: Pick<WholeSale, 'id'>, status: string) =>
  server.prisma.sandboxPayment.findFirst({ where: { bookingId: id, status } });

const isOpenPayment = ({ state, amountCents }: WholeSale['steps'][number]) =>
  state === 'open' && amountCents !== null;

async function moveTo(instant: Date): Promise<void> {
  await time.moveTo(server, instant);
  await together(second.setClock());
}

/** Makes what comes next in a sale, so many times. */
async function goOn(
  { of, count, card }: Extract<Call, { do: 'goOn' }>,
  scene: Scene,
  places: Places,
): Promise<void> {
  const make = (step: Call) => carryOut(step, scene, places);
  for (let made = 0; made < count; made += 1) {
    const sale = await saleOf(scene, of);
    if (sale?.status === 'sold') return;
    if (sale?.status === 'offered') {
      await moveAt([places[0]], sale, sale.turn, 'ACCEPT');
    } else if (sale?.status === 'accepted') {
      await together(
        ...(['buyer', 'seller'] as const).map((side, index) =>
          confirm(places[index] ?? server, sale, side),
        ),
      );
    } else if (sale?.status === 'agreed') {
      const kind = sale.steps.find(isOpenPayment)?.step;
      const isByCard = card !== null && kind === 'deposit';
      await make(
        isByCard && made % 2 === 0
          ? { do: 'card', of, card, isTwice: false }
          : kind
            ? {
                do: 'pay',
                of,
                kind: kind === 'deposit' ? kind : 'balance',
                cents: null,
                told: 'once',
              }
            : { do: 'record', of, days: 400, isTwice: false },
      );
    } else {
      await make({
        do: 'offer',
        by: of ?? 0,
        cents: priceCents,
        bookedWeeksGoTo: 'BUYER',
        isTwice: false,
      });
    }
    await run('runJobs', places[0]);
  }
}

/** What the seller may have at most, by the move that ended the sale. */
const toSeller: Partial<Record<SaleMove, (terms: WholeSale['terms'][number]) => number>> = {
  sell: (terms) => terms.priceCents,
  give_up: (terms) => terms.depositCents,
  buyer_missed: (terms) => terms.depositCents,
};

function mostForSeller({ events, terms: [latest] }: WholeSale): number {
  const end = events.find(({ move }) => move in toSeller);
  return (end && latest && toSeller[end.move]?.(latest)) ?? 0;
}

/** What banks took back for good from what was paid by card. */
const lostCents = ({ chargebacks }: WholeSale): number =>
  sum(chargebacks.filter(({ status }) => status === 'lost'));

const sum = (amounts: { amountCents: number }[]): number =>
  amounts.reduce((all, { amountCents }) => all + amountCents, 0);

/** Of the provider: refusals to refund what is refunded in its dashboard or disputed meanwhile. */
const expectedErrors = [
  'The sandbox plays a fault of its own',
  '"code":"not_refundable"',
  '"code":"charge_disputed"',
];

function expectNoErrors(): void {
  const logged = [...errors, ...second.errors()].filter(
    (line) => !expectedErrors.some((expected) => line.includes(expected)),
  );
  const wrong = [...partner.wrongs, ...logged];
  // An assertion would shorten them.
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** What holds at every moment. */
async function expectSound(scene: Scene): Promise<void> {
  expectNoErrors();
  const sales = await salesOf(scene);
  expect(ofStatus(sales, 'accepted', 'agreed', 'sold').length).toBeLessThanOrEqual(1);
  for (const { user } of scene.buyers) {
    const own = sales.filter(({ buyerId }) => buyerId === user.id);
    expect(ofStatus(own, 'offered', 'accepted', 'agreed').length).toBeLessThanOrEqual(1);
  }
  for (const sale of sales) expectMoney(sale, booksOf(scene, sale.id));
  await expectOwners(scene, sales);
}

function expectMoney(sale: WholeSale, books: Books): void {
  const sums = sumsOf(sale);
  const { partner_escrow: held = 0, sale_funds: free = 0, sale_payable: owed = 0 } = sums;
  expect(sum(Object.values(sums).map((amountCents) => ({ amountCents })))).toBe(0);
  const told = [...books.told.values()];
  const isIn = ({ kind }: Told) => kind === 'deposit' || kind === 'balance';
  expect(held).toBe(sum(told.filter(isIn)) - sum(told.filter((event) => !isIn(event))));
  expect(free).toBeLessThanOrEqual(0);
  expect(owed).toBeLessThanOrEqual(lostCents(sale));
  const isConfirmed = sale.steps.some(
    ({ step, state }) => step === 'confirmation' && state === 'done',
  );
  if (sale.status === 'sold') expect(isConfirmed).toBe(true);
  expect(sum(sale.payouts.filter(({ side }) => side === 'seller'))).toBeLessThanOrEqual(
    mostForSeller(sale),
  );
  const orders = [...partner.orders.values()].filter(({ reference }) => reference === sale.id);
  for (const { payoutId, to: side, amountCents } of orders) {
    expect(sale.payouts).toContainEqual(
      expect.objectContaining({ id: payoutId, side, amountCents }),
    );
  }
  expect(sum(orders)).toBeLessThanOrEqual(books.paidCents);
}

/** Each booked week has the owner whom the terms say, and no night has two stays. */
async function expectOwners({ listing, seller }: Scene, sales: WholeSale[]): Promise<void> {
  const [sold] = ofStatus(sales, 'sold');
  const stays = await server.prisma.booking.findMany({
    where: { listingId: listing.id, status: { in: ['held', 'confirmed'] } },
    orderBy: { checkIn: 'asc' },
  });
  for (const [index, { checkIn, checkOut, ownerId, createdAt }] of stays.entries()) {
    const isBought =
      sold?.terms[0]?.bookedWeeksGoTo === 'buyer' &&
      sold.closedAt !== null &&
      createdAt <= sold.closedAt &&
      isoDay(checkIn) > isoDay(sold.closedAt);
    expect(ownerId).toBe(isBought ? sold.buyerId : seller.user.id);
    const next = stays[index + 1];
    if (next) expect(next.checkIn >= checkOut).toBe(true);
  }
  if (sold) expect(sold.listing).toMatchObject({ isActive: false, isForSale: false });
}

/** Every deadline was acted on: nothing is late and untold, and no side is past a miss. */
async function expectActedOn(scene: Scene): Promise<void> {
  expectNoErrors();
  const sales = await salesOf(scene);
  for (const { answerBy } of ofStatus(sales, 'offered', 'accepted')) {
    expect(answerBy && answerBy > time.clock()).toBe(true);
  }
  const today = isoDay(time.clock());
  for (const { steps, account } of ofStatus(sales, 'agreed', 'sold')) {
    for (const { step, state, dueOn, escalatedAt, remindedAt, validUntil } of steps) {
      const isTransferred = steps.some(
        (one) => ['deed', 'membership'].includes(one.step) && one.state === 'done',
      );
      // An expired estoppel is open again, and has no last day until the resort gives a new one.
      if (validUntil && !isTransferred) {
        expect([step, isoDay(validUntil) >= today]).toEqual([step, true]);
      }
      if (state !== 'open' || !dueOn || isoDay(dueOn) >= today) continue;
      expect(step).not.toBe('cooling_off');
      if (['buyer', 'seller'].includes(stepRule(step).actor)) {
        expect([step, remindedAt !== null]).toEqual([step, true]);
        if (account?.status !== 'disputed') {
          expect(addDays(isoDay(remindedAt ?? 0), 3) >= today).toBe(true);
        }
      } else {
        expect([step, escalatedAt !== null]).toEqual([step, true]);
      }
    }
  }
}

/** Each move was told once to each whom its rule names. */
async function expectMails({ seller, buyers }: Scene, sale: WholeSale): Promise<void> {
  const buyer = buyers.find(({ user }) => user.id === sale.buyerId);
  const addresses = {
    buyer: buyer?.user.email,
    seller: seller.user.email,
    team: team.user.email,
  };
  const expected = sale.events.flatMap(({ move, party, step }) => {
    const actor = move === 'remind' && step ? stepRule(step).actor : undefined;
    const reminded = actor && (actor === 'buyer' || actor === 'seller' ? actor : 'team');
    return ruleOf(move)
      .tells.filter((to) => (to !== party || move === 'accept') && (reminded ?? to) === to)
      .map((to) => `${addresses[to]} ${saleWords[move]?.[to]?.subject}: ${sale.listing.title}`);
  });
  const mails = await server.prisma.outgoingMail.findMany({
    where: { template: 'saleChanged', text: { contains: sale.id } },
  });
  expect(mails.map(({ toAddress, subject }) => `${toAddress} ${subject}`).sort()).toEqual(
    expected.sort(),
  );
}

async function makeScene(
  country: string,
  ownership: 'points' | 'fixed',
  isPaid: boolean,
): Promise<Scene> {
  const resort = await createResort(server, { country });
  const seller = await signedInUser(server, { firstName: 'Olga', lastName: 'Reed' });
  if (isPaid) await connect(server, seller.cookie);
  const buyer = () => signedInUser(server, { firstName: 'Bela', lastName: 'Nagy' });
  const today = isoDay(time.clock());
  const [booked, free, end] = [28, 49, 56].map((days) => addDays(today, days)) as [
    string,
    string,
    string,
  ];
  const listing = await createListing(server, {
    resortId: resort.id,
    ownerId: seller.user.id,
    isForSale: true,
    salePriceCents: 900_000,
    ownership,
    availableFrom: new Date(booked),
    availableTo: new Date(end),
  });
  const travelers = [await signedInUser(server), await signedInUser(server)];
  await createBooking(server, {
    resortId: resort.id,
    listingId: listing.id,
    userId: travelers[0]?.user.id ?? '',
    checkIn: new Date(booked),
    checkOut: new Date(addDays(booked, 7)),
    status: 'confirmed',
    createdAt: new Date(addDays(today, -1)),
  });
  return {
    listing,
    seller,
    buyers: [await buyer(), await buyer()],
    travelers,
    week: { checkIn: free, checkOut: end },
    books: new Map(),
    wasWithheld: false,
  };
}

/** A dispute without evidence is lost when its time is over: the bank decides the others. */
const decide = (status: string, payment: Prisma.SandboxPaymentWhereInput) =>
  server.prisma.sandboxDispute.updateMany({
    where: { status: 'open', dueBy: { gt: time.clock() }, payment },
    data: { status },
  });

/** Banks take back for good what their card asks for, and return the rest. */
async function bankDecides(): Promise<void> {
  await decide('won', { behavior: 'disputed_won' });
  await decide('lost', { behavior: { not: 'disputed_won' } });
  await run('lookAtOpenDisputes', server);
}

/** What goes out by card is tried, and what was refused once is tried again. */
async function keepMoney(places: TestServer[]): Promise<void> {
  await run('keepDeadlines', ...places);
  await run('payOut', ...places);
}

/** The partner is there again, settles what was disputed, and tells everything; time goes by. */
async function rest(scene: Scene): Promise<void> {
  fault = 'none';
  const saleIds = (await salesOf(scene)).map(({ id }) => id);
  const where = { saleId: { in: saleIds } };
  const isByCard = (await server.prisma.paymentOperation.count({ where })) > 0;
  if (isByCard) await connect(server, scene.seller.cookie);
  for (let round = 0; round < 3; round += 1) {
    const places = round === 0 ? [server, second.server] : [server];
    for (const sale of await salesOf(scene)) {
      if (sale.account?.status === 'disputed') await tell(server, sale, { status: 'active' });
    }
    if (isByCard) await bankDecides();
    await run('runJobs', ...places);
    await tellAll(server, scene);
    await run('keepSaleDeadlines', ...places);
    if (isByCard) await keepMoney(places);
    await expectActedOn(scene);
    await revive(scene);
    await moveTo(new Date(time.clock().getTime() + 8 * 86_400_000));
  }
  // What waits for a resort is called off.
  const open = ofStatus(await salesOf(scene), 'agreed', 'accepted');
  if (open.length > 0) {
    const sale = await saleOf(scene, null);
    const [answer] = sale
      ? await moveAt([server], sale, 'team', 'CALL_OFF', { reason: 'So.' })
      : [];
    expect(answer).toMatchObject({ __typename: 'MoveSalePayload' });
  }
  for (let round = 0; round < 3; round += 1) {
    if (isByCard) await bankDecides();
    await run('runJobs', server);
    if (isByCard) await keepMoney([server]);
    await tellAll(server, scene);
    await moveTo(new Date(time.clock().getTime() + 86_400_000));
  }
  await run('runJobs', server);
  if (isByCard) await run('postMovements', server);
}

const isFromDashboard = ({ isFromDashboard: is }: Pick<PaymentOperation, 'isFromDashboard'>) => is;

const madeOf = ({ paymentOperations }: WholeSale, kind: PaymentOperation['kind']) =>
  paymentOperations.filter((made) => made.kind === kind && made.status === 'succeeded');

/** Without money that a bank took, which a side may owe back, and that the team sent by hand. */
const isByRule = (sale: WholeSale): boolean =>
  lostCents(sale) === 0 && !sale.paymentOperations.some(isFromDashboard);

/** Everything has come to rest, and everybody has what the rules give them. */
async function expectSettled(scene: Scene): Promise<void> {
  const sales = await salesOf(scene);
  const isSold = ofStatus(sales, 'sold').length > 0;
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  // What a side owes back stays on the list of the team, and no other difference.
  const byRule = new Set(sales.filter(isByRule).map(({ id }) => id));
  const wrong = differences.filter(
    ({ kind, reference }) =>
      (kind !== 'balance' && kind !== 'refund') || byRule.has(reference ?? ''),
  );
  expect(wrong).toEqual([]);
  for (const sale of sales) {
    expect(isEnd(sale.status)).toBe(true);
    const { provider_fee: fees = 0, escrow = 0, ...owing } = sumsOf(sale);
    const ofSeller = sale.payouts.filter(({ side }) => side === 'seller');
    const paidCents = booksOf(scene, sale.id).paidCents + sum(madeOf(sale, 'charge'));
    if (isByRule(sale)) {
      const left = Object.entries({ ...owing, escrow: escrow + fees });
      expect(left.filter(([, cents]) => cents !== 0)).toEqual([]);
      expect(sum(ofSeller)).toBe(Math.min(paidCents, mostForSeller(sale)));
      expect(sum(sale.payouts)).toBe(paidCents);
    }
    expect(sum(madeOf(sale, 'transfer'))).toBe(sum(ofSeller.filter(({ isByCard }) => isByCard)));
    for (const { id, paidAt, isByCard } of sale.payouts) {
      expect(paidAt).not.toBeNull();
      expect(partner.orders.has(id)).toBe(!isByCard);
    }
    if (sale.account) {
      const ofPartner = sale.payouts.filter(({ isByCard }) => !isByCard);
      const paid = ofPartner.some(({ side }) => side === 'seller') ? 'released' : 'refunded';
      expect(sale.account.status).toBe(ofPartner.length === 0 ? 'none' : paid);
    }
    const again = sale.events.filter(({ move }) => move === 'available_again').length;
    expect(again).toBeLessThanOrEqual(sale.status === 'set_aside' ? 1 : 0);
    if (sale.status === 'set_aside' && !isSold && !scene.wasWithheld) expect(again).toBe(1);
    await expectMails(scene, sale);
  }
}

const batches = Array.from({ length: Math.ceil(histories / batchSize) }, (_, batch) =>
  Math.min(batchSize, histories - batch * batchSize),
);

it.each(batches)(
  '%i histories: a timeshare is sold once, its ledger is that of the partner, and no money is released early',
  async (numRuns) => {
    const start = time.clock();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('points', 'fixed'),
        fc.constantFrom('Coolia', 'Nowhere'),
        fc.nat({ max: 2 }),
        // Whether the seller has given bank details from the beginning.
        fc.boolean(),
        faults,
        fc.array(turns, { minLength: 4, maxLength: histories > 8 ? 18 : 9 }),
        fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: kills }),
        async (ownership, country, offers, isPaid, firstFault, history, kill) => {
          // Weeks of earlier histories stay off offer: each move of the clock would turn their days.
          await server.prisma.listing.updateMany({ data: { isActive: false } });
          fault = firstFault;
          partner.orders.clear();
          await moveTo(start);
          const scene = await makeScene(country, ownership as 'points', isPaid);
          for (const buyer of scene.buyers.slice(0, offers)) {
            await offer(server, buyer, { listingId: scene.listing.id, terms: dealTerms() });
          }
          for (const [index, { steps, isSecond }] of history.entries()) {
            if (kill?.turn === index && !isDoomed) {
              isDoomed = true;
              if (kill.atPartner) faultOfKilled = kill.atPartner;
              else await second.killAt({ statement: kill.statement, side: kill.side as 'after' });
            }
            const places: Places = isSecond ? [second.server, server] : [server, second.server];
            const others: Places = [places[1], places[0]];
            await together(
              ...steps.map((one, at) => carryOut(one, scene, at === 0 ? places : others)),
            );
            await revive(scene);
            await expectSound(scene);
            if (steps.length === 1 && steps[0]?.do === 'keepSaleDeadlines')
              await expectActedOn(scene);
          }
          await rest(scene);
          await expectSound(scene);
          await expectSettled(scene);
        },
      ),
      { numRuns, includeErrorInReport: true },
    );
  },
);
