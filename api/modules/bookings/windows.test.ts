import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BookingMove } from '#api/generated/prisma/client.ts';
import { sendMail } from '#api/modules/mail/sendMail.ts';
import { inDepth } from '#api/testing/depth.ts';
import { useSmtpServer } from '#api/testing/smtpServer.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { dayMs } from '#common/days.ts';
import { keepDeadlines } from './deadlines.ts';
import { ruleOf } from './moves/moves.ts';
import { booked, certify, makeScene, movableClock, move, offer } from './testing/flow.ts';

const hourMs = 3_600_000;
const time = movableClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ clock: time.clock });
  await useSmtpServer(server, { port: 25 });
  vi.spyOn(server.deps.mailer, 'send').mockResolvedValue(undefined);
});

afterAll(() => server.close());

/** Sends the mail that waits about this booking. */
async function sendAll(id: string): Promise<void> {
  const waiting = await server.prisma.outgoingMail.findMany({
    where: { status: 'waiting', text: { contains: id } },
    select: { id: true },
  });
  for (const mail of waiting) {
    await sendMail(mail, server.deps, { isLast: false });
  }
}

const wait = (hours: number) =>
  time.moveTo(server, new Date(time.clock().getTime() + hours * hourMs));

const stored = (id: string) => server.prisma.booking.findUniqueOrThrow({ where: { id } });

const eventOf = (id: string, made: BookingMove) =>
  server.prisma.bookingEvent.findFirst({
    where: { bookingId: id, move: made },
    include: { mails: true },
  });

/** Windows of people: the move that opens each, and the move by which the clock closes it. */
const windows = [
  ['request', 'expire'],
  ['offer', 'lapse_offer'],
  ['check_in', 'release'],
  ['remind_balance', 'take_balance'],
  ['refuse_balance', 'end_unpaid'],
] as const;

type Opening = (typeof windows)[number][0];

/** A booking whose next window is opened by this move. */
async function before(opening: Opening): Promise<string> {
  if (opening === 'remind_balance' || opening === 'refuse_balance') {
    return beforeRest(opening);
  }
  const scene = await makeScene(server, { isInstant: opening === 'check_in', minNights: 1 });
  const id = await booked(server, scene);
  if (opening === 'offer') {
    await offer(server, scene, id);
  }
  if (opening === 'check_in') {
    await certify(server, scene.owner.cookie, id);
    await time.moveTo(server, new Date(`${scene.checkIn}T12:00:00Z`));
  }
  return id;
}

/** A deposit is paid, and the clock is about to remind of the rest, or to charge a card that refuses it. */
async function beforeRest(opening: Opening): Promise<string> {
  const scene = await makeScene(server, { isInstant: true }, 120);
  const id = await booked(server, scene, '4000008260003178', { paysDeposit: true });
  await sendAll(id);
  await wait(53 * 24);
  if (opening === 'refuse_balance') {
    await keepDeadlines(server.deps);
    await sendAll(id);
    await wait(7 * 24 + 1);
  }
  return id;
}

it('every window was open for its full length after its person was told, however long the jobs were down', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...windows),
      fc.array(
        fc.record({
          /** Since the jobs ran the last time. */
          hours: fc.oneof(fc.constantFrom(1, 23, 24, 47, 48), fc.integer({ min: 0, max: 480 })),
          does: fc.constantFrom('mail', 'moves', 'mail, moves', 'moves, mail'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      async ([opening, closing], runs) => {
        const id = await before(opening);
        const all = { hours: 96, does: 'moves, mail' };
        // The rest can be paid until check-in, and no longer.
        const some = opening.endsWith('balance') ? runs.slice(0, 2) : runs;
        for (const { hours, does } of [...some, all, all, all]) {
          await wait(hours);
          for (const job of does.split(', ')) {
            await wait(1 / 60);
            await (job === 'mail' ? sendAll(id) : keepDeadlines(server.deps));
          }
        }
        const opened = await eventOf(id, opening);
        const closed = await eventOf(id, closing);
        const length = (ruleOf(opening).opens?.hours ?? 0) * hourMs;
        if (!opened || !closed) throw new Error(`${opening}: nothing waits for ever`);
        const [mail] = opened.mails;
        const isTold = mail?.sentAt != null && mail.sentAt <= closed.at;
        // A person whom no mail reaches has twice the time.
        const [since, least] = isTold ? [mail.sentAt, length] : [opened.at, 2 * length];
        expect(closed.at.getTime() - (since?.getTime() ?? 0)).toBeGreaterThanOrEqual(least);
      },
    ),
    { numRuns: inDepth(12, 400) },
  );
});

it('after five days without jobs, the traveler has 48 hours to report a problem, and can do it', async () => {
  const scene = await makeScene(server, { isInstant: true });
  const id = await booked(server, scene);
  await certify(server, scene.owner.cookie, id);
  await time.moveTo(server, new Date(Date.parse(`${scene.checkIn}T12:00:00Z`) + 5 * dayMs));
  await keepDeadlines(server.deps);
  await wait(1);
  const { version } = await stored(id);
  await sendAll(id);
  expect(await stored(id)).toMatchObject({
    status: 'checked_in',
    releasedAt: null,
    answerBy: new Date(time.clock().getTime() + 48 * hourMs),
    // Nobody has to load the booking again for it.
    version,
  });
  await wait(47);
  await keepDeadlines(server.deps);
  expect(
    await move(server, scene.traveler.cookie, id, { move: 'DISPUTE', reason: 'No hot water.' }),
  ).toMatchObject({ booking: { status: 'DISPUTED' } });
  const mail = await server.prisma.outgoingMail.findFirstOrThrow({
    where: {
      toAddress: scene.traveler.user.email,
      subject: { startsWith: 'Your stay begins' },
    },
  });
  expect(mail).toMatchObject({ status: 'sent', windowHours: 48 });
});
