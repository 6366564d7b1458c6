import type { Compose } from './templates.ts';

export const messageReported: Compose<'messageReported'> = (values, { site }) => ({
  subject: `Message reported: ${values.resortName}`,
  preheader: values.reason,
  heading: 'A message was reported',
  blocks: [
    {
      kind: 'facts',
      rows: [
        { label: 'About a week at', value: values.resortName },
        { label: 'Reason', value: values.reason },
        ...(values.details === '' ? [] : [{ label: 'Details', value: values.details }]),
      ],
    },
    { kind: 'text', text: 'The message:' },
    { kind: 'quote', text: values.message },
    { kind: 'button', label: 'Open Moderation', link: values.link },
  ],
  reason: `For the team of ${site.title}.`,
});
