import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { sandboxBanks, type BankBehavior } from '#api/platform/payments/bankDetails.ts';
import { sandboxCards, type CardBehavior } from '#api/platform/payments/sandboxCards.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { connect, goodBank } from '#api/modules/payouts/testing/flow.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { releaseTime } from '#common/durations.ts';
import { formatMoney } from '#common/money.ts';
import { keepDeadlines } from '../deadlines.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import { applyOutcome } from '../payment/settlePayment.ts';
import {
  certify,
  held,
  makeScene,
  movableClock,
  move,
  pay,
  settleDispute,
  type Scene,
} from '../testing/flow.ts';
import { termsOf } from './evidence.ts';
import { lookAtDispute, lookAtOpenDisputes } from './lookAtDispute.ts';

const sendEvidenceMutation = graphql(`
  mutation SendChargebackEvidence($input: SendChargebackEvidenceInput!) {
    sendChargebackEvidence(input: $input) {
      __typename
      ... on Error {
        message
      }
    }
  }
`);

const chargebacksQuery = graphql(`
  query Chargebacks {
    chargebacks {
      bookingId
      status
      reason
      evidenceSentAt
    }
  }
`);

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let team: string;

beforeEach(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
  team = (await signedInUser(server, { role: 'admin' })).cookie;
});

afterEach(() => server.close());

const numberOf = (behavior: CardBehavior) =>
  sandboxCards.find((card) => card.behavior === behavior)?.number ?? '';

/** A stay paid with a card, as the product knows it once the provider's events have come. */
async function paidWith(behavior: CardBehavior, scene?: Scene) {
  const used = scene ?? (await makeScene(server, { isInstant: true }));
  const answer = await pay(server, used, await held(server, used), numberOf(behavior));
  if (answer?.__typename !== 'PayBookingPayload') throw new Error(JSON.stringify(answer));
  await hear();
  return { scene: used, id: answer.booking.databaseId };
}

/** Delivers every event of the provider, the latest first. */
async function hear() {
  for (const { id } of await server.prisma.sandboxEvent.findMany({ orderBy: { id: 'desc' } })) {
    await server.deps.paymentSandbox?.deliver(id);
  }
}

/** A paid stay with the same owner. */
async function anotherStay({ owner }: Scene, pricePerNightCents: number) {
  const scene = await makeScene(server, { isInstant: true, pricePerNightCents });
  const data = { ownerId: owner.user.id };
  await server.prisma.listing.update({ where: { id: scene.listing.id }, data });
  return paidWith('succeed', { ...scene, owner });
}

/** The bank of the payer disputes a payment, or asks about it. */
async function disputeOf(bookingId: string, status: string, cents?: number) {
  const payment = await server.prisma.sandboxPayment.findFirstOrThrow({ where: { bookingId } });
  await server.prisma.sandboxDispute.create({
    data: {
      reference: `d-${bookingId}`,
      paymentReference: payment.reference,
      amountCents: cents ?? payment.amountCents,
      feeCents: 0,
      status,
      dueBy: new Date(time.clock().getTime() + 7 * 86_400_000),
      createdAt: time.clock(),
    },
  });
  await lookAtDispute(server.deps, `d-${bookingId}`);
}

const loseInPart = (bookingId: string, cents: number) => disputeOf(bookingId, 'lost', cents);

type Paid = Awaited<ReturnType<typeof paidWith>>;

const report = ({ scene, id }: Paid) =>
  move(server, scene.traveler.cookie, id, { move: 'DISPUTE', reason: 'Mould.' });

/** The two days after which an owner is paid, of stays with the same check-in. */
async function stay(...stays: [Paid, ...Paid[]]) {
  const [{ scene }] = stays;
  for (const { scene: each, id } of stays) await certify(server, each.owner.cookie, id);
  await time.moveTo(server, new Date(`${scene.checkIn}T12:00:00Z`));
  await keepDeadlines(server.deps);
  await time.moveTo(server, new Date(Date.parse(`${scene.checkIn}T12:00:00Z`) + 3 * 86_400_000));
  await keepDeadlines(server.deps);
}

