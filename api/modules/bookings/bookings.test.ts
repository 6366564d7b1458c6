import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoveBookingInput } from '#api/generated/operations/graphql.ts';
import type { LedgerAccount } from '#api/generated/prisma/client.ts';
import { setContactEmail } from '#api/testing/mail.ts';
import { formatDay } from '#common/dayWords.ts';
import { addDays, isoDay } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import { createResort, createUser, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { readTotals } from '../administration/overview.ts';
import { balancesOf } from '../ledger/ledger.ts';
import { keepDeadlines } from './deadlines.ts';
import {
  booked,
  certify,
  held,
  hold,
  makeScene,
  movableClock,
  move,
  pay,
  type Scene,
  settleDispute,
} from './testing/flow.ts';
import { checkPaymentMutation, moveBookingMutation } from './testing/operations.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
});

afterAll(() => server.close());

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const movesOf = async (bookingId: string) =>
  (
    await server.prisma.bookingEvent.findMany({
      where: { bookingId },
      orderBy: { number: 'asc' },
    })
  ).map(({ move: made }) => made);

/** Subjects of the mail to an address, without the name of the resort. */
const mailTo = async (address: string) =>
  (
    await server.prisma.outgoingMail.findMany({
      where: { toAddress: address },
      orderBy: { id: 'asc' },
    })
  ).map(({ subject }) => subject.split(/:|(?<=\?) /)[0]);

const textTo = async (toAddress: string, subject: string) =>
  (
    await server.prisma.outgoingMail.findFirstOrThrow({
      where: { toAddress, subject: { startsWith: subject } },
    })
  ).text;

const operationsOf = async (bookingId: string) =>
  (
    await server.prisma.paymentOperation.findMany({
      where: { bookingId },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind, status, amountCents }) => `${kind} ${status} ${amountCents}`);

const ledgerOf = async (id: string): Promise<Partial<Record<LedgerAccount, number>>> =>
  Object.fromEntries(
    Object.entries(await balancesOf(server.prisma, id)).filter(([, cents]) => cents !== 0),
  );

const freeOf = (listingId: string) => server.prisma.freeStretch.count({ where: { listingId } });

/** Moves the clock to a day at the resort and lets the deadlines do their work. */
async function onDay(day: string): Promise<void> {
  await time.moveTo(server, new Date(`${day}T12:00:00Z`));
  await keepDeadlines(server.deps);
}

const minutesLater = (minutes: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));

// 7 x $150 + $90 cleaning, no tax, 8 % service fee.
const total = 123_120;
const hostCents = 114_000;
const feeCents = 9_120;

