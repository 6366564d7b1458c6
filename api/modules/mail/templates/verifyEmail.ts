import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const verifyEmail: Compose<'verifyEmail'> = ({ firstName, link }, { site }) => ({
  subject: `Confirm your email for ${site.title}`,
  preheader: 'One click, and your account is complete.',
  heading: 'Confirm your email',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: 'Please confirm that this address is yours. It is where we write about your weeks and bookings, and how you get back in when you forget your password.',
    },
    { kind: 'button', label: 'Confirm my email', link },
    {
      kind: 'note',
      text: 'The link works once, within 7 days. If you did not register, ignore this message.',
    },
  ],
  reason: `You get this message because somebody registered at ${site.title} with this address.`,
});