const bank = (behavior: BankBehavior) => ({
  ...goodBank,
  accountNumber: sandboxBanks.find((known) => known.behavior === behavior)?.accountNumber ?? '',
});

const payOutAll = () => payOut(server.deps, applyOutcome(server.deps));

const stored = (id: string) =>
  server.prisma.booking.findUniqueOrThrow({
    where: { id },
    include: { chargebacks: true, events: { orderBy: { number: 'asc' } } },
  });

const movesOf = async (id: string) => (await stored(id)).events.map(({ move: made }) => made);

const balances = (id: string) => balancesOf(server.prisma, id);

const differences = async () =>
  (await reconcile(server.deps, readExpectedBalances, new Date(0))).differences;

/** The bank decides by itself once its time is over. */
async function waitForBank() {
  await time.moveTo(server, new Date(time.clock().getTime() + 8 * 86_400_000));
  await lookAtOpenDisputes(server.deps);
}

/** An owner who has spent a payout that the payer's bank took back. */
async function ownerInDebt() {
  const scene = await makeScene(server, { isInstant: true });
  await connect(server, scene.owner.cookie, bank('spent'));
  const paid = await paidWith('disputed_after_payout', scene);
  await stay(paid);
  await payOutAll();
  await hear();
  await waitForBank();
  await payOutAll();
  return { scene, paid };
}

const mailsTo = async (toAddress: string) =>
  (await server.prisma.outgoingMail.findMany({ where: { toAddress } })).map(
    ({ subject }) => subject,
  );

describe('An open chargeback', () => {
  it('freezes the money at once: posted, told to all three, and nothing is released', async () => {
    const paid = await paidWith('disputed_won');
    const booking = await stored(paid.id);
    const total = booking.totalPriceCents;
    expect(booking).toMatchObject({
      status: 'confirmed',
      chargeback: 'open',
      chargebacks: [{ status: 'open', amountCents: total, feeCents: 1_500, reason: 'fraudulent' }],
    });
    expect(await balances(paid.id)).toMatchObject({
      escrow: -1_500,
      traveller: -total,
      disputed: total,
      provider_fee: 1_500,
    });
    expect(await mailsTo(paid.scene.traveler.user.email)).toContainEqual(
      expect.stringContaining('Your bank disputes your payment'),
    );
    expect(await mailsTo(paid.scene.owner.user.email)).toContainEqual(
      expect.stringContaining('The payment of a stay is disputed'),
    );
    const teams = await server.prisma.outgoingMail.findFirstOrThrow({
      where: { toAddress: 'hello@tideweek.example', subject: { startsWith: 'A bank disputes' } },
    });
    expect(teams.text).toContain(
      `Disputed amount: ${formatMoney({ amount: total, currency: 'USD' })}`,
    );
    expect(teams.text).toMatch(/Deadline for evidence: \w+ \d+, \d{4}, \d+:\d\d [AP]M UTC/);
    expect(teams.text).toMatch(/See the chargebacks:\nhttp.*\/admin\/bookings\/chargebacks\n/);
    await connect(server, paid.scene.owner.cookie);
    await stay(paid);
    await payOutAll();
    expect(await stored(paid.id)).toMatchObject({ status: 'checked_in', releasedAt: null });
    expect(await server.prisma.sandboxTransfer.count()).toBe(0);
    expect(await differences()).toEqual([]);
  });

  it('is opened once, however often and in whatever order its events come', async () => {
    const { id } = await paidWith('disputed_won');
    await Promise.all([hear(), hear()]);
    expect((await movesOf(id)).filter((made) => made === 'chargeback')).toHaveLength(1);
    expect(await server.prisma.chargeback.count()).toBe(1);
  });

  it('refuses what would move the money, with a reason', async () => {
    const { scene, id } = await paidWith('disputed_won');
    for (const [cookie, wanted] of [
      [scene.traveler.cookie, 'CANCEL'],
      [scene.owner.cookie, 'CANCEL_BY_OWNER'],
      [team, 'CANCEL_BY_TEAM'],
    ] as const) {
      expect(await move(server, cookie, id, { move: wanted, reason: 'Because.' })).toMatchObject({
        __typename: 'ConflictError',
        message: expect.stringContaining('bank disputes this payment') as string,
      });
    }
    expect(await server.prisma.paymentOperation.count({ where: { kind: 'refund' } })).toBe(0);
  });

  it('stops a refund and a payout in the database, whoever asks for them', async () => {
    const { id } = await paidWith('disputed_won');
    const payment = await server.prisma.paymentOperation.findFirstOrThrow({
      where: { bookingId: id },
    });
    for (const kind of ['refund', 'transfer'] as const) {
      await expect(
        server.prisma.paymentOperation.create({
          data: {
            bookingId: id,
            kind,
            paymentId: payment.id,
            amountCents: 100,
            currency: 'USD',
            provider: 'sandbox',
            dueAt: time.clock(),
            createdAt: time.clock(),
          },
        }),
      ).rejects.toThrow('holds the money');
    }
  });

  it('stops a released sum from being paid out, and a payout that was never answered', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie, bank('time_out'));
    const paid = await paidWith('disputed_after_payout', scene);
    await stay(paid);
    await payOutAll();
    const waiting = { kind: 'transfer', status: 'waiting' } as const;
    expect(await server.prisma.paymentOperation.count({ where: waiting })).toBe(1);
    const payment = await server.prisma.sandboxPayment.findFirstOrThrow();
    await server.prisma.sandboxDispute.create({
      data: {
        reference: 'd1',
        paymentReference: payment.reference,
        amountCents: payment.amountCents,
        feeCents: 0,
        status: 'open',
        dueBy: new Date(time.clock().getTime() + 7 * 86_400_000),
        createdAt: time.clock(),
      },
    });
    await server.prisma.sandboxEvent.create({
      data: { id: 'e1', kind: 'charge.dispute.created', reference: 'd1', createdAt: time.clock() },
    });
    await server.deps.paymentSandbox?.deliver('e1');
    await time.moveTo(server, new Date(time.clock().getTime() + 60 * 60_000));
    await keepDeadlines(server.deps);
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count()).toBe(0);
    expect(await server.prisma.paymentOperation.count({ where: waiting })).toBe(0);
  });
});

