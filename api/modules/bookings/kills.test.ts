import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookingMove, User } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { addDays } from '#common/days.ts';
import { signMessage } from '#api/platform/security/signedMessages.ts';
import { inDepth, some } from '#api/testing/depth.ts';
import { pdf } from '#api/testing/documents.ts';
import { password, signedInUser } from '#api/testing/factories.ts';
import { killAt } from '#api/testing/killAt.ts';
import { makeStep, type BookingStep } from '#api/testing/makeStep.ts';
import { sandboxSecret } from '#api/testing/sandboxSecret.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { uploadDocument } from '#api/testing/uploads.ts';
import { connect, goodBank } from '../payouts/testing/flow.ts';
import { reconcile } from '../reconciliation/reconcile.ts';
import { keepDeadlines } from './deadlines.ts';
import { readExpectedBalances } from './payment/expectedBalances.ts';
import {
  booked,
  cardToken,
  certify,
  held,
  makeScene,
  move,
  movableClock,
  offer,
  pay,
  releasedStay,
  type Scene,
} from './testing/flow.ts';

/**
 * A process is killed before every so-manieth statement that it sends to the database, in depth before
 * each; the payments sandbox keeps its books there, too.
 */
const every = inDepth(29, 1);

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

const actor = ({ id, username, role, email, emailVerifiedAt }: User) => ({
  id,
  username,
  role,
  email,
  emailVerifiedAt,
});

/** Brings about what comes before a step; resolves to the step. */
type Prepare = (scene: Scene) => Promise<BookingStep>;

async function moves(scene: Scene, bookingId: string, names: BookingMove[]): Promise<void> {
  for (const name of names) {
    const { cookie } = name === 'decide' ? team : name === 'dispute' ? scene.traveler : scene.owner;
    if (name === 'certify') {
      await certify(server, cookie, bookingId);
    } else if (name === 'offer') {
      await offer(server, scene, bookingId);
    } else {
      await move(server, cookie, bookingId, {
        move: name.toUpperCase() as 'ACCEPT',
        reason: 'So.',
        refundCents: 20_000,
      });
      if (name === 'rest_case') {
        await move(server, scene.traveler.cookie, bookingId, { move: 'REST_CASE' });
      }
    }
  }
}

const handingIn = new Set<BookingMove>(['submit_certificate', 'certify', 'replace_certificate']);

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
    const reported = before.indexOf('dispute');
    const upToCheckIn = reported < 0 ? before : before.slice(0, reported);
    await moves(scene, bookingId, upToCheckIn);
    if (before.includes('dispute') || name === 'dispute') {
      await daysLater(40);
      await keepDeadlines(server.deps);
      await moves(scene, bookingId, before.slice(upToCheckIn.length));
    }
    const { version } = await server.prisma.booking.findUniqueOrThrow({ where: { id: bookingId } });
    const { user, cookie } = who === 'team' ? team : scene[who];
    return {
      do: 'moveBooking',
      viewer: actor(user),
      input: {
        bookingId,
        version,
        move: name,
        reason: 'Because.',
        ...(handingIn.has(name) && {
          certificateNumber: 'GC 2',
          certificateUrl: await uploadDocument(server, cookie, pdf()),
        }),
        guestNames: ['Ada Byron'],
        refundCents: 20_000,
        offeredCheckIn: addDays(scene.checkIn, 1),
        offeredCheckOut: scene.checkOut,
        offeredPricePerNightCents: 14_000,
      },
    };
  };

/** What the clock does after these moves and waits of so many days; its job also runs between the waits. */
const clock =
  (days: number[], before: BookingMove[], isPaid = true): Prepare =>
  async (scene) => {
    const bookingId = isPaid ? await booked(server, scene) : (await held(server, scene)).databaseId;
    await moves(scene, bookingId, before);
    for (const [index, wait] of days.entries()) {
      if (index > 0) await keepDeadlines(server.deps);
      await daysLater(wait);
    }
    return { do: 'keepDeadlines' };
  };

async function payStep(
  { traveler: { user } }: Scene,
  { bookingId, version }: { bookingId: string; version: number },
): Promise<BookingStep> {
  const method = await cardToken(server);
  const input = { bookingId, version, guestNames: ['Ines Duarte'], method };
  return { do: 'payBooking', viewer: actor(user), input };
}

const paying: Prepare = async (scene) => {
  const { databaseId: bookingId, version } = await held(server, scene);
  return payStep(scene, { bookingId, version });
};

const holding: Prepare = async ({ listing, traveler: { user }, checkIn, checkOut }) => ({
  do: 'holdStay',
  viewer: actor(user),
  input: { listingId: listing.id, checkIn, checkOut, guests: 2, idempotencyKey: 'stay-12345' },
});

