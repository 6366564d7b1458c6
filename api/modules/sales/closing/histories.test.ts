import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MoveSaleInput } from '#api/generated/operations/graphql.ts';
import type { PayoutOrder } from '#api/modules/escrow/partner/escrowPartner.ts';
import { movableClock } from '#api/modules/bookings/testing/flow.ts';
import { inDepth } from '#api/testing/depth.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, isoDay } from '#common/days.ts';
import { keepSaleDeadlines } from '../moves/saleDeadlines.ts';
import { isEnd } from '../moves/moves.ts';
import { stepNames } from './steps.ts';
import {
  agreedDeal,
  depositCents,
  graphqlStep,
  ledgerOf,
  move,
  priceCents,
  record,
  stored,
  tell,
  type Deal,
} from './testing/flow.ts';

/** The environment variable HISTORIES says how many. */
const histories = Number(process.env['HISTORIES'] ?? inDepth(8, 1_000));

let server: TestServer;
const time = movableClock();

/** A partner that takes orders, pays each once, and tells its events when the test lets it. */
const partner = {
  orders: new Map<string, PayoutOrder>(),
  isAway: false,
  openAccount: ({ reference }: { reference: string }) =>
    partner.isAway
      ? Promise.reject(new Error('The partner is away'))
      : Promise.resolve({ accountId: `acc-${reference}` }),
  payOut: (order: PayoutOrder) => {
    if (partner.isAway) return Promise.reject(new Error('The partner is away'));
    partner.orders.set(order.payoutId, order);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  if (!server.deps.escrow) throw new Error('There is no partner');
  server.deps.escrow = { ...server.deps.escrow, partner };
  await server.prisma.coolingOffRule.create({ data: { country: 'Coolia', days: 6 } });
});

afterAll(() => server.close());

const steps = fc.oneof(
  {
    /** People and the partner do what comes next, so many steps. */
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('goOn' as const),
      count: fc.integer({ min: 2, max: 10 }),
    }),
  },
  {
    /** The buyer pays; the event comes at once, twice at once, or with the next ones. */
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      kind: fc.constantFrom('deposit', 'balance'),
      cents: fc.constantFrom(1_000, depositCents, priceCents - depositCents, priceCents),
      told: fc.constantFrom('once', 'twice', 'later'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('record' as const), isTwice: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      who: fc.constantFrom('buyer', 'seller', 'team'),
      move: fc.constantFrom<MoveSaleInput['move']>(
        'WAIVE_STEP',
        'EXTEND_STEP',
        'FAIL_STEP',
        'COOL_OFF',
        'GIVE_UP',
        'PULL_OUT',
        'CALL_OFF',
        'SELL',
        'RELEASE',
      ),
      step: fc.constantFrom(...stepNames),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      days: fc.constantFrom(1, 3, 7, 12, 40),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deadlines' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('jobs' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), isAway: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      status: fc.constantFrom('active', 'disputed', 'disputed', 'none', 'released'),
    }),
  },
  {
    /** Events that nobody ordered, or with another amount. */
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('invent' as const),
      kind: fc.constantFrom('released', 'refunded'),
      cents: fc.constantFrom(1, depositCents - 1, priceCents + 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('events' as const), isReversed: fc.boolean() }),
  },
);

type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

interface Told {
  id: string;
  kind: 'deposit' | 'balance' | 'released' | 'refunded';
  amountCents: number;
}

/** What the partner knows: payments that came in, and what of all this it has told. */
interface Books {
  untold: Told[];
  told: Map<string, Told>;
}

async function tellEvent(deal: Deal, event: Told, books: Books): Promise<void> {
  const { status } = await tell(server, deal, event);
  if (status === 200) books.told.set(event.id, event);
  else books.untold.push(event);
}

/** Tells what was not told yet, and the payments of all orders that the partner has taken. */
async function tellAll(deal: Deal, books: Books, isReversed: boolean): Promise<void> {
  const paid = [...partner.orders.values()]
    .filter(({ reference, payoutId }) => reference === deal.id && !books.told.has(payoutId))
    .map(({ payoutId, to, amountCents }): Told => ({
      id: payoutId,
      kind: to === 'seller' ? 'released' : 'refunded',
      amountCents,
    }));
  const events = [...books.untold.splice(0).filter(({ id }) => !partner.orders.has(id)), ...paid];
  for (const event of isReversed ? events.toReversed() : events) {
    await tellEvent(deal, event, books);
  }
}

async function runJobs(): Promise<void> {
  await server.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
  await server.runJobs();
}

