import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import { addDays } from '#common/days.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { goodBank, connect } from '#api/modules/payouts/testing/flow.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { keepDeadlines } from '../deadlines.ts';
import { appealDays, hearingHours } from '#common/durations.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import { applyOutcome } from '../payment/settlePayment.ts';
import {
  booked,
  makeScene,
  move,
  movableClock,
  releasedStay,
  settleDispute,
  type Scene,
} from '../testing/flow.ts';

// 7 x $150 + $90 cleaning, 8 % service fee.
const total = 123_120;
const host = 114_000;
const fee = 9_120;

const time = movableClock();
let server: TestServer;
let team: Awaited<ReturnType<typeof signedInUser>>;
let otherTeam: Awaited<ReturnType<typeof signedInUser>>;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
  team = await signedInUser(server, { role: 'admin' });
  otherTeam = await signedInUser(server, { role: 'admin' });
});

afterAll(() => server.close());

const report = (scene: Scene, id: string) =>
  move(server, scene.traveler.cookie, id, { move: 'DISPUTE', reason: 'The door is locked.' });

/** A stay about which the traveler reports a problem on the day of check-in. */
async function disputed(): Promise<{ scene: Scene; id: string }> {
  const scene = await makeScene(server, { isInstant: true });
  const id = await booked(server, scene);
  await time.moveTo(server, new Date(`${scene.checkIn}T12:00:00Z`));
  expect(await report(scene, id)).toMatchObject({ booking: { status: 'DISPUTED' } });
  return { scene, id };
}

async function decided(refundCents = 40_000): Promise<{ scene: Scene; id: string }> {
  const made = await disputed();
  for (const { cookie } of [made.scene.traveler, made.scene.owner]) {
    await move(server, cookie, made.id, { move: 'REST_CASE' });
  }
  expect(await decide(made.id, refundCents)).toMatchObject({ booking: { status: 'DISPUTED' } });
  return made;
}

const decide = (id: string, refundCents: number, cookie = team.cookie) =>
  move(server, cookie, id, { move: 'DECIDE', refundCents, reason: 'Two days were lost.' });

const decideAppeal = (id: string, refundCents: number, cookie: string) =>
  move(server, cookie, id, { move: 'DECIDE_APPEAL', refundCents, reason: 'Three days were lost.' });

const appeal = (cookie: string, id: string) =>
  move(server, cookie, id, { move: 'APPEAL', reason: 'The pictures were not looked at.' });

const later = (hours: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + hours * 3_600_000));

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

async function ledgerOf(bookingId: string): Promise<Record<string, number>> {
  const sums = await server.prisma.ledgerEntry.groupBy({
    by: ['account'],
    where: { transaction: { bookingId } },
    _sum: { amountCents: true },
  });
  return Object.fromEntries(
    sums
      .map(({ account, _sum }) => [account, Number(_sum.amountCents)] as const)
      .filter(([, cents]) => cents !== 0),
  );
}

const subjectsTo = async (toAddress: string) =>
  (await server.prisma.outgoingMail.findMany({ where: { toAddress }, orderBy: { id: 'asc' } })).map(
    ({ subject }) => subject.split(':')[0],
  );

const booksDiffer = async () =>
  (await reconcile(server.deps, readExpectedBalances, new Date(0))).differences;

const stageQuery = graphql(`
  query DisputeStage($id: ID!) {
    booking(id: $id) {
      disputeStage
      decisionFrom
      appealUntil
      restedBy
      acceptedBy
      appealedBy
      appealObstacle
      moves
      decisions {
        isAppeal
        reasons
        refund {
          amount
        }
      }
      coming {
        move
        at
      }
    }
  }
`);

const read = async (cookie: string, id: string) =>
  (await server.graphql(stageQuery, { id }, { cookie })).data?.booking;

const tooEarlyOrLate = { __typename: 'ConflictError' };