/** The request whose offer was taken is paid. */
const payingOffer: Prepare = async (scene) => {
  const requested = await booked(server, scene);
  await offer(server, scene, requested);
  await move(server, scene.traveler.cookie, requested, { move: 'TAKE_OFFER' });
  const { id: bookingId, version } = await server.prisma.booking.findFirstOrThrow({
    where: { offerOfId: requested },
  });
  return payStep(scene, { bookingId, version });
};

/** A stay whose deposit is paid, some days later. */
const depositPaid = async (scene: Scene, days: number): Promise<string> => {
  const bookingId = await booked(server, scene, undefined, { paysDeposit: true });
  for (const wait of [53, days]) {
    await daysLater(wait);
    await keepDeadlines(server.deps);
  }
  return bookingId;
};

/** The saved card is charged the rest. */
const chargingRest: Prepare = async (scene) => {
  await depositPaid(scene, 6);
  await daysLater(1);
  return { do: 'keepDeadlines' };
};

const payingRest: Prepare = async (scene) => {
  const bookingId = await depositPaid(scene, 0);
  const input = { bookingId, method: await cardToken(server) };
  return { do: 'payBalance', viewer: actor(scene.traveler.user), input };
};

const closedBank = { ...goodBank, accountNumber: '000111111116' };
const answerlessBank = { ...goodBank, accountNumber: '000222222227' };

/** An owner with these bank details, or without any, is owed money, and the job pays. */
const payingOut =
  (bank?: object): Prepare =>
  async (scene) => {
    if (bank) await connect(server, scene.owner.cookie, bank);
    await releasedStay(server, time, scene);
    return { do: 'payOut' };
  };

/** An owner who is owed money enters bank details. */
const connecting: Prepare = async (scene) => {
  await releasedStay(server, time, scene);
  const { user, cookie } = scene.owner;
  const { body } = await server.rest<{ token: string }>(
    'POST',
    '/api/payments/sandbox/accounts',
    goodBank,
    { cookie },
  );
  const input = { bankToken: body.token, password };
  return { do: 'connectPayouts', viewer: actor(user), input };
};

/** The message that reports the latest event about a payment or an account. */
async function latestEvent(reference: string): Promise<BookingStep> {
  const { id, kind } = await server.prisma.sandboxEvent.findFirstOrThrow({
    where: { reference },
    orderBy: { createdAt: 'desc' },
  });
  const body = JSON.stringify({ id, kind, reference });
  const signature = signMessage(sandboxSecret, body);
  return { do: 'takePaymentEvent', input: { body, signature } };
}

/** The provider reports that the account of an owner who is owed money has been checked. */
const accountEvent: Prepare = async (scene) => {
  await connect(server, scene.owner.cookie);
  await releasedStay(server, time, scene);
  const account = await server.prisma.payoutAccount.update({
    where: { userId_provider: { userId: scene.owner.user.id, provider: 'sandbox' } },
    data: { status: 'checking', checkedAt: time.clock() },
  });
  return latestEvent(account.reference ?? '');
};

/** The provider reports a payment of which the answer was lost. */
const paymentEvent: Prepare = async (scene) => {
  const booking = await held(server, scene);
  await pay(server, scene, booking, '4000000000000333');
  const { reference } = await server.prisma.sandboxPayment.findFirstOrThrow({
    where: { bookingId: booking.databaseId },
  });
  return latestEvent(reference);
};

interface Terms {
  isInstant?: boolean;
  minNights?: number;
  daysAhead?: number;
}

const farAhead = { isInstant: true, daysAhead: 120 };