describe('A week with instant booking', () => {
  it('is held, paid, certified, stayed in and paid out', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const kept = await held(server, scene);
    expect(kept).toMatchObject({
      status: 'HELD',
      heldUntil: new Date(time.clock().getTime() + 15 * 60_000).toISOString(),
      totalPrice: { amount: total },
      priceLines: [
        { kind: 'NIGHTS', amount: { amount: 105_000 } },
        { kind: 'CLEANING', amount: { amount: 9_000 } },
        { kind: 'SERVICE_FEE', amount: { amount: feeCents } },
      ],
    });
    expect(await freeOf(scene.listing.id)).toBe(0);
    const id = kept.databaseId;
    expect(await pay(server, scene, kept)).toMatchObject({
      __typename: 'PayBookingPayload',
      booking: { status: 'CONFIRMED', payment: { status: 'SUCCEEDED', clientSecret: null } },
    });
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    // As somebody does whose answer was lost.
    expect(await pay(server, scene, kept)).toMatchObject({
      __typename: 'PayBookingPayload',
      booking: { databaseId: id, status: 'CONFIRMED', payment: { status: 'SUCCEEDED' } },
    });
    const { version } = await stored(id);
    expect(await pay(server, scene, { ...kept, version })).toEqual({
      __typename: 'ConflictError',
      message: 'This booking is paid already',
    });
    expect(await operationsOf(id)).toEqual([`charge succeeded ${total}`]);
    expect(await certify(server, scene.owner.cookie, id, { number: 'GC 4711' })).toMatchObject({
      booking: { status: 'CERTIFIED' },
    });

    await onDay(addDays(scene.checkIn, -1));
    expect(await stored(id)).toMatchObject({ status: 'certified', releasedAt: null });
    await onDay(scene.checkIn);
    expect(await stored(id)).toMatchObject({ status: 'checked_in', releasedAt: null });
    await onDay(addDays(scene.checkIn, 2));
    expect(await stored(id)).toMatchObject({ status: 'checked_in', releasedAt: time.clock() });
    expect(await ledgerOf(id)).toEqual({
      escrow: total,
      owner_payable: -hostCents,
      service_fee: -feeCents,
    });
    await onDay(scene.checkOut);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'completed' });
    expect(await movesOf(id)).toEqual([
      'hold',
      'confirm',
      'submit_certificate',
      'certify',
      'check_in',
      'release',
      'complete',
    ]);
    expect(await mailTo(scene.traveler.user.email)).toEqual([
      'Your booking is confirmed',
      'Your guest certificate is here',
      'Your stay begins',
      'How was your stay?',
    ]);
    expect(await mailTo(scene.owner.user.email)).toEqual([
      'Your week is booked',
      'Your money is released',
    ]);
    const due = formatDay(addDays(scene.checkIn, -14));
    expect(await textTo(scene.owner.user.email, 'Your week is booked')).toContain(
      `Guest certificate due: ${due}`,
    );
    expect(await textTo(scene.owner.user.email, 'Your money')).toContain(
      `Earned: ${formatMoney({ amount: hostCents, currency: 'USD' })}`,
    );
  });

  it('asks its owner for the certificate 21 and 14 days before, and the team at 10; ends at 3', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const id = await booked(server, scene);
    const before = await mailTo('hello@tideweek.example');
    for (const [days, expected] of [
      [-22, []],
      [-21, ['remind_owner']],
      [-20, ['remind_owner']],
      [-14, ['remind_owner', 'remind_owner_again']],
      [-10, ['remind_owner', 'remind_owner_again', 'escalate']],
      [-4, ['remind_owner', 'remind_owner_again', 'escalate']],
      [-3, ['remind_owner', 'remind_owner_again', 'escalate', 'end_uncertified']],
    ] as const) {
      await onDay(addDays(scene.checkIn, days));
      expect((await movesOf(id)).slice(2), `${days} days`).toEqual(expected);
    }
    expect(await mailTo(scene.owner.user.email)).toEqual([
      'Your week is booked',
      'The guest certificate is missing',
      'The guest certificate is due now',
      'Last call',
      'Your booking ended without a guest certificate',
    ]);
    expect((await mailTo('hello@tideweek.example')).slice(before.length)).toEqual([
      'A stay has no guest certificate',
      'A stay ended without a guest certificate',
    ]);
    // Without a certificate nobody is let in, and nobody is paid.
    expect(await stored(id)).toMatchObject({
      status: 'cancelled',
      endedBy: 'clock',
      refundCents: total,
      releasedAt: null,
    });
    expect(await operationsOf(id)).toContain(`refund succeeded ${total}`);
  });
});

it('the database refuses a stay that is booked without money', async () => {
  const { databaseId: id } = await held(server, await makeScene(server, { isInstant: true }));
  await expect(
    server.prisma.booking.update({
      where: { id },
      data: { status: 'confirmed', confirmedAt: time.clock() },
    }),
  ).rejects.toThrow("can't be confirmed before it is paid");
  expect(await stored(id)).toMatchObject({ status: 'held', confirmedAt: null });
});

