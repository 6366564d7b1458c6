import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const reviewAnswered: Compose<'reviewAnswered'> = (values, { site }) => ({
  subject: `The owner answered your review: ${values.resortName}`,
  preheader: 'Read what the owner of the week says.',
  heading: 'The owner answered your review',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `The owner of the week in which you stayed at ${values.resortName} has answered your review “${values.review}”:`,
    },
    { kind: 'quote', text: values.answer },
    { kind: 'button', label: 'See the reviews', link: values.link },
  ],
  reason: `You get this message because you wrote a review at ${site.title}.`,
});
