import { markdownTable } from '#api/platform/files/markdownTable.ts';
import { moneyWords, moveNames, ruleOf, type MoveTime } from './moves.ts';
import {
  answerTime,
  certificateDays,
  holdTime,
  releaseTime,
  reportTime,
} from '#common/durations.ts';

const times: Record<MoveTime, string> = {
  always: '',
  hold_over: `after ${holdTime}`,
  unanswered: 'before it is answered',
  offered: 'while an offer stands',
  offer_overdue: `after ${answerTime} in which the offer was not taken`,
  answer_overdue: `after ${answerTime} without an answer`,
  before_check_in: 'before the day of check-in',
  from_check_in: 'from the day of check-in until the owner is paid',
  before_release: 'until the owner is paid',
  certificate_due: `${certificateDays.remind} to ${certificateDays.remindAgain + 1} days before check-in`,
  certificate_due_again: `${certificateDays.remindAgain} to ${certificateDays.escalate + 1} days before check-in`,
  certificate_overdue: `from ${certificateDays.escalate} days before check-in`,
  on_check_in: 'on the day of check-in',
  two_days_in: `${releaseTime} after check-in, and ${reportTime} after the traveler was told`,
  on_check_out: 'on the day of check-out',
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