describe('A request', () => {
  it('reserves the price, and takes it when the owner accepts', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    expect(await stored(id)).toMatchObject({
      status: 'pending',
      answerBy: new Date(time.clock().getTime() + 24 * 3_600_000),
      guestNames: ['Ines Duarte', 'Tom Duarte'],
      message: 'We arrive late.',
    });
    expect(await ledgerOf(id)).toEqual({});
    expect(await move(server, scene.owner.cookie, id, { move: 'ACCEPT' })).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
    expect(await operationsOf(id)).toEqual([
      `authorize succeeded ${total}`,
      `capture succeeded ${total}`,
    ]);
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    expect(await movesOf(id)).toEqual(['hold', 'request', 'accept', 'confirm']);
  });

  it.each([
    ['is declined by its owner', 'DECLINE', 'declined', 'owner', 'Your request was declined'],
    ['is withdrawn', 'WITHDRAW', 'cancelled', 'traveler', 'You withdrew your request'],
  ] as const)(
    '%s: nothing is charged and the nights are free',
    async (_, how, status, by, told) => {
      const scene = await makeScene(server);
      const id = await booked(server, scene);
      const answer = await move(server, scene[by].cookie, id, {
        move: how,
        reason: 'We come ourselves.',
      });
      expect(answer).toMatchObject({ __typename: 'MoveBookingPayload' });
      expect(await stored(id)).toMatchObject({ status, endedBy: by, refundCents: null });
      expect(await operationsOf(id)).toEqual([
        `authorize succeeded ${total}`,
        `void succeeded ${total}`,
      ]);
      expect(await ledgerOf(id)).toEqual({});
      expect(await freeOf(scene.listing.id)).toBe(1);
      expect((await mailTo(scene.traveler.user.email)).at(-1)).toBe(told);
    },
  );

  it('ends after 24 hours without an answer', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    await minutesLater(24 * 60 - 1);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await minutesLater(1);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'expired', endedBy: 'clock' });
    expect(await operationsOf(id)).toEqual([
      `authorize succeeded ${total}`,
      `void succeeded ${total}`,
    ]);
    expect(await freeOf(scene.listing.id)).toBe(1);
    expect(await mailTo(scene.owner.user.email)).toEqual([
      'Someone would like to book your week',
      'You missed a request',
    ]);
  });

  it('must give a reason to be declined', async () => {
    const scene = await makeScene(server);
    const id = await booked(server, scene);
    expect(await move(server, scene.owner.cookie, id, { move: 'DECLINE', reason: ' ' })).toEqual({
      __typename: 'InvalidInputError',
      message: 'Say why',
      fieldErrors: [{ field: 'reason', message: 'Say why' }],
    });
    expect(await stored(id)).toMatchObject({ status: 'pending' });
  });

  it('for a week from a provider is answered by the team', async () => {
    const provider = await server.prisma.inventoryProvider.create({
      data: { name: `Harbour feed ${Date.now()}`, kind: 'csv_feed', address: 'https://x.example' },
    });
    const scene = await makeScene(server);
    await server.prisma.listing.update({
      where: { id: scene.listing.id },
      data: { ownerId: null, providerId: provider.id, externalId: 'w1' },
    });
    const admin = await signedInUser(server, { role: 'admin' });
    const before = (await mailTo('hello@tideweek.example')).length;
    const id = await booked(server, scene);
    expect((await mailTo('hello@tideweek.example')).slice(before)).toEqual([
      'A request for a week from a provider',
    ]);
    expect(await move(server, admin.cookie, id, { move: 'ACCEPT' })).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
    expect(await server.prisma.auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
      action: 'booking.move',
      after: { move: 'accept' },
    });
  });
});

