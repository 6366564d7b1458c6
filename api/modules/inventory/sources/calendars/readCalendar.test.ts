import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readCalendar, type CalendarEntry } from './readCalendar.ts';
import { UnreadableCalendar } from './calendarError.ts';
import { addDays } from '#common/days.ts';
import { inDepth } from '#api/testing/depth.ts';

const today = '2027-01-10';
const timeZone = 'America/Phoenix';

const read = (...events: (string | Buffer)[][]): CalendarEntry[] =>
  readCalendar(
    Buffer.concat(
      [['BEGIN:VCALENDAR'], ...events, ['END:VCALENDAR', '']]
        .flat()
        .flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]),
    ),
    { today, timeZone },
  );

const event = (...lines: (string | Buffer)[]): (string | Buffer)[] => [
  'BEGIN:VEVENT',
  'UID:u',
  ...lines,
  'END:VEVENT',
];

const good = event('DTSTART;VALUE=DATE:20271205', 'DTEND;VALUE=DATE:20271206');
const week = ['DTSTART;VALUE=DATE:20271107', 'DTEND;VALUE=DATE:20271114'];

function nightsOf(entries: CalendarEntry[]): string[] {
  const nights = new Set<string>();
  for (const entry of entries) {
    if ('externalId' in entry) {
      for (let day = entry.from; day < entry.to; day = addDays(day, 1)) {
        nights.add(day);
      }
    }
  }
  return [...nights].toSorted();
}

const days = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(from, index));

const problems = (entries: CalendarEntry[]): string[] =>
  entries.flatMap((entry) => ('problem' in entry ? [entry.problem] : []));
const remarks = (entries: CalendarEntry[]): string[] =>
  entries.flatMap((entry) => ('remark' in entry ? [entry.remark] : []));

describe('an event that can not be read is named, and the others are read', () => {
  it.each([
    ['lasts longer than 100 years', ['DTSTART;VALUE=DATE:20271107', 'DURATION:P9999999999D']],
    ['lasts longer than 100 years', ['DTSTART:20271107T150000', 'DURATION:PT999999999999S']],
    [
      'more often than daily',
      ['DTSTART:20271107T150000', 'RRULE:FREQ=HOURLY;INTERVAL=999999999999999;COUNT=3'],
    ],
    ['from 1 to 1,000', [...week, 'RRULE:FREQ=YEARLY;INTERVAL=999999999']],
    ['a number that does not exist', [...week, 'RRULE:FREQ=MONTHLY;BYMONTHDAY=99999']],
    ['a weekday that does not exist', [...week, 'RRULE:FREQ=MONTHLY;BYDAY=99999MO']],
    ['an unknown frequency', [...week, 'RRULE:FREQ=OFTEN']],
    ['must be like 20270213', ['DTSTART;VALUE=DATE:2027-11-07', 'DTEND;VALUE=DATE:2027-11-14']],
    ['The end does not exist', ['DTSTART;VALUE=DATE:20271107', 'DTEND;VALUE=DATE:20271131']],
    ['does not exist', [...week, 'RDATE;VALUE=DATE:20270229']],
    ['ends before it begins', ['DTSTART;VALUE=DATE:20271107', 'DTEND;VALUE=DATE:20271106']],
    ['has no beginning', ['SUMMARY:x']],
    ['more than one end', [...week, 'DTEND;VALUE=DATE:20271115']],
    ['are damaged', ['DTSTART;VALUE=DATE:20271107', 'DTEND=20271114']],
    ['are damaged', ['DTSTART;VALUE=DATE:20271107', 'DTENT:20271114']],
    ['are damaged', [...week, 'RDATE;VALUE=DATE:20271120', ',20271121']],
    ['are damaged', ['DTSTART;VALUE=DATE:20271107', 'DURATION:P1W', '2D']],
    ['are damaged', [...week, 'RRULE:FREQ=WEEKLY;COUNT=2', 'BYDAY=MO,TU']],
    ['are damaged', [...week, 'RRULE:FREQ=WEEKLY;BYDAY=MO', ',TU']],
  ])('%s: %j', (problem, lines) => {
    const entries = read(event(...lines), good);
    expect(problems(entries).join()).toContain(problem);
    expect(problems(entries).join()).toContain('"u"');
    expect(nightsOf(entries)).toEqual(['2027-12-05']);
  });
});

