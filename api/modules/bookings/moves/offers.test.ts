import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setContactEmail } from '#api/testing/mail.ts';
import { graphql } from '#api/generated/operations/gql.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { reconcile } from '#api/modules/reconciliation/reconcile.ts';
import { keepDeadlines } from '../deadlines.ts';
import { readExpectedBalances } from '../payment/expectedBalances.ts';
import {
  booked,
  hold,
  makeScene,
  move,
  movableClock,
  offer,
  pay,
  type Scene,
} from '../testing/flow.ts';

const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await setContactEmail(server);
});

afterAll(() => server.close());

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const taken = (id: string) => server.prisma.booking.findMany({ where: { offerOfId: id } });

const hoursLater = (hours: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + hours * 3_600_000));

const operationsOf = async (bookingId: string) =>
  (
    await server.prisma.paymentOperation.findMany({
      where: { bookingId },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind, status, amountCents }) => `${kind} ${status} ${amountCents}`);

/** The subject of the last mail to an address, without the name of the resort, and its text. */
async function lastMail(address: string) {
  const { subject, text } = await server.prisma.outgoingMail.findFirstOrThrow({
    where: { toAddress: address },
    orderBy: { id: 'desc' },
  });
  return { subject: subject.split(':')[0], text };
}

async function requested(given: Partial<Prisma.ListingUncheckedCreateInput> = {}) {
  const scene = await makeScene(server, { minNights: 2, ...given });
  return { scene, id: await booked(server, scene) };
}

async function offered() {
  const { scene, id } = await requested();
  expect(await offer(server, scene, id)).toMatchObject({ __typename: 'MoveBookingPayload' });
  return { scene, id };
}

const take = (scene: Scene, id: string) =>
  move(server, scene.traveler.cookie, id, { move: 'TAKE_OFFER' });

const noDifferences = async () =>
  expect((await reconcile(server.deps, readExpectedBalances, new Date(0))).differences).toEqual([]);

const offerQuery = graphql(`
  query BookingOffer($id: ID!, $checkIn: Date!, $checkOut: Date!, $cents: Int!) {
    booking(id: $id) {
      status
      isOffered
      moves
      coming {
        move
      }
      offer {
        checkIn
        checkOut
        pricePerNight {
          amount
        }
        priceLines {
          label
        }
        totalPrice {
          amount
        }
      }
      quoteOffer(checkIn: $checkIn, checkOut: $checkOut, pricePerNightCents: $cents) {
        totalPrice {
          amount
        }
      }
    }
  }
`);

const takenQuery = graphql(`
  query BookingTaken($id: ID!) {
    booking(id: $id) {
      status
      takenBy {
        databaseId
      }
      ownerShare {
        amount
      }
    }
  }
`);

async function read(scene: Scene, id: string, cookie: string, cents = 14_000) {
  const checkIn = addDays(scene.checkIn, 1);
  const variables = { id, checkIn, checkOut: scene.checkOut, cents };
  return (await server.graphql(offerQuery, variables, { cookie })).data?.booking;
}

// 7 x $150 + $90 cleaning, and 8 % of it.
const askedTotal = 123_120;
// 6 x $140 + $90 cleaning, and 8 % of it.
const offeredTotal = 100_440;

