import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookingMove, User } from '../../generated/prisma/client.ts';
import type { BookingStep } from '../../testing/bookingStep.ts';
import { ConflictError } from '../../platform/errors.ts';
import { addDays } from '../../platform/days.ts';
import { pdf } from '../../testing/documents.ts';
import { signedInUser } from '../../testing/factories.ts';
import { killAt } from '../../testing/killAt.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { uploadDocument } from '../../testing/uploads.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { keepDeadlines } from './deadlines.ts';
import { readExpectedBalances } from './expectedBalances.ts';
import { holdStay } from './holdStay.ts';
import { moveBooking } from './moveBooking.ts';
import { payBooking } from './payBooking.ts';
import {
  booked,
  cardToken,
  certify,
  held,
  makeScene,
  move,
  movableClock,
  offer,
  type Scene,
} from './testing/flow.ts';

/**
 * A process is killed before every so-manieth statement that it sends to the database; the payments
 * sandbox keeps its books there, too. KILL_EVERY=1 tries each one, which takes minutes.
 */
const every = Number(process.env['KILL_EVERY'] ?? 29);

let time: ReturnType<typeof movableClock>;
let server: TestServer;
let team: Awaited<ReturnType<typeof signedInUser>>;

beforeEach(async () => {
  time = movableClock();
  server = await startTestServer({ clock: time.clock });
  team = await signedInUser(server, { role: 'admin' });
});

afterEach(() => server.close());

const later = (minutes: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + minutes * 60_000));

const daysLater = (days: number) => later(days * 24 * 60);

/** A booking that stands before the step, and the step. */
interface Prepared {
  step: BookingStep;
  bookingId?: string;
}

const actor = ({ id, username, role }: User) => ({ id, username, role });

type Prepare = (scene: Scene) => Promise<Prepared>;

async function moves(scene: Scene, bookingId: string, names: BookingMove[]): Promise<void> {
  for (const name of names) {
    const { cookie } = name === 'dispute' ? scene.traveler : scene.owner;
    if (name === 'certify') {
      await certify(server, cookie, bookingId);
    } else if (name === 'offer') {
      await offer(server, scene, bookingId);
    } else {
      await move(server, cookie, bookingId, {
        move: name.toUpperCase() as 'ACCEPT',
        reason: 'So.',
      });
    }
  }
}

/** A move of a person in a booking on which these moves were made. */
const person =
  (
    who: 'traveler' | 'owner' | 'team',
    name: BookingMove,
    before: BookingMove[],
    isPaid = true,
  ): Prepare =>
  async (scene) => {
    const bookingId = isPaid ? await booked(server, scene) : (await held(server, scene)).databaseId;
    const upToCheckIn = before.filter((one) => one !== 'dispute');
    await moves(scene, bookingId, upToCheckIn);
    if (before.includes('dispute') || name === 'dispute') {
      await daysLater(40);
      await keepDeadlines(server.deps);
      await moves(scene, bookingId, before.slice(upToCheckIn.length));
    }
    const { version } = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
    const { user } = who === 'team' ? team : scene[who];
    return {
      bookingId,
      step: {
        do: 'moveBooking',
        viewer: actor(user),
        input: {
          bookingId,
          version,
          move: name,
          reason: 'Because.',
          ...(name === 'certify' && {
            certificateNumber: 'GC 1',
            certificateUrl: await uploadDocument(server, scene.owner.cookie, pdf()),
          }),
          refundCents: 20_000,
          offeredCheckIn: addDays(scene.checkIn, 1),
          offeredCheckOut: scene.checkOut,
          offeredPricePerNightCents: 14_000,
        },
      },
    };
  };

/** What the clock does some time after these moves were made. */
const clock =
  (days: number, before: BookingMove[], isPaid = true): Prepare =>
  async (scene) => {
    const bookingId = isPaid ? await booked(server, scene) : (await held(server, scene)).databaseId;
    await moves(scene, bookingId, before);
    await daysLater(days);
    return { bookingId, step: { do: 'keepDeadlines' } };
  };

const paying: Prepare = async (scene) => {
  const { databaseId: bookingId, version } = await held(server, scene);
  const { user } = scene.traveler;
  const input = {
    bookingId,
    version,
    guestNames: ['Ines Duarte'],
    method: await cardToken(server),
  };
  return {
    bookingId,
    step: { do: 'payBooking', viewer: actor(user), input },
  };
};

const holding: Prepare = async ({ listing, traveler: { user }, checkIn, checkOut }) => ({
  step: {
    do: 'holdStay',
    viewer: actor(user),
    input: { listingId: listing.id, checkIn, checkOut, guests: 2, idempotencyKey: 'stay-12345' },
  },
});

