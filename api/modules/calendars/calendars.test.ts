import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, isoDay } from '#common/days.ts';
import { inDepth } from '#api/testing/depth.ts';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import {
  createBooking,
  createListing,
  createResort,
  createUser,
  dayAhead,
  globalId,
  signedInUser,
} from '#api/testing/factories.ts';
import { newCalendarUrl } from '#api/testing/listings.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';
import type { TokenScope } from '#api/platform/sessions/apiTokens.ts';
import { createOrganization, createTokenRow } from '#api/modules/partners/testing/partner.ts';
import { holdStayMutation } from '../bookings/testing/operations.ts';
import { availabilityQuery } from '../listings/testing/operations.ts';
import { rotateSecrets } from '../settings/secretRotation.ts';
import { readCalendars } from './readCalendars.ts';
import {
  importCalendarMutation,
  listingCalendarsQuery,
  readCalendarMutation,
  removeCalendarMutation,
  setBlockedNightsMutation,
} from './testing/operations.ts';

type Caller = Parameters<TestServer['graphql']>[2];

interface Stay {
  uid: string;
  /** Days ahead. */
  from: number;
  to: number;
  more?: string;
}

let now = new Date();
let server: TestServer;
let feed: FeedServer;
let owner: Awaited<ReturnType<typeof signedInUser>>;
/** Offers the nights of the days 30 to 49 ahead. */
let listingId: string;
let resortId: string;
const files = new Map<string, string>();
const failing = new Set<string>();

beforeAll(async () => {
  // The limits are for slow sites; a busy machine would meet them, too.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  server = await startTestServer({ publicUrl: 'https://weeks.test', clock: () => now });
  feed = await startFeedServer(({ url = '', headers }, response) => {
    const file = files.get(url);
    const etag = `"${createHash('md5')
      .update(file ?? '')
      .digest('hex')}"`;
    response.statusCode =
      file === undefined || failing.has(url) ? 503 : headers['if-none-match'] === etag ? 304 : 200;
    response.setHeader('etag', etag);
    response.end(response.statusCode === 200 ? file : undefined);
  });
});

afterAll(async () => {
  vi.restoreAllMocks();
  await feed.close();
  await server.close();
});

beforeEach(async () => {
  now = new Date();
  files.clear();
  failing.clear();
  owner = await signedInUser(server);
  resortId = (await createResort(server)).id;
  ({ id: listingId } = await createListing(server, {
    resortId,
    ownerId: owner.user.id,
    availableFrom: new Date(dayAhead(30)),
    availableTo: new Date(dayAhead(50)),
    minNights: 1,
  }));
});

const compact = (ahead: number) => dayAhead(ahead).replaceAll('-', '');

