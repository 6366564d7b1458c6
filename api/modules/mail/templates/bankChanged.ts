import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const bankChanged: Compose<'bankChanged'> = (
  { firstName, lastFour },
  { site, publicUrl },
) => ({
  subject: `Your bank details at ${site.title} were changed`,
  preheader: `What you earn goes to the account ending in ${lastFour} now.`,
  heading: 'Your bank details were changed',
  blocks: [
    { kind: 'text', text: greeting(firstName) },
    {
      kind: 'text',
      text: `From now on, what you earn with your weeks is sent to the account ending in ${lastFour}. If it was you who changed it, all is well.`,
    },
    {
      kind: 'note',
      text: `If it was not you, write to ${site.contactEmail || 'us'}, and choose a new password right away:`,
      link: { label: 'Forgot password', address: `${publicUrl}/auth?mode=forgot` },
    },
  ],
  reason: `You get this message because your week is on offer at ${site.title}.`,
});
