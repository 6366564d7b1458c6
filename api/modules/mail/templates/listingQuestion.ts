import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingQuestion: Compose<'listingQuestion'> = (values, { site }) => ({
  subject: `One more thing about: ${values.listing.title}`,
  preheader: 'We need a little more to verify your listing.',
  heading: 'We need a little more',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    { kind: 'text', text: 'To verify your ownership, our team asks:' },
    { kind: 'quote', text: values.question },
    {
      kind: 'text',
      text: 'Your listing keeps its place. Answer on its page, with another document if you have one.',
    },
    listingFacts(values),
    { kind: 'button', label: 'Answer', link: values.link },
  ],
  reason: listingReason(site.title),
});
