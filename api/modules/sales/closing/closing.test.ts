import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoveSaleInput } from '#api/generated/operations/graphql.ts';
import type { SaleStepName } from '#api/generated/prisma/client.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { movableClock } from '#api/modules/bookings/testing/flow.ts';
import { checkSales } from '#api/modules/reconciliation/ledgerChecks.ts';
import { closingDays, closingRemindDays } from '#common/durations.ts';
import { addDays, isoDay } from '#common/days.ts';
import { formatDay } from '#common/dayWords.ts';
import {
  coolingOffRulesQuery,
  payFromSandboxMutation,
  saleDocumentLinkMutation,
  saleOfQuery,
  setCoolingOffMutation,
} from '../moves/testing/operations.ts';
import { keepSaleDeadlines } from '../moves/saleDeadlines.ts';
import { stepsOf, stepsTable } from './steps.ts';
import {
  agreedDeal,
  depositCents,
  graphqlStep,
  ledgerOf,
  move,
  moved,
  paid,
  priceCents,
  record,
  recorded,
  stepStates,
  stored,
  tell,
  type Deal,
} from './testing/flow.ts';

let server: TestServer;
const time = movableClock();
const { clock } = time;

beforeAll(async () => {
  server = await startTestServer({ clock });
});

afterAll(() => server.close());

const deal = (
  ...args: Parameters<typeof agreedDeal> extends [unknown, ...infer Rest] ? Rest : never
) => agreedDeal(server, ...args);

const later = (days: number) =>
  time.moveTo(server, new Date(clock().getTime() + days * 86_400_000));

/** Days pass, each with the job of the deadlines and the jobs that it adds. */
async function live(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    await later(1);
    await keepSaleDeadlines(server.deps);
    await server.runJobs();
  }
}

const settled = { partner_escrow: 0, sale_funds: 0, sale_payable: 0 };

const movesOf = async (one: Deal) =>
  (await stored(server, one)).events.map(({ move: made, step }) =>
    step ? `${made} ${step}` : made,
  );

const payoutsOf = async (one: Deal) =>
  Object.fromEntries(
    (await stored(server, one)).payouts.map(({ side, amountCents, paidAt }) => [
      side,
      paidAt && amountCents,
    ]),
  );

/** Up to the deposit, and then to the balance and the signatures. */
async function untilTransfer(one: Deal, isDeed = true): Promise<void> {
  await paid(server, one, 'deposit');
  await recorded(server, one, 'estoppel', 'first_refusal');
  if (isDeed) await recorded(server, one, 'title');
  await paid(server, one, 'balance');
  await recorded(server, one, 'buyer_signature', 'seller_signature');
}

