import { fraudReasons } from '#common/fraudReasons.ts';
import { defineMail } from '../mail/defineMail.ts';

export const messageReported = defineMail({
  name: 'messageReported',
  label: 'Message reported',
  when: 'To the team, after one side of a conversation reported a message.',
  greets: false,
  sample: ({ resortName, link }) => ({
    resortName,
    reason: 'Asks to pay or book elsewhere',
    details: '',
    message: 'It is cheaper if you pay me directly.',
    link,
  }),
  compose: (values, { site }) => ({
    subject: `Message reported: ${values.resortName}`,
    preheader: values.reason,
    heading: 'A message was reported',
    blocks: [
      {
        facts: {
          'About a week at': values.resortName,
          Reason: values.reason,
          Details: values.details || null,
        },
      },
      'The message:',
      { quote: values.message },
      { button: 'Open Moderation', link: values.link },
    ],
    reason: `For the team of ${site.title}.`,
  }),
});

export const unreadMessages = defineMail({
  name: 'unreadMessages',
  label: 'Unread messages',
  when: 'To a side of a conversation that has not read it; contact details are hidden as on the site.',
  sample: ({ resortName, week, link }) => ({
    from: 'Mina',
    weekTitle: week,
    resortName,
    messages: ['Is the villa near the pool?', 'You can call me at [hidden].'],
    others: 0,
    warnings: [fraudReasons.CONTACT_OUTSIDE.reader],
    hidesContacts: true,
    link,
  }),
  compose: (values, { site }) => {
    const count = values.messages.length + values.others;
    return {
      subject: `${values.from} wrote to you about ${values.weekTitle}`,
      preheader: count === 1 ? 'You have an unread message.' : `You have ${count} unread messages.`,
      heading: count === 1 ? 'You have a new message' : `You have ${count} new messages`,
      blocks: [
        `${values.from} wrote about ${values.weekTitle} at ${values.resortName}:`,
        ...values.messages.map((quote) => ({ quote })),
        values.others > 0 && `And ${values.others} more.`,
        values.warnings.length > 0 && `Take care: ${values.warnings.join(' ')}`,
        values.hidesContacts && 'Contact details are hidden until the booking is confirmed.',
        { button: 'Read and Answer', link: values.link },
      ],
      reason: `You get this mail because someone wrote to you on ${site.title}. There is no other about this conversation until you read it.`,
    };
  },
});
