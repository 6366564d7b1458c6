import { markdownTable } from '#api/platform/files/markdownTable.ts';
import { moneyWords, moveNames, ruleOf, type MoveTime } from './moves.ts';
import {
  answerTime,
  appealTime,
  balanceDays,
  balancePayTime,
  certificateDays,
  claimAnswerTime,
  claimTime,
  endTime,
  hearingTime,
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
  reportable: 'from the day of check-in to the day after check-out, and until the owner is paid',
  with_cancellation: 'with the cancellation by the owner, if such weeks are free',
  before_release: 'until the owner is paid',
  to_hand_in: 'before the day of check-in, while none is handed in',
  to_certify: 'once it is handed in, before the day of check-in; the team at any time',
  handed_in: 'once it is handed in, before the day of check-in; the team at any time',
  to_replace: 'once it is handed in, before the day of check-in',
  certificate_due: `from ${certificateDays.remind} days before it is due`,
  certificate_due_again: 'from the day on which it is due',
  certificate_overdue: `from ${certificateDays.escalate} days after it was due`,
  certificate_failed: `from ${endTime} before check-in`,
  balance_near: `from ${balanceDays.due + balanceDays.remind} days before check-in, while the rest is not paid`,
  balance_due: `${balanceDays.due} days before check-in, and ${balanceDays.remind} days after the traveler was told`,
  balance_owed: 'while the rest is not paid',
  balance_refusable: `once, from ${balanceDays.due} days before check-in`,
  balance_overdue: `${balancePayTime} after the traveler was told, and at the latest on the day of check-in`,
  on_check_in: 'on the day of check-in, once the whole price is paid',
  two_days_in: `${releaseTime} after check-in, and ${reportTime} after the traveler was told`,
  on_check_out: 'on the day of check-out',
  hearing: 'once by each side, before it is decided',
  heard: `once both sides have nothing to add, or ${hearingTime} after the report`,
  answerable: `once by each side, within ${appealTime} of the decision`,
  appeal_heard: `once both sides have accepted or appealed, or ${appealTime} after the decision`,
  unappealed: `once both sides have accepted, after ${appealTime} without an appeal, or once the payer’s bank has given everything back`,
  paid: 'after the payment',
  claimable: `once, from the day of check-out to ${claimTime} after it`,
  claim_open: 'until it is decided',
  claim_answerable: `once, within ${claimAnswerTime} of the claim`,
  claim_heard: `${hearingTime} after it was contested, or ${claimAnswerTime} after a claim without an answer`,
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
