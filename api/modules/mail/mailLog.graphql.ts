import { queryFromInfo } from '@pothos/plugin-prisma';
import type { OutgoingMail } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { plainId } from '../../graphql/globalIds.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '../../platform/errors.ts';
import { tellFailure } from '../../platform/failureWords.ts';
import { newestFirst, newestFirstConnection, newestFirstCost } from '../../platform/newestFirst.ts';
import {
  mailsWhere,
  mayBeResent,
  previewOf,
  resendMail,
  whyNotResent,
  type MailPreview,
} from './mailLog.ts';
import { labelOf, sampleMail, templateLabels, type MailSample } from './sampleMails.ts';
import { sendTestMail, type TestOutcome } from './testMail.ts';

const MailStatusEnum = builder.enumType('MailStatus', {
  description: 'What became of a message.',
  values: {
    WAITING: { value: 'waiting', description: 'It is to be sent, or sent again.' },
    SENT: { value: 'sent', description: 'A mail server has taken it.' },
    FAILED: { value: 'failed', description: 'It was given up after many tries.' },
  } as const,
});

const MailPreviewType = builder.objectRef<MailPreview>('MailPreview').implement({
  description:
    'A message as its reader would see it. Links lead nowhere, and what opens an account is hidden.',
  fields: (t) => ({
    html: t.exposeString('html', { description: 'The HTML part; show it in a sandboxed frame.' }),
    text: t.exposeString('text', { description: 'The plain-text part of the message.' }),
  }),
});

const OutgoingMailType = builder.prismaNode('OutgoingMail', {
  description: 'A message to a person. Only administrators can read one.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    messageId: t.exposeString('messageId', {
      description: 'Its Message-ID, without angle brackets; the same at every try.',
    }),
    toName: t.exposeString('toName', { description: 'Name of the recipient; may be empty.' }),
    toAddress: t.exposeString('toAddress', { description: 'Address of the recipient.' }),
    subject: t.exposeString('subject', { description: 'What it is about, in a line.' }),
    template: t.exposeString('template', { description: 'Name of the template it was made of.' }),
    templateLabel: t.string({
      description: 'What that template is called.',
      select: { template: true },
      resolve: ({ template }) => labelOf(template),
    }),
    status: t.field({
      type: MailStatusEnum,
      description: 'What became of it so far.',
      select: { status: true },
      resolve: ({ status }) => status,
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    lastError: t.string({
      nullable: true,
      description: 'Why it was not taken last, in words; null where a mail server took it.',
      select: { lastError: true },
      resolve: ({ lastError }) => tellFailure('The mail server', lastError).lastError,
    }),
    lastErrorDetails: t.string({
      nullable: true,
      description: 'What the program said then, where `lastError` says less.',
      select: { lastError: true },
      resolve: ({ lastError }) => tellFailure('The mail server', lastError).lastErrorDetails,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a mail server took it.',
    }),
    mayBeResent: t.boolean({
      description: 'Whether `resendMail` can be tried.',
      select: { status: true, html: true },
      resolve: (mail) => mayBeResent(mail),
    }),
    whyNotResent: t.string({
      nullable: true,
      description: 'Why it cannot be sent again; null where it can.',
      select: { status: true, html: true },
      resolve: (mail) => whyNotResent(mail),
    }),
    preview: t.field({
      type: MailPreviewType,
      nullable: true,
      description: 'What it says; null once its text is deleted, as when it was sent.',
      select: { html: true, text: true },
      resolve: (mail) => previewOf(mail),
    }),
  }),
});