async function carryOut(step: Step, deal: Deal, books: Books): Promise<void> {
  switch (step.do) {
    case 'pay': {
      const event: Told = {
        id: randomUUID(),
        kind: step.kind as 'deposit',
        amountCents: step.cents,
      };
      if (step.told === 'later') books.untold.push(event);
      else {
        await Promise.all([
          tellEvent(deal, event, books),
          ...(step.told === 'twice' ? [tell(server, deal, event)] : []),
        ]);
      }
      return;
    }
    case 'record': {
      const { steps: all } = await stored(server, deal);
      const next = all.find(
        ({ step: name, state }) =>
          state === 'open' && !['deposit', 'balance', 'cooling_off', 'release'].includes(name),
      );
      if (next) {
        await Promise.all(
          Array.from({ length: step.isTwice ? 2 : 1 }, () => record(server, deal, next.step)),
        );
      }
      return;
    }
    case 'goOn':
      for (let count = 0; count < step.count; count += 1) {
        const { steps: all } = await stored(server, deal);
        const next = all.find(({ state, amountCents }) => state === 'open' && amountCents !== null);
        const cents = next?.amountCents ?? 0;
        const kind = next?.step === 'deposit' ? 'deposit' : 'balance';
        await carryOut(
          next ? { do: 'pay', kind, cents, told: 'once' } : { do: 'record', isTwice: false },
          deal,
          books,
        );
        await runJobs();
      }
      return;
    case 'move':
      await move(server, deal, step.who as 'team', step.move, {
        reason: 'Because.',
        ...(step.move.endsWith('_STEP') && { step: graphqlStep(step.step) }),
        ...(step.move === 'EXTEND_STEP' && { dueOn: addDays(isoDay(time.clock()), 40) }),
      });
      return;
    case 'wait':
      await later(step.days);
      return;
    case 'deadlines':
      await keepSaleDeadlines(server.deps);
      return;
    case 'jobs':
      await runJobs();
      return;
    case 'away':
      partner.isAway = step.isAway;
      return;
    case 'status':
      await tell(server, deal, { status: step.status });
      return;
    case 'invent':
      // Refused, unless there happens to be an order of this amount.
      if ((await tell(server, deal, { kind: step.kind, amountCents: step.cents })).status === 200) {
        throw new Error('The event of an order that nobody made was taken');
      }
      return;
    case 'events':
      await tellAll(deal, books, step.isReversed);
  }
}

const later = (days: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + days * 86_400_000));

/** Money in and out by what the partner has told. */
const heldByBooks = ({ told }: Books): number =>
  [...told.values()].reduce(
    (sum, { kind, amountCents }) =>
      sum + (kind === 'deposit' || kind === 'balance' ? amountCents : -amountCents),
    0,
  );

/** What holds at every moment. */
async function expectSound(deal: Deal, books: Books): Promise<void> {
  const sale = await stored(server, deal);
  const {
    partner_escrow: held = 0,
    sale_funds: free = 0,
    sale_payable: owed = 0,
  } = await ledgerOf(server, deal);
  expect(held + free + owed).toBe(0);
  expect(held).toBe(heldByBooks(books));
  expect(Math.max(free, owed)).toBeLessThanOrEqual(0);
  const isConfirmed = sale.steps.some(
    ({ step, state }) => step === 'confirmation' && state === 'done',
  );
  const toSeller = sale.payouts.filter(({ side }) => side === 'seller');
  const sellerCents = toSeller.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (sale.status === 'sold') expect(isConfirmed).toBe(true);
  const most = { to_seller: priceCents, deposit_to_seller: depositCents, to_buyer: 0 };
  expect(sellerCents).toBeLessThanOrEqual(sale.settlement ? most[sale.settlement] : 0);
  if (sellerCents > 0 && sale.settlement === 'to_seller') expect(isConfirmed).toBe(true);
  const contracts = await server.prisma.sale.count({
    where: { listingId: deal.listing.id, status: { in: ['accepted', 'agreed', 'sold'] } },
  });
  expect(contracts).toBeLessThanOrEqual(1);
}

/** Every deadline was acted on: no open step is late and untold, and no side is past a miss. */
async function expectActedOn(deal: Deal): Promise<void> {
  const { status, steps: all, account } = await stored(server, deal);
  if (status !== 'agreed' && status !== 'sold') return;
  const today = isoDay(time.clock());
  for (const { step, state, dueOn, escalatedAt, remindedAt } of all) {
    if (state !== 'open' || !dueOn || isoDay(dueOn) >= today) continue;
    if (['deposit', 'balance', 'buyer_signature', 'seller_signature'].includes(step)) {
      expect([step, remindedAt === null]).toEqual([step, false]);
      if (account?.status !== 'disputed') {
        expect(addDays(isoDay(remindedAt ?? 0), 3) >= today).toBe(true);
      }
    } else {
      expect([step, escalatedAt === null]).toEqual([step, false]);
    }
  }
}

it(`${histories} histories: the ledger is that of the partner, and no money is released early`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(steps, { minLength: 4, maxLength: 22 }),
      async (isPoints, coolsOff, history) => {
        partner.isAway = false;
        const deal = await agreedDeal(
          server,
          { ownership: isPoints ? 'points' : 'fixed' },
          coolsOff ? { country: 'Coolia' } : {},
        );
        const books: Books = { untold: [], told: new Map() };
        for (const step of history) {
          await carryOut(step, deal, books);
          await expectSound(deal, books);
          if (step.do === 'deadlines') await expectActedOn(deal);
        }
        // The partner is there again, settles what was disputed, and tells everything.
        partner.isAway = false;
        for (let round = 0; round < 4; round += 1) {
          await tell(server, deal, { status: 'active' });
          await runJobs();
          await tellAll(deal, books, false);
          await runJobs();
          await keepSaleDeadlines(server.deps);
          await expectActedOn(deal);
          await later(8);
        }
        for (let round = 0; round < 3; round += 1) {
          await runJobs();
          await tellAll(deal, books, false);
        }
        await expectSound(deal, books);
        const { status, steps: all, payouts } = await stored(server, deal);
        if (!isEnd(status)) {
          // It waits for a resort or the partner, and the team was called in.
          expect(all.some(({ state }) => state === 'open')).toBe(true);
          return;
        }
        expect(payouts.every(({ paidAt }) => paidAt !== null)).toBe(true);
        const sums = Object.values(await ledgerOf(server, deal));
        expect(sums.every((cents) => cents === 0)).toBe(true);
      },
    ),
    { numRuns: histories },
  );
});
