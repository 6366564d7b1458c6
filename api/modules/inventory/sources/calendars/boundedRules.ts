import ICAL from 'ical.js';

export interface Work {
  left: number;
}

/** The rules of an event need more steps than remain. */
export class TooMuchWork extends Error {}

/**
 * The start times of a rule, as a wall clock's milliseconds. Each step is counted: ical.js never
 * returns from a rule that never matches, such as 30 February.
 * @throws {TooMuchWork} if no steps remain
 */
export function* timesOf(
  recur: ICAL.Recur,
  { wall, isDate }: { wall: number; isDate: boolean },
  work: Work,
): Generator<number> {
  const start = new Date(wall);
  const dtstart = ICAL.Time.fromData({
    year: start.getUTCFullYear(),
    month: start.getUTCMonth() + 1,
    day: start.getUTCDate(),
    hour: start.getUTCHours(),
    minute: start.getUTCMinutes(),
    second: start.getUTCSeconds(),
    isDate,
  });
  const iterator = payingIterator(recur, dtstart, work);
  for (;;) {
    const next = iterator.next() as ICAL.Time | null;
    if (!next) {
      return;
    }
    const { year, month, day, hour, minute, second } = next;
    yield Date.UTC(year, month - 1, day, ...(isDate ? [] : [hour, minute, second]));
  }
}

function payingIterator(rule: ICAL.Recur, dtstart: ICAL.Time, work: Work): ICAL.RecurIterator {
  // Each step compares a date with every value of the rule.
  const price = Math.max(1, Object.values(rule.parts).flat().length);
  const pay = (steps: number): void => {
    work.left -= steps * price;
    if (work.left < 0) {
      throw new TooMuchWork();
    }
  };
  /** Every loop of the parent class calls one of these methods. */
  class PayingIterator extends ICAL.RecurIterator {
    override increment_monthday(days: number): void {
      pay(days);
      super.increment_monthday(days);
    }
    override increment_month(): void {
      pay(daysOfMonth);
      super.increment_month();
    }
    override expand_year_days(year: number): number {
      pay(weeksOfYear);
      return super.expand_year_days(year);
    }
    override check_contracting_rules(): boolean {
      pay(1);
      return super.check_contracting_rules();
    }
  }
  return new PayingIterator({ rule, dtstart });
}

const daysOfMonth = 31;
const weeksOfYear = 53;
