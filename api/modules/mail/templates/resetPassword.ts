import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const resetPassword: Compose<'resetPassword'> = ({ firstName, link }, { site }) => ({
  subject: `Choose a new password for ${site.title}`,
  preheader: 'The link works once, within one hour.',
  heading: 'Choose a new password',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'Here is the link to choose a new password. It works once, within one hour.',
    },
    { kind: 'button', label: 'Choose a new password', link },
    {
      kind: 'note',
      text: 'If you did not ask for it, ignore this message: your password stays as it is.',
    },
  ],
  reason: `You get this message because somebody asked for a new password for your account at ${site.title}.`,
});
