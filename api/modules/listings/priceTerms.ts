import type { Prisma } from '#api/generated/prisma/client.ts';
import type { PriceTerms } from '../pricing/quote.ts';
import type { Site } from '../site/siteSettings.ts';

/** Prisma selection of what stays in a listing cost, and of its runs of free nights in order. */
export const priceColumns = {
  pricePerNightCents: true,
  cleaningFeeCents: true,
  currency: true,
  freeStretches: {
    orderBy: { startsOn: 'asc' },
    select: { startsOn: true, endsOn: true, taxBps: true, serviceFeeBps: true },
  },
  resort: { select: { tax: { select: { rateBps: true } } } },
} as const satisfies Prisma.ListingSelect;

type PricedListing = Prisma.ListingGetPayload<{ select: typeof priceColumns }>;

/**
 * What stays in a listing cost. The rates are those of its free nights, which lists show and sort by;
 * without free nights the current ones.
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
    serviceFeeBps: free?.serviceFeeBps ?? site.serviceFeeBps,
  };
}