const put = (path: string, ...stays: Stay[]) =>
  files.set(
    path,
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:x',
      ...stays.flatMap(({ uid, from, to, more = 'SUMMARY:Reserved' }) => [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTAMP:20260101T000000Z',
        `DTSTART;VALUE=DATE:${compact(from)}`,
        `DTEND;VALUE=DATE:${compact(to)}`,
        more,
        'END:VEVENT',
      ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );

const range = (from: number, to: number) => ({ from: dayAhead(from), to: dayAhead(to) });

const set = async (
  isBlocked: boolean,
  nights: { from: string; to: string }[],
  by: Caller = owner,
) =>
  (
    await server.graphql(
      setBlockedNightsMutation,
      { input: { listingId: globalId('OwnListing', listingId), isBlocked, nights } },
      by,
    )
  ).data?.setBlockedNights;

const bring = async (name: string, path: string, by = owner, to = listingId) =>
  (
    await server.graphql(
      importCalendarMutation,
      { input: { listingId: to, name, address: `${feed.origin}${path}` } },
      by,
    )
  ).data?.importCalendar;

const read = async (by: Caller = owner) => {
  const id = globalId('OwnListing', listingId);
  const { data } = await server.graphql(
    listingCalendarsQuery,
    { id, from: dayAhead(30), to: dayAhead(50) },
    by,
  );
  if (!data?.node || !('ownNights' in data.node)) {
    throw new Error('The listing can’t be read');
  }
  return data.node;
};

const blocked = async () =>
  (await read()).ownNights
    .filter(({ kind }) => kind === 'BLOCKED')
    .map(({ from, to, blockedBy }) => `${from} ${to} ${blockedBy}`);

const isFree = async (ahead: number): Promise<boolean> => {
  await server.emptyCaches();
  const { data } = await server.graphql(availabilityQuery, { id: resortId, ...range(30, 50) });
  return data?.resort?.availability.nights.includes(dayAhead(ahead)) ?? false;
};

const book = async (from: number, to: number) =>
  createBooking(server, {
    resortId,
    listingId,
    userId: (await createUser(server)).id,
    status: 'confirmed',
    checkIn: new Date(dayAhead(from)),
    checkOut: new Date(dayAhead(to)),
  });

const mails = () =>
  server.prisma.outgoingMail.findMany({
    where: { template: 'calendarConflict', toAddress: owner.user.email },
  });

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

const runJob = () => readCalendars(server.deps, { isLast: false });

describe('an owner', () => {
  it('blocks nights, which nobody finds or books then, and frees them', async () => {
    expect(await set(true, [range(32, 34), range(36, 37)])).toEqual({
      __typename: 'SetBlockedNightsPayload',
      changed: [range(32, 34), range(36, 37)],
    });
    expect(await isFree(32)).toBe(false);
    expect(await isFree(34)).toBe(true);
    const traveler = await signedInUser(server);
    const stay = { listingId, checkIn: dayAhead(33), checkOut: dayAhead(35), guests: 2 };
    const { data } = await server.graphql(holdStayMutation, { input: stay }, traveler);
    expect(data?.holdStay).toMatchObject({
      __typename: 'ConflictError',
      message: 'Some of these nights are not free any more. Choose other dates',
    });
    const quote = await server.rest(
      'GET',
      `/api/listings/${listingId}/quote?checkIn=${dayAhead(33)}&checkOut=${dayAhead(35)}`,
    );
    expect([quote.status, quote.text]).toEqual([404, "These nights can't be booked"]);
    // Only what was not blocked before changes, so that it can be undone.
    expect(await set(true, [range(33, 36)])).toMatchObject({ changed: [range(34, 36)] });
    expect(await blocked()).toEqual([`${dayAhead(32)} ${dayAhead(37)} null`]);
    expect(await set(false, [range(33, 40)])).toMatchObject({ changed: [range(33, 37)] });
    expect(await blocked()).toEqual([`${dayAhead(32)} ${dayAhead(33)} null`]);
    expect(await isFree(36)).toBe(true);
  });

  it('blocks no booked nights, no past nights, and none of another owner', async () => {
    await book(33, 35);
    const refused = async (nights: { from: string; to: string }[]) => {
      const answer = await set(true, nights);
      return answer && 'fieldErrors' in answer ? answer.fieldErrors : answer;
    };
    const of = (message: string) => [{ field: 'nights', message }];
    expect(await refused([range(34, 36)])).toEqual(
      of('Some of these nights are booked or in a checkout. Choose nights that are free'),
    );
    expect(await refused([range(-3, 2)])).toEqual(of('Nights that are over can’t be changed'));
    expect(await refused([range(49, 51)])).toEqual(
      of('The week is not on offer on all of these nights'),
    );
    expect(await refused([range(40, 40)])).toEqual(
      of(`The last night must not be before the first, ${dayAhead(40)}`),
    );
    expect(await refused([])).toEqual(of('Choose nights'));
    const stranger = await signedInUser(server);
    expect(await set(true, [range(40, 41)], stranger)).toEqual({
      __typename: 'NotFoundError',
      message: 'Listing not found',
    });
    expect(await blocked()).toEqual([]);
  });

  it('blocks and reads nights by a token that may', async () => {
    const organization = await createOrganization(server, { account: owner.user });
    const withScopes = async (...scopes: TokenScope[]) =>
      (await createTokenRow(server, organization, { scopes })).bearer;
    const { id: bookingId } = await book(40, 42);
    const writer = await withScopes('listings:write');
    expect(await set(true, [range(32, 34)], writer)).toMatchObject({ changed: [range(32, 34)] });
    expect(await set(false, [range(32, 34)], await withScopes('listings:read'))).toMatchObject({
      __typename: 'ForbiddenError',
    });
    const { data } = await server.graphqlText<{ node: { ownNights: object[] } }>(
      `query TokenNights($id: ID!, $from: Date!, $to: Date!) {
         node(id: $id) { ... on OwnListing { ownNights(from: $from, to: $to) {
           kind from to bookingId } } } }`,
      { id: globalId('OwnListing', listingId), ...range(30, 50) },
      await withScopes('listings:read', 'bookings:read'),
    );
    expect(data?.node.ownNights).toEqual([
      { kind: 'FREE', ...range(30, 32), bookingId: null },
      { kind: 'BLOCKED', ...range(32, 34), bookingId: null },
      { kind: 'FREE', ...range(34, 40), bookingId: null },
      { kind: 'TAKEN', ...range(40, 42), bookingId },
      { kind: 'FREE', ...range(42, 50), bookingId: null },
    ]);
    const stranger = await createOrganization(server);
    const { bearer } = await createTokenRow(server, stranger);
    expect(await set(true, [range(44, 45)], bearer)).toMatchObject({
      __typename: 'NotFoundError',
    });
  });

  it('can’t block nights that somebody books at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      await server.prisma.booking.deleteMany({ where: { listingId } });
      await server.prisma.blockedNights.deleteMany({ where: { listingId } });
      const [answer, booked] = await Promise.all([
        set(true, [range(32, 35)]),
        book(33, 36).then(
          () => true,
          () => false,
        ),
      ]);
      const expected = booked ? 'ConflictError' : 'SetBlockedNightsPayload';
      expect([round, answer?.__typename]).toEqual([round, expected]);
    }
  });
});