describe('The team decides', () => {
  it(`${hearingHours} hours after the report, not before`, async () => {
    const { id, scene } = await disputed();
    await later(hearingHours - 1);
    expect(await decide(id, 0)).toMatchObject(tooEarlyOrLate);
    expect(await read(team.cookie, id)).toMatchObject({
      disputeStage: 'HEARING',
      moves: ['GOODWILL'],
    });
    await later(1);
    expect(await read(team.cookie, id)).toMatchObject({
      disputeStage: 'TO_DECIDE',
      moves: ['DECIDE', 'GOODWILL'],
    });
    expect(await decide(id, 0)).toMatchObject({ booking: { status: 'DISPUTED' } });
    expect(await subjectsTo(scene.owner.user.email)).toContain(
      'Our team has decided about a report',
    );
  });

  it('at once when both sides have nothing to add', async () => {
    const { id, scene } = await disputed();
    await move(server, scene.owner.cookie, id, { move: 'REST_CASE' });
    expect(await decide(id, 0)).toMatchObject(tooEarlyOrLate);
    expect(await move(server, scene.owner.cookie, id, { move: 'REST_CASE' })).toMatchObject(
      tooEarlyOrLate,
    );
    await move(server, scene.traveler.cookie, id, { move: 'REST_CASE' });
    expect((await stored(id)).restedBy).toEqual(['owner', 'traveler']);
    expect(await decide(id, total + 1)).toMatchObject({ __typename: 'InvalidInputError' });
    expect(await decide(id, 40_000)).toMatchObject({ booking: { status: 'DISPUTED' } });
    expect(await decide(id, 50_000)).toMatchObject(tooEarlyOrLate);
  });

  it('with reasons that both sides read, and moves no money', async () => {
    const { id, scene } = await decided();
    for (const cookie of [scene.traveler.cookie, scene.owner.cookie]) {
      expect(await read(cookie, id)).toMatchObject({
        disputeStage: 'DECIDED',
        decisions: [
          { isAppeal: false, reasons: 'Two days were lost.', refund: { amount: 40_000 } },
        ],
        moves: ['ACCEPT_DECISION', 'APPEAL'],
        coming: [{ move: 'RESOLVE' }],
      });
    }
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    expect(await stored(id)).toMatchObject({ refundCents: null });
    expect(
      await server.prisma.disputeDecision.findMany({ where: { bookingId: id } }),
    ).toMatchObject([{ decidedById: team.user.id, refundCents: 40_000, isAppeal: false }]);
    expect(await server.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(1);
    const { text } = await server.prisma.outgoingMail.findFirstOrThrow({
      where: { toAddress: scene.traveler.user.email, subject: { startsWith: 'Our team has' } },
    });
    expect(text).toContain('Two days were lost.');
    expect(text).toContain('$400');
    expect(text).toContain(`${appealDays} days`);
    await expect(
      server.prisma.disputeDecision.updateMany({
        where: { bookingId: id },
        data: { refundCents: 0 },
      }),
    ).rejects.toThrow('dispute_decisions_append_only');
  });
});

describe('What both sides have time for', () => {
  it('begins when the later of the two was told', async () => {
    const key = 'smtp_host';
    await server.prisma.siteSetting.upsert({
      where: { key },
      create: { key, value: 'mail.test' },
      update: { value: 'mail.test' },
    });
    try {
      const { scene, id } = await disputed();
      const tell = async (toAddress: string, sentAt: Date) =>
        server.prisma.outgoingMail.updateMany({
          where: { toAddress, windowHours: hearingHours },
          data: { status: 'sent', sentAt },
        });
      expect(await stored(id)).toMatchObject({ isTold: false });
      await tell(scene.traveler.user.email, time.clock());
      await later(hearingHours - 1);
      expect(await decide(id, 0)).toMatchObject(tooEarlyOrLate);
      const told = time.clock();
      expect((await tell(scene.owner.user.email, told)).count).toBe(1);
      await later(hearingHours - 1);
      expect(await decide(id, 0)).toMatchObject(tooEarlyOrLate);
      expect(await stored(id)).toMatchObject({
        isTold: true,
        answerBy: new Date(told.getTime() + hearingHours * 3_600_000),
      });
      await later(1);
      expect(await decide(id, 0)).toMatchObject({ booking: { status: 'DISPUTED' } });
    } finally {
      await server.prisma.siteSetting.delete({ where: { key } });
    }
  });
});

describe('A decision is final', () => {
  const settledBooks = {
    escrow: total - 40_000,
    owner_payable: -(host - 40_000),
    service_fee: -fee,
  };

  it('once both sides have accepted it, and then moves the money', async () => {
    const { id, scene } = await decided();
    await move(server, scene.traveler.cookie, id, { move: 'ACCEPT_DECISION' });
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    expect(await move(server, scene.owner.cookie, id, { move: 'ACCEPT_DECISION' })).toMatchObject({
      booking: { status: 'RESOLVED', refund: { amount: 40_000 } },
    });
    expect(await ledgerOf(id)).toEqual(settledBooks);
    const events = await server.prisma.bookingEvent.findMany({
      where: { bookingId: id },
      orderBy: { number: 'asc' },
    });
    expect(events.slice(-3).map((event) => `${event.move} by ${event.party}`)).toEqual([
      'accept_decision by traveler',
      'accept_decision by owner',
      'resolve by clock',
    ]);
    expect(await booksDiffer()).toEqual([]);
  });

  it(`${appealDays} days later without an appeal, not before`, async () => {
    const { id, scene } = await decided();
    await later(appealDays * 24 - 1);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'disputed' });
    await later(1);
    expect(await appeal(scene.owner.cookie, id)).toMatchObject(tooEarlyOrLate);
    await keepDeadlines(server.deps);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'resolved', refundCents: 40_000 });
    expect(await ledgerOf(id)).toEqual(settledBooks);
    expect(await subjectsTo(scene.traveler.user.email)).toContain('Your report is settled');
  });

  it('never by the team alone', async () => {
    const { id } = await decided();
    const answer = await move(server, team.cookie, id, {
      move: 'RESOLVE',
      refundCents: 0,
      reason: 'So.',
    });
    expect(answer).toMatchObject({ __typename: 'ForbiddenError' });
    for (const name of ['REST_CASE', 'ACCEPT_DECISION', 'APPEAL'] as const) {
      expect(await move(server, team.cookie, id, { move: name, reason: 'So.' })).toMatchObject({
        __typename: 'ForbiddenError',
      });
    }
  });
});

