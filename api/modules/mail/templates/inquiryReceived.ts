import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const inquiryReceived: Compose<'inquiryReceived'> = (values, { site }) => ({
  subject: `We have your property: ${values.propertyName}`,
  preheader: "We'll contact you within 24 hours.",
  heading: 'Thank you, we have it',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: "Your property has reached our team. We'll contact you within 24 hours.",
    },
    {
      kind: 'facts',
      rows: [
        { label: 'Property', value: values.propertyName },
        { label: 'Resort', value: values.resortName },
      ],
    },
  ],
  reason: `You get this message because you submitted a property at ${site.title}.`,
});
