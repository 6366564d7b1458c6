import type { Prisma } from '#api/generated/prisma/client.ts';
import type { PriceTerms } from '../pricing/quote.ts';
import type { Site } from '../site/siteSettings.ts';

/** Prisma selection for prices of stays, with the stretches of free nights in order. */
export const priceColumns = {
  pricePerNightCents: true,
  cleaningFeeCents: true,
  currency: true,
  freeStretches: {
    orderBy: { startsOn: 'asc' },
    select: { startsOn: true, endsOn: true, taxBps: true, serviceFeeBps: true },
  },
  resort: { select: { tax: { select: { rateBps: true, keepsTaxWhenCancelled: true } } } },
} as const satisfies Prisma.ListingSelect;

type PricedListing = Prisma.ListingGetPayload<{ select: typeof priceColumns }>;

/**
 * Price terms of a listing, at the rates stored with its free nights, which lists show and sort by;
 * without free nights, at current rates.
 */
export function priceTermsOf(
  listing: PricedListing,
  site: Pick<Site, 'serviceFeeBps'>,
): PriceTerms {
  const [free] = listing.freeStretches;
  return {
    pricePerNightCents: listing.pricePerNightCents,
    cleaningFeeCents: listing.cleaningFeeCents,
    currency: listing.currency,
    taxBps: free?.taxBps ?? listing.resort.tax.rateBps,
    keepsTax: listing.resort.tax.keepsTaxWhenCancelled,
    serviceFeeBps: free?.serviceFeeBps ?? site.serviceFeeBps,
  };
}
