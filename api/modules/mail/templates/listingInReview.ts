import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingInReview: Compose<'listingInReview'> = (values, { site }) => ({
  subject: `In review: ${values.listing.title}`,
  preheader: 'Our team looks at your listing again.',
  heading: 'Your listing is in review',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: 'Our team looks at your listing and your proof of ownership. Until that is done nobody else sees the listing. We will write to you as soon as it is.',
    },
    listingFacts(values),
    { kind: 'button', label: 'See your listing', link: values.link },
  ],
  reason: listingReason(site.title),
});
