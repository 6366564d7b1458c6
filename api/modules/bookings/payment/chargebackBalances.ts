import type { Chargeback } from '#api/generated/prisma/client.ts';
import type { Balances, Shares } from '#api/modules/ledger/ledger.ts';

interface Loss {
  /** The cents taken back from host, tax office and our fee. */
  shares: Shares;
  /** What nobody earned: it was still the traveler's, or was given back to them already. */
  travelerCents: number;
}

/**
 * Who bears a lost chargeback: those who earned the money, in proportion and to the cent; beyond
 * what they earned, nobody.
 */
export function lossOf(earned: Shares, amountCents: number): Loss {
  const kinds = ['hostCents', 'taxCents', 'serviceFeeCents'] as const;
  let left = kinds.reduce((sum, kind) => sum + earned[kind], 0);
  let toTake = Math.min(amountCents, left);
  const travelerCents = amountCents - toTake;
  const shares: Shares = { hostCents: 0, taxCents: 0, serviceFeeCents: 0 };
  for (const kind of kinds) {
    // A share of the remainder, so that rounding errors cancel out. BigInt: the product may exceed
    // safe integers.
    const part = left === 0 ? 0 : Number((BigInt(toTake) * BigInt(earned[kind])) / BigInt(left));
    shares[kind] = part;
    left -= earned[kind];
    toTake -= part;
  }
  return { shares, travelerCents };
}

export type CountedChargeback = Pick<
  Chargeback,
  'status' | 'amountCents' | 'feeCents' | 'travelerCents' | 'decidedAt'
>;

const lostOnes = (chargebacks: readonly CountedChargeback[]): CountedChargeback[] =>
  chargebacks
    .filter(({ status }) => status === 'lost')
    .sort((one, other) => Number(one.decidedAt) - Number(other.decidedAt));

/** The balances of a booking with its chargebacks. @param kept what was earned without them */
export function withChargebacks(
  balances: Balances,
  chargebacks: readonly CountedChargeback[],
  kept: Shares,
  host: 'owner_payable' | 'provider_payable',
): Balances {
  const after = { ...balances };
  for (const { status, amountCents, feeCents } of chargebacks) {
    after.provider_fee += feeCents;
    after.escrow -= feeCents + (status === 'won' ? 0 : amountCents);
    after.disputed += status === 'open' ? amountCents : 0;
  }
  let earned = kept;
  for (const { amountCents, travelerCents } of lostOnes(chargebacks)) {
    const { shares } = lossOf(earned, amountCents - travelerCents);
    // Given back by the bank instead of by us.
    after.refund_payable += travelerCents;
    after[host] += shares.hostCents;
    after.tax_payable += shares.taxCents;
    after.service_fee += shares.serviceFeeCents;
    earned = {
      hostCents: earned.hostCents - shares.hostCents,
      taxCents: earned.taxCents - shares.taxCents,
      serviceFeeCents: earned.serviceFeeCents - shares.serviceFeeCents,
    };
  }
  return after;
}
