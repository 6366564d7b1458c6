import type { Booking, BookingMove, Prisma } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { formatMoney } from '#common/money.ts';
import { leastCharge } from '#api/modules/pricing/leastCharge.ts';

/** The most that can be claimed for a damage, in cents. */
const mostCents = 2_000_000;

/**
 * What a move about a damage claim changes in its booking.
 * @throws {InvalidInputError} if no card could be charged the amount, or it is more than is claimed
 */
export function claimData(
  { claimCents: claimed, currency }: Booking,
  { move, claimCents }: { move: BookingMove; claimCents?: number | null | undefined },
  now: Date,
): Prisma.BookingUncheckedUpdateInput {
  switch (move) {
    case 'claim_damage':
      return {
        claim: 'claimed',
        claimedAt: now,
        claimCents: requireAmount(claimCents, mostCents, currency),
      };
    case 'contest_claim':
      return { claim: 'contested' };
    case 'agree_claim':
      return { claim: 'owed', claimOwedCents: claimed };
    case 'decide_claim':
      return claimCents === 0
        ? { claim: 'dismissed', claimOwedCents: 0 }
        : {
            claim: 'owed',
            claimOwedCents: requireAmount(claimCents, claimed ?? 0, currency, '$0, or '),
          };
    default:
      return {};
  }
}

function requireAmount(
  cents: number | null | undefined,
  most: number,
  currency: string,
  otherwise = '',
): number {
  const least = leastCharge(currency);
  if (cents == null || cents < least || cents > most) {
    const [from, to] = [least, most].map((amount) => formatMoney({ amount, currency }));
    throw new InvalidInputError('claimCents', `The amount must be ${otherwise}${from} to ${to}`);
  }
  return cents;
}
