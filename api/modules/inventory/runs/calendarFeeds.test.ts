import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InventoryProvider, Listing } from '#api/generated/prisma/client.ts';
import { addDays } from '#common/days.ts';
import { createListing, createResort, dayAhead } from '#api/testing/factories.ts';
import { startFeedServer, type FeedServer } from '#api/testing/feedServer.ts';
import { createProvider, errorsOf, runToEnd } from '#api/testing/inventory.ts';
import { startTestServer, type TestServer } from '#api/testing/testServer.ts';

let server: TestServer;
let feed: FeedServer;
/** What the feed answers. */
let answer: { status: number; body: string | Buffer };
let provider: InventoryProvider;
let listing: Listing;

beforeAll(async () => {
  server = await startTestServer();
  feed = await startFeedServer((_request, response) => {
    response.statusCode = answer.status;
    response.end(answer.body);
  });
  const resort = await createResort(server, { name: 'Desert House' });
  await server.prisma.resort.update({
    where: { id: resort.id },
    data: { timezone: 'America/Phoenix' },
  });
  listing = await createListing(server, { resortId: resort.id });
  provider = await createProvider(server, {
    kind: 'icalendar',
    address: feed.origin,
    calendars: { create: [{ listingId: listing.id, address: `${feed.origin}/1.ics` }] },
  });
});

afterAll(() => Promise.all([server.close(), feed.close()]));

beforeEach(async () => {
  await server.pool.query('TRUNCATE blocked_nights');
});

/** The first of the seven nights that most calendars are about. */
const first = dayAhead(100);
const day = (offset: number): string => addDays(first, offset);
const digits = (offset: number): string => day(offset).replaceAll('-', '');
const from = (offset: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => day(offset + index));

type Lines = (string | Buffer)[];

const event = (uid: string, ...lines: Lines): Lines => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261101T000000Z',
  ...lines,
  'END:VEVENT',
];

const days = (offset: number, end: number): string[] => [
  `DTSTART;VALUE=DATE:${digits(offset)}`,
  `DTEND;VALUE=DATE:${digits(end)}`,
];

const good = event('good', ...days(28, 29));
const week = event('u', ...days(0, 7));

const calendar = (...events: Lines[]): Buffer =>
  Buffer.concat(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//case//case//EN',
      ...events.flat(),
      'END:VCALENDAR',
    ]
      .map((line) => (typeof line === 'string' ? Buffer.from(line) : line))
      .flatMap((line) => [line, Buffer.from('\r\n')]),
  );

/** Syncs the calendar, and says what became of its nights. */
async function sync(body: string | Buffer, status = 200) {
  answer = { status, body };
  const run = await runToEnd(server, provider.id);
  return { run, messages: await errorsOf(server, run.id), nights: await blocked() };
}

async function blocked(): Promise<string[]> {
  const { rows } = await server.pool.query<{ night: string }>(
    `SELECT DISTINCT night::date::text AS night
     FROM blocked_nights, generate_series(starts_on, ends_on - 1, interval '1 day') AS night
     ORDER BY night`,
  );
  return rows.map(({ night }) => night);
}

const rows = async () =>
  (await server.pool.query('SELECT xmin, * FROM blocked_nights ORDER BY id')).rows;

interface Case {
  events: Lines[];
  nights: string[];
  /** The message about an event that could not be read, so that no night is freed. */
  problem?: string;
  /** The message about a line that was left out and can hold no night. */
  remark?: string;
}

