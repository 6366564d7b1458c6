import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { isoDay, nightsBetween } from '#common/days.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Money } from '#common/money.ts';
import type { CancellationPolicy } from '../pricing/cancellation.ts';
import { quote, type QuoteLineKind } from '../pricing/quote.ts';
import { cancellationWords, lineLabel, refundWords } from '../pricing/words.ts';
import type { Site } from '../site/siteSettings.ts';
import { isInstantStay } from './leadDays.ts';
import { isBookable, resortToday } from './listings.ts';
import { priceColumns, priceTermsOf } from './priceTerms.ts';

export interface StayQuote {
  nights: number;
  /** Whether paying confirms it: a stay sooner than the lead time can only be requested. */
  isInstant: boolean;
  /** Lines of 0 are left out. */
  lines: { kind: QuoteLineKind; label: string; amount: Money }[];
  total: Money;
  policy: CancellationPolicy;
  cancellation: string;
  cancellationSteps: string[];
}

export const quoteColumns = {
  ...priceColumns,
  cancellationPolicy: true,
  minNights: true,
  availableFrom: true,
  availableTo: true,
  isInstant: true,
  resort: {
    select: { ...priceColumns.resort.select, ...resortToday.select, certificateLeadDays: true },
  },
} as const satisfies Prisma.ListingSelect;

type QuotedListing = Prisma.ListingGetPayload<{ select: typeof quoteColumns }>;

/** The quote of a stay in these nights; undefined if they can't be booked. */
export function stayQuoteOf(
  listing: QuotedListing,
  { checkIn, checkOut }: { checkIn: string; checkOut: string },
  site: Pick<Site, 'serviceFeeBps' | 'certificateLeadDays'>,
): StayQuote | undefined {
  if (!isBookable(listing, checkIn, checkOut)) {
    return undefined;
  }
  const nights = nightsBetween(checkIn, checkOut);
  const terms = priceTermsOf(listing, site);
  const { lines, totalCents, currency } = quote(terms, nights);
  const { cancellationPolicy: policy, resort } = listing;
  const { today: now } = resort.zone;
  const moment = { checkIn, today: isoDay(now), now, confirmedAt: null };
  return {
    nights,
    isInstant: isInstantStay(listing, checkIn, site),
    lines: lines
      .filter(({ cents }) => cents > 0)
      .map(({ kind, cents }) => ({
        kind,
        label: lineLabel(kind, terms, nights),
        amount: { amount: cents, currency },
      })),
    total: { amount: totalCents, currency },
    policy,
    cancellation: cancellationWords(policy, moment, lines),
    cancellationSteps: refundWords(policy, moment, lines, currency),
  };
}

const dayMessage = (field: string) => `${field} must be a date like 2027-03-05`;

export const quoteInput = z.object({
  checkIn: z.iso.date(dayMessage('checkIn')).describe('The first night.'),
  checkOut: z.iso.date(dayMessage('checkOut')).describe('The morning after the last night.'),
});

/**
 * As `stayQuoteOf`, for a listing on offer.
 * @throws {InvalidInputError} naming checkIn or checkOut
 * @throws {NotFoundError} if these nights can't be booked
 */
export async function quoteStay(
  { database, siteSettings }: Pick<Deps, 'database' | 'siteSettings'>,
  listingId: string,
  input: unknown,
): Promise<StayQuote> {
  const nights = parseInput(quoteInput, input);
  const listing = z.uuid().safeParse(listingId).success
    ? await database.prisma.listing.findFirst({
        where: { id: listingId, onOffer: true },
        select: quoteColumns,
        relationLoadStrategy: 'join',
      })
    : null;
  const found = listing && stayQuoteOf(listing, nights, siteSettings.current());
  if (!found) {
    throw new NotFoundError("These nights can't be booked");
  }
  return found;
}
