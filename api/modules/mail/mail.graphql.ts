import { builder } from '../../graphql/builder.ts';
import { readMailQueue, type MailQueue } from './mailQueue.ts';

const MailQueueType = builder.objectRef<MailQueue>('MailQueue').implement({
  description: 'How outgoing mail fares.',
  fields: (t) => ({
    isConfigured: t.exposeBoolean('isConfigured', {
      description: 'Whether there are SMTP settings; without them messages wait.',
    }),
    waiting: t.exposeInt('waiting', { description: 'Messages not sent yet; 1,000 at most.' }),
    failed: t.exposeInt('failed', {
      description: 'Messages given up after many tries; 1,000 at most.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why a message that is not sent was not taken last, in words.',
    }),
    lastErrorDetails: t.exposeString('lastErrorDetails', {
      nullable: true,
      description: 'What the program said then, where `lastError` says less.',
    }),
  }),
});

builder.prismaObjectFields('User', (t) => ({
  mailQueue: t.field({
    type: MailQueueType,
    nullable: true,
    description: 'For administrators, on their own account: how outgoing mail fares. Else null.',
    resolve: async (user, _args, context) => {
      const viewer = await context.viewer();
      return viewer?.role === 'admin' && viewer.id === user.id ? readMailQueue(context.deps) : null;
    },
  }),
}));