describe('An appeal', () => {
  it('is decided by another administrator once the other side has answered', async () => {
    const { id, scene } = await decided();
    expect(await appeal(scene.owner.cookie, id)).toMatchObject({ booking: { status: 'DISPUTED' } });
    expect(await appeal(scene.owner.cookie, id)).toMatchObject(tooEarlyOrLate);
    const other = (cookie: string) => decideAppeal(id, 60_000, cookie);
    expect(await other(otherTeam.cookie)).toMatchObject(tooEarlyOrLate);
    await move(server, scene.traveler.cookie, id, { move: 'ACCEPT_DECISION' });
    expect(await other(team.cookie)).toMatchObject({
      __typename: 'ForbiddenError',
      message: 'You made the first decision. Another administrator decides on the appeal',
    });
    expect(await read(team.cookie, id)).toMatchObject({
      disputeStage: 'APPEAL_TO_DECIDE',
      moves: ['GOODWILL'],
      appealObstacle: 'You made the first decision. Another administrator decides on the appeal',
    });
    expect(await read(otherTeam.cookie, id)).toMatchObject({
      moves: ['DECIDE_APPEAL', 'GOODWILL'],
      appealObstacle: null,
    });
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    expect(await other(otherTeam.cookie)).toMatchObject({
      booking: { status: 'RESOLVED', refund: { amount: 60_000 } },
    });
    expect(await ledgerOf(id)).toEqual({
      escrow: total - 60_000,
      owner_payable: -(host - 60_000),
      service_fee: -fee,
    });
    expect(await read(scene.owner.cookie, id)).toMatchObject({
      decisions: [{ isAppeal: false }, { isAppeal: true, reasons: 'Three days were lost.' }],
    });
    expect(await booksDiffer()).toEqual([]);
  });

  it('keeps the money past the days to answer, until it is decided', async () => {
    const { id, scene } = await decided();
    await appeal(scene.traveler.cookie, id);
    await later(appealDays * 24 - 1);
    expect(await decideAppeal(id, 0, otherTeam.cookie)).toMatchObject(tooEarlyOrLate);
    await later(25);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'disputed' });
    expect(await decideAppeal(id, 0, otherTeam.cookie)).toMatchObject({
      booking: { status: 'RESOLVED' },
    });
  });

  it('and the acceptance of the other side at once leave both, and money that waits', async () => {
    const { id, scene } = await decided();
    const { version } = await stored(id);
    const calls = [
      () => appeal(scene.owner.cookie, id),
      () => move(server, scene.traveler.cookie, id, { move: 'ACCEPT_DECISION' }),
      () => move(server, scene.owner.cookie, id, { move: 'ACCEPT_DECISION' }),
    ];
    const answers = await Promise.all(calls.map((call) => call()));
    const made = answers.filter((answer) => answer?.__typename === 'MoveBookingPayload');
    const after = await stored(id);
    expect(after.version).toBe(version + made.length + (after.status === 'resolved' ? 1 : 0));
    expect(after.acceptedBy.length + after.appealedBy.length).toBe(made.length);
    expect(after.status === 'resolved').toBe(after.acceptedBy.length === 2);
    expect(after.acceptedBy.includes('owner') && after.appealedBy.includes('owner')).toBe(false);
  });

  it('of the same administrator is refused by the database too', async () => {
    const { id, scene } = await decided();
    await appeal(scene.traveler.cookie, id);
    const data = {
      bookingId: id,
      isAppeal: true,
      decidedById: team.user.id,
      refundCents: 0,
      reasons: 'So.',
      at: time.clock(),
    };
    await expect(server.prisma.disputeDecision.create({ data })).rejects.toThrow(
      'An appeal is decided by another administrator',
    );
  });

  it('waits while there is a single administrator, and the overview says so', async () => {
    const { id, scene } = await decided();
    await appeal(scene.traveler.cookie, id);
    const tasks = async () => {
      const { data } = await server.graphqlText<{ adminTasks: { queue: { kind: string }[] } }>(
        '{ adminTasks { queue { kind } } }',
        {},
        { cookie: team.cookie },
      );
      return data?.adminTasks.queue.map(({ kind }) => kind);
    };
    expect(await tasks()).not.toContain('LONE_APPEAL');
    await server.prisma.user.update({ where: { id: otherTeam.user.id }, data: { role: 'user' } });
    try {
      expect(await tasks()).toContain('LONE_APPEAL');
      expect((await read(team.cookie, id))?.appealObstacle).toContain(
        'there is none: make another account an administrator',
      );
    } finally {
      await server.prisma.user.update({
        where: { id: otherTeam.user.id },
        data: { role: 'admin' },
      });
    }
  });
});

