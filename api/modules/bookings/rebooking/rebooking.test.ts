import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Booking, Prisma } from '#api/generated/prisma/client.ts';
import { sendMail } from '#api/modules/mail/sendMail.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import { connect } from '#api/modules/payouts/testing/flow.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import { useSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { rankWeeks } from '#api/modules/listings/repriceStays.ts';
import { addDays } from '#common/days.ts';
import { rebookingHours } from '#common/durations.ts';
import { keepDeadlines } from '../deadlines.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import { applyOutcome } from '../payment/settlePayment.ts';
import {
  booked,
  hold,
  makeScene,
  movableClock,
  move,
  pay,
  releasedStay,
  type Scene,
} from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

const total = 123_120;

let destinations = 0;

type Given = Partial<Prisma.ListingUncheckedCreateInput>;

/** A stay of $1,231.20 whose owner can cancel, at a destination of its own. */
async function cancellable(given: Given = {}): Promise<{ scene: Scene; id: string }> {
  destinations += 1;
  const { id: resortId } = await createResort(server, { destination: `Coast ${destinations}` });
  const scene = await makeScene(server, { isInstant: true, resortId, ...given });
  return { scene, id: await booked(server, scene) };
}

/** Another week for these nights, at the resort of the scene. */
const anotherWeek = ({ listing, checkIn, checkOut }: Scene, given: Given = {}) =>
  createListing(server, {
    resortId: listing.resortId,
    availableFrom: new Date(checkIn),
    availableTo: new Date(checkOut),
    cleaningFeeCents: 9_000,
    isInstant: true,
    ...given,
  });

const elsewhere = (destination: string) => createResort(server, { destination });

const cancel = ({ owner }: Scene, id: string) =>
  move(server, owner.cookie, id, { move: 'CANCEL_BY_OWNER', reason: 'The roof leaks.' });

const weeksOf = (id: string) =>
  server.prisma.booking.findMany({ where: { rebookingOfId: id }, orderBy: { id: 'asc' } });

async function cancelled(
  given: Given[] = [{}],
): Promise<{ scene: Scene; id: string; weeks: Booking[] }> {
  const { scene, id } = await cancellable();
  for (const each of given) await anotherWeek(scene, each);
  await cancel(scene, id);
  return { scene, id, weeks: await weeksOf(id) };
}

const firstOf = ([week]: Booking[]): Booking => {
  if (!week) throw new Error('No week was kept');
  return week;
};

const take = async (scene: Scene, { id: databaseId }: Booking, number?: string) => {
  const { version } = await server.prisma.booking.findUniqueOrThrow({ where: { id: databaseId } });
  return pay(server, scene, { databaseId, version }, number);
};

const mailsAbout = (toAddress: string, subject: string) =>
  server.prisma.outgoingMail.findMany({ where: { toAddress, subject: { startsWith: subject } } });

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

