import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingRejected: Compose<'listingRejected'> = (values, { site }) => ({
  subject: `We could not verify: ${values.listing.title}`,
  preheader: 'What to do next.',
  heading: 'We could not verify your ownership',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    { kind: 'text', text: 'Our team looked at your listing and could not verify it. The reason:' },
    { kind: 'quote', text: values.reason },
    {
      kind: 'text',
      text: 'Once that is settled, upload another document or correct the listing and ask for another review.',
    },
    listingFacts(values),
    { kind: 'button', label: 'See your listing', link: values.link },
  ],
  reason: listingReason(site.title),
});
