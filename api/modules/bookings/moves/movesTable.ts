import { markdownTable } from '#api/platform/files/markdownTable.ts';
import { appealDays, hearingHours, moneyWords, moveNames, ruleOf, type MoveTime } from './moves.ts';

const times: Record<MoveTime, string> = {
  always: '',
  hold_over: 'after 15 minutes',
  unanswered: 'before it is answered',
  offered: 'while an offer stands',
  offer_overdue: 'after 24 hours in which the offer was not taken',
  answer_overdue: 'after 24 hours without an answer',
  before_check_in: 'before the day of check-in',
  reportable: 'from the day of check-in to the day after check-out, and until the owner is paid',
  before_release: 'until the owner is paid',
  certificate_due: '21 to 15 days before check-in',
  certificate_due_again: '14 to 11 days before check-in',
  certificate_overdue: 'from 10 days before check-in',
  on_check_in: 'on the day of check-in',
  two_days_in: 'two days after check-in',
  on_check_out: 'on the day of check-out',
  hearing: 'once by each side, before it is decided',
  heard: `once both sides have nothing to add, or ${hearingHours} hours after the report`,
  answerable: `once by each side, within ${appealDays} days of the decision`,
  appeal_heard: `once both sides have accepted or appealed, or ${appealDays} days after the decision`,
  unappealed: `once both sides have accepted, or after ${appealDays} days without an appeal`,
  paid: 'after the payment',
};

/** The moves of a booking as the Markdown table in docs/bookings.md. */
export const movesTable = (): string =>
  markdownTable(
    ['move', 'from', 'to', 'by', 'when', 'money', 'mail to', 'what it is'],
    moveNames.map((move) => {
      const { from, to, by, time, money: step, tells, means } = ruleOf(move);
      return [
        move,
        from.join(', '),
        to ?? 'stays',
        by.join(', '),
        times[time],
        moneyWords[step],
        tells.join(', '),
        means,
      ];
    }),
  );