describe('a calendar of another site', () => {
  it('blocks its nights at once; its address is stored encrypted and never shown', async () => {
    put('/a.ics?token=s3cret-9f2a', { uid: 'a', from: 32, to: 34 });
    expect(await bring('Rentals', '/a.ics?token=s3cret-9f2a')).toEqual({
      __typename: 'ImportCalendarPayload',
      isRead: true,
    });
    const { importedCalendars, nightConflicts } = await read();
    const host = new URL(feed.origin).host;
    expect(importedCalendars).toMatchObject([
      { name: 'Rentals', shownAddress: `${host}/…9f2a`, problem: null, stays: 1 },
    ]);
    expect(nightConflicts).toEqual([]);
    expect(await blocked()).toEqual([`${dayAhead(32)} ${dayAhead(34)} Rentals`]);
    expect(await isFree(33)).toBe(false);
    const { rows } = await server.pool.query(
      `SELECT row_to_json(listing_calendars)::text AS stored FROM listing_calendars WHERE listing_id = $1`,
      [listingId],
    );
    expect(JSON.stringify(rows)).not.toContain('s3cret');
    expect(await rotateSecrets(server.deps)).toMatchObject({ problems: [] });
    expect(await bring('rentals', '/a.ics')).toMatchObject({
      fieldErrors: [{ field: 'name', message: 'There is a calendar rentals already' }],
    });
    const admin = await signedInUser(server, { role: 'admin' });
    expect((await read(admin)).importedCalendars).toHaveLength(1);
    await expect(read(await signedInUser(server))).rejects.toThrow('can’t be read');
  });

  it('is read every 15 minutes, and not transferred again while it stays the same', async () => {
    put('/b.ics', { uid: 'a', from: 32, to: 34 }, { uid: 'b', from: 40, to: 41 });
    await bring('Rentals', '/b.ics');
    const asked = () => feed.requests.filter(({ url }) => url === '/b.ics').length;
    await runJob();
    expect(asked()).toBe(1);
    later(15);
    // Two processes at once read it once.
    await Promise.all([runJob(), runJob()]);
    expect(asked()).toBe(2);
    expect(feed.requests.at(-1)?.headers['if-none-match']).toBeDefined();
    expect((await read()).importedCalendars).toMatchObject([{ lastReadAt: now.toISOString() }]);
    expect(await blocked()).toHaveLength(2);
    put(
      '/b.ics',
      { uid: 'b', from: 40, to: 42, more: 'SUMMARY:Longer' },
      { uid: 'c', from: 44, to: 45, more: 'STATUS:CANCELLED' },
    );
    later(15);
    await runJob();
    expect(await blocked()).toEqual([`${dayAhead(40)} ${dayAhead(42)} Rentals`]);
  });

  it('keeps its nights blocked while it can’t be read, and is asked less often', async () => {
    put('/c.ics', { uid: 'a', from: 32, to: 34 });
    await bring('Rentals', '/c.ics');
    failing.add('/c.ics');
    const asked = () => feed.requests.filter(({ url }) => url === '/c.ics').length;
    for (const [minutes, times] of [
      [15, 2],
      [15, 3],
      [15, 3],
      [15, 4],
      [59, 4],
      [1, 5],
    ] as const) {
      later(minutes);
      await runJob();
      expect(asked()).toBe(times);
    }
    expect((await read()).importedCalendars).toMatchObject([{ problem: 'Rentals answered 503' }]);
    expect(await blocked()).toHaveLength(1);
    failing.clear();
    const [calendar] = (await read()).importedCalendars;
    const input = { calendarId: calendar?.databaseId ?? '' };
    const { data } = await server.graphql(readCalendarMutation, { input }, owner);
    expect(data?.readCalendar).toMatchObject({ isRead: true });
    expect((await read()).importedCalendars).toMatchObject([{ problem: null }]);
    // A part that can't be read may hide nights: nothing becomes free.
    put('/c.ics', { uid: 'b', from: 45, to: 44 });
    await server.graphql(readCalendarMutation, { input }, owner);
    expect(await blocked()).toHaveLength(1);
    expect((await read()).importedCalendars[0]?.problem).toMatch(
      /^Not all of it can be read: The event ends before it begins/,
    );
  });

  it('that has nights of a booking is a conflict: shown, mailed once, and the booking stays', async () => {
    const { id } = await book(33, 36);
    put('/d.ics', { uid: 'a', from: 35, to: 38 }, { uid: 'free', from: 40, to: 41 });
    await bring('Rentals', '/d.ics');
    const { nightConflicts, ownNights } = await read();
    expect(nightConflicts).toEqual([
      {
        source: 'Rentals',
        startsOn: dayAhead(35),
        endsOn: dayAhead(38),
        bookingId: id,
        checkIn: dayAhead(33),
        checkOut: dayAhead(36),
      },
    ]);
    expect(ownNights.filter(({ isConflict }) => isConflict)).toMatchObject([range(35, 38)]);
    later(15);
    put('/d.ics', { uid: 'a', from: 35, to: 38 }, { uid: 'new', from: 34, to: 35 });
    await runJob();
    later(15);
    await runJob();
    const sent = await mails();
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(sent[0]?.subject));
    expect(sent[0]?.text).toContain('Rentals has nights that are booked at');
    expect(await server.prisma.booking.findUnique({ where: { id } })).toMatchObject({
      status: 'confirmed',
    });
  });

  it('that repeats what we export is no conflict: own UIDs, or exactly the nights of a booking', async () => {
    const { id } = await book(33, 36);
    put(
      '/e.ics',
      { uid: `${id}@weeks.test`, from: 33, to: 36 },
      { uid: 'theirs', from: 33, to: 36 },
    );
    await bring('Rentals', '/e.ics');
    // Nobody reads our bookings without a link, so that the same nights are taken twice.
    expect((await read()).nightConflicts).toMatchObject([{ bookingId: id }]);
    await newCalendarUrl(server, listingId, owner.cookie);
    expect((await read()).nightConflicts).toEqual([]);
    expect(await blocked()).toEqual([`${dayAhead(33)} ${dayAhead(36)} Rentals`]);
  });

  it('with nights of another listing here blocks them', async () => {
    const other = await createListing(server, { resortId, ownerId: owner.user.id });
    const stay = await createBooking(server, {
      resortId,
      listingId: other.id,
      userId: (await createUser(server)).id,
      status: 'confirmed',
      checkIn: other.availableFrom,
      checkOut: other.availableTo,
    });
    put('/f.ics', { uid: `${stay.id}@weeks.test`, from: 33, to: 36 });
    await bring('My other listing', '/f.ics');
    expect(await blocked()).toEqual([`${dayAhead(33)} ${dayAhead(36)} My other listing`]);
  });

  it('is only for its owner, at most 20, at public addresses', async () => {
    const stranger = await signedInUser(server);
    expect(await bring('Mine', '/g.ics', stranger)).toMatchObject({ __typename: 'NotFoundError' });
    put('/g.ics');
    await bring('Theirs', '/g.ics');
    const [calendar] = (await read()).importedCalendars;
    const input = { calendarId: calendar?.databaseId ?? '' };
    const message = 'There is no such calendar';
    const reading = await server.graphql(readCalendarMutation, { input }, stranger);
    expect(reading.data?.readCalendar).toMatchObject({ message });
    const removing = await server.graphql(removeCalendarMutation, { input }, stranger);
    expect(removing.data?.removeCalendar).toMatchObject({ message });
    await server.prisma.listingCalendar.createMany({
      data: Array.from({ length: 19 }, (_, index) => ({
        listingId,
        name: `Calendar ${index}`,
        address: 'sealed',
        shownAddress: 'x',
        nextReadAt: new Date(dayAhead(900)),
      })),
    });
    expect(await bring('More', '/g.ics')).toMatchObject({ __typename: 'ConflictError' });
    const wrong = async (address: string) => {
      const { data } = await server.graphql(
        importCalendarMutation,
        { input: { listingId, name: 'Wrong', address } },
        owner,
      );
      const answer = data?.importCalendar;
      return answer && 'fieldErrors' in answer ? answer.fieldErrors?.[0] : answer;
    };
    const field = 'address';
    expect(await wrong('somewhere')).toEqual({
      field,
      message: 'Enter the whole address, like https://site.example/calendar.ics',
    });
    expect(await wrong('webcal://10.1.2.3/x.ics')).toEqual({
      field,
      message: 'The address 10.1.2.3 is private',
    });
    expect(await wrong('https://me:pass@site.example/x.ics')).toEqual({
      field,
      message: 'The address must hold no user name and password',
    });
  });
});

