import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const smtpTest: Compose<'smtpTest'> = ({ firstName, server }, { site }) => ({
  subject: `Test message from ${site.title}`,
  preheader: 'The SMTP settings work.',
  heading: 'The SMTP settings work',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'This message came by the mail server that the settings name. Mail to members goes the same way.',
    },
    { kind: 'facts', rows: [{ label: 'Mail server', value: server }] },
  ],
  reason: `You get this message because you tested the SMTP settings of ${site.title}.`,
});
