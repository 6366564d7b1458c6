import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { listingFacts, listingReason } from './listingFacts.ts';

export const listingMoved: Compose<'listingMoved'> = (values, { site }) => ({
  subject: `${values.isBack ? 'Back on the site' : 'Taken off the site'}: ${values.listing.title}`,
  preheader: values.isBack ? 'Our team put your listing back.' : 'Nobody else sees your listing.',
  heading: values.isBack ? 'Your listing is back' : 'Your listing was taken off the site',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: values.isBack
        ? 'Our team put your listing back on the site. Once your ownership is verified, everyone sees it.'
        : 'Our team took your listing off the site, so nobody else sees it. Stays that are booked are not touched. Please write to us if you have a question.',
    },
    ...(values.reason === null ? [] : [{ kind: 'quote' as const, text: values.reason }]),
    listingFacts(values),
    { kind: 'button', label: 'See your listing', link: values.link },
  ],
  reason: listingReason(site.title),
});
