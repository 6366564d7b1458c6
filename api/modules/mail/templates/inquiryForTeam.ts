import type { Compose } from '../templates.ts';

export const inquiryForTeam: Compose<'inquiryForTeam'> = (values, { site }) => ({
  subject: `New property: ${values.propertyName}`,
  preheader: 'Promised: an answer within 24 hours.',
  heading: 'A new property',
  blocks: [
    {
      kind: 'text',
      text: 'A member would like to sell or rent this. We promised an answer within 24 hours.',
    },
    { kind: 'facts', rows: values.rows },
    {
      kind: 'note',
      text: 'Reply to this message or write to',
      link: { label: values.replyTo, address: `mailto:${values.replyTo}` },
    },
  ],
  reason: `For the team of ${site.title}.`,
});