describe('A chargeback that is won', () => {
  it('returns the money with its fee, and the stay goes on to its payout', async () => {
    const paid = await paidWith('disputed_won');
    await server.prisma.sandboxDispute.updateMany({ data: { status: 'won' } });
    await lookAtOpenDisputes(server.deps);
    expect(await stored(paid.id)).toMatchObject({
      chargeback: 'won',
      chargebacks: [{ status: 'won', feeCents: 0 }],
    });
    await connect(server, paid.scene.owner.cookie);
    await stay(paid);
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count()).toBe(1);
    expect(await balances(paid.id)).toMatchObject({ disputed: 0, provider_fee: 0, traveller: 0 });
    expect(await differences()).toEqual([]);
  });
});

describe('A chargeback that is lost', () => {
  it('ends a stay that has not begun, and nothing is owed for it any more', async () => {
    const { scene, id } = await paidWith('disputed_lost');
    await waitForBank();
    expect(await stored(id)).toMatchObject({ status: 'cancelled', chargeback: 'lost' });
    expect(await movesOf(id)).toContain('end_by_bank');
    expect(await balances(id)).toMatchObject({
      traveller: 0,
      disputed: 0,
      owner_payable: 0,
      escrow: -1_500,
      provider_fee: 1_500,
    });
    expect(await mailsTo(scene.owner.user.email)).toContainEqual(
      expect.stringContaining('A booking has ended'),
    );
    await payOutAll();
    expect(await differences()).toEqual([]);
  });

  it('lets a reported problem be settled without giving the money a second time', async () => {
    const paid = await paidWith('disputed_lost');
    await certify(server, paid.scene.owner.cookie, paid.id);
    await time.moveTo(server, new Date(`${paid.scene.checkIn}T12:00:00Z`));
    await report(paid);
    // The decision is made and accepted; its money waits for the bank.
    expect(
      await settleDispute(server, paid.scene, paid.id, team, { refundCents: 100 }),
    ).toMatchObject({ booking: { status: 'DISPUTED' } });
    await keepDeadlines(server.deps);
    expect((await stored(paid.id)).status).toBe('disputed');
    await waitForBank();
    await keepDeadlines(server.deps);
    const { status, refundCents, totalPriceCents } = await stored(paid.id);
    expect([status, refundCents]).toEqual(['resolved', totalPriceCents]);
    expect(await server.prisma.paymentOperation.count({ where: { kind: 'refund' } })).toBe(0);
    expect(await differences()).toEqual([]);
  });

  it('and a problem that is decided after the release give the money once', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const paid = await paidWith('disputed_after_payout', scene);
    await stay(paid);
    await payOutAll();
    await report(paid);
    await hear();
    expect((await stored(paid.id)).chargeback).toBe('open');
    for (const { cookie } of [scene.traveler, scene.owner]) {
      await move(server, cookie, paid.id, { move: 'REST_CASE' });
    }
    const decision = { reason: 'It was dirty.', refundCents: 100 } as const;
    await move(server, team, paid.id, { move: 'DECIDE', ...decision });
    await move(server, scene.owner.cookie, paid.id, { move: 'APPEAL', reason: 'It was clean.' });
    await move(server, scene.traveler.cookie, paid.id, { move: 'ACCEPT_DECISION' });
    const other = (await signedInUser(server, { role: 'admin' })).cookie;
    const decide = { move: 'DECIDE_APPEAL', ...decision } as const;
    expect(await move(server, other, paid.id, decide)).toMatchObject({
      __typename: 'ConflictError',
      message: expect.stringContaining('bank disputes') as string,
    });
    const gift = { move: 'GOODWILL', goodwillTo: 'OWNER', goodwillCents: 700 } as const;
    expect(await move(server, team, paid.id, { ...gift, reason: 'Sorry.' })).toMatchObject({
      __typename: 'MoveBookingPayload',
    });
    await waitForBank();
    // The bank has given everything back: nothing is left to decide.
    for (const wanted of [decide, { move: 'REST_CASE' }] as const) {
      expect(await move(server, other, paid.id, wanted)).toMatchObject({
        __typename: wanted === decide ? 'ConflictError' : 'ForbiddenError',
      });
    }
    await keepDeadlines(server.deps);
    expect(await stored(paid.id)).toMatchObject({ status: 'resolved' });
    await payOutAll();
    expect(await server.prisma.paymentOperation.count({ where: { kind: 'refund' } })).toBe(0);
    expect(await balances(paid.id)).toMatchObject({ traveller: 0, refund_payable: 0, disputed: 0 });
    expect(await differences()).toEqual([]);
  });

  it('closes decisions and appeals, with the reason, and ends the case', async () => {
    const paid = await paidWith('disputed_lost');
    await certify(server, paid.scene.owner.cookie, paid.id);
    await time.moveTo(server, new Date(`${paid.scene.checkIn}T12:00:00Z`));
    await report(paid);
    const cookies = [paid.scene.traveler.cookie, paid.scene.owner.cookie];
    for (const cookie of cookies) await move(server, cookie, paid.id, { move: 'REST_CASE' });
    await move(server, team, paid.id, { move: 'DECIDE', refundCents: 100, reason: 'Because.' });
    await waitForBank();
    for (const cookie of cookies) {
      expect(
        await move(server, cookie, paid.id, { move: 'APPEAL', reason: 'It is too little.' }),
      ).toMatchObject({
        __typename: 'ConflictError',
        message: 'The payer’s bank has given everything back: nothing is left to decide',
      });
    }
    await keepDeadlines(server.deps);
    expect(await stored(paid.id)).toMatchObject({ status: 'resolved' });
    expect(await differences()).toEqual([]);
  });

  it('in part before the stay leaves the rest until the release', async () => {
    const paid = await paidWith('succeed');
    await loseInPart(paid.id, 40_000);
    expect(await stored(paid.id)).toMatchObject({
      status: 'confirmed',
      releasedAt: null,
      refundCents: null,
      outsideRefundCents: 40_000,
    });
    expect(await balances(paid.id)).toMatchObject({ owner_payable: 0, disputed: 0 });
    await connect(server, paid.scene.owner.cookie);
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count()).toBe(0);
    expect(await differences()).toEqual([]);
    await stay(paid);
    await payOutAll();
    const { totalPriceCents } = await stored(paid.id);
    const { escrow, owner_payable, service_fee } = await balances(paid.id);
    expect([owner_payable, escrow + service_fee]).toEqual([0, 0]);
    const [sent] = await server.prisma.sandboxTransfer.findMany();
    expect((sent?.amountCents ?? 0) - service_fee).toBe(totalPriceCents - 40_000);
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['before the release', false],
    ['after the release', true],
  ])('in part %s, a later decision gives the difference', async (_, isReleased) => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const paid = await paidWith('succeed', scene);
    if (isReleased) {
      await stay(paid);
      await payOutAll();
    } else {
      await certify(server, scene.owner.cookie, paid.id);
      await time.moveTo(server, new Date(`${scene.checkIn}T12:00:00Z`));
    }
    await report(paid);
    await loseInPart(paid.id, 40_000);
    expect(await settleDispute(server, scene, paid.id, team, { refundCents: 100 })).toMatchObject({
      fieldErrors: [
        { message: 'The refund must be $400 to $1,231.20: the traveler has $400 already' },
      ],
    });
    expect(
      await settleDispute(server, scene, paid.id, team, { refundCents: 60_000 }),
    ).toMatchObject({ booking: { status: 'RESOLVED', refund: { amount: 60_000 } } });
    expect(
      await server.prisma.paymentOperation.findMany({ where: { kind: 'refund' } }),
    ).toMatchObject([{ amountCents: 20_000 }]);
    await payOutAll();
    expect(await balances(paid.id)).toMatchObject({
      traveller: 0,
      refund_payable: 0,
      owner_payable: 0,
    });
    expect(await differences()).toEqual([]);
  });

  it('takes a payout back from the owner', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const paid = await paidWith('disputed_after_payout', scene);
    await stay(paid);
    await payOutAll();
    await hear();
    expect((await stored(paid.id)).chargeback).toBe('open');
    await waitForBank();
    expect(await movesOf(paid.id)).toContain('chargeback_lost');
    await payOutAll();
    const [transfer] = await server.prisma.sandboxTransfer.findMany({
      include: { reversals: true },
    });
    expect(transfer?.reversals).toMatchObject([{ amountCents: transfer?.amountCents }]);
    expect(await balances(paid.id)).toMatchObject({
      traveller: 0,
      disputed: 0,
      owner_payable: 0,
      tax_payable: 0,
      service_fee: 0,
      escrow: -1_500,
      provider_fee: 1_500,
    });
    expect(await differences()).toEqual([]);
  });

  it('is a debt of an owner without money, which later payouts settle once', async () => {
    const { scene, paid } = await ownerInDebt();
    const debt = (await balances(paid.id)).owner_payable;
    expect(debt).toBeGreaterThan(0);
    expect(await server.prisma.sandboxReversal.count()).toBe(0);
    // Two dearer stays with the same owner come due together.
    const others = [await anotherStay(scene, 16_000), await anotherStay(scene, 16_000)] as const;
    await stay(...others);
    await Promise.all([payOutAll(), payOutAll()]);
    await payOutAll();
    const each = await Promise.all(others.map(({ id }) => balances(id)));
    expect(each.map(({ set_off }) => set_off).reduce((sum, cents) => sum + cents, 0)).toBe(-debt);
    expect(await balances(paid.id)).toMatchObject({ owner_payable: 0, set_off: debt });
    const sent = await server.prisma.sandboxTransfer.findMany({
      where: { bookingId: { in: others.map(({ id }) => id) } },
    });
    const earned = 2 * (7 * 16_000 + 9_000);
    expect(sent.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(earned - debt);
    expect(await differences()).toEqual([]);
  });

  it('and a debt of a stay whose owner got nothing but a settled debt are settled alike', async () => {
    const { scene, paid } = await ownerInDebt();
    const cheap = await anotherStay(scene, 2_000);
    await stay(cheap);
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count({ where: { bookingId: cheap.id } })).toBe(0);
    const { traveler } = cheap.scene;
    expect(
      await move(server, traveler.cookie, cheap.id, { move: 'DISPUTE', reason: 'No water.' }),
    ).toMatchObject({ booking: { status: 'DISPUTED' } });
    const { totalPriceCents: refundCents } = await stored(cheap.id);
    expect(await settleDispute(server, cheap.scene, cheap.id, team, { refundCents })).toMatchObject(
      { booking: { status: 'RESOLVED' } },
    );
    expect((await balances(cheap.id)).owner_payable).toBe(7 * 2_000 + 9_000);
    const dear = await anotherStay(scene, 40_000);
    await stay(dear);
    await payOutAll();
    for (const id of [paid.id, cheap.id, dear.id]) {
      expect((await balances(id)).owner_payable).toBe(0);
    }
    expect(await differences()).toEqual([]);
  });

  it('is final: the row of a decision can not be changed', async () => {
    await paidWith('disputed_lost');
    await waitForBank();
    await expect(
      server.prisma.chargeback.updateMany({ data: { status: 'won', feeCents: 0 } }),
    ).rejects.toThrow('rewritten');
  });
});

