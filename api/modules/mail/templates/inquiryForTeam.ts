import type { Compose } from './templates.ts';

export const inquiryForTeam: Compose<'inquiryForTeam'> = (
  { propertyName, rows, replyTo },
  { site },
) => ({
  subject: `New property: ${propertyName}`,
  preheader: 'Promised: an answer within 24 hours.',
  heading: 'A new property',
  blocks: [
    {
      kind: 'text',
      text: 'A member would like to sell or rent this. We promised an answer within 24 hours.',
    },
    { kind: 'facts', rows },
    {
      kind: 'note',
      text: 'Reply to this message or write to',
      link: { label: replyTo, address: `mailto:${replyTo}` },
    },
  ],
  reason: `For the team of ${site.title}.`,
});