describe('A hold', () => {
  it('is replaced by another of the same traveler, and returned for the same stay', async () => {
    const scene = await makeScene(server);
    const first = await held(server, scene);
    expect((await held(server, scene)).databaseId).toBe(first.databaseId);
    const shorter = await hold(server, scene, { checkOut: addDays(scene.checkIn, 3) });
    expect(shorter).toMatchObject({ booking: { status: 'HELD' } });
    expect(await stored(first.databaseId)).toMatchObject({
      status: 'expired',
      endedBy: 'traveler',
    });
  });

  it('keeps its deadline when another stay replaces it', async () => {
    const scene = await makeScene(server);
    const first = await held(server, scene);
    await minutesLater(5);
    const longer = await hold(server, scene, { guests: 3 });
    expect(longer).toMatchObject({ booking: { heldUntil: first.heldUntil } });
    const third = await hold(server, scene, { guests: 4 });
    expect(third).toMatchObject({ booking: { heldUntil: first.heldUntil } });
  });

  it('needs a verified address', async () => {
    const scene = await makeScene(server);
    const { cookie } = await signedInUser(server, { emailVerifiedAt: null });
    expect(await hold(server, scene, { cookie })).toEqual({
      __typename: 'ForbiddenError',
      message: expect.stringMatching(/^Confirm your email address first/) as string,
    });
    expect(await server.prisma.booking.count({ where: { listingId: scene.listing.id } })).toBe(0);
  });

  it('of the same nights has to wait an hour after the traveler left the checkout', async () => {
    const scene = await makeScene(server);
    const { databaseId: id } = await held(server, scene);
    await move(server, scene.traveler.cookie, id, { move: 'ABANDON' });
    const again = () => hold(server, scene, { checkOut: addDays(scene.checkIn, 3) });
    expect(await again()).toEqual({
      __typename: 'ConflictError',
      message:
        'You have just held these nights without paying for them, so others may book them first. You can hold them again in 75 minutes, or choose other nights',
    });
    const other = await makeScene(server);
    expect(await hold(server, { ...other, traveler: scene.traveler })).toMatchObject({
      __typename: 'HoldStayPayload',
    });
    await minutesLater(75);
    expect(await again()).toMatchObject({ __typename: 'HoldStayPayload' });
  });

  it('that ran out of time can be repeated once, then its traveler has to wait', async () => {
    const scene = await makeScene(server);
    for (const expected of ['HoldStayPayload', 'HoldStayPayload', 'ConflictError']) {
      expect(await hold(server, scene)).toMatchObject({ __typename: expected });
      await minutesLater(15);
    }
    const { cookie } = await signedInUser(server);
    expect(await hold(server, scene, { cookie })).toMatchObject({ __typename: 'HoldStayPayload' });
  });

  it('is one of three at a time of a person, also when all calls come at once', async () => {
    const { traveler } = await makeScene(server);
    const scenes = await Promise.all(Array.from({ length: 12 }, () => makeScene(server)));
    await Promise.all(scenes.map((scene) => hold(server, { ...scene, traveler })));
    const holds = { userId: traveler.user.id, status: 'held' } as const;
    expect(await server.prisma.booking.count({ where: holds })).toBe(3);
  });

  it('keeps the nights for 15 minutes, whether or not a job runs', async () => {
    const scene = await makeScene(server);
    const { databaseId: id, version } = await held(server, scene);
    const other = await signedInUser(server);
    expect(await hold(server, scene, { cookie: other.cookie })).toEqual({
      __typename: 'ConflictError',
      message: 'Somebody else has just taken some of these nights. Choose other dates',
    });
    await minutesLater(15);
    expect(await pay(server, scene, { databaseId: id, version })).toEqual({
      __typename: 'ConflictError',
      message: 'The time to pay is over, and the nights are free again. Choose your dates again',
    });
    expect(await hold(server, scene, { cookie: other.cookie })).toMatchObject({
      __typename: 'HoldStayPayload',
    });
    expect(await stored(id)).toMatchObject({ status: 'expired', endedBy: 'clock' });
    expect(await operationsOf(id)).toEqual([]);
  });

  it('with a payment under way is returned to a second tab, and its nights are not called taken', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const kept = await held(server, scene);
    await pay(server, scene, kept, '4000002500003155');
    expect(await stored(kept.databaseId)).toMatchObject({ status: 'held' });
    expect((await held(server, scene)).databaseId).toBe(kept.databaseId);
    expect(await hold(server, scene, { checkOut: addDays(scene.checkIn, 3) })).toEqual({
      __typename: 'ConflictError',
      message: 'You are paying for some of these nights in another checkout',
    });
    expect(await stored(kept.databaseId)).toMatchObject({ status: 'held' });
  });

  it('of nights that the same traveler has booked says so', async () => {
    const scene = await makeScene(server, { isInstant: true });
    await booked(server, scene);
    expect(await hold(server, scene)).toEqual({
      __typename: 'ConflictError',
      message: 'You have booked some of these nights already',
    });
    const other = await signedInUser(server);
    expect(await hold(server, scene, { cookie: other.cookie })).toEqual({
      __typename: 'ConflictError',
      message: 'Somebody else has just taken some of these nights. Choose other dates',
    });
  });

  it('stays when a card is declined, so that another can be tried', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const kept = await held(server, scene);
    expect(await pay(server, scene, kept, '4000000000009995')).toMatchObject({
      booking: {
        status: 'HELD',
        payment: { status: 'FAILED', failure: expect.any(String) as string },
      },
    });
    const again = await stored(kept.databaseId);
    expect(
      await pay(server, scene, { databaseId: again.id, version: again.version }),
    ).toMatchObject({ booking: { status: 'CONFIRMED' } });
    expect(await operationsOf(kept.databaseId)).toEqual([
      `charge failed ${total}`,
      `charge succeeded ${total}`,
    ]);
  });

  it('is booked once when the answer of the payment provider gets lost', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const kept = await held(server, scene);
    expect(await pay(server, scene, kept, '4000000000000333')).toMatchObject({
      booking: { status: 'HELD', payment: { status: 'WAITING' } },
    });
    await minutesLater(2);
    await keepDeadlines(server.deps);
    expect(await stored(kept.databaseId)).toMatchObject({ status: 'confirmed' });
    expect(await ledgerOf(kept.databaseId)).toEqual({ escrow: total, traveller: -total });
  });

  it.each(['4000000000000119', '4000000000000333'])(
    'is booked as soon as the traveler asks again after no answer came: %s',
    async (number) => {
      const scene = await makeScene(server, { isInstant: true });
      const kept = await held(server, scene);
      expect(await pay(server, scene, kept, number)).toMatchObject({
        booking: { status: 'HELD', payment: { status: 'WAITING' } },
      });
      const answer = await server.graphql(
        checkPaymentMutation,
        { input: { bookingId: kept.databaseId } },
        { cookie: scene.traveler.cookie },
      );
      expect(answer.data?.checkPayment).toMatchObject({
        booking: { status: 'CONFIRMED', payment: { status: 'SUCCEEDED' } },
      });
      expect(await operationsOf(kept.databaseId)).toEqual([`charge succeeded ${total}`]);
    },
  );

  it.each([
    ['more guests than fit', { guests: 5 }, 'This week is for at most 4 guests'],
    ['no guests', { guests: 0 }, 'There must be at least one guest'],
    ['nights in reverse', { checkOut: '2026-01-01' }, 'Check-out must be after check-in'],
  ] as const)('is refused for %s', async (_, given, message) => {
    const scene = await makeScene(server);
    expect(await hold(server, scene, given)).toMatchObject({
      __typename: 'InvalidInputError',
      message,
    });
    expect(await freeOf(scene.listing.id)).toBe(1);
  });

  it('is refused to the owner of the week, and for weeks that are not on offer', async () => {
    const scene = await makeScene(server);
    expect(await hold(server, scene, { cookie: scene.owner.cookie })).toMatchObject({
      message: 'This is your own week: block its nights instead',
    });
    await server.prisma.listing.update({
      where: { id: scene.listing.id },
      data: { isActive: false },
    });
    expect(await hold(server, scene)).toEqual({
      __typename: 'NotFoundError',
      message: 'This week is no longer on offer',
    });
  });
});