describe('A closing', () => {
  it('has the table of steps that docs/sales.md has', () => {
    expect(readFileSync('docs/sales.md', 'utf8')).toContain(stepsTable());
  });

  it('of a deeded week goes step by step to the release, and its listing is sold', async () => {
    const one = await deal({
      tenure: 'deeded',
      ownership: 'fixed',
      unitType: 'Studio',
      weekNumber: 7,
    });
    const twin = await createListing(server, {
      resortId: one.listing.resortId,
      ownerId: one.seller.user.id,
      ...({ ownership: 'fixed', unitType: 'Studio', weekNumber: 7 } as const),
    });
    const other = await createListing(server, {
      resortId: one.listing.resortId,
      ownerId: one.seller.user.id,
      ...({ ownership: 'fixed', unitType: 'Studio', weekNumber: 8 } as const),
    });
    await server.runJobs();
    expect(await stored(server, one)).toMatchObject({
      status: 'agreed',
      account: { status: 'active', accountId: expect.stringContaining('sandbox-') as unknown },
      steps: [
        { step: 'deposit', state: 'open', amountCents: depositCents },
        { step: 'estoppel', state: 'waiting', dueOn: null },
        { step: 'first_refusal' },
        { step: 'title' },
        { step: 'balance', amountCents: priceCents - depositCents },
        { step: 'buyer_signature' },
        { step: 'seller_signature' },
        { step: 'deed' },
        { step: 'confirmation' },
        { step: 'release' },
      ],
    });
    await untilTransfer(one);
    expect(await record(server, one, 'confirmation')).toMatchObject({
      __typename: 'ConflictError',
      message: 'Another step has to be done before this one: Deed recorded',
    });
    await recorded(server, one, 'deed', 'confirmation');
    await server.runJobs();
    const after = await stored(server, one);
    expect(after).toMatchObject({
      status: 'sold',
      settlement: 'to_seller',
      listing: { onSale: false, onOffer: false, isForSale: false },
    });
    expect(after.steps.every(({ state }) => state === 'done')).toBe(true);
    expect(after.steps.find(({ step }) => step === 'deed')).toMatchObject({
      registry: 'Orange County',
      instrument: 'OR 2027-1234',
    });
    expect(await ledgerOf(server, one)).toEqual(settled);
    expect(await payoutsOf(one)).toEqual({ seller: priceCents });
    expect((await movesOf(one)).slice(4)).toEqual([
      'agree',
      'funds_in deposit',
      'record_step estoppel',
      'record_step first_refusal',
      'record_step title',
      'funds_in balance',
      'record_step buyer_signature',
      'record_step seller_signature',
      'record_step deed',
      'record_step confirmation',
      'sell',
      'release release',
    ]);
    const listings = await server.prisma.listing.findMany({
      where: { id: { in: [twin.id, other.id] } },
      orderBy: { weekNumber: 'asc' },
    });
    expect(listings.map(({ isActive }) => isActive)).toEqual([false, true]);
    const subjects = await server.prisma.outgoingMail.findMany({
      where: { toAddress: one.seller.user.email, template: 'saleChanged' },
      select: { subject: true, text: true },
      orderBy: { createdAt: 'asc' },
    });
    expect(subjects.at(-1)?.subject).toMatch(/^You have been paid/);
    expect(
      subjects.filter(({ subject }) => subject.startsWith('Your timeshare is sold')),
    ).toHaveLength(1);
    expect(subjects.some(({ text }) => /Estoppel: the resort, until/.test(text))).toBe(true);
  });

  it('is paid by the buyer from the sandbox, once for each step', async () => {
    const one = await deal({ ownership: 'points', rightOfFirstRefusal: false });
    const pay = async (who: 'buyer' | 'seller' | 'team', step: 'DEPOSIT' | 'BALANCE') => {
      const input = { saleId: one.id, step };
      const { cookie } = one[who];
      return (await server.graphql(payFromSandboxMutation, { input }, { cookie })).data
        ?.payFromSandbox;
    };
    for (const who of ['seller', 'team'] as const) {
      expect(await pay(who, 'DEPOSIT')).toMatchObject({ __typename: 'ForbiddenError' });
    }
    expect(await pay('buyer', 'BALANCE')).toMatchObject({ __typename: 'ConflictError' });
    const read = async (who: 'buyer' | 'seller') => {
      const variables = { id: one.id, listingId: one.listing.id };
      const { data } = await server.graphql(saleOfQuery, variables, { cookie: one[who].cookie });
      return data?.sale?.sandboxPayment;
    };
    const sandbox = server.deps.escrow;
    if (!sandbox) throw new Error('There is no partner');
    const { payIn: _, ...partner } = sandbox.partner;
    server.deps.escrow = { ...sandbox, partner };
    expect(await read('buyer')).toBeNull();
    expect(await pay('buyer', 'DEPOSIT')).toMatchObject({ __typename: 'ConflictError' });
    server.deps.escrow = sandbox;
    const open = { step: 'DEPOSIT', amount: { amount: depositCents } };
    expect([await read('buyer'), await read('seller')]).toEqual([open, null]);
    await Promise.all([pay('buyer', 'DEPOSIT'), pay('buyer', 'DEPOSIT'), pay('buyer', 'DEPOSIT')]);
    expect(await pay('buyer', 'DEPOSIT')).toMatchObject({ __typename: 'ConflictError' });
    expect(await stepStates(server, one)).toMatchObject({ deposit: 'done', estoppel: 'open' });
    expect((await ledgerOf(server, one))['partner_escrow']).toBe(depositCents);
    await recorded(server, one, 'estoppel');
    expect(await pay('buyer', 'BALANCE')).toMatchObject({
      sale: { sandboxPayment: null, funds: { held: { amount: priceCents } } },
    });
    await server.runJobs();
    expect((await movesOf(one)).filter((made) => made.startsWith('funds_in'))).toEqual([
      'funds_in deposit',
      'funds_in balance',
    ]);
  });

  it.each([
    ['deeded', 'points', 'deed'],
    ['deeded', 'fixed', 'deed'],
    ['right_to_use', 'points', 'membership'],
    ['right_to_use', 'fixed', 'membership'],
    [null, 'points', 'membership'],
    [null, 'floating', 'deed'],
  ] as const)('held as %s, of %s, has the steps of a %s', (tenure, ownership, kind) => {
    const listing = { tenure, ownership, rightOfFirstRefusal: false };
    const terms = { priceCents, depositCents };
    const steps = stepsOf({ listing, terms, coolingOffDays: 0 }).map(({ step }) => step);
    const ofDeed = ['deed', 'title'];
    expect(steps.filter((step) => [...ofDeed, 'membership'].includes(step)).toSorted()).toEqual(
      kind === 'deed' ? ofDeed : ['membership'],
    );
  });

  it('of points has a membership instead of a deed, and sides read it as it stands', async () => {
    const one = await deal({ ownership: 'points', rightOfFirstRefusal: false });
    expect(Object.keys(await stepStates(server, one))).toEqual([
      'deposit',
      'estoppel',
      'balance',
      'buyer_signature',
      'seller_signature',
      'membership',
      'confirmation',
      'release',
    ]);
    await paid(server, one, 'deposit');
    await recorded(server, one, 'estoppel');
    await paid(server, one, 'balance');
    await recorded(server, one, 'buyer_signature', 'seller_signature');
    const sale = await moved(server, one, 'team', 'RECORD_STEP', {
      step: 'MEMBERSHIP',
      facts: { instrument: 'M 77' },
    });
    expect(sale.funds).toEqual({
      held: { amount: priceCents },
      toBuyer: { amount: 0 },
      toSeller: { amount: 0 },
    });
    expect(sale.steps.slice(1, 2)).toMatchObject([
      {
        step: 'ESTOPPEL',
        state: 'DONE',
        actor: 'RESORT',
        feesOwed: { amount: 0 },
        nextUseYear: 2028,
      },
    ]);
    // The sale with all of this, beside two other fields.
    const { requestId } = await server.graphql(
      saleOfQuery,
      { id: one.id, listingId: one.listing.id },
      { cookie: one.buyer.cookie },
    );
    expect(server.statementsOf(requestId)).toHaveLength(3);
    await recorded(server, one, 'confirmation');
    await server.runJobs();
    expect(await stored(server, one)).toMatchObject({ status: 'sold' });
    expect(await ledgerOf(server, one)).toEqual(settled);
  });

  it('leaves out the steps without an amount', async () => {
    const one = await deal({}, { deposit: 0 });
    expect(await stepStates(server, one)).toMatchObject({ estoppel: 'open', title: 'open' });
    expect(await stepStates(server, one)).not.toHaveProperty('deposit');
    const whole = await deal({}, { deposit: priceCents });
    expect(await stepStates(server, whole)).not.toHaveProperty('balance');
  });

  it('reminds who acts, calls in the team, and never ends because a resort is late', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    await live(closingDays.estoppel + closingRemindDays + 5);
    expect(await movesOf(one)).toEqual([
      'offer',
      'accept',
      'confirm_terms',
      'confirm_terms',
      'agree',
      'funds_in deposit',
      'remind estoppel',
      'remind title',
      'escalate estoppel',
      'escalate title',
    ]);
    const reason = 'The resort needs longer';
    const dueOn = addDays(isoDay(clock()), 20);
    await moved(server, one, 'team', 'EXTEND_STEP', { step: 'ESTOPPEL', dueOn, reason });
    await live(17);
    expect((await movesOf(one)).at(-1)).toBe('remind estoppel');
  });
});

