import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingVerified: Compose<'listingVerified'> = (values, { site }) => ({
  subject: `Published: ${values.listing.title}`,
  preheader: 'Your ownership is verified.',
  heading: 'Your listing is published',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: 'Our team has verified your ownership. Travelers can find your listing from now on.',
    },
    ...(values.opensEscrow
      ? [
          {
            kind: 'text' as const,
            text: 'Next, our title and escrow partner opens an account that protects the money. We will confirm it by mail.',
          },
        ]
      : []),
    listingFacts(values),
    { kind: 'button', label: 'See your listing', link: values.link },
  ],
  reason: listingReason(site.title),
});
