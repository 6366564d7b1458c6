import { nightsBetween } from '#common/days.ts';
import { formatMoney } from '#common/money.ts';
import {
  cancellationPolicies,
  refundShare,
  refundSteps,
  type CancellationMoment,
  type CancellationPolicy,
  type RefundStep,
} from './cancellation.ts';
import type { PriceTerms, QuoteLine, QuoteLineKind } from './quote.ts';
import { plural } from '#common/numbers.ts';

/** The name of a line: '7 nights × $150', 'Occupancy tax (12.5%)'. */
export function lineLabel(kind: QuoteLineKind, terms: PriceTerms, nights: number): string {
  switch (kind) {
    case 'nights': {
      const price = formatMoney({ amount: terms.pricePerNightCents, currency: terms.currency });
      return `${plural(nights, 'night')} × ${price}`;
    }
    case 'cleaning':
      return 'Cleaning or resort fee';
    case 'tax':
      return `Occupancy tax (${percentWords(terms.taxBps)})`;
    case 'service_fee':
      return `Service fee (${percentWords(terms.serviceFeeBps)})`;
  }
}

const percentWords = (bps: number): string => `${bps / 100}%`;

export const policyNames: Readonly<Record<CancellationPolicy, string>> = {
  flexible: 'Flexible',
  moderate: 'Moderate',
  strict: 'Strict',
  none_after_48h: 'No refund after 48 hours',
};

export interface RefundRow {
  when: string;
  refundPercent: number;
}

/** The refund table of a policy, from the highest refund to 'Later', with 0 percent. */
export function refundTable(policy: CancellationPolicy): RefundRow[] {
  const rows = cancellationPolicies[policy].map((step) => {
    const days = `${plural(step.daysBefore, 'day')} before check-in`;
    return {
      when:
        'hoursAfterConfirmation' in step
          ? `Within ${step.hoursAfterConfirmation} hours of the confirmation, and at least ${days}`
          : `At least ${days}`,
      refundPercent: step.refundPercent,
    };
  });
  return [...rows, { when: 'Later', refundPercent: 0 }];
}

/** The current refund in words: 'Free cancellation until Mar 3'. */
export function cancellationWords(
  policy: CancellationPolicy,
  moment: CancellationMoment,
  lines: readonly QuoteLine[] = [],
): string {
  const [step] = refundSteps(policy, moment);
  if (step) return stepWords(step, moment.today);
  return refundShare(0, lines).refundCents > 0
    ? 'Only the occupancy tax is refundable'
    : 'Not refundable';
}

/**
 * Refunds still possible, with amounts, highest first: '50% refund until Mar 19: $570 back, without
 * the service fee', and at last 'Only the occupancy tax is refunded after that: $13 back'.
 */
export const refundWords = (
  policy: CancellationPolicy,
  moment: CancellationMoment,
  lines: readonly QuoteLine[],
  currency: string,
): string[] => {
  const back = (amount: number): string => `${formatMoney({ amount, currency })} back`;
  const steps = refundSteps(policy, moment).map((step) => {
    const { refundCents, lines: shares } = refundShare(step.refundPercent, lines);
    const keepsFee = shares.some(
      ({ kind, refundCents: refunded, keptCents }) =>
        kind === 'service_fee' && keptCents > 0 && refunded === 0,
    );
    return `${stepWords(step, moment.today)}: ${back(refundCents)}${keepsFee ? ', without the service fee' : ''}`;
  });
  const { refundCents: taxCents } = refundShare(0, lines);
  return taxCents === 0
    ? steps
    : [
        ...steps,
        `Only the occupancy tax is refunded${steps.length > 0 ? ' after that' : ''}: ${back(taxCents)}`,
      ];
};

function stepWords(step: RefundStep, today: string): string {
  const refund = step.refundPercent === 100 ? 'Free cancellation' : `${step.refundPercent}% refund`;
  const lastDay = shortDay(step.lastDay, today);
  if (step.hoursAfterConfirmation === null) return `${refund} until ${lastDay}`;
  const hours = `${refund} for ${step.hoursAfterConfirmation} hours after confirmation`;
  return nightsBetween(today, step.lastDay) < daysToConfirmAndCancel
    ? `${hours}, until ${lastDay} at the latest`
    : hours;
}

/** 24 hours to confirm plus 48 hours to cancel, which a clock change can push past midnight. */
const daysToConfirmAndCancel = 4;

function shortDay(day: string, today: string): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return (isThisYear ? dayInYear : dayAndYear).format(new Date(day));
}

const dayInYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
});
const dayAndYear = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