describe('A booking that is cancelled', () => {
  const confirmed = async (policy: Scene['listing']['cancellationPolicy']) => {
    const scene = await makeScene(server, { isInstant: true, cancellationPolicy: policy });
    return { scene, id: await booked(server, scene) };
  };

  it('by the traveler is refunded by its policy, and the rest is the owner’s', async () => {
    const { scene, id } = await confirmed('moderate');
    await onDay(addDays(scene.checkIn, -20));
    const refund = hostCents / 2;
    expect(await move(server, scene.traveler.cookie, id, { move: 'CANCEL' })).toMatchObject({
      booking: { status: 'CANCELLED', refund: { amount: refund } },
    });
    expect(await ledgerOf(id)).toEqual({
      escrow: total - refund,
      owner_payable: -(hostCents - refund),
      service_fee: -feeCents,
    });
    const earned = `Earned: ${formatMoney({ amount: hostCents - refund, currency: 'USD' })}`;
    expect(await textTo(scene.owner.user.email, 'A booking was')).toContain(earned);
    expect(await textTo(scene.traveler.user.email, 'You cancelled')).not.toContain('Earned');
    expect(await freeOf(scene.listing.id)).toBe(1);
  });

  it.each(['owner', 'team'] as const)('by the %s is refunded whole', async (by) => {
    const { scene, id } = await confirmed('none_after_48h');
    await minutesLater(50 * 60);
    const { cookie } = by === 'owner' ? scene.owner : await signedInUser(server, { role: 'admin' });
    expect(
      await move(server, cookie, id, {
        move: by === 'owner' ? 'CANCEL_BY_OWNER' : 'CANCEL_BY_TEAM',
        reason: 'The resort is flooded.',
      }),
    ).toMatchObject({ booking: { status: 'CANCELLED', refund: { amount: total } } });
    expect(await ledgerOf(id)).toEqual({});
    expect(await stored(id)).toMatchObject({ endedBy: by });
  });

  it('is cancelled and refunded once, however often the call is repeated with its key', async () => {
    const { scene, id } = await confirmed('flexible');
    const { version } = await stored(id);
    const { cookie } = scene.traveler;
    const call = (given: Partial<MoveBookingInput> = {}) => {
      const input = { bookingId: id, version, move: 'CANCEL', idempotencyKey: 'cancel-1' } as const;
      return server.graphql(moveBookingMutation, { input: { ...input, ...given } }, { cookie });
    };
    const answers = await Promise.all([call(), call(), call()]);
    answers.push(await call());
    for (const { data } of answers) {
      expect(data?.moveBooking).toMatchObject({ booking: { status: 'CANCELLED' } });
    }
    expect((await operationsOf(id)).filter((operation) => operation.startsWith('refund'))).toEqual([
      expect.stringMatching(/^refund succeeded/),
    ]);
    expect((await movesOf(id)).filter((made) => made === 'cancel')).toHaveLength(1);
    const { data } = await call({ reason: 'Another reason' });
    expect(data?.moveBooking).toMatchObject({
      __typename: 'ConflictError',
      message: 'This idempotency key was used with something else. Send a new one',
    });
    const other = await call({ idempotencyKey: 'cancel-2' });
    expect(other.data?.moveBooking).toMatchObject({ __typename: 'ConflictError' });
  });

  it('has other guests until the certificate is issued, and its owner is told each time', async () => {
    const { scene, id } = await confirmed('flexible');
    const rename = (guestNames: string[] | null) =>
      move(server, scene.traveler.cookie, id, { move: 'RENAME_GUESTS', guestNames });
    for (const [names, message] of [
      [null, 'Say who checks in'],
      [[], 'Say who checks in'],
      [['Ines Duarte', 'Tom Duarte'], 'These are the names already'],
    ] as const) {
      expect(await rename(names && [...names])).toMatchObject({
        fieldErrors: [{ field: 'guestNames', message }],
      });
    }
    for (const names of [['Ada Byron', 'Tom Duarte'], ['Ida Rhodes']]) {
      expect(await rename(names)).toMatchObject({ booking: { status: 'CONFIRMED' } });
      expect(await stored(id)).toMatchObject({ guestNames: names });
    }
    const events = await server.prisma.bookingEvent.findMany({
      where: { bookingId: id, move: 'rename_guests' },
      orderBy: { number: 'asc' },
    });
    expect(events.map(({ party, note }) => [party, note])).toEqual([
      ['traveler', 'Ada Byron, Tom Duarte'],
      ['traveler', 'Ida Rhodes'],
    ]);
    const mails = await server.prisma.outgoingMail.findMany({
      where: { toAddress: scene.owner.user.email, subject: { contains: 'other names' } },
      orderBy: { id: 'asc' },
    });
    expect(mails.map(({ text }) => /Ada Byron|Ida Rhodes/.exec(text)?.[0])).toEqual([
      'Ada Byron',
      'Ida Rhodes',
    ]);
    await certify(server, scene.owner.cookie, id);
    expect(await rename(['Ada Byron'])).toMatchObject({ __typename: 'ConflictError' });
  });

  it('keeps no key of a call that was refused', async () => {
    const { scene, id } = await confirmed('flexible');
    const idempotencyKey = 'certify-1';
    const { cookie } = scene.owner;
    const refused = await move(server, cookie, id, { move: 'SUBMIT_CERTIFICATE', idempotencyKey });
    expect(refused).toMatchObject({ __typename: 'InvalidInputError' });
    const input = { number: 'GC 7', idempotencyKey };
    expect(await certify(server, cookie, id, input)).toMatchObject({
      booking: { status: 'CERTIFIED' },
    });
  });

  it('cannot be cancelled by anybody else', async () => {
    const { id } = await confirmed('flexible');
    const stranger = await signedInUser(server);
    expect(await move(server, stranger.cookie, id, { move: 'CANCEL' })).toEqual({
      __typename: 'NotFoundError',
      message: 'Booking not found',
    });
    expect(await stored(id)).toMatchObject({ status: 'confirmed' });
  });
});

