import { builder } from '#api/graphql/builder.ts';
import { readMailQueue, type MailQueue } from './mailQueue.ts';

const MailQueueType = builder.objectRef<MailQueue>('MailQueue').implement({
  description: 'State of outgoing mail.',
  fields: (t) => ({
    isConfigured: t.exposeBoolean('isConfigured', {
      description: 'Whether there are SMTP settings; without them, messages wait.',
    }),
    waiting: t.exposeInt('waiting', { description: 'Messages not sent yet, counted up to 1,000.' }),
    failed: t.exposeInt('failed', {
      description: 'Messages given up after all tries, counted up to 1,000.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'The last error of an unsent message, in plain words.',
    }),
    lastErrorDetails: t.exposeString('lastErrorDetails', {
      nullable: true,
      description: 'The original error message, if `lastError` says less.',
    }),
  }),
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