const payOutAll = () => payOut(server.deps, applyOutcome(server.deps));

describe('A problem after the money was released', () => {
  it('can be reported until the day after check-out, and keeps what is not sent', async () => {
    const { scene, id } = await releasedStay(server, time);
    await time.moveTo(server, new Date(`${addDays(scene.checkOut, 1)}T12:00:00Z`));
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await report(scene, id)).toMatchObject({ booking: { status: 'DISPUTED' } });
    await connect(server, scene.owner.cookie, goodBank);
    await payOutAll();
    expect(await ledgerOf(id)).toEqual({ escrow: total, owner_payable: -host, service_fee: -fee });
    expect(
      await settleDispute(server, scene, id, team.cookie, { refundCents: 40_000 }),
    ).toMatchObject({ booking: { status: 'RESOLVED', refund: { amount: 40_000 } } });
    const settled = { escrow: total - 40_000, owner_payable: -(host - 40_000), service_fee: -fee };
    expect(await ledgerOf(id)).toEqual(settled);
    await payOutAll();
    expect(await ledgerOf(id)).toEqual({ escrow: fee, service_fee: -fee });
    expect(await booksDiffer()).toEqual([]);
  });

  it('is not taken two days after check-out', async () => {
    const { scene, id } = await releasedStay(server, time);
    await time.moveTo(server, new Date(`${addDays(scene.checkOut, 2)}T12:00:00Z`));
    await keepDeadlines(server.deps);
    expect(await report(scene, id)).toMatchObject(tooEarlyOrLate);
  });

  it('leaves a debt of the owner, who was paid, and sends nothing', async () => {
    const { scene, id } = await releasedStay(server, time);
    await connect(server, scene.owner.cookie, goodBank);
    await payOutAll();
    expect(await ledgerOf(id)).toEqual({ escrow: fee, service_fee: -fee });
    await report(scene, id);
    await settleDispute(server, scene, id, team.cookie, { refundCents: total });
    expect(await ledgerOf(id)).toEqual({ escrow: fee - total, owner_payable: host });
    expect(await server.prisma.payable.findUnique({ where: { bookingId: id } })).toMatchObject({
      cents: -host,
    });
    const transfers = () =>
      server.prisma.paymentOperation.count({ where: { bookingId: id, kind: 'transfer' } });
    await payOutAll();
    expect(await transfers()).toBe(1);
    expect(await booksDiffer()).toEqual([]);
  });

  it('is taken although the week’s dates were changed after the stay', async () => {
    const { scene, id } = await releasedStay(server, time);
    await time.moveTo(server, new Date(`${scene.checkOut}T12:00:00Z`));
    await keepDeadlines(server.deps);
    await server.prisma.listing.update({
      where: { id: scene.listing.id },
      data: {
        availableFrom: new Date(addDays(scene.checkOut, 30)),
        availableTo: new Date(addDays(scene.checkOut, 37)),
      },
    });
    expect(await report(scene, id)).toMatchObject({ booking: { status: 'DISPUTED' } });
  });
});
