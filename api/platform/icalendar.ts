/** An all-day calendar entry. */
export interface CalendarEntry {
  /** Never changes for an entry. */
  uid: string;
  summary: string;
  /** First day, YYYY-MM-DD. */
  from: string;
  /** The day after the last, YYYY-MM-DD. */
  to: string;
  changedAt: Date;
}

export const calendarType = 'text/calendar; charset=utf-8';

/** Writes a calendar in the format of RFC 5545. */
export function icalendar(name: string, entries: CalendarEntry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tideweek//Booked nights//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...entries.flatMap(({ uid, summary, from, to, changedAt }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${changedAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
      `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${to.replaceAll('-', '')}`,
      `SUMMARY:${escapeText(summary)}`,
      'TRANSP:OPAQUE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** RFC 5545, section 3.3.11. */
const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');

/** Lines have at most 75 bytes (section 3.1); a character is never cut in two. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 75) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
