import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const answerRemoved: Compose<'answerRemoved'> = (values, { site }) => ({
  subject: `Your answer was removed: ${values.resortName}`,
  preheader: 'Why, and what you can do.',
  heading: 'Your answer was removed',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `Members reported your answer to a review of ${values.resortName}. Our team looked at it and has removed it. The reason:`,
    },
    { kind: 'quote', text: values.reason },
    { kind: 'text', text: 'This is what you had written:' },
    { kind: 'quote', text: values.answer },
    {
      kind: 'note',
      text: 'A review can be answered once, so you cannot write another. If you think that we are wrong, answer to the address below.',
    },
  ],
  reason: `You get this message because your week is on offer at ${site.title}.`,
});