async function ledger(bookingId: string): Promise<Record<string, number>> {
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

async function expectBooksToAgree(): Promise<void> {
  const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
  expect(differences).toEqual([]);
}

const limit = (value: string) =>
  server.prisma.siteSetting
    .upsert({
      where: { key: 'rebooking_limit' },
      create: { key: 'rebooking_limit', value },
      update: { value },
    })
    .then(() => server.deps.siteSettings.refresh());

const screenQuery = graphql(`
  query OtherWeeks($id: ID!) {
    booking(id: $id) {
      moves
      otherWeeks {
        databaseId
        status
        isOffered
        insteadOf {
          databaseId
        }
      }
    }
  }
`);

const screen = async (id: string, cookie: string) =>
  (await server.graphql(screenQuery, { id }, { cookie })).data?.booking;

it('keeps the three nearest weeks for 24 hours, at the same resort first, and refunds as ever', async () => {
  const { scene, id } = await cancellable();
  const { destination } = await server.prisma.resort.findUniqueOrThrow({
    where: { id: scene.listing.resortId },
  });
  const near = await elsewhere(destination);
  const days = (shift: number) => ({
    availableFrom: new Date(addDays(scene.checkIn, shift)),
    availableTo: new Date(addDays(scene.checkOut, shift)),
  });
  const wanted = [
    await anotherWeek(scene, days(7)),
    await anotherWeek(scene, { ...days(-2), resortId: near.id }),
    await anotherWeek(scene, { ...days(3), resortId: near.id }),
  ];
  await anotherWeek(scene, { ...days(-5), resortId: near.id });
  const wrong: Given[] = [
    { ...days(8) },
    { maxGuests: 3 },
    { bedrooms: 0 },
    { bedrooms: null },
    { isInstant: false },
    { isActive: false },
    { currency: 'EUR' },
    { ownerId: scene.owner.user.id },
    { ownerId: scene.traveler.user.id },
    { availableTo: new Date(addDays(scene.checkIn, 6)) },
    { resortId: (await elsewhere('Another Coast')).id },
  ];
  for (const given of wrong) await anotherWeek(scene, given);

  expect(await cancel(scene, id)).toMatchObject({
    booking: { status: 'CANCELLED', refund: { amount: total } },
  });
  const weeks = await weeksOf(id);
  expect(weeks.map(({ listingId }) => listingId)).toEqual(wanted.map((listing) => listing.id));
  const until = new Date(time.clock().getTime() + rebookingHours * 3_600_000);
  for (const week of weeks) {
    expect(week).toMatchObject({
      status: 'held',
      heldUntil: until,
      guests: 2,
      totalPriceCents: total,
    });
  }
  expect(await ledger(id)).toEqual({});
  const events = await server.prisma.bookingEvent.findMany({
    where: { bookingId: id },
    orderBy: { number: 'asc' },
  });
  expect(events.map((event) => event.move).slice(-2)).toEqual(['cancel_by_owner', 'offer_weeks']);
  const [mail, ...others] = await mailsAbout(scene.traveler.user.email, 'The owner cancelled');
  expect(others).toEqual([]);
  expect(mail?.text).toContain('The roof leaks.');
  expect(mail?.text.match(/Kept for you, \d/g)).toHaveLength(3);
  expect(await mailsAbout(scene.owner.user.email, 'You cancelled')).toHaveLength(1);

  expect(await screen(id, scene.traveler.cookie)).toMatchObject({
    otherWeeks: weeks.map((week) => ({
      databaseId: week.id,
      isOffered: true,
      insteadOf: { databaseId: id },
    })),
  });
  // The owner who cancelled does not learn where the traveler goes.
  expect(await screen(id, scene.owner.cookie)).toMatchObject({ otherWeeks: [] });
  const stranger = await signedInUser(server);
  expect(await screen(weeks[0]?.id ?? '', stranger.cookie)).toBeNull();
});

it('says plainly that nothing comparable is free', async () => {
  const { scene, id, weeks } = await cancelled([]);
  expect(weeks).toEqual([]);
  const [mail] = await mailsAbout(scene.traveler.user.email, 'The owner cancelled your booking:');
  expect(mail?.text).toContain('none can be booked at once');
  expect(
    await server.prisma.bookingEvent.count({ where: { bookingId: id, move: 'offer_weeks' } }),
  ).toBe(0);
  expect(await stored(id)).toMatchObject({ answerBy: null, refundCents: total });
});

it('a stay sooner than the resort issues certificates is not offered', async () => {
  const { scene, id } = await cancellable();
  await anotherWeek(scene);
  await time.moveTo(server, new Date(`${addDays(scene.checkIn, -10)}T12:00:00Z`));
  await cancel(scene, id);
  expect(await weeksOf(id)).toEqual([]);
});

it('nobody else gets the nights of a kept week, and its traveler gets it at its price', async () => {
  const { scene, weeks } = await cancelled([{ pricePerNightCents: 15_500 }]);
  const week = firstOf(weeks);
  const rival = await signedInUser(server);
  const listing = await server.prisma.listing.findUniqueOrThrow({
    where: { id: week.listingId ?? '' },
  });
  expect(await hold(server, { ...scene, listing }, { cookie: rival.cookie })).toMatchObject({
    __typename: 'ConflictError',
  });
  const answer = await hold(server, { ...scene, listing });
  expect(answer).toMatchObject({
    booking: { databaseId: week.id, totalPrice: { amount: week.totalPriceCents } },
  });
  expect(
    await pay(server, { traveler: rival }, { databaseId: week.id, version: week.version }),
  ).toMatchObject({
    __typename: 'ForbiddenError',
  });
});

it('kept weeks do not count as checkouts of the traveler, nor as checkouts without payment', async () => {
  const { scene, weeks } = await cancelled([{}, {}, {}]);
  expect(weeks).toHaveLength(3);
  const other = await makeScene(server, { isInstant: true });
  const elsewhereHeld = await hold(server, { ...other, traveler: scene.traveler });
  expect(elsewhereHeld).toMatchObject({ __typename: 'HoldStayPayload' });
  for (const { id } of weeks) {
    await move(server, scene.traveler.cookie, id, { move: 'ABANDON' });
  }
  const [listingId] = weeks.map((week) => week.listingId);
  const listing = await server.prisma.listing.findUniqueOrThrow({ where: { id: listingId ?? '' } });
  expect(await hold(server, { ...scene, listing })).toMatchObject({
    __typename: 'HoldStayPayload',
  });
});

it('the week that is taken is paid at no more than before; the others are free again', async () => {
  const { scene, id, weeks } = await cancelled([{ pricePerNightCents: 15_700 }, {}]);
  const [taken, left] = [...weeks].sort((one, other) => other.subsidyCents - one.subsidyCents);
  if (!taken || !left) throw new Error('Two weeks are kept');
  expect(taken.totalPriceCents).toBeLessThanOrEqual(total);
  // The loss of a cent for each night at most, with tax and fee.
  expect(taken.totalPriceCents).toBeGreaterThan(total - 10);
  expect(taken.subsidyCents).toBe(7 * (15_700 - (taken.pricePerNightCents ?? 0)));
  const [said] = await mailsAbout(scene.owner.user.email, 'You cancelled a booking');
  expect(said?.text).toMatch(/up to \$\d+/);
  expect(await take(scene, taken)).toMatchObject({ booking: { status: 'CONFIRMED' } });
  expect(await take(scene, left)).toMatchObject({ __typename: 'ConflictError' });
  await keepDeadlines(server.deps);
  expect(await stored(left.id)).toMatchObject({ status: 'expired', endedBy: 'clock' });
  const [cost] = await mailsAbout(scene.owner.user.email, 'The traveler has taken another week');
  expect(cost?.text).toContain(`$${(taken.subsidyCents / 100).toFixed(2).replace('.00', '')}`);
  expect(await screen(id, scene.traveler.cookie)).toMatchObject({
    otherWeeks: [{ databaseId: taken.id, status: 'CONFIRMED' }],
  });
  await expectBooksToAgree();
});

it('the difference is the new owner’s, and is taken off the payouts of the owner who cancelled', async () => {
  const host = await signedInUser(server);
  const { scene, id, weeks } = await cancelled([
    { pricePerNightCents: 15_700, ownerId: host.user.id },
  ]);
  const week = firstOf(weeks);
  await take(scene, week);
  const listing = await server.prisma.listing.findUniqueOrThrow({
    where: { id: week.listingId ?? '' },
  });
  await releasedStay(server, time, { ...scene, listing, owner: host }, week.id);
  const { subsidyCents } = week;
  expect(await ledger(week.id)).toMatchObject({
    goodwill: subsidyCents,
    owner_payable: -(7 * 15_700 + 9_000),
  });
  expect(await ledger(id)).toEqual({ goodwill: -subsidyCents, owner_payable: subsidyCents });
  await expectBooksToAgree();
  await connect(server, host.cookie);
  await connect(server, scene.owner.cookie);
  await payOut(server.deps, applyOutcome(server.deps));
  const paid = (bookingId: string) =>
    server.prisma.sandboxTransfer.findMany({ where: { bookingId }, select: { amountCents: true } });
  expect(await paid(week.id)).toEqual([{ amountCents: 7 * 15_700 + 9_000 }]);
  expect(await paid(id)).toEqual([]);
  // The next stay of the owner who cancelled pays the debt.
  const next = await makeScene(server, { isInstant: true, ownerId: scene.owner.user.id });
  const later = await releasedStay(server, time, { ...next, owner: scene.owner });
  await payOut(server.deps, applyOutcome(server.deps));
  expect(await paid(later.id)).toEqual([{ amountCents: 114_000 - subsidyCents }]);
  expect(await ledger(id)).toEqual({ goodwill: -subsidyCents, set_off: subsidyCents });
  await expectBooksToAgree();
});

it.each([
  ['cancelled in full', 'flexible', 0],
  ['kept in half', 'strict', 0.5],
] as const)(
  'a taken week that is %s later costs the first owner in proportion',
  async (_, policy, share) => {
    const { scene, id, weeks } = await cancelled([
      { pricePerNightCents: 15_700, cancellationPolicy: policy },
    ]);
    const week = firstOf(weeks);
    await take(scene, week);
    expect(await move(server, scene.traveler.cookie, week.id, { move: 'CANCEL' })).toMatchObject({
      booking: { status: 'CANCELLED' },
    });
    const paid = Math.floor(week.subsidyCents * share);
    expect(await stored(week.id)).toMatchObject({ subsidyPaidCents: paid });
    expect((await ledger(id))['owner_payable'] ?? 0).toBe(paid);
    await expectBooksToAgree();
  },
);

it('a cheaper week costs its own price, and nobody owes anything for it', async () => {
  const { scene, id, weeks } = await cancelled([{ pricePerNightCents: 10_000 }]);
  const week = firstOf(weeks);
  expect(week).toMatchObject({ totalPriceCents: 85_320, subsidyCents: 0 });
  await take(scene, week);
  const [cost] = await mailsAbout(scene.owner.user.email, 'The traveler has taken another week');
  expect(cost?.text).toContain('You owe nothing');
  expect(await ledger(id)).toEqual({});
  await expectBooksToAgree();
});

it('a week that is dearer than the limit, or than the payment could carry, is not offered', async () => {
  // 7 × $3 with 8 % fee: $22.68.
  await limit('22.68');
  const [within] = (await cancelled([{ pricePerNightCents: 15_300 }])).weeks;
  expect(within).toMatchObject({ status: 'held' });
  expect((await cancelled([{ pricePerNightCents: 15_301 }])).weeks).toEqual([]);
  await limit('0');
  expect((await cancelled([{ pricePerNightCents: 15_001 }])).weeks).toEqual([]);
  await limit('10000');
  expect((await cancelled([{ pricePerNightCents: 30_000 }])).weeks).toEqual([]);
  await limit('200.00');
});

it('weeks that are not taken are free again after 24 hours; the refund stays', async () => {
  const { id, weeks } = await cancelled([{}, {}]);
  await time.moveTo(server, new Date(time.clock().getTime() + rebookingHours * 3_600_000 - 1_000));
  await keepDeadlines(server.deps);
  expect((await weeksOf(id)).map(({ status }) => status)).toEqual(['held', 'held']);
  await time.moveTo(server, new Date(time.clock().getTime() + 1_000));
  await keepDeadlines(server.deps);
  expect((await weeksOf(id)).map(({ status }) => status)).toEqual(['expired', 'expired']);
  expect(weeks).toHaveLength(2);
  expect(await stored(id)).toMatchObject({ refundCents: total });
  await expectBooksToAgree();
});

it('two weeks that are paid at the same time: one is booked, and one price is paid', async () => {
  const { scene, id, weeks } = await cancelled([{}, {}, {}]);
  const answers = await Promise.all(weeks.map((week) => take(scene, week)));
  expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
    'ConflictError',
    'ConflictError',
    'PayBookingPayload',
  ]);
  const charges = await server.prisma.paymentOperation.findMany({
    where: { booking: { rebookingOfId: id }, kind: 'charge' },
  });
  expect(charges).toMatchObject([{ status: 'succeeded' }]);
  await expectBooksToAgree();
});

