import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const reviewRemoved: Compose<'reviewRemoved'> = (values, { site }) => ({
  subject: `Your review was removed: ${values.resortName}`,
  preheader: 'Why, and what you can do.',
  heading: 'Your review was removed',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `Other members reported your review of ${values.resortName}. Our team looked at it and has removed it. The reason:`,
    },
    { kind: 'quote', text: values.reason },
    { kind: 'text', text: 'This is what you had written:' },
    { kind: 'quote', text: values.review },
    {
      kind: 'note',
      text: 'You are welcome to write another review of your stay. If you think that we are wrong, answer to the address below.',
    },
  ],
  reason: `You get this message because you wrote a review at ${site.title}.`,
});
