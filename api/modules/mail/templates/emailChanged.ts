import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const emailChanged: Compose<'emailChanged'> = ({ firstName, newEmail }, { site }) => ({
  subject: `Your email at ${site.title} was changed`,
  preheader: 'From now on we write to your new address.',
  heading: 'Your email was changed',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    { kind: 'text', text: 'Your account has a new address. From now on we write there.' },
    { kind: 'facts', rows: [{ label: 'New address', value: newEmail }] },
    {
      kind: 'note',
      text: 'If this was not you, write to us at once:',
      link: { label: site.contactEmail, address: `mailto:${site.contactEmail}` },
    },
  ],
  reason: `You get this message because this was the address of your account at ${site.title}.`,
});
