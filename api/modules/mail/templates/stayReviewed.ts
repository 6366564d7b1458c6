import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const stayReviewed: Compose<'stayReviewed'> = (values, { site }) => ({
  subject: `Your week was reviewed: ${values.resortName}`,
  preheader: `${values.guest} gave ${values.rating} of 5 stars.`,
  heading: 'Your week was reviewed',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `${values.guest} stayed in your week “${values.week}” at ${values.resortName} and gave ${values.rating} of 5 stars:`,
    },
    { kind: 'quote', text: values.review },
    {
      kind: 'text',
      text: 'You can answer once, in public, below the review. Please take your time: an answer can’t be changed.',
    },
    { kind: 'button', label: 'Answer the review', link: values.link },
  ],
  reason: `You get this message because your week is on offer at ${site.title}.`,
});
