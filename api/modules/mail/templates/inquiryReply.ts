import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const inquiryReply: Compose<'inquiryReply'> = (values, { site }) => ({
  subject: `About your property: ${values.propertyName}`,
  preheader: `${values.sender} from ${site.title} has written to you.`,
  heading: 'About your property',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    { kind: 'text', text: `${values.sender} from our team has written to you:` },
    { kind: 'quote', text: values.message },
    {
      kind: 'facts',
      rows: [
        { label: 'Property', value: values.propertyName },
        { label: 'Resort', value: values.resortName },
      ],
    },
    { kind: 'note', text: 'Simply answer this message: it reaches our team.' },
  ],
  reason: `You get this message because you submitted a property at ${site.title}.`,
});