describe('An inquiry of a bank', () => {
  const released = async () => {
    const scene = await makeScene(server, { isInstant: true });
    await connect(server, scene.owner.cookie);
    const paid = await paidWith('succeed', scene);
    await stay(paid);
    await disputeOf(paid.id, 'inquiry');
    await payOutAll();
    return paid;
  };
  const decideIt = async (status: string) => {
    await server.prisma.sandboxDispute.updateMany({ data: { status } });
    await lookAtOpenDisputes(server.deps);
  };

  it('holds the payout, posts nothing, and is listed and answered like a chargeback', async () => {
    const { scene, id } = await released();
    expect(await server.prisma.sandboxTransfer.count()).toBe(0);
    expect(await stored(id)).toMatchObject({
      chargeback: null,
      chargebacks: [{ status: 'inquiry' }],
    });
    expect(await balances(id)).toMatchObject({ disputed: 0, provider_fee: 0 });
    expect(await mailsTo(scene.owner.user.email)).toContainEqual(
      expect.stringContaining('The bank of a traveler asks'),
    );
    const { data } = await server.graphql(chargebacksQuery, {}, { cookie: team });
    expect(data?.chargebacks).toMatchObject([{ bookingId: id, status: 'INQUIRY' }]);
    const input = { bookingId: id, text: 'They stayed.' };
    const sent = await server.graphql(sendEvidenceMutation, { input }, { cookie: team });
    expect(sent.data?.sendChargebackEvidence).toMatchObject({
      __typename: 'SendChargebackEvidencePayload',
    });
    expect(await differences()).toEqual([]);
  });

  it('that is closed lets the owner be paid', async () => {
    const { id } = await released();
    await decideIt('closed');
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count()).toBe(1);
    expect(await stored(id)).toMatchObject({ chargebacks: [{ status: 'closed' }] });
    expect(await differences()).toEqual([]);
  });

  it('becomes a chargeback, with evidence to send anew', async () => {
    const { id } = await released();
    await decideIt('open');
    expect(await stored(id)).toMatchObject({
      chargeback: 'open',
      chargebacks: [{ status: 'open', evidenceSentAt: null }],
    });
    expect(await movesOf(id)).toEqual(expect.arrayContaining(['bank_inquiry', 'chargeback']));
    expect((await balances(id)).disputed).toBeGreaterThan(0);
    await decideIt('won');
    await payOutAll();
    expect(await server.prisma.sandboxTransfer.count()).toBe(1);
    expect(await differences()).toEqual([]);
  });
});