describe('A problem on arrival', () => {
  it('keeps the money until the team settles it', async () => {
    const scene = await makeScene(server, { isInstant: true });
    const id = await booked(server, scene);
    await certify(server, scene.owner.cookie, id);
    const cookie = scene.traveler.cookie;
    expect(await move(server, cookie, id, { move: 'DISPUTE', reason: 'No room.' })).toMatchObject({
      __typename: 'ConflictError',
    });
    await onDay(scene.checkIn);
    expect(await move(server, cookie, id, { move: 'DISPUTE', reason: 'No room.' })).toMatchObject({
      booking: { status: 'DISPUTED' },
    });
    await onDay(addDays(scene.checkOut, 3));
    expect(await ledgerOf(id)).toEqual({ escrow: total, traveller: -total });
    const admin = await signedInUser(server, { role: 'admin' });
    const settle = (refundCents: number) =>
      settleDispute(server, scene, id, admin.cookie, { refundCents });
    expect(await settle(total + 1)).toMatchObject({
      __typename: 'InvalidInputError',
      message: 'The refund must be $0 to $1,231.20',
    });
    expect(await settle(50_001)).toMatchObject({ booking: { status: 'RESOLVED' } });
    const ledger = await ledgerOf(id);
    expect(ledger).toEqual({
      escrow: total - 50_001,
      owner_payable: -(hostCents - 50_001),
      service_fee: -feeCents,
    });
  });
});