it('a payment that is under way keeps the traveler from paying another week; a declined one does not', async () => {
  const { scene, weeks } = await cancelled([{}, {}]);
  const [one, other] = weeks;
  if (!one || !other) throw new Error('Two weeks are kept');
  expect(await take(scene, one, '4000002500003155')).toMatchObject({
    booking: { payment: { status: 'NEEDS_ACTION' } },
  });
  expect(await take(scene, other)).toMatchObject({ __typename: 'ConflictError' });
  const payment = await server.prisma.sandboxPayment.findFirstOrThrow({
    where: { bookingId: one.id },
  });
  await server.deps.paymentSandbox?.confirm({
    clientSecret: payment.clientSecret,
    isApproved: false,
  });
  await time.moveTo(server, new Date(time.clock().getTime() + 61_000));
  await keepDeadlines(server.deps);
  expect(await take(scene, other)).toMatchObject({ booking: { status: 'CONFIRMED' } });
  await expectBooksToAgree();
});

it('the database lets one of the kept weeks be confirmed', async () => {
  const { scene, weeks } = await cancelled([{}, {}]);
  const [one, other] = weeks;
  if (!one || !other) throw new Error('Two weeks are kept');
  await take(scene, one);
  await expect(
    server.prisma.booking.update({ where: { id: other.id }, data: { confirmedAt: new Date() } }),
  ).rejects.toThrow();
});