describe('An estoppel', () => {
  const lapses = async (one: Deal) =>
    (await movesOf(one)).filter((made) => made.startsWith('lapse'));

  /** Records an estoppel that is valid for some days from now. */
  async function recordFor(one: Deal, days: number): Promise<void> {
    await moved(server, one, 'team', 'RECORD_STEP', {
      step: 'ESTOPPEL',
      facts: {
        feesOwedCents: 0,
        nextUseYear: clock().getUTCFullYear() + 1,
        validUntil: addDays(isoDay(clock()), days),
      },
      documentUrl: await uploadDocument(server, one.team.cookie, pdf()),
    });
  }

  const stepOf = async (one: Deal, name: SaleStepName) =>
    (await stored(server, one)).steps.find(({ step }) => step === name);

  const waits = {
    __typename: 'ConflictError',
    message: 'Another step has to be done before this one: Estoppel',
  };

  it('opens again once it has expired, and the deed waits for the new one', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    // Late, so that the team was called in for it before.
    await live(closingDays.estoppel + 1);
    await recordFor(one, 10);
    await recorded(server, one, 'first_refusal', 'title');
    await paid(server, one, 'balance');
    await recorded(server, one, 'buyer_signature', 'seller_signature');
    await live(10);
    expect(await lapses(one)).toEqual([]);
    const validUntil = isoDay(clock());
    await later(1);
    expect(await record(server, one, 'deed')).toMatchObject(waits);
    await live(3);
    expect(await lapses(one)).toEqual(['lapse estoppel']);
    const mails = await server.prisma.outgoingMail.findMany({
      where: {
        template: 'saleChanged',
        text: { contains: one.id },
        subject: { contains: 'once more' },
      },
      select: { text: true },
    });
    expect(mails).toHaveLength(2);
    for (const { text } of mails) expect(text).toMatch(/Estoppel: the resort, until/);
    const calls = { text: { contains: one.id }, subject: { contains: 'is no longer valid' } };
    expect(await server.prisma.outgoingMail.count({ where: calls })).toBe(1);

    const { status, events } = await stored(server, one);
    expect(status).toBe('agreed');
    const lapse = events.find((event) => event.move === 'lapse');
    const estoppel = await stepOf(one, 'estoppel');
    expect(lapse?.note).toBe(
      `Valid until ${formatDay(validUntil)}; owed to the resort: $0; next year of use: ${estoppel?.nextUseYear}; document: contract.pdf`,
    );
    expect(estoppel).toMatchObject({
      state: 'open',
      dueOn: new Date(addDays(isoDay(lapse?.at ?? 0), closingDays.estoppel)),
      doneAt: null,
      validUntil: null,
      remindedAt: null,
      escalatedAt: null,
    });
    expect(await stepOf(one, 'deed')).toMatchObject({ state: 'waiting', dueOn: null });
    expect(await record(server, one, 'deed')).toMatchObject(waits);

    await recordFor(one, 60);
    expect(await stepOf(one, 'deed')).toMatchObject({
      state: 'open',
      dueOn: new Date(addDays(isoDay(clock()), closingDays.deed)),
    });
    await recorded(server, one, 'deed', 'confirmation');
    expect(await stored(server, one)).toMatchObject({ status: 'sold' });
  });

  it('stops what the buyer has to do meanwhile, and can show debts that end the sale', async () => {
    const one = await deal({ ownership: 'points' });
    await paid(server, one, 'deposit');
    await recordFor(one, 5);
    await recorded(server, one, 'first_refusal');
    expect(await stepOf(one, 'balance')).toMatchObject({ state: 'open' });
    await live(closingDays.balance + 2 * closingRemindDays);
    expect(await stepOf(one, 'balance')).toMatchObject({ state: 'waiting', remindedAt: null });
    expect(await stored(server, one)).toMatchObject({ status: 'agreed' });
    const reason = 'The seller doesn’t pay the debts';
    await moved(server, one, 'team', 'FAIL_STEP', { step: 'ESTOPPEL', reason });
    expect(await stored(server, one)).toMatchObject({
      status: 'called_off',
      settlement: 'to_buyer',
    });
  });

  it('is opened by nothing but the end of its validity, as the database sees to', async () => {
    const one = await deal({ ownership: 'points', rightOfFirstRefusal: false });
    await paid(server, one, 'deposit');
    await recordFor(one, 10);
    const today = isoDay(clock());
    const update = (name: SaleStepName, days: number, more: object = {}) =>
      server.prisma.saleStep.update({
        where: { saleId_step: { saleId: one.id, step: name } },
        data: {
          state: 'open',
          dueOn: new Date(addDays(today, days + closingDays.estoppel)),
          doneAt: null,
          validUntil: null,
          ...more,
        },
      });
    for (const [name, days, more] of [
      ['estoppel', 10, {}],
      ['estoppel', 11, { state: 'waiting' }],
      ['estoppel', 11, { feesOwedCents: 1 }],
      ['estoppel', 11, { validUntil: new Date(addDays(today, 50)) }],
      ['estoppel', 11, { documentId: null }],
      ['deposit', 11, {}],
    ] as const) {
      await expect(update(name, days, more)).rejects.toThrow('sale_steps_stay');
    }
    await paid(server, one, 'balance');
    await recorded(server, one, 'buyer_signature', 'seller_signature', 'membership');
    await expect(update('estoppel', 11)).rejects.toThrow('sale_steps_stay');
  });

  it('may run out once the membership is transferred', async () => {
    const one = await deal({ ownership: 'points', rightOfFirstRefusal: false });
    await paid(server, one, 'deposit');
    await recordFor(one, 5);
    await paid(server, one, 'balance');
    await recorded(server, one, 'buyer_signature', 'seller_signature', 'membership');
    await live(10);
    expect(await lapses(one)).toEqual([]);
  });
});

