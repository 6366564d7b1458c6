import type { OutgoingMail } from '#api/generated/prisma/client.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, exposed, maybe } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { mailKinds, mailLabel, type MailKind } from '../defineMail.ts';
import { tellFailure } from '#api/platform/outgoing/failureWords.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import {
  mailsWhere,
  sampleMail,
  mayBeResent,
  previewOf,
  resendMail,
  whyNotResent,
  type MailPreview,
  type MailSample,
} from './mailLog.ts';
import { sendTestMail } from './testMail.ts';

const MailStatusEnum = enumOf('MailStatus', 'Status of a message.', {
  waiting: 'Waits to be sent or retried.',
  sent: 'Accepted by the mail server.',
  failed: 'Given up after all tries.',
});

const MailPreviewType = builder.objectRef<MailPreview>('MailPreview').implement({
  description: 'A message as its recipient would see it, without link targets and secrets.',
  fields: (t) =>
    exposed(t, {
      html: 'The HTML part; show it in a sandboxed frame.',
      text: 'The plain-text part of the message.',
    }),
});

const OutgoingMailType = builder.prismaNode('OutgoingMail', {
  description: 'A message to a person. Only administrators can read it.',
  nullable: true,
  authScopes: { admin: true },
  select: { id: true, createdAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    ...columns<OutgoingMail>(t, {
      messageId: 'Message-ID without angle brackets; the same at every try.',
      toName: 'Name of the recipient; may be empty.',
      toAddress: 'Address of the recipient.',
      subject: 'Subject of the message.',
      template: 'Name of its template.',
      status: [MailStatusEnum, 'Status of the message.'],
      attempts: ['Int', 'Number of tries.'],
      createdAt: ['DateTime', 'When it was queued.'],
      sentAt: ['DateTime?', 'When the mail server accepted it.'],
    }),
    templateLabel: t.string({
      description: 'Label of its template.',
      select: { template: true },
      resolve: ({ template }) => mailLabel(template),
    }),
    lastError: t.string({
      nullable: true,
      description: 'Error of the last try, in plain words; null if there was none.',
      select: { lastError: true },
      resolve: ({ lastError }) => tellFailure('The mail server', lastError).lastError,
    }),
    lastErrorDetails: t.string({
      nullable: true,
      description: 'The original error message, if `lastError` says less.',
      select: { lastError: true },
      resolve: ({ lastError }) => tellFailure('The mail server', lastError).lastErrorDetails,
    }),
    mayBeResent: t.boolean({
      description: 'Whether `resendMail` can be tried.',
      select: { status: true, html: true },
      resolve: (mail) => mayBeResent(mail),
    }),
    whyNotResent: t.string({
      nullable: true,
      description: 'Why it cannot be sent again; null if it can.',
      select: { status: true, html: true },
      resolve: (mail) => whyNotResent(mail),
    }),
    preview: t.field({
      type: MailPreviewType,
      nullable: true,
      description: 'Its content; null once its text is deleted, such as after sending.',
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
        'The log of outgoing mail, newest first; sent messages are kept for 90 days. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: newestFirstCost,
      args: argsOf({
        status: [maybe(MailStatusEnum), 'Only messages of this status.'],
        recipient: ['String?', 'Only messages to names or addresses that contain this text.'],
      }),
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
  .objectRef<Pick<MailKind, 'name' | 'label'>>('MailTemplate')
  .implement({
    description: 'A kind of message that the site sends.',
    fields: (t) =>
      exposed(t, {
        name: 'Its name, as in `OutgoingMail.template`.',
        label: 'Label to show to people.',
      }),
  });

const MailSampleType = builder.objectRef<MailSample>('MailSample').implement({
  description: 'A template with sample data, without link targets.',
  fields: (t) =>
    exposed(t, {
      name: 'Name of the template.',
      label: 'Label to show to people.',
      subject: 'Subject of the message.',
      html: 'The HTML part; show it in a sandboxed frame.',
      text: 'The plain-text part of the message.',
    }),
});

builder.queryFields((t) => ({
  mailTemplates: t.field({
    type: [MailTemplateType],
    nullable: true,
    description: 'Every kind of message that the site sends.',
    authScopes: { admin: true },
    resolve: () => mailKinds.toSorted((a, b) => a.label.localeCompare(b.label)),
  }),
  mailSample: t.field({
    type: MailSampleType,
    nullable: true,
    description: 'A template with sample data; null if there is none of this name.',
    authScopes: { admin: true },
    args: argsOf({
      template: ['String', 'Name of the template.'],
    }),
    resolve: (_root, { template }, { deps }) => sampleMail(deps, template),
  }),
}));

command('sendTestMail', {
  type: payload('Outcome of the test of the SMTP settings.', {
    success: ['Boolean', 'Whether the mail server accepted the message.'],
    message: ['String', 'Where the message went, or what is wrong; to show to people.'],
    messageId: [
      'String?',
      'Message-ID without angle brackets; null if the message was not accepted.',
    ],
  }),
  description: 'Tests the stored SMTP settings with a message to the viewing administrator.',
  authScopes: { admin: true },
  errors: ['Forbidden'],

  resolve: async (_args, context) => sendTestMail(context.deps, await context.viewer()),
});

command('resendMail', {
  type: payload('The message is queued to be sent now.', {
    mail: [OutgoingMailType, 'The message as it is now.'],
  }),
  description:
    'Sends a waiting or failed message again. A sent message cannot be sent again, since its text is deleted.',
  authScopes: { admin: true },

  input: ['Which message to send.', 'A message to send again.'],
  fields: {
    id: idOf('mail'),
  },
  resolve: ruleAs('mail', resendMail),
});