it('a provider that is away while a week is paid loses neither the week nor money', async () => {
  const { scene, weeks } = await cancelled();
  const week = firstOf(weeks);
  const { payments } = server.deps;
  const away = vi.spyOn(payments as NonNullable<typeof payments>, 'start');
  away.mockImplementationOnce(() => Promise.reject(new Error('gone')));
  await take(scene, week);
  away.mockRestore();
  await time.moveTo(server, new Date(time.clock().getTime() + 60_000));
  await keepDeadlines(server.deps);
  expect(await stored(week.id)).toMatchObject({ status: 'confirmed' });
  await expectBooksToAgree();
});

it('the hours count from when the mail was sent, and end also if it never is', async () => {
  await useSmtpServer(server, { port: 25 });
  const send = vi.spyOn(server.deps.mailer, 'send').mockResolvedValue(undefined);
  const late = await cancelled();
  const lost = await cancelled();
  const hours = (count: number) =>
    time.moveTo(server, new Date(time.clock().getTime() + count * 3_600_000));
  await hours(rebookingHours + 1);
  const [mail] = await mailsAbout(late.scene.traveler.user.email, 'The owner cancelled');
  if (!mail) throw new Error('The traveler is told');
  await sendMail(mail, server.deps, { isLast: false });
  await hours(rebookingHours - 2);
  await keepDeadlines(server.deps);
  const statuses = async () =>
    Promise.all(
      [late, lost].map(async ({ id }) => (await weeksOf(id)).map(({ status }) => status)),
    );
  expect(await statuses()).toEqual([['held'], ['held']]);
  await hours(1);
  await keepDeadlines(server.deps);
  expect(await statuses()).toEqual([['held'], ['expired']]);
  await hours(1);
  await keepDeadlines(server.deps);
  expect(await statuses()).toEqual([['expired'], ['expired']]);
  send.mockRestore();
  await server.prisma.siteSetting.deleteMany({ where: { key: { startsWith: 'smtp' } } });
});