describe('Every way out', () => {
  const withMoney = async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    return one;
  };
  const reason = 'Because.';
  const toBuyer = { buyer: depositCents };

  it.each<[string, SaleStepName[], (one: Deal) => Promise<unknown>, object]>([
    [
      'debts in the estoppel',
      [],
      (one) => moved(server, one, 'team', 'FAIL_STEP', { step: 'ESTOPPEL', reason }),
      toBuyer,
    ],
    [
      'the right of first refusal',
      ['estoppel'],
      (one) => moved(server, one, 'team', 'FAIL_STEP', { step: 'FIRST_REFUSAL', reason }),
      toBuyer,
    ],
    [
      'a title that is not clear',
      [],
      (one) => moved(server, one, 'team', 'FAIL_STEP', { step: 'TITLE', reason }),
      toBuyer,
    ],
    [
      'a seller who pulls out',
      [],
      (one) => moved(server, one, 'seller', 'PULL_OUT', { reason }),
      toBuyer,
    ],
    [
      'a buyer who gives up',
      [],
      (one) => moved(server, one, 'buyer', 'GIVE_UP', { reason }),
      { seller: depositCents },
    ],
    ['the team', [], (one) => moved(server, one, 'team', 'CALL_OFF', { reason }), toBuyer],
  ])('%s gives the money where its rule says', async (_what, steps, leave, payouts) => {
    const one = await withMoney();
    await recorded(server, one, ...steps);
    await leave(one);
    await server.runJobs();
    expect(await payoutsOf(one)).toEqual(payouts);
    expect(await ledgerOf(server, one)).toEqual(settled);
    const { status, closedAt, listing } = await stored(server, one);
    expect([status, listing.isForSale]).toEqual(['called_off', true]);
    expect(closedAt).not.toBeNull();
  });

  it('a deposit that is not paid in time ends the sale, and a part of it goes back', async () => {
    const one = await deal();
    await paid(server, one, 'deposit', depositCents - 1);
    await live(closingDays.deposit);
    expect(await stored(server, one)).toMatchObject({ status: 'agreed' });
    await live(1);
    expect((await movesOf(one)).slice(-2)).toEqual(['remind deposit', 'deposit_missed deposit']);
    expect(await payoutsOf(one)).toEqual({ buyer: depositCents - 1 });
    // What comes later goes back, too.
    await paid(server, one, 'deposit', 500);
    await server.runJobs();
    expect((await stored(server, one)).payouts.map(({ amountCents }) => amountCents)).toEqual([
      depositCents - 1,
      500,
    ]);
    expect(await ledgerOf(server, one)).toEqual(settled);
  });

  it('a balance that is not paid gives the deposit to the seller, and the rest back', async () => {
    const one = await withMoney();
    await recorded(
      server,
      one,
      'estoppel',
      'first_refusal',
      'title',
      'buyer_signature',
      'seller_signature',
    );
    await paid(server, one, 'balance', 1_000);
    await live(closingDays.balance + 1);
    expect((await movesOf(one)).at(-1)).toBe('buyer_missed balance');
    expect(await payoutsOf(one)).toEqual({ seller: depositCents, buyer: 1_000 });
    expect(await ledgerOf(server, one)).toEqual(settled);
  });

  it('a seller who does not sign loses the sale, and the buyer gets everything back', async () => {
    const one = await withMoney();
    await recorded(server, one, 'estoppel', 'first_refusal', 'title', 'buyer_signature');
    await paid(server, one, 'balance');
    await live(closingDays.signature + 1);
    expect((await movesOf(one)).at(-1)).toBe('seller_missed seller_signature');
    expect(await payoutsOf(one)).toEqual({ buyer: priceCents });
    expect(await ledgerOf(server, one)).toEqual(settled);
  });

  it('is missed only some days after the reminder, however long no job ran', async () => {
    const one = await deal();
    await later(closingDays.deposit + 30);
    await live(1);
    expect((await movesOf(one)).at(-1)).toBe('remind deposit');
    await live(closingRemindDays - 1);
    expect(await stored(server, one)).toMatchObject({ status: 'agreed' });
    await live(1);
    expect((await movesOf(one)).at(-1)).toBe('deposit_missed deposit');
  });

  it('a declined account ends the sale', async () => {
    const one = await deal();
    const answer = await tell(server, one, { status: 'none' });
    expect(answer.status).toBe(200);
    await server.runJobs();
    expect((await movesOf(one)).at(-1)).toBe('account_declined');
  });

  it('waits while the partner settles a dispute', async () => {
    const one = await withMoney();
    await tell(server, one, { status: 'disputed' });
    await moved(server, one, 'team', 'CALL_OFF', { reason });
    await server.runJobs();
    expect(await payoutsOf(one)).toEqual({});
    await tell(server, one, { status: 'active' });
    await server.runJobs();
    expect(await payoutsOf(one)).toEqual(toBuyer);
  });
});