/** The step, the status that it leads to, and what comes before it. */
const steps: [string, string, Prepare, Terms?][] = [
  ['the checkout begins', 'held', holding],
  ['a request is paid', 'pending', paying],
  ['an instant booking is paid', 'confirmed', paying, { isInstant: true }],
  ['the checkout is left', 'expired', person('traveler', 'abandon', [], false)],
  ['a request is withdrawn', 'cancelled', person('traveler', 'withdraw', [])],
  ['a request is accepted', 'confirmed', person('owner', 'accept', [])],
  ['a request is declined', 'declined', person('owner', 'decline', [])],
  ['other terms are offered', 'pending', person('owner', 'offer', []), { minNights: 1 }],
  ['an offer is taken', 'cancelled', person('traveler', 'take_offer', ['offer']), { minNights: 1 }],
  [
    'an offer is refused',
    'declined',
    person('traveler', 'refuse_offer', ['offer']),
    { minNights: 1 },
  ],
  ['an offer that was taken is paid', 'cancelled', payingOffer, { minNights: 1 }],
  ['an offer expires', 'expired', clock([2], ['offer']), { minNights: 1 }],
  ['the guests are renamed', 'confirmed', person('traveler', 'rename_guests', ['accept'])],
  ['the certificate is handed in', 'confirmed', person('owner', 'submit_certificate', ['accept'])],
  ['the certificate is confirmed', 'certified', person('team', 'certify', ['accept'])],
  [
    'the certificate is replaced',
    'confirmed',
    person('owner', 'replace_certificate', ['accept', 'certify']),
  ],
  ['the traveler cancels', 'cancelled', person('traveler', 'cancel', ['accept'])],
  ['the owner cancels', 'cancelled', person('owner', 'cancel_by_owner', ['accept', 'certify'])],
  ['the team cancels', 'cancelled', person('team', 'cancel_by_team', ['accept'])],
  ['the traveler objects', 'disputed', person('traveler', 'dispute', ['accept', 'certify'])],
  [
    'the team decides',
    'disputed',
    person('team', 'decide', ['accept', 'certify', 'dispute', 'rest_case']),
  ],
  [
    'both sides accept a decision',
    'resolved',
    person('traveler', 'accept_decision', [
      'accept',
      'certify',
      'dispute',
      'rest_case',
      'decide',
      'accept_decision',
    ]),
  ],
  ['a hold lapses', 'expired', clock([1], [], false)],
  ['a request expires', 'expired', clock([2], [])],
  ['a certificate is missing', 'confirmed', clock([31], ['accept'])],
  ['there is no certificate', 'cancelled', clock([31, 7], ['accept'])],
  ['the day of check-in comes', 'checked_in', clock([40], ['accept', 'certify'])],
  ['the stay is over', 'completed', clock([48], ['accept', 'certify'])],
  ['the rest is charged', 'confirmed', chargingRest, farAhead],
  ['the traveler pays the rest', 'confirmed', payingRest, farAhead],
  ['an event reports a payment', 'confirmed', paymentEvent, { isInstant: true }],
  ['an account is set up for payouts', 'checked_in', connecting, { isInstant: true }],
  ['an event reports an account for payouts', 'checked_in', accountEvent, { isInstant: true }],
  ['a payout is sent', 'checked_in', payingOut(goodBank), { isInstant: true }],
  ['the answer to a payout is lost', 'checked_in', payingOut(answerlessBank), { isInstant: true }],
  ['a payout is refused', 'checked_in', payingOut(closedBank), { isInstant: true }],
  ['a payout waits for an account', 'checked_in', payingOut(), { isInstant: true }],
];

/** Makes the step again, as a person who got no answer does. */
async function makeAgain(step: BookingStep): Promise<void> {
  // What a dead process was inspecting may be inspected again after some minutes.
  await server.prisma.contractDocument.updateMany({
    where: { status: 'checking' },
    data: { updatedAt: new Date(0) },
  });
  // It has been made already.
  await makeStep(server.deps, step).catch((error: unknown) =>
    expect(error).toBeInstanceOf(ConflictError),
  );
}

/** All that is left of a booking, without ids and times. */
async function traceOf({ listing: { id: listingId }, owner: { user: owner } }: Scene) {
  const { id, status, ...booking } = await server.prisma.booking.findFirstOrThrow({
    where: { listingId, offerOfId: null },
    include: {
      events: { orderBy: { move: 'asc' } },
      paymentOperations: { orderBy: { kind: 'asc' } },
    },
  });
  const mails = await server.prisma.outgoingMail.findMany({
    where: { OR: [{ text: { contains: id } }, { toAddress: owner.email }] },
    orderBy: { subject: 'asc' },
  });
  const documents = await server.prisma.contractDocument.findMany({
    where: { bookingId: id },
    orderBy: { createdAt: 'asc' },
  });
  const bank = await server.prisma.payoutAccount.findMany({ where: { userId: owner.id } });
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
    transfers: await server.prisma.sandboxTransfer.count({ where: { bookingId: id } }),
    bank: bank.map(({ status: its, lastFour }) => `${its} ${lastFour}`),
    documents: documents.map(({ status: its }) => its),
    certificateNumber: booking.certificateNumber,
    mails: mails.map(({ subject }) => subject.split(':')[0]),
    accounts,
  };
}

it.each(some(steps, 3))(
  'when %s, a process killed on the way leaves what one leaves that is not',
  async (_, status, prepare, terms = {}) => {
    let trace: Awaited<ReturnType<typeof traceOf>> | undefined;
    let isKilled = true;
    // The last process reaches its end.
    for (let statement = every; isKilled; statement += every) {
      const { daysAhead, ...listing } = terms;
      const scene = await makeScene(server, listing, daysAhead);
      const step = await prepare(scene);
      const now = time.clock().toISOString();
      const args = [server.databaseUrl, server.folder, now, JSON.stringify(step)];
      isKilled = await killAt(`statement ${statement}`, 'bookingStep', args);
      await makeAgain(step);
      // What the dead process was calling may be called again now, and what loses its answer once more.
      for (let minute = 0; minute < 2; minute += 1) {
        await later(1);
        await keepDeadlines(server.deps);
      }
      await makeStep(server.deps, { do: 'payOut' });
      const left = await traceOf(scene);
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
