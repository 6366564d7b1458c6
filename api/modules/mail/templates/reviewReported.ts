import type { Compose } from './templates.ts';

export const reviewReported: Compose<'reviewReported'> = (values, { site }) => ({
  subject: `Review reported: ${values.resortName}`,
  preheader: values.reason,
  heading: 'A review was reported',
  blocks: [
    {
      kind: 'facts',
      rows: [
        { label: 'Resort', value: values.resortName },
        { label: 'Reason', value: values.reason },
        ...(values.details === '' ? [] : [{ label: 'Details', value: values.details }]),
      ],
    },
    { kind: 'text', text: 'The review:' },
    { kind: 'quote', text: values.review },
    ...(values.answer === null
      ? []
      : [
          { kind: 'text' as const, text: 'The answer of the owner:' },
          { kind: 'quote' as const, text: values.answer },
        ]),
  ],
  reason: `For the team of ${site.title}.`,
});