// Kinds of calendars that other products failed to read completely.
const cases: Record<string, Case> = {
  'a duration of ten billion days': {
    events: [event('u', ...days(0, 7).slice(0, 1), 'DURATION:P9999999999D')],
    nights: [],
    problem: 'The event lasts longer than 100 years',
  },
  'an hourly rule with a huge interval': {
    events: [
      event(
        'u',
        `DTSTART:${digits(0)}T150000`,
        'RRULE:FREQ=HOURLY;INTERVAL=999999999999999;COUNT=3',
      ),
    ],
    nights: [],
    problem: 'The event repeats more often than daily',
  },
  'a changed occurrence named by eight digits': {
    events: [
      good,
      event('r', ...days(55, 56), 'RRULE:FREQ=WEEKLY;COUNT=3'),
      event('r', `RECURRENCE-ID:${digits(62)}`, ...days(63, 64)),
    ],
    nights: [day(28), day(55), day(63), day(69)],
  },
  'a fold inside a character': {
    events: [
      good,
      event(
        'u',
        ...days(0, 7),
        Buffer.from([...Buffer.from('SUMMARY:Zo'), 0xc3]),
        Buffer.from([0x20, 0xab]),
      ),
    ],
    nights: [...from(0, 7), day(28)],
  },
  'a line break in a description': {
    events: [good, event('u', ...days(0, 7), 'DESCRIPTION:Arrives late', 'please leave the key')],
    nights: [...from(0, 7), day(28)],
    remark: 'has no colon',
  },
  'a line without a colon': {
    events: [good, event('u', ...days(0, 7), 'X-RADIUS=49.9')],
    nights: [...from(0, 7), day(28)],
    remark: 'has no colon',
  },
  'dates with dashes': {
    events: [event('u', `DTSTART;VALUE=DATE:${day(0)}`, `DTEND;VALUE=DATE:${day(7)}`)],
    nights: [],
    problem: 'must be like',
  },
  'days that end on the day on which they begin': {
    events: Array.from({ length: 7 }, (_, offset) => event(`d${offset}`, ...days(offset, offset))),
    nights: from(0, 7),
  },
  'dates without VALUE=DATE': {
    events: [event('u', `DTSTART:${digits(0)}`, `DTEND:${digits(7)}`)],
    nights: from(0, 7),
  },
  'an excluded date without VALUE=DATE': {
    events: [event('u', ...days(0, 1), 'RRULE:FREQ=DAILY;COUNT=7', `EXDATE:${digits(3)}`)],
    nights: from(0, 7).filter((night) => night !== day(3)),
  },
  'midnight to midnight of the next week': {
    events: [
      event(
        'u',
        `DTSTART;TZID=America/Phoenix:${digits(7)}T000000`,
        `DTEND;TZID=America/Phoenix:${digits(14)}T000000`,
      ),
    ],
    nights: from(7, 7),
  },
};