builder.queryField('mails', (t) =>
  t.connection(
    {
      type: OutgoingMailType,
      nullable: true,
      description:
        'The log of outgoing mail, newest first; of what was sent it keeps 90 days. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: newestFirstCost,
      args: {
        status: t.arg({ type: MailStatusEnum, description: 'Only messages of this status.' }),
        recipient: t.arg.string({
          description: 'Only messages to names or addresses that hold this text.',
        }),
      },
      resolve: async (_root, args, context, info) => {
        const { where, ...page } = newestFirst(args);
        const { select } = queryFromInfo({
          context,
          info,
          typeName: 'OutgoingMail',
          path: ['edges', 'node'],
        });
        const found = await context.deps.database.prisma.outgoingMail.findMany({
          select: { id: true, createdAt: true, ...select },
          ...page,
          where: { AND: [where, mailsWhere(args)] },
        });
        return newestFirstConnection(args, found);
      },
    },
    { name: 'OutgoingMailConnection', description: 'A page of messages.' },
    { name: 'OutgoingMailEdge', description: 'A message in a list.' },
  ),
);

const MailTemplateType = builder
  .objectRef<{ name: string; label: string }>('MailTemplate')
  .implement({
    description: 'A kind of message that the site sends.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name, as messages say it.' }),
      label: t.exposeString('label', { description: 'What it is called, for people.' }),
    }),
  });

const MailSampleType = builder.objectRef<MailSample>('MailSample').implement({
  description: 'A template with sample data. Its links lead nowhere.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the template.' }),
    label: t.exposeString('label', { description: 'What it is called, for people.' }),
    subject: t.exposeString('subject', { description: 'What the message is about, in a line.' }),
    html: t.exposeString('html', { description: 'The HTML part; show it in a sandboxed frame.' }),
    text: t.exposeString('text', { description: 'The plain-text part of the message.' }),
  }),
});

builder.queryFields((t) => ({
  mailTemplates: t.field({
    type: [MailTemplateType],
    nullable: true,
    description: 'Every kind of message that the site sends.',
    authScopes: { admin: true },
    resolve: () => [...templateLabels],
  }),
  mailSample: t.field({
    type: MailSampleType,
    nullable: true,
    description: 'A template with sample data; null where there is none of this name.',
    authScopes: { admin: true },
    args: { template: t.arg.string({ required: true, description: 'Name of the template.' }) },
    resolve: (_root, { template }, { deps }) => sampleMail(deps, template),
  }),
}));

const ResendMailInput = builder.inputType('ResendMailInput', {
  description: 'A message to send again.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id of the message.' }),
  }),
});

const ResendMailPayload = builder.objectRef<{ mail: OutgoingMail }>('ResendMailPayload').implement({
  description: 'The message goes out at the next moment.',
  fields: (t) => ({
    mail: t.field({
      type: OutgoingMailType,
      description: 'The message as it is now.',
      resolve: ({ mail }) => mail,
    }),
  }),
});

const SendTestMailPayload = builder.objectRef<TestOutcome>('SendTestMailPayload').implement({
  description: 'How the test of the SMTP settings went.',
  fields: (t) => ({
    success: t.exposeBoolean('success', {
      description: 'Whether the mail server took the message.',
    }),
    message: t.exposeString('message', {
      description: 'Where the message went, or what is wrong; for people.',
    }),
    messageId: t.exposeString('messageId', {
      nullable: true,
      description: 'Its Message-ID, without angle brackets; null where no message was taken.',
    }),
  }),
});

builder.mutationFields((t) => ({
  resendMail: t.field({
    type: ResendMailPayload,
    nullable: true,
    description:
      'Sends a message that waits or was given up once more. One that was sent can not be sent again: its text is not kept.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, ForbiddenError, NotFoundError, ConflictError] },
    args: {
      input: t.arg({
        type: ResendMailInput,
        required: true,
        description: 'Which message to send.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      mail: await resendMail(context.deps, await context.viewer(), {
        id: plainId('OutgoingMail', input.id, 'id'),
      }),
    }),
  }),
  sendTestMail: t.field({
    type: SendTestMailPayload,
    nullable: true,
    description: 'Tries the stored SMTP settings with a message to the administrator who asks.',
    authScopes: { admin: true },
    errors: { types: [ForbiddenError, UnavailableError] },
    resolve: async (_root, _args, context) => sendTestMail(context.deps, await context.viewer()),
  }),
}));
