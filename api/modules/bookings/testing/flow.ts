import type {
  HoldStayInput,
  MoveBookingInput,
  PayBookingInput,
} from '#api/generated/operations/graphql.ts';
import type { Listing, Prisma } from '#api/generated/prisma/client.ts';
import { addDays, isoDay } from '#common/days.ts';
import type { PaymentSandbox } from '#api/platform/payments/sandboxPayments.ts';
import { pdf } from '#api/testing/documents.ts';
import { createListing, createResort, signedInUser } from '#api/testing/factories.ts';
import type { Client } from '#api/testing/client.ts';
import type { TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { turnDays } from '#api/modules/listings/turnDays.ts';
import { keepDeadlines } from '../deadlines.ts';
import {
  holdStayMutation,
  moveBookingMutation,
  payBalanceMutation,
  payBookingMutation,
} from './operations.ts';

type SignedIn = Awaited<ReturnType<typeof signedInUser>>;

/** A week on offer, its owner and a traveler. */
export interface Scene {
  listing: Listing;
  owner: SignedIn;
  traveler: SignedIn;
  checkIn: string;
  checkOut: string;
}

/** A clock that tests move; the days of the resorts follow it. */
export function movableClock(start = new Date()) {
  let now = start;
  return {
    clock: () => now,
    async moveTo(server: TestServer, instant: Date): Promise<void> {
      now = instant;
      // The zones in one statement: the job locks one at a time, and there are 600.
      await server.prisma.$executeRaw`
        UPDATE time_zones SET today = (${now}::timestamptz AT TIME ZONE name)::date
        WHERE today <> (${now}::timestamptz AT TIME ZONE name)::date`;
      await turnDays(server.deps, now);
    },
  };
}

/** Seven nights at $150 with $90 cleaning, 40 days ahead of the clock. */
export async function makeScene(
  server: TestServer,
  given: Partial<Prisma.ListingUncheckedCreateInput> = {},
  daysAhead = 40,
): Promise<Scene> {
  const owner = await signedInUser(server);
  const traveler = await signedInUser(server);
  const checkIn = addDays(isoDay(server.deps.clock()), daysAhead);
  const checkOut = addDays(checkIn, 7);
  const listing = await createListing(server, {
    resortId: (await createResort(server)).id,
    ownerId: owner.user.id,
    availableFrom: new Date(checkIn),
    availableTo: new Date(checkOut),
    cleaningFeeCents: 9_000,
    ...given,
  });
  return { listing, owner, traveler, checkIn, checkOut };
}

/** A token of a card of the sandbox. */
export async function cardToken(server: TestServer, number = '4242424242424242'): Promise<string> {
  const sandbox = server.deps.payments as PaymentSandbox;
  const year = server.deps.clock().getUTCFullYear() + 1;
  const expiry = `09/${String(year % 100).padStart(2, '0')}`;
  return (await sandbox.takeCard({ number, expiry, securityCode: '123' })).token;
}

export async function hold(
  server: Client,
  { listing, traveler, checkIn, checkOut }: Scene,
  given: Partial<HoldStayInput & { cookie: string }> = {},
) {
  const { cookie = traveler.cookie, ...stay } = given;
  const answer = await server.graphql(
    holdStayMutation,
    { input: { listingId: listing.id, checkIn, checkOut, guests: 2, ...stay } },
    { cookie },
  );
  return answer.data?.holdStay;
}

/** Holds the stay; fails the test if that is refused. */
export async function held(server: TestServer, scene: Scene) {
  const answer = await hold(server, scene);
  if (answer?.__typename !== 'HoldStayPayload') throw new Error(JSON.stringify(answer));
  return answer.booking;
}

export async function pay(
  server: TestServer,
  { traveler }: Pick<Scene, 'traveler'>,
  booking: { databaseId: string; version: number },
  number?: string,
  given?: Partial<PayBookingInput>,
) {
  return payAt(server, traveler.cookie, booking, await cardToken(server, number), given);
}

/** Pays at one of several servers. */
export async function payAt(
  server: Client,
  cookie: string,
  booking: { databaseId: string; version: number },
  method: string,
  given: Partial<PayBookingInput> = {},
) {
  const answer = await server.graphql(
    payBookingMutation,
    {
      input: {
        bookingId: booking.databaseId,
        version: booking.version,
        guestNames: ['Ines Duarte', 'Tom Duarte'],
        message: 'We arrive late.',
        method,
        ...given,
      },
    },
    { cookie },
  );
  return answer.data?.payBooking;
}

/** Holds and pays the stay: it is requested, or confirmed with instant booking. */
export async function booked(
  server: TestServer,
  scene: Scene,
  number?: string,
  given?: Partial<PayBookingInput>,
): Promise<string> {
  const answer = await pay(server, scene, await held(server, scene), number, given);
  if (answer?.__typename !== 'PayBookingPayload') throw new Error(JSON.stringify(answer));
  return answer.booking.databaseId;
}

/** Pays what a deposit left to pay, with a card of this number or the saved one. */
export async function payRest(
  server: TestServer,
  cookie: string | undefined,
  bookingId: string,
  number?: string,
) {
  const method = number === undefined ? null : await cardToken(server, number);
  const answer = await server.graphql(
    payBalanceMutation,
    { input: { bookingId, method } },
    cookie === undefined ? {} : { cookie },
  );
  return answer.data?.payBalance;
}

/** Makes a move with the version that is stored now. */
export async function move(
  server: TestServer,
  cookie: string,
  bookingId: string,
  input: Omit<MoveBookingInput, 'bookingId' | 'version'>,
) {
  const { version } = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  const answer = await server.graphql(
    moveBookingMutation,
    { input: { bookingId, version, ...input } },
    { cookie },
  );
  return answer.data?.moveBooking;
}

/**
 * Settles a dispute: both sides have nothing to add, the team decides, and both accept.
 * @returns the answer to the last move, or to the decision if it is refused
 */
export async function settleDispute(
  server: TestServer,
  { traveler, owner }: Pick<Scene, 'traveler' | 'owner'>,
  bookingId: string,
  team: string,
  { refundCents = 0, reason = 'It opens by pulling.' } = {},
) {
  const cookies = [traveler.cookie, owner.cookie];
  for (const cookie of cookies) await move(server, cookie, bookingId, { move: 'REST_CASE' });
  let answer = await move(server, team, bookingId, { move: 'DECIDE', refundCents, reason });
  for (const cookie of cookies) {
    if (answer?.__typename !== 'MoveBookingPayload') break;
    answer = await move(server, cookie, bookingId, { move: 'ACCEPT_DECISION' });
  }
  return answer;
}

/** Offers other terms for a request: the last nights but one, at a lower price. */
export const offer = (
  server: TestServer,
  scene: Scene,
  bookingId: string,
  { cookie = scene.owner.cookie, ...given }: Partial<MoveBookingInput & { cookie: string }> = {},
) =>
  move(server, cookie, bookingId, {
    move: 'OFFER',
    offeredCheckIn: addDays(scene.checkIn, 1),
    offeredCheckOut: scene.checkOut,
    offeredPricePerNightCents: 14_000,
    ...given,
  });

/** A stay with instant booking whose money has been released: owed to its owner. */
export async function releasedStay(
  server: TestServer,
  time: ReturnType<typeof movableClock>,
  given?: Scene,
  bookingId?: string,
): Promise<{ scene: Scene; id: string }> {
  const scene = given ?? (await makeScene(server, { isInstant: true }));
  const id = bookingId ?? (await booked(server, scene));
  await certify(server, scene.owner.cookie, id);
  for (const day of [scene.checkIn, addDays(scene.checkIn, 2)]) {
    await time.moveTo(server, new Date(`${day}T12:00:00Z`));
    await keepDeadlines(server.deps);
  }
  return { scene, id };
}

const teams = new WeakMap<TestServer, Promise<SignedIn>>();

/** An administrator of this server. */
function teamOfServer(server: TestServer): Promise<SignedIn> {
  const known = teams.get(server) ?? signedInUser(server, { role: 'admin' });
  teams.set(server, known);
  return known;
}

/**
 * Uploads a guest certificate and hands it in; the team confirms it. For the team itself, both are
 * one move.
 */
export async function certify(
  server: TestServer,
  cookie: string,
  bookingId: string,
  {
    number = 'GC 1',
    content = pdf(),
    fileName = 'certificate.pdf',
    reason = '',
    idempotencyKey = undefined as string | undefined,
  } = {},
  kind: 'SUBMIT_CERTIFICATE' | 'REPLACE_CERTIFICATE' = 'SUBMIT_CERTIFICATE',
) {
  const certificateUrl = await uploadDocument(server, cookie, content, fileName);
  const certificate = {
    certificateNumber: number,
    certificateUrl,
    reason,
    idempotencyKey: idempotencyKey ?? null,
  };
  const handedIn = await move(server, cookie, bookingId, { move: kind, ...certificate });
  if (handedIn?.__typename === 'ForbiddenError') {
    return move(server, cookie, bookingId, { move: 'CERTIFY', ...certificate });
  }
  return handedIn?.__typename === 'MoveBookingPayload'
    ? confirmCertificate(server, bookingId)
    : handedIn;
}

export const confirmCertificate = async (server: TestServer, bookingId: string) =>
  move(server, (await teamOfServer(server)).cookie, bookingId, { move: 'CERTIFY' });
