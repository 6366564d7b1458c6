import ICAL from 'ical.js';

export interface CalendarEntry {
  /** Never changes for an entry. */
  uid: string;
  summary: string;
  location?: string;
  from: string;
  /** The day after the last, YYYY-MM-DD. */
  to: string;
  changedAt: Date;
}

export const calendarType = 'text/calendar; charset=utf-8';

/** A property or component in the JSON format for iCalendar (RFC 7265). */
type JsonProperty = [name: string, parameters: object, type: string, value: string];
type JsonComponent = [name: string, properties: JsonProperty[], components: JsonComponent[]];

// Lines have at most 75 bytes (RFC 5545, section 3.1). ical.js does not count the space that begins
// the rest of a folded line.
ICAL.foldLength = 74;

// ical.js does not escape the values of properties it does not know.
Object.assign(ICAL.design.icalendar.property, {
  name: { defaultType: 'text' },
  'x-wr-calname': { defaultType: 'text' },
});

export function icalendar(name: string, entries: CalendarEntry[]): string {
  const calendar: JsonComponent = [
    'vcalendar',
    [
      text('version', '2.0'),
      text('prodid', '-//Tideweek//Booked nights//EN'),
      text('calscale', 'GREGORIAN'),
      text('method', 'PUBLISH'),
      text('name', name),
      text('x-wr-calname', name),
      ['refresh-interval', {}, 'duration', 'PT6H'],
    ],
    entries.map(event),
  ];
  return ICAL.stringify(calendar);
}

const event = ({ uid, summary, location, from, to, changedAt }: CalendarEntry): JsonComponent => [
  'vevent',
  [
    text('uid', uid),
    ['dtstamp', {}, 'date-time', changedAt.toISOString().replace(/\.\d+/, '')],
    ['dtstart', {}, 'date', from],
    ['dtend', {}, 'date', to],
    text('summary', summary),
    ...(location === undefined ? [] : [text('location', location)]),
    text('transp', 'OPAQUE'),
  ],
  [],
];

/** ical.js escapes \n, but not \r. */
const text = (name: string, value: string): JsonProperty => [
  name,
  {},
  'text',
  value.replace(/\r\n?/g, '\n'),
];
