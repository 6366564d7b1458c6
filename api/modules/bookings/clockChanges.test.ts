import { afterAll, expect, it } from 'vitest';
import { addDays } from '#common/days.ts';
import { some } from '#api/testing/depth.ts';
import { createResort } from '#api/testing/factories.ts';
import { startTestServer } from '#api/testing/testServer.ts';
import { enterZone, leaveZone, zones } from '#api/testing/zones.ts';
import { keepDeadlines } from './deadlines.ts';
import { certify, hold, makeScene, move, movableClock, pay } from './testing/flow.ts';

const hour = 3_600_000;

/**
 * Stays of three nights over a change of the clocks: where the resort is, the day of check-in, when
 * that day begins there, when the money is released (on the third day, and at least 48 hours later),
 * and when the day of check-out begins.
 */
const changes = [
  ['America/New_York', '2027-03-13', '2027-03-13T05', '2027-03-15T05', '2027-03-16T04'],
  ['America/New_York', '2027-11-06', '2027-11-06T04', '2027-11-08T05', '2027-11-09T05'],
  ['Australia/Sydney', '2027-10-02', '2027-10-01T14', '2027-10-03T14', '2027-10-04T13'],
] as const;

afterAll(leaveZone);

/** Books a stay and looks at it an hour before and at each of these instants. */
async function stayOver(timezone: string, checkIn: string, instants: Date[]) {
  const time = movableClock(new Date(`${addDays(checkIn, -40)}T12:00:00Z`));
  const server = await startTestServer({ clock: time.clock });
  try {
    await time.moveTo(server, time.clock());
    const { id: resortId } = await createResort(server, { name: 'Harbour House', timezone });
    const scene = await makeScene(server, { resortId, cancellationPolicy: 'flexible' });
    const booking = await hold(server, scene, { checkOut: addDays(checkIn, 3) });
    if (booking?.__typename !== 'HoldStayPayload') throw new Error(JSON.stringify(booking));
    await pay(server, scene, booking.booking);
    const { databaseId: id, totalPrice } = booking.booking;
    await move(server, scene.owner.cookie, id, { move: 'ACCEPT' });
    await certify(server, scene.owner.cookie, id);
    for (const instant of instants) {
      for (const hours of [-1, 0]) {
        await time.moveTo(server, new Date(instant.getTime() + hours * hour));
        await keepDeadlines(server.deps);
      }
    }
    const { id: _, ...told } = await server.prisma.booking.findUniqueOrThrow({
      where: { id },
      select: { id: true, checkIn: true, checkOut: true, status: true, refundCents: true },
    });
    const events = await server.prisma.bookingEvent.findMany({
      where: { bookingId: id },
      orderBy: { number: 'asc' },
    });
    const mails = await server.prisma.outgoingMail.findMany({
      where: { text: { contains: id } },
      orderBy: { subject: 'asc' },
    });
    return {
      ...told,
      total: totalPrice.amount,
      moves: Object.fromEntries(events.map((event) => [event.move, event.at])),
      mails: mails.map(
        ({ subject, text }) => subject + text.replaceAll(id, 'ID').replaceAll(resortId, 'RESORT'),
      ),
    };
  } finally {
    await server.close();
  }
}

it.each(changes)(
  'the clocks at a resort in %s change during the stay from %s: all deadlines fall on its days',
  async (timezone, checkInDay, ...begins) => {
    const instants = begins.map((hourOfDay) => new Date(`${hourOfDay}:00Z`));
    const traces = [];
    for (const zone of some(zones, 2)) {
      enterZone(zone);
      traces.push(await stayOver(timezone, checkInDay, instants));
    }
    const [first, ...others] = traces;
    const [checkIn, release, complete] = instants;
    expect(first).toMatchObject({
      status: 'completed',
      moves: { check_in: checkIn, release, complete },
    });
    expect(first?.mails).toHaveLength(8);
    for (const other of others) {
      expect(other).toEqual(first);
    }
  },
);