describe('Other terms for a request', () => {
  it('are taken, paid at the price that was offered, and confirmed at once', async () => {
    const { scene, id } = await requested();
    const { owner, traveler, listing } = scene;
    const quoted = await read(scene, id, owner.cookie);
    expect(quoted).toMatchObject({
      offer: null,
      quoteOffer: { totalPrice: { amount: offeredTotal } },
    });
    await offer(server, scene, id, { reason: 'The first night is for the cleaners.' });
    expect(await stored(id)).toMatchObject({
      status: 'pending',
      answerBy: new Date(time.clock().getTime() + 24 * 3_600_000),
    });
    expect(await lastMail(traveler.user.email)).toEqual({
      subject: 'Other terms are offered for your request',
      text: expect.stringMatching(/for the cleaners[\s\S]*\$1,004\.40/),
    });
    expect(await read(scene, id, traveler.cookie)).toMatchObject({
      isOffered: false,
      moves: ['TAKE_OFFER', 'REFUSE_OFFER', 'RENAME_GUESTS'],
      coming: [{ move: 'LAPSE_OFFER' }],
      offer: {
        checkIn: addDays(scene.checkIn, 1),
        checkOut: scene.checkOut,
        pricePerNight: { amount: 14_000 },
        priceLines: [
          { label: '6 nights × $140' },
          { label: expect.any(String) },
          { label: expect.any(String) },
        ],
        totalPrice: { amount: offeredTotal },
      },
    });
    expect(await read(scene, id, owner.cookie)).toMatchObject({ moves: [] });

    expect(await take(scene, id)).toMatchObject({ booking: { status: 'CANCELLED', moves: [] } });
    expect(await stored(id)).toMatchObject({ endedBy: 'traveler' });
    expect(await operationsOf(id)).toEqual([
      `authorize succeeded ${askedTotal}`,
      `void succeeded ${askedTotal}`,
    ]);
    expect(await lastMail(owner.user.email)).toMatchObject({ subject: 'Your offer was taken' });
    const [opened] = await taken(id);
    expect(opened).toMatchObject({
      status: 'held',
      totalPriceCents: offeredTotal,
      heldUntil: new Date(time.clock().getTime() + 15 * 60_000),
    });
    // What the owner asks of others since then changes nothing.
    await server.prisma.listing.update({
      where: { id: listing.id },
      data: { pricePerNightCents: 50_000 },
    });
    const inCheckout = await hold(server, { ...scene, checkIn: addDays(scene.checkIn, 1) });
    if (inCheckout?.__typename !== 'HoldStayPayload') throw new Error(JSON.stringify(inCheckout));
    expect(inCheckout.booking).toMatchObject({
      databaseId: opened?.id,
      totalPrice: { amount: offeredTotal },
    });
    expect(await pay(server, scene, inCheckout.booking)).toMatchObject({
      booking: { status: 'CONFIRMED' },
    });
    expect(await operationsOf(opened?.id ?? '')).toEqual([`charge succeeded ${offeredTotal}`]);
    expect(await read(scene, opened?.id ?? '', traveler.cookie)).toMatchObject({ isOffered: true });
    await noDifferences();
  });

  it('end the request when they are refused', async () => {
    const { scene, id } = await offered();
    expect(await move(server, scene.traveler.cookie, id, { move: 'REFUSE_OFFER' })).toMatchObject({
      booking: { status: 'DECLINED' },
    });
    expect(await operationsOf(id)).toEqual([
      `authorize succeeded ${askedTotal}`,
      `void succeeded ${askedTotal}`,
    ]);
    expect(await lastMail(scene.owner.user.email)).toMatchObject({
      subject: 'Your offer was not taken',
    });
    expect(await taken(id)).toEqual([]);
    await noDifferences();
  });

  it('lapse with the request 24 hours later, whether or not a job runs', async () => {
    const { scene, id } = await requested();
    await hoursLater(20);
    await offer(server, scene, id);
    await hoursLater(20);
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'pending' });
    await hoursLater(5);
    expect(await take(scene, id)).toMatchObject({
      __typename: 'ConflictError',
      message: 'It is too early or too late for this',
    });
    await keepDeadlines(server.deps);
    expect(await stored(id)).toMatchObject({ status: 'expired', endedBy: 'clock' });
    for (const [{ user }, subject] of [
      [scene.traveler, 'The offer for your request has expired'],
      [scene.owner, 'Your offer has expired'],
    ] as const) {
      expect(await lastMail(user.email)).toMatchObject({ subject });
    }
    expect(await take(scene, id)).toMatchObject({ __typename: 'ConflictError' });
    await noDifferences();
  });

  it('that were taken lead from the request to the booking, and are no share of the owner', async () => {
    const { scene, id } = await offered();
    const read = async (bookingId: string, cookie: string) =>
      (await server.graphql(takenQuery, { id: bookingId }, { cookie })).data?.booking;
    expect(await read(id, scene.owner.cookie)).toMatchObject({
      takenBy: null,
      ownerShare: { amount: 114_000 },
    });
    await take(scene, id);
    const [next] = await taken(id);
    for (const { cookie } of [scene.owner, scene.traveler]) {
      expect(await read(id, cookie)).toEqual({
        status: 'CANCELLED',
        takenBy: { databaseId: next?.id },
        ownerShare: null,
      });
    }
    expect(await read(next?.id ?? '', scene.owner.cookie)).toMatchObject({
      takenBy: null,
      ownerShare: { amount: 93_000 },
    });
  });

  it('for a week from a provider are made by the team', async () => {
    const admin = await signedInUser(server, { role: 'admin' });
    const provider = await server.prisma.inventoryProvider.create({
      data: { name: 'Weeks Ltd.', kind: 'csv_feed', address: 'https://weeks.example' },
    });
    const { scene, id } = await requested({
      ownerId: null,
      providerId: provider.id,
      externalId: 'w1',
    });
    expect(await offer(server, scene, id, { cookie: admin.cookie })).toMatchObject({
      __typename: 'MoveBookingPayload',
    });
    await take(scene, id);
    expect(await lastMail('hello@tideweek.example')).toMatchObject({
      subject: 'An offer for a week from a provider was taken',
    });
  });

  it.each([
    [{ offeredCheckIn: null }, 'offeredCheckIn', 'Dates are required'],
    [{ offeredCheckOut: null }, 'offeredCheckOut', 'Dates are required'],
    [{ offeredCheckIn: '2020-01-01' }, 'offeredCheckIn', 'Check-in must be after today'],
    [
      { offeredCheckOut: '2020-01-01' },
      'offeredCheckOut',
      'Check-out must be 1 to 60 nights after check-in',
    ],
    [
      { offeredPricePerNightCents: 15_001 },
      'offeredPricePerNightCents',
      'The price must be $1 to the $150 per night of the request',
    ],
    [
      { offeredPricePerNightCents: 99 },
      'offeredPricePerNightCents',
      'The price must be $1 to the $150 per night of the request',
    ],
    [
      { offeredPricePerNightCents: 0 },
      'offeredPricePerNightCents',
      'The price must be $1 to the $150 per night of the request',
    ],
    [
      { offeredPricePerNightCents: null },
      'offeredPricePerNightCents',
      'The price must be $1 to the $150 per night of the request',
    ],
    [
      (scene: Scene) => ({ offeredCheckIn: scene.checkIn, offeredPricePerNightCents: 15_000 }),
      'offeredPricePerNightCents',
      'Change the dates or lower the price',
    ],
    [
      (scene: Scene) => ({ offeredCheckOut: addDays(scene.checkOut, 1) }),
      'offeredCheckIn',
      'The week is not on offer on all of these nights',
    ],
    [
      (scene: Scene) => ({ offeredCheckOut: addDays(scene.checkIn, 2) }),
      'offeredCheckOut',
      'The week is on offer for at least 2 nights',
    ],
  ])('are refused with %o', async (given, field, message) => {
    const { scene, id } = await requested();
    const before = await stored(id);
    const terms = typeof given === 'function' ? given(scene) : given;
    expect(await offer(server, scene, id, terms)).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field, message }],
    });
    expect(await stored(id)).toEqual(before);
  });

  it('are refused over nights that somebody else has, and to others than the owner', async () => {
    const { scene, id } = await requested({
      availableTo: new Date(addDays((await makeScene(server)).checkIn, 14)),
    });
    const later = {
      ...scene,
      traveler: await signedInUser(server),
      checkIn: scene.checkOut,
      checkOut: addDays(scene.checkOut, 7),
    };
    await booked(server, later);
    expect(
      await offer(server, scene, id, { offeredCheckOut: addDays(scene.checkOut, 1) }),
    ).toMatchObject({
      __typename: 'InvalidInputError',
      fieldErrors: [{ field: 'offeredCheckIn', message: 'Some of these nights are not free' }],
    });
    expect(await offer(server, scene, id, { cookie: scene.traveler.cookie })).toMatchObject({
      __typename: 'ForbiddenError',
    });
    expect(await offer(server, scene, id, { cookie: later.traveler.cookie })).toMatchObject({
      __typename: 'NotFoundError',
    });
    expect(await stored(id)).toMatchObject({ offeredCheckIn: null });
  });

  it('cannot be taken when the nights have gone; the request then stands as it was', async () => {
    const { scene, id } = await requested({
      availableTo: new Date(addDays((await makeScene(server)).checkIn, 14)),
    });
    const next = { checkIn: scene.checkOut, checkOut: addDays(scene.checkOut, 7) };
    await offer(server, scene, id, {
      offeredCheckIn: next.checkIn,
      offeredCheckOut: next.checkOut,
    });
    await booked(server, { ...scene, ...next, traveler: await signedInUser(server) });
    const before = await stored(id);
    expect(await take(scene, id)).toMatchObject({
      __typename: 'ConflictError',
      message: 'The nights of the offer are no longer free: it can’t be taken',
    });
    expect(await stored(id)).toEqual(before);
    expect(await operationsOf(id)).toEqual([`authorize succeeded ${askedTotal}`]);
    expect(await move(server, scene.traveler.cookie, id, { move: 'REFUSE_OFFER' })).toMatchObject({
      booking: { status: 'DECLINED' },
    });
  });

  it('take the place of a checkout that the traveler has open for these nights', async () => {
    const { scene, id } = await requested({
      availableTo: new Date(addDays((await makeScene(server)).checkIn, 14)),
    });
    const next = { checkIn: scene.checkOut, checkOut: addDays(scene.checkOut, 7) };
    await offer(server, scene, id, {
      offeredCheckIn: next.checkIn,
      offeredCheckOut: next.checkOut,
    });
    const own = await hold(server, { ...scene, ...next });
    expect(own?.__typename).toBe('HoldStayPayload');
    expect(await take(scene, id)).toMatchObject({ booking: { status: 'CANCELLED' } });
    expect(await taken(id)).toMatchObject([{ status: 'held', pricePerNightCents: 14_000 }]);
  });

  it('are taken once by two calls at the same time', async () => {
    const { scene, id } = await offered();
    const answers = await Promise.all([take(scene, id), take(scene, id)]);
    expect(answers.map((answer) => answer?.__typename).sort()).toEqual([
      'ConflictError',
      'MoveBookingPayload',
    ]);
    expect(await taken(id)).toHaveLength(1);
    await noDifferences();
  });

  it('are stored for open requests alone, and never above the price of the request', async () => {
    const { id } = await offered();
    for (const data of [
      { acceptedAt: new Date() },
      { offeredPricePerNightCents: 15_001 },
      { offeredCheckOut: null },
      { offeredCheckIn: new Date('2199-01-01') },
    ]) {
      await expect(server.prisma.booking.update({ where: { id }, data })).rejects.toThrow(
        'bookings_offer',
      );
    }
  });
});