it('a cancellation counts for the owner, and a cancellation by the traveler does not', async () => {
  const { scene } = await cancelled([]);
  const count = async () =>
    (await server.prisma.user.findUniqueOrThrow({ where: { id: scene.owner.user.id } }))
      .ownerCancellations;
  expect(await count()).toBe(1);
  await server.runJobs();
  const ranks = () =>
    server.prisma.freeStretch.groupBy({
      by: ['ownerCancellations'],
      where: { listing: { ownerId: scene.owner.user.id } },
    });
  expect(await ranks()).toEqual([{ ownerCancellations: 1 }]);
  // What another server stored before it heard of the cancellation.
  await server.prisma.freeStretch.updateMany({ data: { ownerCancellations: 0 } });
  await rankWeeks(server.deps, { ownerId: scene.owner.user.id });
  expect(await ranks()).toEqual([{ ownerCancellations: 1 }]);
  const other = await makeScene(server, { isInstant: true, ownerId: scene.owner.user.id });
  const id = await booked(server, other);
  await move(server, other.traveler.cookie, id, { move: 'CANCEL' });
  expect(await count()).toBe(1);
});

const countQuery = graphql(`
  query OwnerCancellations($listing: ID!) {
    viewer {
      ownerCancellations
    }
    verificationListing(databaseId: $listing) {
      owner {
        ownerCancellations
      }
    }
  }
`);

it('only administrators read how often an owner has cancelled', async () => {
  const { scene } = await cancelled([]);
  const admin = await signedInUser(server, { role: 'admin' });
  const read = async (cookie: string) =>
    (await server.graphql(countQuery, { listing: scene.listing.id }, { cookie })).data;
  expect(await read(admin.cookie)).toMatchObject({
    verificationListing: { owner: { ownerCancellations: 1 } },
  });
  expect(await read(scene.owner.cookie)).toMatchObject({
    viewer: { ownerCancellations: null },
    verificationListing: null,
  });
});
