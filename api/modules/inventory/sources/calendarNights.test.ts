import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarNights } from './calendarNights.ts';
import { ProviderError } from '#api/context/sources.ts';
import { addDays, isoDay } from '#common/days.ts';
import { icalendar } from '#api/platform/files/icalendar.ts';

const today = '2027-01-10';

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
  await Promise.resolve();
}

const calendar = (events: string[][], head: string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...head,
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const nights = (...events: string[][]) =>
  calendarNights('Palm Calendar', bytes(calendar(events)), today);

const allDay = (from: string, to: string, ...more: string[]): string[] => [
  `UID:${from}@x`,
  `DTSTART;VALUE=DATE:${from}`,
  `DTEND;VALUE=DATE:${to}`,
  ...more,
];

const spans = async (...events: string[][]) =>
  (await nights(...events)).map((entry) =>
    'externalId' in entry ? `${entry.from} ${entry.to}` : Object.values(entry)[0],
  );

describe('nights of a calendar', () => {
  it('run from the first day to the day of departure', async () => {
    expect(await nights(allDay('20270213', '20270220'))).toEqual([
      { externalId: '2027-02-13/2027-02-20 20270213@x', from: '2027-02-13', to: '2027-02-20' },
    ]);
    expect(await spans(['UID:a', 'DTSTART;VALUE=DATE:20270213'])).toEqual([
      '2027-02-13 2027-02-14',
    ]);
    expect(await spans(['UID:a', 'DTSTART;VALUE=DATE:20270213', 'DURATION:P3D'])).toEqual([
      '2027-02-13 2027-02-16',
    ]);
  });

  it.each([
    ['20270213T160000', '20270220T100000', '2027-02-13 2027-02-20'],
    ['20270213T160000Z', '20270220T100000Z', '2027-02-13 2027-02-20'],
    ['20270213T100000', '20270213T120000', undefined],
    ['20270213T200000', '20270213T235900', '2027-02-13 2027-02-14'],
    ['20270213T150000', '20270214T000000', '2027-02-13 2027-02-14'],
    ['20270214T013000', '20270214T100000', '2027-02-13 2027-02-14'],
    ['20270214T013000', '20270216T193000', '2027-02-13 2027-02-17'],
  ])('of an event from %s to %s are those it overlaps: %s', async (from, to, span) => {
    expect(await spans(['UID:a', `DTSTART:${from}`, `DTEND:${to}`])).toEqual(span ? [span] : []);
  });

  it('are read in the time zone of the event, or of the calendar if the event is in UTC', async () => {
    const event = ['UID:a', 'DTSTART:20270214T020000Z', 'DTEND:20270220T200000Z'];
    const hawaii = calendar([event], ['X-WR-TIMEZONE:Pacific/Honolulu']);
    expect(await calendarNights('x', bytes(hawaii), today)).toMatchObject([
      { from: '2027-02-13', to: '2027-02-20' },
    ]);
    const nowhere = calendar([event], ['X-WR-TIMEZONE:Mars/Olympus']);
    expect(await calendarNights('x', bytes(nowhere), today)).toMatchObject([
      { from: '2027-02-13', to: '2027-02-21' },
    ]);
    expect(
      await spans([
        'UID:a',
        'DTSTART;TZID=Asia/Tokyo:20270213T160000',
        'DTEND;TZID=Asia/Tokyo:20270215T100000',
      ]),
    ).toEqual(['2027-02-13 2027-02-15']);
  });

  it('are read from each calendar of a file, in its own time zone', async () => {
    const event = ['UID:a', 'DTSTART:20270214T020000Z', 'DTEND:20270220T200000Z'];
    const file = [
      calendar([event], ['X-WR-TIMEZONE:Pacific/Honolulu']),
      calendar([]),
      calendar([['UID:b'], event]),
      calendar([event, allDay('20270301', '20270302')], ['X-WR-TIMEZONE:Pacific/Honolulu']),
    ];
    expect(await calendarNights('x', bytes(file.join('')), today)).toEqual([
      { problem: 'The event has no beginning (event "b" in line 18)' },
      { externalId: '2027-02-13/2027-02-20 a', from: '2027-02-13', to: '2027-02-20' },
      { externalId: '2027-02-13/2027-02-21 a', from: '2027-02-13', to: '2027-02-21' },
      { externalId: '2027-03-01/2027-03-02 20270301@x', from: '2027-03-01', to: '2027-03-02' },
    ]);
  });

  it('are read from the calendars that we write', async () => {
    const stay = fc.record({
      uid: fc.uuid(),
      summary: fc.string({ unit: 'grapheme', maxLength: 100 }),
      start: fc.nat(700),
      nights: fc.integer({ min: 1, max: 30 }),
    });
    const name = fc.string({ unit: 'grapheme', maxLength: 100 });
    const stays = fc.uniqueArray(stay, { selector: ({ uid }) => uid, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(name, stays, async (title, taken) => {
        const entries = taken.map(({ uid, summary, start, nights: count }) => {
          const from = addDays(today, start);
          return { uid, summary, from, to: addDays(from, count), changedAt: new Date() };
        });
        expect(await calendarNights('x', bytes(icalendar(title, entries)), today)).toEqual(
          entries.map(({ uid, from, to }) => ({ externalId: `${from}/${to} ${uid}`, from, to })),
        );
      }),
    );
  });

  it('exclude free, cancelled and past events', async () => {
    expect(
      await spans(
        allDay('20270213', '20270220', 'TRANSP:TRANSPARENT'),
        allDay('20270213', '20270220', 'STATUS:CANCELLED'),
        allDay('20270103', '20270110'),
        allDay('20270104', '20270111', 'TRANSP:OPAQUE', 'STATUS:CONFIRMED'),
      ),
    ).toEqual(['2027-01-04 2027-01-11']);
  });

  it('of a recurring event include each occurrence for two years', async () => {
    const weekly = allDay('20270102', '20270104', 'RRULE:FREQ=WEEKLY');
    const entries = await nights(weekly);
    expect(entries).toHaveLength(105);
    expect(entries[0]).toEqual({
      externalId: '2027-01-09/2027-01-11 20270102@x',
      from: '2027-01-09',
      to: '2027-01-11',
    });
    expect(entries.at(-1)).toMatchObject({ from: '2029-01-06' });
    const daily = allDay('20150101', '20150102', 'RRULE:FREQ=DAILY');
    expect((await nights(daily))[0]).toMatchObject({ from: '2027-01-10' });
  });

  it('of a recurring event exclude exceptions and follow changed times', async () => {
    const weekly = allDay(
      '20270206',
      '20270207',
      'RRULE:FREQ=WEEKLY;COUNT=4',
      'EXDATE;VALUE=DATE:20270213',
    );
    const moved = [
      'UID:20270206@x',
      'RECURRENCE-ID;VALUE=DATE:20270220',
      'DTSTART;VALUE=DATE:20270221',
      'DTEND;VALUE=DATE:20270223',
    ];
    const cancelled = [
      'UID:20270206@x',
      'RECURRENCE-ID;VALUE=DATE:20270227',
      'DTSTART;VALUE=DATE:20270227',
      'DTEND;VALUE=DATE:20270228',
      'STATUS:CANCELLED',
    ];
    expect(await spans(weekly, moved, cancelled)).toEqual([
      '2027-02-06 2027-02-07',
      '2027-02-21 2027-02-23',
    ]);
    expect(await spans(moved)).toEqual(['2027-02-21 2027-02-23']);
  });

  it('have ids that hold the nights, so that a UID of several events moves none of them', async () => {
    const events = [
      ['UID:a', 'DTSTART;VALUE=DATE:20270213'],
      ['UID:a', 'DTSTART;VALUE=DATE:20270213'],
      ['UID:a', 'DTSTART;VALUE=DATE:20270301'],
      ['DTSTART;VALUE=DATE:20270301'],
    ];
    const ids = (await nights(...events)).map((entry) => 'externalId' in entry && entry.externalId);
    expect(ids).toEqual([
      '2027-02-13/2027-02-14 a',
      '2027-03-01/2027-03-02 a',
      '2027-03-01/2027-03-02',
    ]);
  });

  it.each([
    [['UID:a'], 'The event has no beginning'],
    [['UID:a', 'DTSTART:soon'], 'The beginning must be like 20270213'],
    [allDay('20270220', '20270213'), 'The event ends before it begins'],
    [
      allDay('20270213', '20270214', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
      'rule that has no end',
    ],
    [['UID:a', 'DTSTART:20270213T200000', 'RRULE:FREQ=HOURLY'], 'repeats more often than daily'],
  ])('of an invalid event do not affect the others: %j', async (event, problem) => {
    const [first, second] = await spans(event, allDay('20270301', '20270302'));
    expect(first).toContain(problem);
    expect(second).toBe('2027-03-01 2027-03-02');
  });

  it.each([
    ['30 February', 'by a rule that has no end', ['RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30']],
    ['each billion days', 'must be from 1 to 1,000', ['RRULE:FREQ=DAILY;INTERVAL=1000000000']],
    ['each second', 'more often than daily', ['RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30']],
    [
      '60,000 dates, the latest first',
      'lists more than 5,000 dates',
      Array.from(
        { length: 60_000 },
        (_, index) => `RDATE;VALUE=DATE:${isoDay(Date.UTC(2190, 0, -index)).replaceAll('-', '')}`,
      ),
    ],
  ])('of an event with a rule of %s do not affect the others', async (_, problem, rule) => {
    expect(
      await spans(allDay('20270213', '20270214', ...rule), allDay('20270301', '20270302')),
    ).toEqual([expect.stringContaining(problem), '2027-03-01 2027-03-02']);
  });

  it('are read beside a time zone with an endless rule, which is not followed', async () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Endless',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const event = [
      'UID:a',
      'DTSTART;TZID=Endless:20270213T200000',
      'DURATION:PT8H',
      'RRULE:FREQ=WEEKLY;UNTIL=20270220T180000Z',
    ];
    expect(await calendarNights('x', bytes(calendar([event], zone)), today)).toMatchObject([
      { from: '2027-02-13', to: '2027-02-14' },
      { from: '2027-02-20', to: '2027-02-21' },
    ]);
  });

  it('take a bounded number of steps, however many rules are endless', async () => {
    const endless = Array.from({ length: 200 }, (_, index) =>
      allDay('20270213', '20270214', `X-N:${index}`, 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
    );
    const entries = await spans(...endless, allDay('20270301', '20270302'));
    expect(entries.slice(0, 5)).toEqual(
      Array.from({ length: 5 }, () => expect.stringContaining('by a rule that has no end')),
    );
    expect(entries.slice(6, 199)).toEqual(
      Array.from({ length: 193 }, () => expect.stringContaining('take too many steps to follow')),
    );
    expect(entries.at(-1)).toBe('2027-03-01 2027-03-02');
  });

  it.each([
    ['takes too long', { processor: 0 }, 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
    ['takes too much memory', { memory: 8 }, 'FREQ=DAILY'],
  ])('are not read if a calendar %s, and the next one is read', async (words, limits, rule) => {
    const many = Array.from({ length: 3_000 }, (_, index) => [
      `UID:${index}`,
      'DTSTART;VALUE=DATE:20270213',
      `DTEND;VALUE=DATE:2027${3 + (index % 7)}01`.replace('2027', '20270'),
      `RRULE:${rule}`,
    ]);
    const read = calendarNights('Palm', bytes(calendar(many)), today, { limits });
    await expect(read).rejects.toThrow(`The calendar of Palm ${words}`);
    await expect(read).rejects.toBeInstanceOf(ProviderError);
    expect(await spans(allDay('20270301', '20270302'))).toEqual(['2027-03-01 2027-03-02']);
  });

  it('end with the reason of a signal that is aborted', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(calendarNights('x', bytes(calendar([])), today, { signal })).rejects.toThrow(
      'stop',
    );
  });

  it.each([
    ['', 'is no calendar'],
    ['<html></html>', 'is no calendar'],
    [
      calendar([]) + 'BEGIN:VCARD\r\nEND:VCARD\r\n' + calendar([]),
      'is no calendar that can be read',
    ],
    [calendar([allDay('20270213', '20270220')]).slice(0, -20), 'ended in the middle'],
    ['BEGIN:VCALENDAR', 'ended in the middle'],
  ])('are not read from an invalid or incomplete calendar: %j', async (text, message) => {
    const read = calendarNights('Palm Calendar', bytes(text), today);
    await expect(read).rejects.toThrow(message);
    await expect(read).rejects.toBeInstanceOf(ProviderError);
  });
});
