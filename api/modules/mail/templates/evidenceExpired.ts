import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const evidenceExpired: Compose<'evidenceExpired'> = (values, { site }) => ({
  subject: `Please renew your proof: ${values.listing.title}`,
  preheader: 'Your proof of ownership has run out.',
  heading: 'Your proof of ownership has run out',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: 'The document with which you proved your ownership is not good any more. Your listing is hidden for now. Stays that are booked are not touched.',
    },
    {
      kind: 'text',
      text: 'Upload a document that is good for longer and ask for another review.',
    },
    listingFacts(values),
    { kind: 'button', label: 'Renew your proof', link: values.link },
  ],
  reason: listingReason(site.title),
});
