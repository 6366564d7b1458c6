import ICAL from 'ical.js';

/** Steps that may still be taken. */
export interface Work {
  left: number;
}

/** The rules of an event take more steps than are left, or it lists more dates than any stay needs. */
export class TooMuchWork extends Error {}

/** Dates that an event may add to its rules, and leave out of them. */
const mostDates = 5_000;

/**
 * Makes each rule of an event or of a time zone pay for its steps, and throw TooMuchWork when it can't.
 * ical.js itself follows a rule that never comes true, such as 30 February, for ever.
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
 * ical.js takes the square of their number to sort them.
 * @throws {TooMuchWork} where an event lists too many
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
  /** Every loop of its parent class goes through one of these. */
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