describe('the week from 7 to 14 November is taken by', () => {
  it.each([
    ['days of a calendar', event(...week)],
    ['eight digits without VALUE=DATE', event('DTSTART:20271107', 'DTEND:20271114')],
    [
      'a day on which it begins and ends, seven times',
      days('2027-11-07', 7).flatMap((day) => {
        const digits = day.replaceAll('-', '');
        return event(`DTSTART;VALUE=DATE:${digits}`, `DTEND;VALUE=DATE:${digits}`);
      }),
    ],
    [
      'a text that is folded inside a character',
      event(...week, Buffer.from([...Buffer.from('SUMMARY:Zo'), 0xc3]), Buffer.from([0x20, 0xab])),
    ],
    ['a text in Latin-1', event(...week, Buffer.from('SUMMARY:Zoë', 'latin1'))],
    ['lines that end with CR CR LF', event(...week.map((line) => `${line}\r`))],
    [
      'midnight to midnight',
      event(
        'DTSTART;TZID=America/Phoenix:20271107T000000',
        'DTEND;TZID=America/Phoenix:20271114T000000',
      ),
    ],
    [
      'times in UTC, where the resort is',
      event('DTSTART:20271107T230000Z', 'DTEND:20271114T170000Z'),
    ],
    [
      'a time in UTC that is the evening before where the resort is',
      event('DTSTART:20271108T063000Z', 'DTEND:20271114T170000Z'),
    ],
    [
      'midnight to midnight where the resort is, in UTC',
      event('DTSTART:20271107T070000Z', 'DTEND:20271114T070000Z'),
    ],
    [
      'a rule with blanks in its weekdays',
      event(
        'DTSTART;VALUE=DATE:20271107',
        'RRULE:FREQ=DAILY; BYDAY=MO, TU,WE ,TH,FR,SA,SU;COUNT=7',
      ),
    ],
    [
      'a rule for times that ends on a day',
      event('DTSTART:20271107T160000', 'DURATION:PT18H', 'RRULE:FREQ=DAILY;UNTIL=20271113'),
    ],
    [
      'an added period',
      event('DTSTART;VALUE=DATE:20271107', 'RDATE;VALUE=PERIOD:20271108T160000/20271114T100000'),
    ],
    [
      'added days',
      event(
        'DTSTART;VALUE=DATE:20271107',
        'RDATE:20271108,20271109,20271110',
        'RDATE;VALUE=DATE:20271111,20271112,20271113',
      ),
    ],
    [
      'a busy time',
      [
        'BEGIN:VFREEBUSY',
        'UID:u',
        'FREEBUSY:20271107T230000Z/20271110T170000Z,20271110T230000Z/P3DT18H',
        'FREEBUSY;FBTYPE=FREE:20271201T000000Z/P7D',
        'END:VFREEBUSY',
      ],
    ],
  ])('%s', (_, lines) => {
    const entries = read(lines);
    expect(nightsOf(entries)).toEqual(days('2027-11-07', 7));
    expect([...problems(entries), ...remarks(entries)]).toEqual([]);
  });

  it('a day that ends at a time of itself takes its night', () => {
    const entries = read(event('DTSTART;VALUE=DATE:20271107', 'DTEND:20271107T100000'));
    expect(nightsOf(entries)).toEqual(['2027-11-07']);
  });

  it('midnight to midnight of the next week: not at all', () => {
    const entries = read(event('DTSTART:20271114T000000', 'DTEND:20271121T000000'));
    expect(nightsOf(entries)).toEqual(days('2027-11-14', 7));
  });

  it.each(['please leave the key', 'X-RADIUS=49.9'])('an event with a stray line: %s', (stray) => {
    const entries = read(good, event(...week, 'DESCRIPTION:Arrives late', stray));
    expect(nightsOf(entries)).toEqual([...days('2027-11-07', 7), '2027-12-05']);
    expect(problems(entries)).toEqual([]);
    expect(remarks(entries)).toEqual(['Line 12 has no colon, so it is left out']);
  });

  it.each(['please leave the key', 'X-RADIUS=49.9'])(
    'an event with a stray line after its end: %s',
    (stray) => {
      const entries = read(event(...week, stray));
      expect(nightsOf(entries)).toEqual(days('2027-11-07', 7));
      expect(remarks(entries)).toHaveLength(1);
    },
  );
});

