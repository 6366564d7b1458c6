import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const inquiryDraft: Compose<'inquiryDraft'> = (values, { site }) => ({
  subject: `Your listing is prepared: ${values.propertyName}`,
  preheader: 'Look it over, add what is missing and list it.',
  heading: 'Your listing is prepared',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: 'Our team has put the property that you submitted into a listing draft in your account. Look it over, add what is missing and list it when you are ready.',
    },
    { kind: 'facts', rows: [{ label: 'Property', value: values.propertyName }] },
    ...(values.replacesDraft
      ? [
          {
            kind: 'text' as const,
            text: 'It has taken the place of the listing that you had begun and not finished.',
          },
        ]
      : []),
    { kind: 'button', label: 'Finish your listing', link: values.link },
  ],
  reason: `You get this message because you submitted a property at ${site.title}.`,
});
