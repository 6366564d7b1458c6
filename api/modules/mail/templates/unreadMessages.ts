import type { Compose } from './templates.ts';
import { greeting } from './greeting.ts';

export const unreadMessages: Compose<'unreadMessages'> = (values, { site }) => {
  const count = values.messages.length + values.others;
  return {
    subject: `${values.from} wrote to you about ${values.weekTitle}`,
    preheader: count === 1 ? 'You have an unread message.' : `You have ${count} unread messages.`,
    heading: count === 1 ? 'You have a new message' : `You have ${count} new messages`,
    blocks: [
      ...(values.firstName === ''
        ? []
        : [{ kind: 'text' as const, text: greeting(values.firstName) }]),
      {
        kind: 'text',
        text: `${values.from} wrote about ${values.weekTitle} at ${values.resortName}:`,
      },
      ...values.messages.map((text) => ({ kind: 'quote' as const, text })),
      ...(values.others === 0
        ? []
        : [{ kind: 'text' as const, text: `And ${values.others} more.` }]),
      ...(values.hidesContacts
        ? [
            {
              kind: 'text' as const,
              text: 'Contact details are hidden until the booking is confirmed.',
            },
          ]
        : []),
      { kind: 'button', label: 'Read and Answer', link: values.link },
    ],
    reason: `You get this mail because someone wrote to you on ${site.title}. There is no other about this conversation until you read it.`,
  };
};