it('a stay is booked by one of many who try at once', async () => {
  const scene = await makeScene(server, { isInstant: true });
  const others = await Promise.all(Array.from({ length: 12 }, () => signedInUser(server)));
  const answers = await Promise.all(others.map(({ cookie }) => hold(server, scene, { cookie })));
  const kinds = answers.map((answer) => answer?.__typename);
  expect(kinds.filter((kind) => kind === 'HoldStayPayload')).toHaveLength(1);
  expect(kinds.filter((kind) => kind === 'ConflictError')).toHaveLength(11);
  expect(await server.prisma.booking.count({ where: { listingId: scene.listing.id } })).toBe(1);
});

it('whoever cancels and whoever waits for the nights do not block each other', async () => {
  const scene = await makeScene(server, { isInstant: true });
  for (let round = 0; round < 6; round += 1) {
    const waiting = (await signedInUser(server)).cookie;
    const id = await booked(server, scene);
    const [cancelled, next] = await Promise.all([
      move(server, scene.traveler.cookie, id, { move: 'CANCEL' }),
      hold(server, scene, { cookie: waiting }),
    ]);
    expect(cancelled?.__typename).toBe('MoveBookingPayload');
    expect(next?.__typename).toMatch(/^(HoldStayPayload|ConflictError)$/);
    if (next?.__typename === 'HoldStayPayload') {
      await move(server, waiting, next.booking.databaseId, { move: 'ABANDON' });
    }
  }
});

