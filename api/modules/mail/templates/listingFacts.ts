import type { Block } from './layout.ts';
import type { ListingMail } from './templates.ts';

export const listingFacts = ({ listing }: ListingMail): Block => ({
  kind: 'facts',
  rows: [
    { label: 'Listing', value: listing.title },
    { label: 'Resort', value: listing.resortName },
    { label: 'Dates', value: listing.dates },
  ],
});

export const listingReason = (siteTitle: string): string =>
  `You get this message because you listed a timeshare at ${siteTitle}.`;