describe('Evidence', () => {
  const send = (cookie: string, bookingId: string, text: string | null = null) =>
    server
      .graphql(sendEvidenceMutation, { input: { bookingId, text } }, { cookie })
      .then(({ data }) => data?.sendChargebackEvidence);

  it('is sent once by the team, and the bank decides with it', async () => {
    const { scene, id } = await paidWith('disputed_won');
    expect(await send(scene.owner.cookie, id)).toMatchObject({ __typename: 'ForbiddenError' });
    expect(await send(team, id, 'They stayed with us.')).toMatchObject({
      __typename: 'SendChargebackEvidencePayload',
    });
    const stillThere = await server.prisma.sandboxDispute.findFirstOrThrow();
    expect(stillThere).toMatchObject({ evidence: 'They stayed with us.', status: 'won' });
    expect(await stored(id)).toMatchObject({
      chargeback: 'won',
      chargebacks: [{ evidenceSentAt: time.clock() }],
    });
    expect(await send(team, id)).toMatchObject({
      __typename: 'ConflictError',
      message: 'The bank has decided already',
    });
    const audit = { subjectId: id, action: 'booking.evidence' };
    expect(await server.prisma.auditEntry.count({ where: audit })).toBe(1);
  });

  it('is refused once the time of the bank is over, and for a booking without a dispute', async () => {
    const { id } = await paidWith('disputed_won');
    await time.moveTo(server, new Date(time.clock().getTime() + 8 * 86_400_000));
    expect(await send(team, id)).toMatchObject({
      __typename: 'ConflictError',
      message: 'The bank takes no evidence any more',
    });
    const other = await paidWith('succeed');
    expect(await send(team, other.id)).toMatchObject({ __typename: 'NotFoundError' });
  });

  it('is one document that only the team reads, with the longest conversation below 5 MB', async () => {
    const { scene, id } = await paidWith('disputed_won');
    const device = await server.prisma.paymentDevice.findUniqueOrThrow({
      where: { bookingId: id },
    });
    expect(device.address).toMatch(/^127\.|^::/);
    const thread = await server.prisma.messageThread.create({
      data: {
        listingId: scene.listing.id,
        travelerId: scene.traveler.user.id,
        lastMessageAt: time.clock(),
        createdAt: time.clock(),
      },
    });
    await server.prisma.message.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        threadId: thread.id,
        number: index + 1,
        side: 'traveler' as const,
        text: 'Ελένη Щедрин words '.repeat(100),
        sentAt: time.clock(),
      })),
    });
    const path = `/api/bookings/${id}/evidence`;
    expect((await server.rest('GET', path, undefined, { cookie: scene.owner.cookie })).status).toBe(
      403,
    );
    const { status, headers, text } = await server.rest('GET', path, undefined, { cookie: team });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text.length).toBeLessThan(5_000_000);
  });

  it('says the terms that were kept with the booking, and when its owner is paid', async () => {
    const { id } = await paidWith('disputed_won');
    const booking = await stored(id);
    const terms = (changed: Partial<typeof booking>) =>
      termsOf({ ...booking, ...changed }).join(' ');
    expect(terms({ cancellationPolicy: 'strict' })).not.toBe(
      terms({ cancellationPolicy: 'flexible' }),
    );
    expect(terms({ keepsTax: true })).toContain('tax is given back in the same part as the nights');
    expect(terms({ keepsTax: false })).toContain('tax is given back in full');
    expect(terms({})).toContain(`paid ${releaseTime} after check-in`);
  });

  it('is listed for the team by the deadline of the bank, open ones first', async () => {
    const lost = await paidWith('disputed_lost');
    await waitForBank();
    const open = await paidWith('disputed_won');
    const { data } = await server.graphql(chargebacksQuery, {}, { cookie: team });
    expect(data?.chargebacks).toMatchObject([
      { bookingId: open.id, status: 'OPEN', reason: 'fraudulent', evidenceSentAt: null },
      { bookingId: lost.id, status: 'LOST' },
    ]);
  });
});

it('reports a dispute that belongs to no booking', async () => {
  await server.prisma.paymentEvent.create({
    data: {
      provider: 'sandbox',
      id: 'e1',
      kind: 'charge.dispute.created',
      reference: 'unknown',
      receivedAt: time.clock(),
    },
  });
  expect(await differences()).toMatchObject([{ kind: 'chargeback', reference: 'unknown' }]);
});
