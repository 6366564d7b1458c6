import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { teamLink } from './teamLink.ts';

export const accountClosed: Compose<'accountClosed'> = ({ firstName }, letterhead) => ({
  subject: `Your account at ${letterhead.site.title} is closed`,
  preheader: 'Your personal details were removed.',
  heading: 'Your account is closed',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'Your account was closed as you asked, and your personal details were removed. This is our last message to you.',
    },
    {
      kind: 'text',
      text: 'Thank you for the time with us. You are welcome back whenever you like.',
    },
    {
      kind: 'note',
      text: 'If this was not you, write to us at once:',
      link: teamLink(letterhead),
    },
  ],
  reason: `You get this message because you had an account at ${letterhead.site.title}.`,
});
