import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const changeEmail: Compose<'changeEmail'> = ({ firstName, link }, { site }) => ({
  subject: `Confirm your new email for ${site.title}`,
  preheader: 'Your account changes to this address once you confirm it.',
  heading: 'Confirm your new email',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'You asked to use this address for your account. It changes once you confirm.',
    },
    { kind: 'button', label: 'Use this address', link },
    {
      kind: 'note',
      text: 'The link works once, within 2 days. If you did not ask for it, ignore this message: nothing changes.',
    },
  ],
  reason: `You get this message because a member of ${site.title} wants to be reached at this address.`,
});
