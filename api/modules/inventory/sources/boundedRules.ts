import ICAL from 'ical.js';

/** Steps that may still be taken. */
export interface Work {
  left: number;
}

/** The rules of an event take more steps than are left, or it lists too many dates. */
export class TooMuchWork extends Error {}

/** The most dates an event may add (RDATE), and the most it may exclude (EXDATE). */
const mostDates = 5_000;

/**
 * Makes each rule of an event or time zone count its steps, and throw TooMuchWork if none are left.
 * ical.js itself never returns from a rule that never matches, such as 30 February.
 */
export function boundRules(component: ICAL.Component, work: Work): void {
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue();
    if (rule instanceof ICAL.Recur) {
      rule.iterator = (start) => payingIterator(rule, start, work);
    }
  }
}

/**
 * Limits the dates of an event: ical.js sorts them in quadratic time.
 * @throws {TooMuchWork} if there are too many
 */
export function boundDates(event: ICAL.Component): void {
  for (const name of ['rdate', 'exdate']) {
    const dates = event.getAllProperties(name).flatMap((property) => property.getValues());
    if (dates.length > mostDates) {
      throw new TooMuchWork();
    }
  }
}

function payingIterator(rule: ICAL.Recur, dtstart: ICAL.Time, work: Work): ICAL.RecurIterator {
  // Each step compares a date with each value of the rule.
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
