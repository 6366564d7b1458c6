import { builder } from '#api/graphql/builder.ts';
import { shownType } from '#api/graphql/exposed.ts';
import { readMailQueue, type MailQueue } from './mailQueue.ts';

const MailQueueType = shownType<MailQueue>('MailQueue', {
  description: 'State of outgoing mail.',
  fields: {
    isConfigured: ['Boolean', 'Whether there are SMTP settings; without them, messages wait.'],
    waiting: ['Int', 'Messages not sent yet, counted up to 1,000.'],
    failed: ['Int', 'Messages given up after all tries, counted up to 1,000.'],
    lastError: ['String?', 'The last error of an unsent message, in plain words.'],
    lastErrorDetails: ['String?', 'The original error message, if `lastError` says less.'],
  },
});

builder.prismaObjectFields('User', (t) => ({
  mailQueue: t.field({
    type: MailQueueType,
    nullable: true,
    description: 'State of outgoing mail; null except for administrators on their own account.',
    resolve: async (user, _args, context) => {
      const viewer = await context.viewer();
      return viewer?.role === 'admin' && viewer.id === user.id ? readMailQueue(context.deps) : null;
    },
  }),
}));
