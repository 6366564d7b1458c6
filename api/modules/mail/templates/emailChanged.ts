import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';
import { teamLink } from './teamLink.ts';

export const emailChanged: Compose<'emailChanged'> = ({ firstName, newEmail }, letterhead) => ({
  subject: `Your email at ${letterhead.site.title} was changed`,
  preheader: 'From now on we write to your new address.',
  heading: 'Your email was changed',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    { kind: 'text', text: 'Your account has a new address. From now on we write there.' },
    { kind: 'facts', rows: [{ label: 'New address', value: newEmail }] },
    {
      kind: 'note',
      text: 'If this was not you, write to us at once:',
      link: teamLink(letterhead),
    },
  ],
  reason: `You get this message because this was the address of your account at ${letterhead.site.title}.`,
});
