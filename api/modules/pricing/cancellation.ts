import { addDays, nightsBetween } from '#common/days.ts';
import { shareOf, type QuoteLine, type QuoteLineKind } from './quote.ts';

interface PolicyStep {
  /** Days before check-in until which the step holds, at least 1. */
  daysBefore: number;
  /** Share of nights, cleaning fee and tax. The service fee is refunded with 100 only. */
  refundPercent: number;
  /** Set if the step also ends this many hours after the booking is confirmed. */
  hoursAfterConfirmation?: number;
}

/** What a cancellation by the traveler refunds. Steps are in order, the most days first. */
export const cancellationPolicies = {
  flexible: [{ daysBefore: 1, refundPercent: 100 }],
  moderate: [
    { daysBefore: 30, refundPercent: 100 },
    { daysBefore: 14, refundPercent: 50 },
  ],
  strict: [
    { daysBefore: 60, refundPercent: 100 },
    { daysBefore: 30, refundPercent: 50 },
  ],
  none_after_48h: [{ daysBefore: 14, refundPercent: 100, hoursAfterConfirmation: 48 }],
} as const satisfies Record<string, readonly PolicyStep[]>;

export type CancellationPolicy = keyof typeof cancellationPolicies;

/** From the most generous. */
export const cancellationPolicyNames = Object.keys(cancellationPolicies) as CancellationPolicy[];

/** When a stay is, or would be, cancelled. Days are the resort's. */
export interface CancellationMoment {
  checkIn: string;
  today: string;
  now: Date;
  /** Null as long as the booking isn't confirmed. */
  confirmedAt: Date | null;
}

/** A refund that can still be had. */
export interface RefundStep {
  refundPercent: number;
  /** The last day of the step. */
  lastDay: string;
  /** Set if the step also ends this many hours after the confirmation. */
  hoursAfterConfirmation: number | null;
}

/** What can still be refunded, now and later, highest first. Empty: nothing. */
export function refundSteps(
  policy: CancellationPolicy,
  { checkIn, today, now, confirmedAt }: CancellationMoment,
): RefundStep[] {
  const steps: readonly PolicyStep[] = cancellationPolicies[policy];
  const daysLeft = nightsBetween(today, checkIn);
  const hoursSince = confirmedAt === null ? 0 : (now.getTime() - confirmedAt.getTime()) / hourMs;
  return steps
    .filter(
      ({ daysBefore, hoursAfterConfirmation = Infinity }) =>
        daysLeft >= daysBefore && hoursSince <= hoursAfterConfirmation,
    )
    .map(({ daysBefore, refundPercent, hoursAfterConfirmation = null }) => ({
      refundPercent,
      lastDay: addDays(checkIn, -daysBefore),
      hoursAfterConfirmation,
    }));
}

const hourMs = 3_600_000;

export interface RefundLine {
  kind: QuoteLineKind;
  /** What was paid is the sum of both. */
  refundCents: number;
  keptCents: number;
}

export interface Refund {
  refundCents: number;
  keptCents: number;
  lines: RefundLine[];
}

/** What a cancellation by the traveler refunds, each line rounded by itself. */
export const refundOf = (
  policy: CancellationPolicy,
  moment: CancellationMoment,
  lines: readonly QuoteLine[],
): Refund => refundShare(refundSteps(policy, moment)[0]?.refundPercent ?? 0, lines);

/** Every refund that a policy can give, none included. */
export const refundShares = (policy: CancellationPolicy, lines: readonly QuoteLine[]): Refund[] =>
  [...new Set([100, ...cancellationPolicies[policy].map((step) => step.refundPercent), 0])].map(
    (percent) => refundShare(percent, lines),
  );

/** What owner or team cancel, decline or let expire is refunded whole. */
export const refundAll = (lines: readonly QuoteLine[]): Refund => refundShare(100, lines);

/** A share of what was paid; the service fee is refunded with 100 percent only. */
export function refundShare(percent: number, paid: readonly QuoteLine[]): Refund {
  const lines = paid.map(({ kind, cents }) => {
    const share = kind === 'service_fee' && percent < 100 ? 0 : percent;
    const refundCents = shareOf(cents, share * 100);
    return { kind, refundCents, keptCents: cents - refundCents };
  });
  return {
    refundCents: lines.reduce((sum, { refundCents }) => sum + refundCents, 0),
    keptCents: lines.reduce((sum, { keptCents }) => sum + keptCents, 0),
    lines,
  };
}
