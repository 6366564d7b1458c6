import type { CancellationPolicy } from '../modules/pricing/cancellation.ts';
import { createRandom } from '#common/random.ts';

/** Basis points by destination, close to the real tax on a hotel night. */
export const occupancyTaxes: Readonly<Record<string, number>> = {
  Arizona: 1_392,
  Aruba: 1_250,
  Asia: 700,
  California: 1_400,
  Caribbean: 1_250,
  Colorado: 1_228,
  Europe: 1_000,
  Florida: 1_250,
  Hawaii: 1_796,
  'Las Vegas': 1_338,
  Mexico: 1_900,
  'South Carolina': 1_300,
  Utah: 1_317,
};

export interface TermsRow {
  cleaningFeeCents: number;
  isInstant: boolean;
  cancellationPolicy: CancellationPolicy;
}

/**
 * The terms of a listing, from their own random sequence, so that the rest of the sample stays the
 * same.
 */
export function termsOf(index: number, bedrooms: number): TermsRow {
  const random = createRandom(`terms:${index}`);
  return {
    cleaningFeeCents: random.chance(0.2) ? 0 : 4_500 + bedrooms * 2_500 + random.int(0, 8) * 500,
    isInstant: random.chance(0.4),
    cancellationPolicy: random.pick([
      'flexible',
      'flexible',
      'moderate',
      'moderate',
      'strict',
      'none_after_48h',
    ] as const),
  };
}
