import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BookingStatus,
  type BookingMove,
  type BookingParty,
} from '#api/generated/prisma/client.ts';
import { isDeep } from '#api/testing/depth.ts';
import { pdf } from '#api/testing/documents.ts';
import { addDays } from '#common/days.ts';
import { signedInUser } from '#api/testing/factories.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { windowOf } from '#api/modules/moves/defineMoves.ts';
import { claimWindowOf } from './makeMove.ts';
import { moveNames, ruleOf } from './moves.ts';
import {
  booked,
  certify,
  held,
  makeScene,
  movableClock,
  move as makeMoveBy,
  type Scene,
} from '../testing/flow.ts';

const roles = ['traveler', 'owner', 'team', 'stranger', 'nobody'] as const;
type Role = (typeof roles)[number];

/** Requests with an offer, stays whose certificate is handed in, and disputes on their way, take other moves than those without. */
const states = [
  ...Object.values(BookingStatus),
  'offered',
  'handed_in',
  'heard',
  'decided',
  'appealed',
  'claimed',
] as const;
type State = (typeof states)[number];

const statuses = {
  offered: 'pending',
  handed_in: 'confirmed',
  heard: 'disputed',
  decided: 'disputed',
  appealed: 'disputed',
  claimed: 'completed',
};

const statusOf = (state: State): BookingStatus =>
  (statuses[state as 'offered'] ?? state) as BookingStatus;

const bothSides: BookingParty[] = ['traveler', 'owner'];

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
  if (state === 'handed_in') {
    await makeMoveBy(server, scene.owner.cookie, id, {
      move: 'SUBMIT_CERTIFICATE',
      certificateNumber: 'GC 1',
      certificateUrl: await uploadDocument(server, scene.owner.cookie, pdf()),
    });
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
      ...(status === 'disputed' && { disputedAt: time.clock(), ...windowOf(72, time.clock()) }),
      ...(state === 'heard' && { restedBy: bothSides }),
      ...((state === 'decided' || state === 'appealed') && { decidedAt: time.clock() }),
      ...(state === 'appealed' && { appealedBy: bothSides }),
      ...(state === 'claimed' && {
        claim: 'claimed',
        claimCents: 10_000,
        claimedAt: time.clock(),
        ...claimWindowOf(72, time.clock()),
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
      move: ${move.toUpperCase()}, reason: "A reason.", refundCents: 100, claimCents: 5000, certificateNumber: "GC 2",
      certificateUrl: "${certificateUrl}", offeredCheckIn: "${addDays(scene.checkIn, 1)}",
      offeredCheckOut: "${scene.checkOut}", offeredPricePerNightCents: 14000,
      guestNames: ["Ada Byron"],
      ${move === 'goodwill' ? 'goodwillTo: OWNER, goodwillCents: 100' : ''} }) {
        __typename ... on Error { message } }`,
  );
  const options = cookie === undefined ? {} : { cookie };
  const answers = [];
  // An operation can have only so many fields.
  for (let first = 0; first < fields.length; first += 16) {
    const some = fields.slice(first, first + 16).join('\n');
    answers.push(
      await server.graphqlText<Record<string, Answer | null>>(`mutation { ${some} }`, {}, options),
    );
  }
  return {
    data: Object.assign({}, ...answers.map(({ data }) => data)) as Record<string, Answer | null>,
    errors: answers.flatMap(({ errors }) => errors),
  };
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
  const { from, time: when } = ruleOf(move);
  const isTime = {
    before_check_in: !hasArrived,
    reportable: hasArrived,
    // Check-in is in 40 days, when what both sides had time for is over.
    hearing: state === 'disputed',
    heard: state === 'heard' || (state === 'disputed' && hasArrived),
    answerable: state === 'decided' && !hasArrived,
    appeal_heard: state === 'appealed',
    unanswered: state !== 'offered',
    to_hand_in: state !== 'handed_in' && !hasArrived,
    handed_in: state === 'handed_in',
    to_replace: state !== 'confirmed' && !hasArrived,
    // Offers are over after 24 hours.
    offered: state === 'offered' && !hasArrived,
    // Nobody has left yet.
    claimable: false,
    claim_open: state === 'claimed',
    claim_answerable: state === 'claimed' && !hasArrived,
    claim_heard: state === 'claimed' && hasArrived,
  };
  return (
    from.includes(statusOf(state)) &&
    isOf(move, role) &&
    (isTime[when as keyof typeof isTime] ?? true)
  );
}

/** Whether a role ever makes a move of a week that has an owner. */
function isOf(move: BookingMove, role: Role): boolean {
  const { by, isOfSides } = ruleOf(move);
  return by.some((party) => party === role) && !(isOfSides && role === 'team');
}

function refusalOf(move: BookingMove, role: Role): string {
  if (role === 'stranger') return 'NotFoundError';
  return isOf(move, role) ? 'ConflictError' : 'ForbiddenError';
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
      const data: Record<string, Answer | null> = {};
      const errors = [];
      // A document has a limited number of aliases.
      for (let start = 0; start < moves.length; start += 16) {
        const some = moves.slice(start, start + 16);
        const answer = await attempt(some, id, scene, cookieOf(role, scene));
        Object.assign(data, answer.data);
        errors.push(...answer.errors);
      }
      if (role === 'nobody') {
        expect(errors.map(({ extensions }) => extensions?.code)).toEqual(
          moves.map(() => 'UNAUTHENTICATED'),
        );
      } else {
        expect([
          role,
          Object.fromEntries(moves.map((move) => [move, data[move]?.__typename])),
        ]).toEqual([role, Object.fromEntries(moves.map((move) => [move, refusalOf(move, role)]))]);
        expect(moves.filter((move) => !data[move]?.message)).toEqual([]);
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
    const needsDocument =
      move === 'submit_certificate' ||
      move === 'replace_certificate' ||
      (move === 'certify' && state === 'confirmed');
    const url = needsDocument ? await uploadDocument(server, cookie, pdf()) : undefined;
    const audits = await server.prisma.auditEntry.count({ where: { subjectId: id } });
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
      audits + (role === 'team' ? 1 : 0),
    );
  });
});
