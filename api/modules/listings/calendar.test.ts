import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dayAhead,
  createBooking,
  createListing,
  createResort,
  createUser,
  signedInUser,
} from '#api/testing/factories.ts';
import { hashOfSecret } from '#api/platform/security/linkSecrets.ts';
import { newCalendarUrl } from '#api/testing/listings.ts';
import { ownListingQuery } from '../publishing/testing/operations.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import { resetListingCalendarMutation } from './testing/operations.ts';

let server: TestServer;
let resortId: string;
let owner: Awaited<ReturnType<typeof signedInUser>>;
let listingId: string;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://weeks.test' });
  resortId = (await createResort(server, { name: 'Harbour House; Camden, Maine' })).id;
  owner = await signedInUser(server);
  ({ id: listingId } = await createListing(server, {
    resortId,
    ownerId: owner.user.id,
    title: 'A week by the harbour, with a very long headline — 80 € cheaper than last year',
    availableFrom: dayAhead(100),
    availableTo: new Date(dayAhead(114)),
  }));
});

afterAll(() => server.close());

/** Makes a new link as the owner and returns its path. The previous link stops working. */
async function newPath(): Promise<string> {
  const url = await newCalendarUrl(server, listingId, owner.cookie);
  expect(url).toMatch(/^https:\/\/weeks\.test\/api\/calendars\/[\w-]{43}$/);
  return new URL(url).pathname;
}

const hasLink = async () =>
  (await server.graphql(ownListingQuery, { id: listingId }, owner)).data?.viewer?.listing
    ?.hasCalendarLink;

const book = async (from: string, to: string, status: 'confirmed') => {
  const guest = await createUser(server, { firstName: 'Secret', lastName: 'Guest' });
  return createBooking(server, {
    resortId,
    listingId,
    userId: guest.id,
    status,
    checkIn: new Date(from),
    checkOut: new Date(to),
  });
};

describe('the calendar of a listing', () => {
  it('contains the taken nights in RFC 5545 format, and no guest names', async () => {
    const booked = await book(dayAhead(100), dayAhead(103), 'confirmed');
    await book(dayAhead(103), dayAhead(105), 'held' as 'confirmed');
    await book(dayAhead(106), dayAhead(107), 'cancelled' as 'confirmed');
    const answer = await server.send(await newPath());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const lines = answer.text.split('\r\n');
    expect(answer.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    const unfolded = answer.text.replaceAll('\r\n ', '').split('\r\n');
    expect(unfolded[0]).toBe('BEGIN:VCALENDAR');
    expect(unfolded.slice(-2)).toEqual(['END:VCALENDAR', '']);
    expect(unfolded).toContain('VERSION:2.0');
    expect(unfolded).toContain(
      'X-WR-CALNAME:A week by the harbour\\, with a very long headline — 80 € cheaper than last year\\, Harbour House\\; Camden\\, Maine',
    );
    const at = unfolded.indexOf(`UID:${booked.id}@weeks.test`);
    expect(unfolded.slice(at - 1, at + 7)).toEqual([
      'BEGIN:VEVENT',
      `UID:${booked.id}@weeks.test`,
      `DTSTAMP:${booked.updatedAt.toISOString().replace(/[-:]|\.\d{3}/g, '')}`,
      `DTSTART;VALUE=DATE:${dayAhead(100).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${dayAhead(103).replaceAll('-', '')}`,
      'SUMMARY:Booked: A week by the harbour\\, with a very long headline — 80 € cheaper than last year',
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]);
    expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    expect(answer.text).toContain('SUMMARY:On hold: A week');
    expect(answer.text).not.toMatch(/Secret|Guest|member\d/);
  });

  it('has a link that only the owner can make; only its hash is stored', async () => {
    await server.prisma.listing.update({
      where: { id: listingId },
      data: { calendarTokenHash: null },
    });
    expect(await hasLink()).toBe(false);
    const before = await newPath();
    expect(await hasLink()).toBe(true);
    const other = await signedInUser(server);
    const reset = async (cookie: string) =>
      (await server.graphql(resetListingCalendarMutation, { input: { listingId } }, { cookie }))
        .data?.resetListingCalendar;
    expect(await reset(other.cookie)).toEqual({
      __typename: 'ForbiddenError',
      message: 'Only its owner can change a listing',
    });
    expect((await server.send(before)).status).toBe(200);
    const after = await newPath();
    expect(after).not.toBe(before);
    const gone = await server.send(before);
    expect([gone.status, gone.text]).toEqual([404, 'There is no such calendar']);
    expect((await server.send(after)).status).toBe(200);
    // A new link does not change the version.
    const { version, calendarTokenHash } = await server.prisma.listing.findUniqueOrThrow({
      where: { id: listingId },
    });
    expect(version).toBe(1);
    expect(calendarTokenHash).toBe(hashOfSecret(basename(after)));
    expect((await server.send(`/api/calendars/${calendarTokenHash}`)).status).toBe(404);
  });

  it.each(['palm', '%00', 'x'.repeat(43)])('is not found at %s', async (token) => {
    const answer = await server.send(`/api/calendars/${token}`);
    expect([answer.status, answer.text]).toEqual([404, 'There is no such calendar']);
  });
});
