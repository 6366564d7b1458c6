import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingReceived: Compose<'listingReceived'> = (values, { site }) => ({
  subject: `We have your listing: ${values.listing.title}`,
  preheader: 'Our team looks at it before it is published.',
  heading: 'Thank you, we have your listing',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: values.hasContract
        ? 'Your listing and ownership contract have been submitted for verification. We will write to you as soon as our team has looked at them.'
        : 'Your listing has been submitted. Our team will contact you about contract verification for listing approval. You can upload your ownership contract at any time.',
    },
    listingFacts(values),
    { kind: 'button', label: 'See your listing', link: values.link },
  ],
  reason: listingReason(site.title),
});
