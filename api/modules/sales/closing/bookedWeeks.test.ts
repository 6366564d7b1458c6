import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Listing } from '#api/generated/prisma/client.ts';
import { createBooking, createListing, signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { addDays, isoDay } from '#common/days.ts';
import { applyOutcome } from '#api/modules/bookings/payment/settlePayment.ts';
import { booked, movableClock, releasedStay } from '#api/modules/bookings/testing/flow.ts';
import { balancesOf } from '#api/modules/ledger/ledger.ts';
import { connect } from '#api/modules/payouts/testing/flow.ts';
import { payoutsQuery } from '#api/modules/payouts/testing/operations.ts';
import { payOut } from '#api/modules/payouts/payOut.ts';
import {
  canMessageQuery,
  openThreadMutation,
  sendMessageMutation,
  threadOfBookingQuery,
} from '#api/modules/messages/testing/operations.ts';
import { agreedDeal, shortClosing, sold, type Deal } from './testing/flow.ts';

let server: TestServer;
const time = movableClock();

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
});

afterAll(() => server.close());

// 7 x $150 + $90 cleaning.
const hostCents = 114_000;

const week = {
  ...shortClosing,
  unitType: 'Studio',
  weekNumber: 7,
  isInstant: true,
  cleaningFeeCents: 9_000,
} as const;

const daysAhead = (days: number) => addDays(isoDay(time.clock()), days);

const deal = (bookedWeeksGoTo: 'BUYER' | 'SELLER') =>
  agreedDeal(server, { ...week, availableFrom: new Date(daysAhead(60)) }, { bookedWeeksGoTo });

const stayOf = async (owner: Deal['seller'], listing: Listing) => ({
  listing,
  owner,
  traveler: await signedInUser(server),
  checkIn: isoDay(listing.availableFrom),
  checkOut: isoDay(listing.availableTo),
});

const ownerOf = async (id: string) =>
  (await server.prisma.booking.findUniqueOrThrow({ where: { id } })).ownerId;

const openedBy = async ({ cookie }: Deal['seller'], input: object) => {
  const { data } = await server.graphql(openThreadMutation, { input }, { cookie });
  return data?.openThread?.__typename === 'OpenThreadPayload' ? data.openThread.thread : null;
};

const threadSeenBy = async ({ cookie }: Deal['seller'], id: string) =>
  (await server.graphql(threadOfBookingQuery, { id }, { cookie })).data?.booking?.threadId;

const passedMailsTo = ({ user }: Deal['seller']) =>
  server.prisma.outgoingMail.findMany({
    where: { toAddress: user.email, template: 'stayPassed' },
    select: { subject: true, text: true },
  });

const payoutsOf = async ({ cookie }: Deal['seller']) =>
  (await server.graphql(payoutsQuery, {}, { cookie })).data?.viewer?.payouts?.edges?.map(
    (edge) => edge?.node && [edge.node.bookingId, edge.node.amount.amount],
  );

it('Weeks booked before go to the buyer with what is paid for them, if the terms say so', async () => {
  const one = await deal('BUYER');
  const { seller, buyer, listing } = one;
  const { resortId } = listing;
  const twin = await createListing(server, {
    ...week,
    resortId,
    ownerId: seller.user.id,
    availableFrom: new Date(daysAhead(90)),
  });
  const other = await createListing(server, {
    ...week,
    weekNumber: 8,
    resortId,
    ownerId: seller.user.id,
    availableFrom: new Date(daysAhead(90)),
  });
  const first = await stayOf(seller, listing);
  const id = await booked(server, first);
  const ofTwin = await booked(server, await stayOf(seller, twin));
  const ofOther = await booked(server, await stayOf(seller, other));
  const begun = await createListing(server, {
    ...week,
    resortId,
    ownerId: seller.user.id,
    availableFrom: new Date(daysAhead(0)),
  });
  const row = { resortId, listingId: begun.id, userId: first.traveler.user.id };
  const today = { checkIn: begun.availableFrom, checkOut: begun.availableTo };
  const { id: now } = await createBooking(server, { ...row, ...today, status: 'confirmed' });
  const { id: cancelled } = await createBooking(server, {
    ...row,
    listingId: listing.id,
    checkIn: listing.availableFrom,
    checkOut: listing.availableTo,
    status: 'cancelled',
  });
  expect(await connect(server, buyer.cookie)).toMatchObject({ __typename: 'ForbiddenError' });

  await sold(server, one);

  const owners = await Promise.all([id, ofTwin, ofOther, now, cancelled].map(ownerOf));
  expect(owners).toEqual([
    buyer.user.id,
    buyer.user.id,
    ...Array.from({ length: 3 }, () => seller.user.id),
  ]);
  await expect(
    server.prisma.booking.update({ where: { id }, data: { ownerId: seller.user.id } }),
  ).resolves.toMatchObject({ ownerId: buyer.user.id });
  expect(
    await server.prisma.apiEvent.findMany({
      where: { objectId: id, ownerId: buyer.user.id },
      select: { type: true },
    }),
  ).toEqual([{ type: 'booking.confirmed' }]);

  expect(await connect(server, buyer.cookie)).toMatchObject({
    __typename: 'ConnectPayoutsPayload',
  });
  await connect(server, seller.cookie);
  await releasedStay(server, time, { ...first, owner: buyer }, id);
  expect(-(await balancesOf(server.prisma, id)).owner_payable).toBe(hostCents);
  await payOut(server.deps, applyOutcome(server.deps));
  expect(await payoutsOf(buyer)).toEqual([[id, hostCents]]);
  expect(await payoutsOf(seller)).toEqual([]);
  expect(
    await server.prisma.receipt.findMany({
      where: { bookingId: id, kind: 'statement' },
      select: { recipient: true },
    }),
  ).toEqual([{ recipient: 'Bela Nagy' }]);
});

