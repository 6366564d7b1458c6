import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const passwordChanged: Compose<'passwordChanged'> = (
  { firstName },
  { site, publicUrl },
) => ({
  subject: `Your password at ${site.title} was changed`,
  preheader: 'You were signed out everywhere else.',
  heading: 'Your password was changed',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'The password of your account was just changed, and other devices were signed out. If it was you, all is well.',
    },
    {
      kind: 'note',
      text: 'If it was not you, choose a new password right away:',
      link: { label: 'Forgot password', address: `${publicUrl}/auth?mode=forgot` },
    },
  ],
  reason: `You get this message because you have an account at ${site.title}.`,
});