describe('a series', () => {
  const daily = ['DTSTART;VALUE=DATE:20271107', 'RRULE:FREQ=DAILY;COUNT=7'];

  it.each(['EXDATE:20271110', 'EXDATE;VALUE=DATE:20271110', 'EXDATE:20271110T000000Z'])(
    'is taken but for its excluded day: %s',
    (line) => {
      const taken = days('2027-11-07', 7).filter((day) => day !== '2027-11-10');
      expect(nightsOf(read(event(...daily, line)))).toEqual(taken);
    },
  );

  it.each(['EXDATE:2027-11-10', 'EXDATE:20271131', 'EXDATE:20271110T235000Z'])(
    'is taken whole if an excluded day is not certain: %s',
    (line) => {
      const entries = read(event(...daily, line));
      expect(nightsOf(entries)).toEqual(days('2027-11-07', 7));
      expect(problems(entries)).toEqual([]);
      expect(remarks(entries)).toHaveLength(1);
    },
  );

  const weekly = event('DTSTART;VALUE=DATE:20280101', 'RRULE:FREQ=WEEKLY;COUNT=3');

  it('moves an occurrence that is named by eight digits', () => {
    const moved = event('RECURRENCE-ID:20280108', 'DTSTART;VALUE=DATE:20280109');
    expect(nightsOf(read(weekly, moved))).toEqual(['2028-01-01', '2028-01-09', '2028-01-15']);
  });

  it('keeps an occurrence whose change can not be read', () => {
    const moved = event('RECURRENCE-ID:20280108', 'DTSTART;VALUE=DATE:2028-01-09');
    const entries = read(weekly, moved);
    expect(nightsOf(entries)).toEqual(['2028-01-01', '2028-01-08', '2028-01-15']);
    expect(problems(entries)).toHaveLength(1);
  });

  it('moves an occurrence and all later ones', () => {
    const moved = event(
      'RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20280108',
      'DTSTART;VALUE=DATE:20280109',
    );
    expect(nightsOf(read(weekly, moved))).toEqual(['2028-01-01', '2028-01-09', '2028-01-16']);
  });
});

it('lines outside of events, and events without an end, are problems', () => {
  expect(problems(read(['nonsense'], good))).toHaveLength(1);
  expect(problems(read(['END:VEVENT'], good))).toHaveLength(1);
  const entries = read(['BEGIN:VEVENT', ...week], good);
  expect(problems(entries).join()).toContain('are damaged');
  expect(nightsOf(entries)).toEqual(['2027-12-05']);
});