it('The traveler of a stay that was sold is told, and writes with the buyer in a conversation of their own', async () => {
  const one = await deal('BUYER');
  const { seller, buyer, listing } = one;
  const stay = await stayOf(seller, listing);
  const { traveler } = stay;
  const id = await booked(server, stay);
  const before = await openedBy(traveler, { bookingId: id });
  expect(before).toMatchObject({ ownerName: seller.user.firstName, showsContacts: true });
  expect(await openedBy(buyer, { bookingId: id })).toBeNull();

  await sold(server, one);

  const mails = await passedMailsTo(traveler);
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Your stay has a new owner: ${listing.title}`,
  ]);
  expect(mails[0]?.text).toContain(`${buyer.user.firstName} is your host now`);
  const after = await openedBy(traveler, { bookingId: id });
  expect(after).toMatchObject({ ownerName: buyer.user.firstName, showsContacts: true });
  expect(after?.databaseId).not.toBe(before?.databaseId);
  expect(await openedBy(buyer, { bookingId: id })).toMatchObject({
    databaseId: after?.databaseId,
    side: 'OWNER',
  });
  expect(await openedBy(seller, { bookingId: id })).toBeNull();
  expect(await threadSeenBy(buyer, id)).toBe(after?.databaseId);
  expect(await threadSeenBy(traveler, id)).toBe(after?.databaseId);
  expect(await openedBy(traveler, { listingId: listing.id })).toMatchObject({
    databaseId: before?.databaseId,
    showsContacts: false,
  });
  const input = { threadId: after?.databaseId ?? '', text: 'When may I come?' };
  const sent = await server.graphql(sendMessageMutation, { input }, { cookie: traveler.cookie });
  expect(sent.data?.sendMessage).toMatchObject({ __typename: 'SendMessagePayload' });
});

it('A buyer who had booked the week is the host of no one else, and nobody is told', async () => {
  const one = await deal('BUYER');
  const { seller, buyer, listing } = one;
  const id = await booked(server, { ...(await stayOf(seller, listing)), traveler: buyer });
  await sold(server, one);
  expect(await ownerOf(id)).toBe(buyer.user.id);
  expect(await passedMailsTo(buyer)).toEqual([]);
  expect(await openedBy(buyer, { bookingId: id })).toBeNull();
  const { data } = await server.graphql(canMessageQuery, { id }, { cookie: buyer.cookie });
  expect(data?.booking).toEqual({ canMessage: false });
});

it('Weeks booked before stay with the seller, who hosts them and is paid, if the terms say so', async () => {
  const one = await deal('SELLER');
  const { seller, buyer } = one;
  const stay = await stayOf(seller, one.listing);
  const id = await booked(server, stay);
  await sold(server, one);
  expect(await ownerOf(id)).toBe(seller.user.id);
  expect(await passedMailsTo(stay.traveler)).toEqual([]);
  await connect(server, seller.cookie);
  await releasedStay(server, time, stay, id);
  await payOut(server.deps, applyOutcome(server.deps));
  expect(await payoutsOf(seller)).toEqual([[id, hostCents]]);
  expect(await payoutsOf(buyer)).toEqual([]);
});