/** The step, the status that it leads to, and what comes before it. */
const steps: [string, string, Prepare, { isInstant?: boolean; minNights?: number }?][] = [
  ['the checkout begins', 'held', holding],
  ['a request is paid', 'pending', paying],
  ['an instant booking is paid', 'confirmed', paying, { isInstant: true }],
  ['the checkout is left', 'expired', person('traveler', 'abandon', [], false)],
  ['a request is withdrawn', 'cancelled', person('traveler', 'withdraw', [])],
  ['a request is accepted', 'confirmed', person('owner', 'accept', [])],
  ['a request is declined', 'declined', person('owner', 'decline', [])],
  ['other terms are offered', 'pending', person('owner', 'offer', []), { minNights: 1 }],
  ['an offer is taken', 'cancelled', person('traveler', 'take_offer', ['offer']), { minNights: 1 }],
  ['an offer expires', 'expired', clock(2, ['offer']), { minNights: 1 }],
  ['the certificate is issued', 'certified', person('owner', 'certify', ['accept'])],
  ['the traveler cancels', 'cancelled', person('traveler', 'cancel', ['accept'])],
  ['the owner cancels', 'cancelled', person('owner', 'cancel_by_owner', ['accept', 'certify'])],
  ['the team cancels', 'cancelled', person('team', 'cancel_by_team', ['accept'])],
  ['the traveler objects', 'disputed', person('traveler', 'dispute', ['accept', 'certify'])],
  ['the team decides', 'resolved', person('team', 'resolve', ['accept', 'certify', 'dispute'])],
  ['a hold lapses', 'expired', clock(1, [], false)],
  ['a request expires', 'expired', clock(2, [])],
  ['a certificate is missing', 'confirmed', clock(31, ['accept'])],
  ['the day of check-in comes', 'checked_in', clock(40, ['accept', 'certify'])],
  ['the stay is over', 'completed', clock(48, ['accept', 'certify'])],
];

/** Makes the step again, as a person who got no answer does. */
async function makeAgain({ do: name, viewer, input }: BookingStep): Promise<void> {
  const person = (viewer ?? null) as Parameters<typeof holdStay>[1];
  const again = {
    holdStay: () => holdStay(server.deps, person, input),
    payBooking: () => payBooking(server.deps, person, input),
    moveBooking: () => moveBooking(server.deps, person, input),
    keepDeadlines: () => keepDeadlines(server.deps),
  }[name]();
  // It has been made already.
  await again.catch((error: unknown) => expect(error).toBeInstanceOf(ConflictError));
}

/** All that is left of a booking, without ids and times. */
async function traceOf(listingId: string) {
  const { id, status, ...booking } = await server.prisma.booking.findFirstOrThrow({
    where: { listingId },
    orderBy: { createdAt: 'asc' },
    include: {
      events: { orderBy: { move: 'asc' } },
      paymentOperations: { orderBy: { kind: 'asc' } },
    },
  });
  const mails = await server.prisma.outgoingMail.findMany({
    where: { text: { contains: id } },
    orderBy: { subject: 'asc' },
  });
  const { rows: accounts } = await server.pool.query(
    `SELECT account, sum(amount_cents)::int FROM ledger_entries
     JOIN ledger_transactions ON ledger_transactions.id = transaction_id
     WHERE booking_id = $1 GROUP BY account ORDER BY account`,
    [id],
  );
  const taken = await server.prisma.booking.findMany({ where: { offerOfId: id } });
  return {
    status,
    taken: taken.map(({ status: its, totalPriceCents }) => `${its} at ${totalPriceCents}`),
    moves: booking.events.map(({ move: name, party }) => `${name} by ${party}`),
    operations: booking.paymentOperations.map(({ kind, status }) => `${kind} ${status}`),
    payments: await server.prisma.sandboxPayment.count({ where: { bookingId: id } }),
    mails: mails.map(({ subject }) => subject.split(':')[0]),
    accounts,
  };
}

it.each(steps)(
  'when %s, a process killed on the way leaves what one leaves that is not',
  async (_, status, prepare, terms = {}) => {
    let trace: Awaited<ReturnType<typeof traceOf>> | undefined;
    let isKilled = true;
    // The last process reaches its end.
    for (let statement = every; isKilled; statement += every) {
      const scene = await makeScene(server, terms);
      const { step } = await prepare(scene);
      const now = time.clock().toISOString();
      const args = [server.databaseUrl, server.folder, now, JSON.stringify(step)];
      isKilled = await killAt(`statement ${statement}`, 'bookingStep', args);
      await makeAgain(step);
      // What the dead process was calling may be called again now.
      await later(1);
      await keepDeadlines(server.deps);
      const left = await traceOf(scene.listing.id);
      expect(left).toEqual(trace ?? { ...left, status });
      trace = left;
      const { differences } = await reconcile(server.deps, readExpectedBalances, new Date(0));
      expect(differences).toEqual([]);
      // The next booking of this test begins when nothing of this one is due any more.
      await daysLater(100);
      await keepDeadlines(server.deps);
      await keepDeadlines(server.deps);
    }
    expect(trace).toBeDefined();
  },
);
