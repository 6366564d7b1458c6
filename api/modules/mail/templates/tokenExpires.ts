import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const tokenExpires: Compose<'tokenExpires'> = (values, { site }) => ({
  subject: `The token "${values.token}" expires on ${values.day}`,
  preheader: 'Make a new one before then.',
  heading: 'A token expires soon',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `The token "${values.token}" of ${values.organization}, which ends in ${values.hint}, stops working on ${values.day}. Make a new one, put it where the old one is, and revoke the old one.`,
    },
    { kind: 'button', label: 'See Tokens', link: values.link },
  ],
  reason: `You get this message because you manage the tokens of ${values.organization} at ${site.title}.`,
});