describe('random calendars', () => {
  const number = fc.oneof(fc.integer({ min: -9, max: 70 }), fc.constantFrom(0, 1e6, 1e15, -1e12));
  const date = fc.oneof(
    { weight: 6, arbitrary: fc.nat(1_000).map((at) => addDays(today, at).replaceAll('-', '')) },
    { weight: 1, arbitrary: fc.constantFrom('20270230', '2027-11-07', '99991231', '00010101', '') },
  );
  const time = fc
    .tuple(date, fc.constantFrom('', 'T000000', 'T160000Z', 'T233000', 'T9'))
    .map(([day, rest]) => day + rest);
  const duration = fc
    .tuple(fc.constantFrom('P', '-P', 'PT', 'p'), number, fc.constantFrom('D', 'W', 'H', 'S', ''))
    .map((parts) => parts.join(''));
  const part = fc.oneof(
    fc.tuple(fc.constantFrom('FREQ'), fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'X')),
    fc.tuple(
      fc.constantFrom('BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS', 'BYHOUR'),
      fc.array(number, { minLength: 1, maxLength: 4 }).map((list) => list.join()),
    ),
    fc.tuple(fc.constantFrom('INTERVAL', 'COUNT'), number.map(String)),
    fc.tuple(fc.constant('BYDAY'), fc.constantFrom('MO', '5SU', '-1FR,TU', ' WE', '999999MO')),
    fc.tuple(fc.constant('UNTIL'), time),
  );
  const rule = fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY'),
      fc.array(part, { maxLength: 3 }),
    )
    .map(([freq, parts]) => [`FREQ=${freq}`, ...parts.map((pair) => pair.join('='))].join(';'));
  const line = fc
    .oneof(
      fc.tuple(fc.constantFrom('DTSTART:', 'DTEND:', 'RDATE:', 'EXDATE:', 'RECURRENCE-ID:'), time),
      fc.tuple(fc.constantFrom('DTSTART;VALUE=DATE:', 'DTEND;TZID=Mars:'), time),
      fc.tuple(fc.constant('DURATION:'), duration),
      fc.tuple(fc.constant('RRULE:'), rule),
      fc.tuple(
        fc.constantFrom('FREEBUSY:'),
        fc.tuple(time, time).map((both) => both.join('/')),
      ),
      fc.tuple(fc.constantFrom('BEGIN:', 'END:'), fc.constantFrom('VALARM', 'VTODO', 'VFREEBUSY')),
      fc.tuple(fc.constantFrom('SUMMARY:', '', ' ', 'X-A;B="'), fc.string({ maxLength: 9 })),
    )
    .map((both) => both.join(''));
  const events = fc.array(
    fc.tuple(fc.array(line, { maxLength: 7 }), fc.constantFrom('\r\n', '\n', '\r', '\r\r\n')),
    { maxLength: 4 },
  );
  const stays = fc.array(fc.tuple(fc.nat(700), fc.integer({ min: 1, max: 20 })), { maxLength: 3 });

  it('never throw, take a bounded number of steps, and keep the nights of readable events', () => {
    let steps = 0;
    const adjust = Reflect.get(ICAL.Time.prototype, 'adjust') as (...given: number[]) => ICAL.Time;
    vi.spyOn(ICAL.Time.prototype, 'adjust').mockImplementation(function (
      this: ICAL.Time,
      ...given
    ) {
      const [addedDays, hours, minutes, seconds] = given;
      steps += 1 + Math.abs(addedDays) + Math.abs(hours) + Math.abs(minutes) + Math.abs(seconds);
      return adjust.apply(this, given as unknown as number[]);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    let mostTaken = 0;
    fc.assert(
      fc.property(events, stays, (damaged, readable) => {
        const text = [
          'BEGIN:VCALENDAR\r\n',
          ...damaged.map(([lines, end]) =>
            ['BEGIN:VEVENT', 'UID:x', ...lines, 'END:VEVENT', ''].join(end),
          ),
          ...readable.map(([start, nights]) => {
            const [from, to] = [start, start + nights].map((at) =>
              addDays(today, at).replaceAll('-', ''),
            );
            return `BEGIN:VEVENT\r\nUID:x\r\nDTSTART:${from}\r\nDTEND:${to}\r\nEND:VEVENT\r\n`;
          }),
          'END:VCALENDAR\r\n',
        ].join('');
        const budget = { left: 20_000 };
        steps = 0;
        const entries = readCalendar(Buffer.from(text), { today, timeZone }, budget);
        mostTaken = Math.max(mostTaken, steps);
        const taken = new Set(nightsOf(entries));
        for (const [start, nights] of readable) {
          expect(days(addDays(today, start), nights).filter((day) => !taken.has(day))).toEqual([]);
        }
      }),
      { numRuns: inDepth(200, 50_000) },
    );
    // Each step of a rule adjusts a few times, by a few days.
    expect(mostTaken).toBeLessThan(2_000_000);
  });

  it('of arbitrary bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = Buffer.concat([
          Buffer.from('BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20271107\n'),
          bytes,
          Buffer.from('\nEND:VEVENT\nEND:VCALENDAR'),
        ]);
        try {
          readCalendar(text, { today, timeZone });
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableCalendar);
        }
      }),
    );
  });
});