describe('The cooling-off period', () => {
  const setDays = async (
    cookie: string,
    input: { country: string; region?: string; days: number },
  ) => (await server.graphql(setCoolingOffMutation, { input }, { cookie })).data?.setCoolingOff;

  it('is set by administrators for a place, and lets the buyer withdraw until its last day', async () => {
    const { cookie } = await signedInUser(server, { role: 'admin' });
    expect(await setDays(cookie, { country: 'Coolia', days: 61 })).toMatchObject({
      fieldErrors: [{ field: 'days', message: 'Days must be 0 for no period, or up to 60' }],
    });
    expect(await setDays(cookie, { country: 'Coolia', days: 9 })).toMatchObject({
      rules: [{ country: 'Coolia', region: '', days: 9 }],
    });
    const read = await server.graphql(coolingOffRulesQuery, {}, { cookie });
    expect(read.data?.coolingOffRules).toEqual([{ country: 'Coolia', region: '', days: 9 }]);
    const member = await signedInUser(server);
    expect(await setDays(member.cookie, { country: 'Coolia', days: 0 })).toMatchObject({
      __typename: 'ForbiddenError',
    });

    const [early, late] = [
      await deal({}, { country: 'Coolia' }),
      await deal({}, { country: 'Coolia' }),
    ];
    await paid(server, early, 'deposit');
    await paid(server, late, 'deposit');
    await live(9);
    expect(await move(server, early, 'buyer', 'GIVE_UP', { reason: 'No.' })).toMatchObject({
      __typename: 'ConflictError',
    });
    await moved(server, early, 'buyer', 'COOL_OFF');
    await server.runJobs();
    expect(await payoutsOf(early)).toEqual({ buyer: depositCents });
    expect(await ledgerOf(server, early)).toEqual(settled);
    await live(1);
    expect(await stepStates(server, late)).toMatchObject({ cooling_off: 'done' });
    expect(await move(server, late, 'buyer', 'COOL_OFF')).toMatchObject({
      __typename: 'ConflictError',
    });
    await moved(server, late, 'buyer', 'GIVE_UP', { reason: 'No.' });
    await server.runJobs();
    expect(await payoutsOf(late)).toEqual({ seller: depositCents });
    await setDays(cookie, { country: 'Coolia', days: 0 });
    expect(await server.prisma.coolingOffRule.count()).toBe(0);
  });
});