/** What may happen to a feed between two syncs. Bytes stand for themselves as Latin-1. */
const damages: Record<string, (text: string) => string> = {
  'ends in the middle': (text) => text.slice(0, -20),
  'ends before its last event': (text) => text.slice(0, text.lastIndexOf('BEGIN:VEVENT')),
  'ends after its last event': (text) => text.slice(0, text.lastIndexOf('END:VCALENDAR')),
  'lost its beginning': (text) => text.slice(text.indexOf('BEGIN:VEVENT')),
  'lost the line that begins an event': (text) => text.replace('BEGIN:VEVENT\r\n', ''),
  'lost the line that ends an event': (text) => text.replace('END:VEVENT\r\n', ''),
  'lost the beginnings': (text) => text.replace(/^DTSTART.*\r\n/gm, ''),
  'has ends without a colon': (text) => text.replace(/^(DTEND|RRULE|DURATION).*:/gm, '$1 '),
  'has dates with dashes': (text) => text.replace(/:(\d{4})(\d\d)(\d\d)/g, ':$1-$2-$3'),
  'has dates that do not exist': (text) => text.replace(/^(DTSTART.*:\d{6})\d\d/gm, '$199'),
  'has an unknown rule': (text) => text.replace(/^END:VEVENT/gm, 'RRULE:FREQ=NEVER\r\nEND:VEVENT'),
  'has a rule without an end in sight': (text) =>
    text.replace(/^END:VEVENT/gm, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\nEND:VEVENT'),
  'has stray lines and bytes': (text) => text.replace(/^UID/gm, 'nonsense\xff\0\r\nUID'),
  'is a page': () => '<html><body>Sign in</body></html>',
  'is empty': () => '',
};

describe('a calendar with', () => {
  it.each(Object.entries(cases))(
    '%s keeps the nights that were taken, changes nothing when it stays, and frees what is gone',
    async (_what, { events, nights, problem, remark }) => {
      const text = calendar(...events);
      expect((await sync(text)).nights).toEqual(nights);
      await server.pool.query('TRUNCATE blocked_nights');

      const before = await sync(calendar(good, week));
      expect(before.nights).toEqual([...from(0, 7), day(28)]);
      const second = await sync(text);
      expect(second.nights).toEqual(problem === undefined ? nights : before.nights);
      expect(second.run).toMatchObject({
        status: 'completed',
        isComplete: problem === undefined,
      });
      const told = problem ?? remark;
      expect(second.messages).toEqual(told === undefined ? [] : [expect.stringContaining(told)]);

      const stored = await rows();
      expect((await sync(text)).run).toMatchObject({ created: 0, updated: 0, withdrawn: 0 });
      expect(await rows()).toEqual(stored);

      for (const [damage, change] of Object.entries(damages)) {
        const damaged = await sync(Buffer.from(change(text.toString('latin1')), 'latin1'));
        const freed = second.nights.filter((night) => !damaged.nights.includes(night));
        expect(freed, `freed by a feed that ${damage}`).toEqual([]);
      }
      expect((await sync('', 500)).nights).toEqual(expect.arrayContaining(second.nights));

      await sync(calendar(good));
      expect(await blocked()).toEqual([day(28)]);
      await sync(calendar());
      expect(await blocked()).toEqual([]);
    },
  );
});

it('a removed event frees its nights only if every other event is read', async () => {
  await sync(calendar(good, week));
  const unreadable = event('good', `DTSTART;VALUE=DATE:${day(28)}`);
  expect((await sync(calendar(unreadable))).nights).toEqual([...from(0, 7), day(28)]);
  expect((await sync(calendar(good))).nights).toEqual([day(28)]);
});

describe('while a hostile calendar is read, others are answered:', () => {
  const many = (count: number, line: (index: number) => string): string[] =>
    Array.from({ length: count }, (_, index) => line(index));
  const timed = (...lines: string[]): Lines[] => [
    event('u', `DTSTART:${digits(0)}T150000`, ...lines),
  ];

  it.each<[string, Lines[]]>([
    ['a duration of ten billion days', cases['a duration of ten billion days']?.events ?? []],
    ['an hourly rule', cases['an hourly rule with a huge interval']?.events ?? []],
    ['a negative duration', timed('DURATION:-P9999999999D')],
    ['a duration in seconds', timed(`DURATION:PT${'9'.repeat(300)}S`)],
    ['a rule for each second', timed('RRULE:FREQ=SECONDLY;INTERVAL=999999999999999')],
    [
      'a rule with a huge number',
      [event('u', ...days(0, 7), 'RRULE:FREQ=DAILY;COUNT=999999999999999999999')],
    ],
    ['a rule for a year far away', timed('RRULE:FREQ=YEARLY;INTERVAL=999999999')],
    ['a rule that never matches', timed('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')],
    [
      'a busy time without an end',
      [['BEGIN:VFREEBUSY', `FREEBUSY:${digits(0)}T000000Z/P9999999999W`, 'END:VFREEBUSY']],
    ],
    [
      'many rules that never match',
      many(2_000, (index) => `RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=${index + 1}`).map(
        (rule) => event(rule, ...days(0, 1), rule),
      ),
    ],
    ['many added dates', timed(...many(20_000, (index) => `RDATE:${digits(-index)}T150000`))],
    [
      'a line of a million characters',
      [event('u', ...days(0, 7), `SUMMARY:${'x'.repeat(1_000_000)}`)],
    ],
  ])('%s', async (_what, events) => {
    await sync(calendar(week));
    const order: string[] = [];
    const visit = async (path: string) => {
      const { status } = await server.send(path);
      order.push(`${status} ${path}`);
    };
    const emit = Reflect.get(Worker.prototype, 'emit');
    const asked = vi.spyOn(Worker.prototype, 'emit');
    onTestFinished(() => void vi.restoreAllMocks());
    asked.mockImplementation(function (this: Worker, name: string | symbol, ...given: unknown[]) {
      if (name !== 'message') return Reflect.apply(emit, this, [name, ...given]) as boolean;
      // The thread has read the calendar. This is not known before visitors are answered.
      void Promise.allSettled(['/healthz', '/api/resorts'].map(visit)).then(() => {
        order.push('read');
        Reflect.apply(emit, this, [name, ...given]);
      });
      return true;
    });
    const { run, nights } = await sync(calendar(...events, good));
    order.push('stored');
    expect(order.toSorted()).toEqual(['200 /api/resorts', '200 /healthz', 'read', 'stored']);
    expect(order.slice(2)).toEqual(['read', 'stored']);
    expect(run.status).toBe('completed');
    expect(nights).toEqual(expect.arrayContaining([...from(0, 7), day(28)]));
  });
});
