import type { Booking } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import type { PriceTerms, QuoteLineKind } from '#api/modules/pricing/quote.ts';
import { lineLabel } from '#api/modules/pricing/words.ts';
import { linesOf } from '../payment/shares.ts';

export interface PriceLine {
  kind: QuoteLineKind;
  label: string;
  cents: number;
  currency: string;
}

export const rates = {
  pricePerNightCents: true,
  cleaningCents: true,
  taxBps: true,
  keepsTax: true,
  serviceFeeBps: true,
  currency: true,
} as const;

export const priced = {
  ...rates,
  id: true,
  checkIn: true,
  checkOut: true,
  nightsCents: true,
  taxCents: true,
  serviceFeeCents: true,
} as const;

/** Price lines of a booking, those of 0 left out; empty for stays that were agreed elsewhere. */
export function priceLines(booking: Pick<Booking, keyof typeof priced>): PriceLine[] {
  const { currency, pricePerNightCents, cleaningCents, taxBps, serviceFeeBps } = booking;
  if (
    pricePerNightCents === null ||
    cleaningCents === null ||
    taxBps === null ||
    serviceFeeBps === null
  ) {
    return [];
  }
  const terms = {
    pricePerNightCents,
    cleaningFeeCents: cleaningCents,
    taxBps,
    serviceFeeBps,
    currency,
  };
  const nights = nightsBetween(isoDay(booking.checkIn), isoDay(booking.checkOut));
  return shownLines(linesOf(booking), terms, nights);
}

export const shownLines = (
  lines: readonly Pick<PriceLine, 'kind' | 'cents'>[],
  terms: PriceTerms,
  nights: number,
): PriceLine[] =>
  lines
    .filter(({ cents }) => cents > 0)
    .map(({ kind, cents }) => ({
      kind,
      label: lineLabel(kind, terms, nights),
      cents,
      currency: terms.currency,
    }));
