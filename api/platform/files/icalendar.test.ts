import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { addDays, isoDay } from '#common/days.ts';
import { icalendar, type CalendarEntry } from './icalendar.ts';

const day = fc.date({
  min: new Date('1990-01-01'),
  max: new Date('2100-01-01'),
  noInvalidDate: true,
});
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('\\', ';', ',', ':', '"', '\n', '\r', ' ', 'n'), letters()),
  maxLength: 120,
});
const entry: fc.Arbitrary<CalendarEntry> = fc
  .record({ uid: fc.uuid(), summary: text, from: day, nights: fc.nat(30), changedAt: day })
  .map(({ from, nights, ...rest }) => ({
    ...rest,
    from: isoDay(from),
    to: addDays(isoDay(from), nights + 1),
  }));

/** Characters of one to four bytes. */
function letters() {
  return fc.constantFrom('a', 'ß', '€', '🌊');
}

const unfold = (written: string) => written.replaceAll('\r\n ', '').split('\r\n');

it('a calendar is read back as it was written', () => {
  fc.assert(
    fc.property(text, fc.array(entry, { maxLength: 4 }), (name, entries) => {
      const calendar = new ICAL.Component(ICAL.parse(icalendar(name, entries)) as unknown[]);
      expect(calendar.getFirstPropertyValue('name')).toBe(oneNewline(name));
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(oneNewline(name));
      const events = calendar.getAllSubcomponents('vevent').map((event) => ({
        uid: event.getFirstPropertyValue('uid'),
        summary: event.getFirstPropertyValue('summary'),
        from: String(event.getFirstPropertyValue('dtstart')),
        to: String(event.getFirstPropertyValue('dtend')),
        changedAt: String(event.getFirstPropertyValue('dtstamp')),
      }));
      expect(events).toEqual(
        entries.map((written) => ({
          ...written,
          summary: oneNewline(written.summary),
          changedAt: written.changedAt.toISOString().replace(/\.\d+/, ''),
        })),
      );
    }),
  );
});

it('the lines of a calendar end with CRLF, and have at most 75 bytes', () => {
  fc.assert(
    fc.property(text, fc.array(entry, { maxLength: 4 }), (name, entries) => {
      const written = icalendar(name, entries);
      expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      expect(written).toMatch(/END:VCALENDAR\r\n$/);
      // A replaced character would show that one was cut in two.
      const lines = written.split('\r\n').map((line) => Buffer.from(line));
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(75);
      expect(lines.map(String).join('')).not.toContain('\uFFFD');
    }),
  );
});

it('a calendar has exactly the expected properties', () => {
  const written = icalendar('A, B; C\\D\r\nE', [
    {
      uid: 'u1@weeks.test',
      summary: 'Booked: a, b',
      from: '2031-03-01',
      to: '2031-03-04',
      changedAt: new Date('2030-01-02T03:04:05.678Z'),
    },
  ]);
  expect(unfold(written)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tideweek//Booked nights//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:A\\, B\\; C\\\\D\\nE',
    'X-WR-CALNAME:A\\, B\\; C\\\\D\\nE',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'BEGIN:VEVENT',
    'UID:u1@weeks.test',
    'DTSTAMP:20300102T030405Z',
    'DTSTART;VALUE=DATE:20310301',
    'DTEND;VALUE=DATE:20310304',
    'SUMMARY:Booked: a\\, b',
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

const oneNewline = (value: string) => value.replace(/\r\n?/g, '\n');