it('nights stay blocked exactly as long as any source has them, in whatever order they are freed', async () => {
  const first = 30;
  const span = fc
    .tuple(fc.integer({ min: 0, max: 18 }), fc.integer({ min: 1, max: 6 }))
    .map(([from, nights]) => ({ from: first + from, to: Math.min(first + from + nights, 50) }));
  const step = fc.record({
    source: fc.constantFrom('own', 'one', 'two'),
    isBlocked: fc.boolean(),
    spans: fc.array(span, { minLength: 1, maxLength: 3 }),
  });
  const names = ['one', 'two'] as const;
  put('/one.ics');
  put('/two.ics');
  for (const name of names) {
    await bring(name, `/${name}.ics`);
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const has = { own: new Set<number>(), one: new Set<number>(), two: new Set<number>() };
      await set(false, [range(30, 50)]);
      put('/one.ics');
      put('/two.ics');
      later(15);
      await runJob();
      for (const { source, isBlocked, spans } of steps) {
        const nights = has[source as keyof typeof has];
        if (source === 'own') {
          await set(
            isBlocked,
            spans.map(({ from, to }) => range(from, to)),
          );
        } else {
          nights.clear();
          put(
            `/${source}.ics`,
            ...spans.map((each, index) => ({ ...each, uid: `${source}${index}` })),
          );
          later(15);
          await runJob();
        }
        for (const { from, to } of spans) {
          for (let night = from; night < to; night += 1) {
            if (isBlocked || source !== 'own') nights.add(night);
            else nights.delete(night);
          }
        }
      }
      const free = await server.prisma.freeStretch.findMany({ where: { listingId } });
      const isTaken = (night: number) =>
        !free.some(
          ({ startsOn, endsOn }) =>
            isoDay(startsOn) <= addDays(dayAhead(0), night) &&
            addDays(dayAhead(0), night) < isoDay(endsOn),
        );
      const nights = Array.from({ length: 20 }, (_, index) => first + index);
      const expected = nights.filter((night) => Object.values(has).some((each) => each.has(night)));
      expect(nights.filter(isTaken)).toEqual(expected);
    }),
    { numRuns: inDepth(6, 200) },
  );
});
