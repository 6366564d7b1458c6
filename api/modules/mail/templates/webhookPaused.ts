import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const webhookPaused: Compose<'webhookPaused'> = (values, { site }) => ({
  subject: `Webhooks to ${values.host} are paused`,
  preheader: 'An event could not be delivered for three days.',
  heading: 'Webhooks are paused',
  blocks: [
    { kind: 'text', text: greeting(values.firstName) },
    {
      kind: 'text',
      text: `We tried for three days to deliver an event ${values.isTest ? 'from the test data ' : ''}of ${values.organization} to ${values.host}. The last try: ${values.problem}. Nothing more is sent there for now. Once the receiver works again, resume the endpoint: everything that waits is delivered then, and what happened in the last 30 days.`,
    },
    { kind: 'button', label: 'See Webhooks', link: values.link },
  ],
  reason: `You get this message because you manage the webhooks of ${values.organization} at ${site.title}.`,
});