describe('A step', () => {
  const invalid = async (
    one: Deal,
    more: Partial<MoveSaleInput>,
    name: MoveSaleInput['move'] = 'RECORD_STEP',
  ) => {
    const answer = await move(server, one, 'team', name, { reason: 'Because.', ...more });
    return answer && 'fieldErrors' in answer ? answer.fieldErrors : answer;
  };

  it('is recorded only with what it asks for', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    const documentUrl = await uploadDocument(server, one.team.cookie, pdf());
    const facts = { feesOwedCents: 5, nextUseYear: 2028, validUntil: isoDay(clock()) };
    const step = 'ESTOPPEL';
    expect(await invalid(one, {})).toMatchObject([{ field: 'step', message: 'Say which step' }]);
    expect(await invalid(one, { step: 'MEMBERSHIP' })).toMatchObject([
      { field: 'step', message: 'This sale does not have this step' },
    ]);
    expect(await invalid(one, { step, facts })).toMatchObject([
      { field: 'documentUrl', message: 'Upload the document' },
    ]);
    expect(await invalid(one, { step, documentUrl, facts: { registry: 'Here' } })).toMatchObject([
      { field: 'facts.feesOwedCents', message: 'Say what is owed to the resort, 0 for nothing' },
      { field: 'facts.nextUseYear', message: 'Say the next year that can be used' },
      { field: 'facts.validUntil', message: 'Say until which day the estoppel is valid' },
      { field: 'facts.registry', message: 'This step does not ask for it' },
    ]);
    expect(
      await invalid(one, { step, documentUrl, facts: { ...facts, feesOwedCents: -1 } }),
    ).toMatchObject([{ field: 'facts.feesOwedCents', message: "The fees can't be below zero" }]);
    expect(
      await invalid(one, { step, documentUrl, facts: { ...facts, nextUseYear: 1 } }),
    ).toMatchObject([{ field: 'facts.nextUseYear' }]);
    const validUntil = addDays(facts.validUntil, -1);
    expect(
      await invalid(one, { step, documentUrl, facts: { ...facts, validUntil } }),
    ).toMatchObject([{ field: 'facts.validUntil', message: 'Choose today or a later day' }]);
    expect(await invalid(one, { step: 'BALANCE' })).toMatchObject({
      message:
        'Another step has to be done before this one: Estoppel, Right of first refusal, Title search',
    });
    expect(await invalid(one, { step }, 'WAIVE_STEP')).toMatchObject([
      { field: 'step', message: "This step can't be left out" },
    ]);
    expect(await invalid(one, { step, dueOn: '2020-01-01' }, 'EXTEND_STEP')).toMatchObject([
      { field: 'dueOn' },
    ]);
    expect(await invalid(one, { step, reason: null }, 'FAIL_STEP')).toMatchObject([
      { field: 'reason', message: 'Say why' },
    ]);
    expect(await invalid(one, { documentUrl }, 'CALL_OFF')).toMatchObject([
      { field: 'documentUrl' },
    ]);
    // Nothing was written, and the document is free.
    expect(await stepStates(server, one)).toMatchObject({ estoppel: 'open' });
    await moved(server, one, 'team', 'RECORD_STEP', { step, documentUrl, facts });
    const title = { step: 'TITLE', documentUrl } as const;
    expect(await invalid(one, title)).toMatchObject([{ field: 'documentUrl' }]);
    await moved(server, one, 'team', 'WAIVE_STEP', {
      step: 'FIRST_REFUSAL',
      reason: 'In writing.',
    });
    expect(await stepStates(server, one)).toMatchObject({ first_refusal: 'waived', title: 'open' });
    expect(await invalid(one, { step: 'FIRST_REFUSAL' })).toMatchObject({
      message: 'This step is finished',
    });
  });

  it('asks for a registry, and for an instrument number or book and page', async () => {
    const one = await deal();
    await untilTransfer(one);
    const documentUrl = await uploadDocument(server, one.team.cookie, pdf());
    const step = 'DEED';
    expect(await invalid(one, { step, documentUrl, facts: { book: '12' } })).toMatchObject([
      { field: 'facts.registry', message: 'Say the county or registry' },
      { field: 'facts.page', message: 'Say book and page, or the instrument number' },
    ]);
    const facts = { registry: 'Lee', book: '12', page: '345' };
    expect(
      await move(server, one, 'team', 'RECORD_STEP', { step, documentUrl, facts }),
    ).toMatchObject({
      __typename: 'MoveSalePayload',
    });
  });

  it('is recorded by the team alone, and by nobody if money or time decides it', async () => {
    const one = await deal();
    for (const who of ['buyer', 'seller'] as const) {
      expect(await move(server, one, who, 'RECORD_STEP', { step: 'DEPOSIT' })).toMatchObject({
        __typename: expect.stringMatching(/ForbiddenError|ConflictError/) as unknown,
      });
    }
    await paid(server, one, 'deposit');
    for (const [who, name] of [
      ['buyer', 'RECORD_STEP'],
      ['seller', 'FAIL_STEP'],
      ['buyer', 'EXTEND_STEP'],
      ['seller', 'WAIVE_STEP'],
      ['seller', 'GIVE_UP'],
      ['buyer', 'PULL_OUT'],
      ['team', 'COOL_OFF'],
      ['team', 'SELL'],
      ['buyer', 'FUNDS_IN'],
      ['team', 'RELEASE'],
    ] as const) {
      expect(
        await move(server, one, who, name, { step: 'ESTOPPEL', reason: 'Because.' }),
      ).toMatchObject({ __typename: 'ForbiddenError' });
    }
    const early = await deal();
    expect(await record(server, early, 'estoppel')).toMatchObject({ __typename: 'ConflictError' });
    expect(
      await move(server, early, 'team', 'FAIL_STEP', { step: 'DEPOSIT', reason: 'No.' }),
    ).toMatchObject({ __typename: 'ConflictError' });
  });

  it('shows its document to both sides and administrators only, and keeps it', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    await recorded(server, one, 'estoppel');
    const input = { saleId: one.id, step: 'ESTOPPEL' } as const;
    const link = async (cookie: string) =>
      (await server.graphql(saleDocumentLinkMutation, { input }, { cookie })).data
        ?.createSaleDocumentLink;
    for (const { cookie } of [one.buyer, one.seller, one.team]) {
      const answer = await link(cookie);
      if (answer?.__typename !== 'CreateSaleDocumentLinkPayload') throw new Error();
      const path = answer.url.slice(new URL(answer.url).origin.length);
      expect((await server.send(path, { cookie })).status).toBe(200);
      expect(
        (await server.send(path, { cookie: (await signedInUser(server)).cookie })).status,
      ).toBe(403);
    }
    const stranger = await signedInUser(server);
    expect(await link(stranger.cookie)).toMatchObject({ __typename: 'NotFoundError' });
    await expect(
      server.prisma.contractDocument.updateMany({
        where: { saleId: one.id },
        data: { status: 'discarded' },
      }),
    ).rejects.toThrow('contract_documents_use');
    await expect(
      server.prisma.saleStep.updateMany({
        where: { saleId: one.id, step: 'estoppel' },
        data: { feesOwedCents: 1 },
      }),
    ).rejects.toThrow();
  });

  it('is recorded once by two calls at once', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    await recorded(server, one, 'estoppel');
    const answers = await Promise.all(
      [1, 2].map(() =>
        move(server, one, 'team', 'RECORD_STEP', { step: graphqlStep('first_refusal') }),
      ),
    );
    expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
      'ConflictError',
      'MoveSalePayload',
    ]);
  });
});

