import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BookingStatus, type BookingMove } from '#api/generated/prisma/client.ts';
import { isDeep } from '#api/testing/depth.ts';
import { pdf } from '#api/testing/documents.ts';
import { addDays } from '#common/days.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { moveNames, ruleOf } from './moves.ts';
import { booked, certify, held, makeScene, movableClock, type Scene } from '../testing/flow.ts';

const roles = ['traveler', 'owner', 'team', 'stranger', 'nobody'] as const;
type Role = (typeof roles)[number];

/** A request for which other terms have been offered takes other moves than one without. */
const states = [...Object.values(BookingStatus), 'offered'] as const;
type State = (typeof states)[number];

const statusOf = (state: State): BookingStatus => (state === 'offered' ? 'pending' : state);

const time = movableClock();
let server: TestServer;
let team: string;
let stranger: string;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  team = (await signedInUser(server, { role: 'admin' })).cookie;
  stranger = (await signedInUser(server)).cookie;
});

afterAll(() => server.close());

/** A paid booking that is in this state, or one in its checkout. */
async function inState(state: State, scene: Scene): Promise<string> {
  const status = statusOf(state);
  if (status === 'held') {
    return (await held(server, scene)).databaseId;
  }
  const id = await booked(server, scene);
  if (status === 'certified') {
    await certify(server, scene.owner.cookie, id);
    return id;
  }
  const isEnded = ['declined', 'expired', 'cancelled'].includes(status);
  await server.prisma.booking.update({
    where: { id },
    data: {
      status,
      ...(isEnded && { endedBy: 'team' }),
      ...(state === 'offered' && {
        offeredCheckIn: new Date(addDays(scene.checkIn, 1)),
        offeredCheckOut: new Date(scene.checkOut),
        offeredPricePerNightCents: 14_000,
      }),
    },
  });
  return id;
}

const sceneOf = (state: State): Promise<Scene> =>
  makeScene(server, { isInstant: statusOf(state) !== 'pending', minNights: 1 });

function cookieOf(role: Role, scene: Scene): string | undefined {
  switch (role) {
    case 'traveler':
    case 'owner':
      return scene[role].cookie;
    case 'team':
      return team;
    case 'stranger':
      return stranger;
    case 'nobody':
      return undefined;
  }
}

interface Answer {
  __typename: string;
  message?: string;
}

/** Tries these moves one after the other, each with everything that any of them needs. */
async function attempt(
  moves: BookingMove[],
  bookingId: string,
  scene: Scene,
  cookie: string | undefined,
  certificateUrl = '',
) {
  const { version } = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
  const fields = moves.map(
    (move) => `${move}: moveBooking(input: { bookingId: "${bookingId}", version: ${version},
      move: ${move.toUpperCase()}, reason: "A reason.", refundCents: 100, certificateNumber: "GC 2",
      certificateUrl: "${certificateUrl}", offeredCheckIn: "${addDays(scene.checkIn, 1)}",
      offeredCheckOut: "${scene.checkOut}", offeredPricePerNightCents: 14000,
      guestNames: ["Ada Byron"] }) {
        __typename ... on Error { message } }`,
  );
  return server.graphqlText<Record<string, Answer | null>>(
    `mutation { ${fields.join('\n')} }`,
    {},
    cookie === undefined ? {} : { cookie },
  );
}

/** Everything that a move may leave behind. */
const traces = async (bookingId: string) => ({
  booking: await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } }),
  events: await server.prisma.bookingEvent.count({ where: { bookingId } }),
  operations: await server.prisma.paymentOperation.count({ where: { bookingId } }),
  ledger: await server.prisma.ledgerTransaction.count({ where: { bookingId } }),
  audit: await server.prisma.auditEntry.count({ where: { subjectId: bookingId } }),
  documents: await server.prisma.contractDocument.count({ where: { bookingId } }),
  holds: await server.prisma.booking.count({ where: { offerOfId: bookingId } }),
  mails: await server.prisma.outgoingMail.count(),
});

function isAllowed(move: BookingMove, state: State, role: Role, hasArrived: boolean) {
  const { from, by, time: when } = ruleOf(move);
  const isTime = {
    before_check_in: !hasArrived,
    from_check_in: hasArrived,
    unanswered: state !== 'offered',
    // Offers are over after 24 hours.
    offered: state === 'offered' && !hasArrived,
  };
  return (
    from.includes(statusOf(state)) &&
    by.some((party) => party === role) &&
    (isTime[when as keyof typeof isTime] ?? true)
  );
}

function refusalOf(move: BookingMove, role: Role): string {
  if (role === 'stranger') return 'NotFoundError';
  return ruleOf(move).by.some((party) => party === role) ? 'ConflictError' : 'ForbiddenError';
}

describe.each([
  ['before check-in', false],
  ['from the day of check-in', true],
] as const)('%s', (_, hasArrived) => {
  const arrive = (scene: Scene) =>
    time.moveTo(server, hasArrived ? new Date(`${scene.checkIn}T12:00:00Z`) : time.clock());

  it.each(states)('a booking that is %s takes no other move', async (state) => {
    const scene = await sceneOf(state);
    const id = await inState(state, scene);
    await arrive(scene);
    const before = await traces(id);
    for (const role of roles) {
      const moves = moveNames.filter((move) => !isAllowed(move, state, role, hasArrived));
      const { data, errors } = await attempt(moves, id, scene, cookieOf(role, scene));
      if (role === 'nobody') {
        expect(errors.map(({ extensions }) => extensions?.code)).toEqual(
          moves.map(() => 'UNAUTHENTICATED'),
        );
      } else {
        expect([
          role,
          Object.fromEntries(moves.map((move) => [move, data?.[move]?.__typename])),
        ]).toEqual([role, Object.fromEntries(moves.map((move) => [move, refusalOf(move, role)]))]);
        expect(moves.filter((move) => !data?.[move]?.message)).toEqual([]);
      }
    }
    expect(await traces(id)).toEqual(before);
  });

  // A move that may be made at any time is made before check-in; in depth on the day, too.
  const tried = moveNames.filter(
    (move) => isDeep || !hasArrived || !['always', 'unanswered'].includes(ruleOf(move).time),
  );
  const allowed = tried.flatMap((move) =>
    states.flatMap((state) =>
      roles
        .filter((role) => isAllowed(move, state, role, hasArrived))
        .map((role) => [move, state, role] as const),
    ),
  );

  it.each(allowed)('%s of a booking that is %s works for the %s', async (move, state, role) => {
    const scene = await sceneOf(state);
    const id = await inState(state, scene);
    await arrive(scene);
    const cookie = cookieOf(role, scene) ?? '';
    const needsDocument = move === 'certify' || move === 'replace_certificate';
    const url = needsDocument ? await uploadDocument(server, cookie, pdf()) : undefined;
    const { data } = await attempt([move], id, scene, cookie, url);
    expect(data?.[move]).toEqual({ __typename: 'MoveBookingPayload' });
    const events = await server.prisma.bookingEvent.findMany({
      where: { bookingId: id },
      orderBy: { number: 'asc' },
    });
    expect(events.find((event) => event.move === move)).toMatchObject({ party: role });
    const { to } = ruleOf(move);
    const after = await server.prisma.booking.findUniqueOrThrow({ where: { id } });
    // An accepted request is confirmed as soon as it is paid.
    expect(after.status).toBe(move === 'accept' ? 'confirmed' : (to ?? statusOf(state)));
    expect(await server.prisma.auditEntry.count({ where: { subjectId: id } })).toBe(
      role === 'team' ? 1 : 0,
    );
  });
});