it('a repeated hold with the same idempotency key is one hold', async () => {
  const scene = await makeScene(server);
  const key = 'checkout-of-ines';
  const input = { idempotencyKey: key } as Parameters<typeof hold>[2];
  const answers = await Promise.all([hold(server, scene, input), hold(server, scene, input)]);
  const again = await hold(server, scene, input);
  const ids = [...answers, again].flatMap((answer) =>
    answer?.__typename === 'HoldStayPayload' ? [answer.booking.databaseId] : [],
  );
  expect(new Set(ids).size).toBe(1);
  expect(await hold(server, scene, { ...input, guests: 3 })).toEqual({
    __typename: 'ConflictError',
    message: 'This idempotency key was used for another stay',
  });
});

it('bookings and revenue of the site are what the ledger says', async () => {
  const before = await readTotals(server.deps);
  const scene = await makeScene(server, { isInstant: true, cancellationPolicy: 'moderate' });
  // A checkout that is left is no booking.
  await held(server, await makeScene(server));
  const id = await booked(server, scene);
  const paid = await readTotals(server.deps);
  const usd = ({ revenue }: typeof before) =>
    revenue.find(({ currency }) => currency === 'USD')?.amount ?? 0;
  expect([paid.bookings - before.bookings, usd(paid) - usd(before)]).toEqual([1, total]);
  await onDay(addDays(scene.checkIn, -20));
  await move(server, scene.traveler.cookie, id, { move: 'CANCEL' });
  const after = await readTotals(server.deps);
  expect([after.bookings - before.bookings, usd(after) - usd(before)]).toEqual([
    1,
    total - hostCents / 2,
  ]);
});

it('stays that were agreed elsewhere have no moves', async () => {
  const guest = await createUser(server);
  const resort = await createResort(server);
  const booking = await server.prisma.booking.create({
    data: {
      resortId: resort.id,
      userId: guest.id,
      checkIn: new Date(isoDay(time.clock())),
      checkOut: new Date(addDays(isoDay(time.clock()), 3)),
      guests: 2,
      totalPriceCents: 10_000,
      status: 'confirmed',
    },
  });
  const admin = await signedInUser(server, { role: 'admin' });
  expect(
    await move(server, admin.cookie, booking.id, { move: 'CANCEL_BY_TEAM', reason: 'x' }),
  ).toMatchObject({ __typename: 'ConflictError' });
});