describe('An event of the partner about a sale', () => {
  it('is applied once, however often and in whatever order it comes', async () => {
    const one = await deal();
    // Before the account is reported as open.
    const event = { id: `wire-${one.id}`, kind: 'deposit', amountCents: depositCents };
    const answers = await Promise.all(Array.from({ length: 5 }, () => tell(server, one, event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await tell(server, one, { ...event, amountCents: 1 })).toMatchObject({ status: 409 });
    await server.runJobs();
    expect(await ledgerOf(server, one)).toEqual({
      partner_escrow: depositCents,
      sale_funds: -depositCents,
    });
    expect(await stepStates(server, one)).toMatchObject({ deposit: 'done' });
    expect((await stored(server, one)).account).toMatchObject({ status: 'active' });
    // A balance that comes early, in two parts and with too much, counts once its step is open.
    await paid(server, one, 'balance', priceCents);
    expect(await stepStates(server, one)).toMatchObject({ balance: 'waiting' });
    await recorded(server, one, 'estoppel', 'first_refusal', 'title');
    expect(await stepStates(server, one)).toMatchObject({ balance: 'done' });
    await recorded(server, one, 'buyer_signature', 'seller_signature', 'deed', 'confirmation');
    await server.runJobs();
    expect(await payoutsOf(one)).toEqual({ seller: priceCents, buyer: depositCents });
    expect(await ledgerOf(server, one)).toEqual(settled);
    expect(await stepStates(server, one)).toMatchObject({ release: 'done' });
  });

  it.each([
    [{ kind: 'deposit' }, 400, 'kind and amountCents belong together'],
    [{ kind: 'deposit', amountCents: 0 }, 400, 'amountCents must be more than 0'],
    [{ kind: 'gift', amountCents: 1 }, 400, /^kind must be one of deposit, balance, released/],
    [{ status: 'active', kind: 'deposit', amountCents: 1 }, 400, /^status must be one of/],
    [{ status: 'released' }, 409, "The account of a sale that is active can't become released"],
    [
      { kind: 'released', amountCents: 1 },
      409,
      'No payment of this amount to the seller was ordered',
    ],
    [
      { kind: 'refunded', amountCents: 1 },
      409,
      'No payment of this amount to the buyer was ordered',
    ],
  ])('%j is refused', async (event, status, text) => {
    const one = await deal();
    await paid(server, one, 'deposit');
    const answer = await tell(server, one, event);
    expect([answer.status, answer.text]).toEqual([
      status,
      typeof text === 'string' ? text : expect.stringMatching(text),
    ]);
    expect(await ledgerOf(server, one)).toMatchObject({ partner_escrow: depositCents });
  });

  it('is waited for: an order is repeated until the partner takes it', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    const before = server.deps.escrow;
    if (!before) throw new Error('There is no partner');
    const orders: unknown[] = [];
    server.deps.escrow = {
      ...before,
      partner: {
        ...before.partner,
        payOut: (order) => {
          orders.push(order);
          return orders.length < 2 ? Promise.reject(new Error('Away')) : Promise.resolve();
        },
      },
    };
    await moved(server, one, 'seller', 'PULL_OUT', { reason: 'We keep it' });
    await server.runJobs();
    await server.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    await server.runJobs();
    server.deps.escrow = before;
    expect(await checkSales(server.deps)).toEqual([]);
    await later(8);
    expect(await checkSales(server.deps)).toMatchObject([{ kind: 'stuck', reference: one.id }]);
    expect(orders).toHaveLength(2);
    expect(orders[0]).toEqual(orders[1]);
    expect(await ledgerOf(server, one)).toEqual({
      partner_escrow: depositCents,
      sale_funds: 0,
      sale_payable: -depositCents,
    });
    expect((await tell(server, one, { kind: 'refunded', amountCents: depositCents })).status).toBe(
      200,
    );
    expect(await ledgerOf(server, one)).toEqual(settled);
  });
});

describe('The database', () => {
  it('refuses to pay a seller, or to sell, before the confirmation of the resort', async () => {
    const one = await deal();
    await untilTransfer(one);
    await recorded(server, one, 'deed');
    for (const [who, name] of [
      ['buyer', 'GIVE_UP'],
      ['seller', 'PULL_OUT'],
    ] as const) {
      expect(await move(server, one, who, name, { reason: 'Too late.' })).toMatchObject({
        __typename: 'ConflictError',
      });
    }
    const payout = {
      saleId: one.id,
      side: 'seller',
      amountCents: 1,
      currency: 'USD',
      orderedAt: clock(),
    } as const;
    await expect(server.prisma.escrowPayout.create({ data: payout })).rejects.toThrow(
      "The money of a sale is not the seller's",
    );
    await expect(
      server.prisma.escrowEvent.create({
        data: {
          id: `early-${one.id}`,
          saleId: one.id,
          listingId: one.listing.id,
          reference: one.id,
          kind: 'released',
          amountCents: 1,
          occurredAt: clock(),
        },
      }),
    ).rejects.toThrow("The money of a sale is not the seller's");
    await expect(
      server.prisma.sale.update({
        where: { id: one.id },
        data: { status: 'sold', settlement: 'to_seller', closedAt: clock() },
      }),
    ).rejects.toThrow('The resort has not confirmed the new owner');
    await recorded(server, one, 'confirmation');
    await expect(server.prisma.escrowPayout.create({ data: payout })).rejects.toThrow();
  });

  it('is compared with what the partner has told', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    await server.prisma.escrowEvent.create({
      data: {
        id: `unposted-${one.id}`,
        saleId: one.id,
        listingId: one.listing.id,
        reference: one.id,
        kind: 'balance',
        amountCents: 700,
        occurredAt: clock(),
      },
    });
    expect(await checkSales(server.deps)).toMatchObject([
      {
        kind: 'balance',
        words: `The escrow partner has told of $807 for sale ${one.id}, and the ledger has $800`,
      },
    ]);
  });

  it('has one subject for a ledger transaction of a sale', async () => {
    const one = await deal();
    await paid(server, one, 'deposit');
    const insert = (values: string) =>
      server.pool.query(`INSERT INTO ledger_transactions (id, reason, at, sale_id, booking_id)
                         SELECT gen_random_uuid(), 'sale_payment', now(), ${values}`);
    await expect(insert('NULL, NULL')).rejects.toMatchObject({
      constraint: 'ledger_transactions_about',
    });
  });
});
