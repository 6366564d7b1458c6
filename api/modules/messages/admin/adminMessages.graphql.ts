import type { RequestContext } from '#api/context/context.ts';
import { adminList } from '#api/graphql/adminList.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, shownType } from '#api/graphql/exposed.ts';
import { command, payload } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import type { FraudReason } from '#common/fraudReasons.ts';
import { pageOf } from '#api/platform/database/cursors.ts';
import type { MessageReportReason } from '../messageReports.ts';
import { MessageSideEnum } from '../messages.graphql.ts';
import { MessageReportReasonEnum } from '../messageWork.graphql.ts';
import { FraudReasonEnum } from '#api/modules/moderation/fraud/fraudReason.graphql.ts';
import {
  dismissMessageReports,
  hideReportedMessage,
  reportedMessageCursor,
  reportedMessages,
  type NearMessage,
  type ReportedMessage,
} from './adminMessages.ts';

const nameOf = (person: { firstName: string; lastName: string; username: string }): string =>
  `${person.firstName} ${person.lastName} (${person.username})`;

const NearMessageType = shownType<NearMessage>('ReportedMessageContext', {
  description: 'A message that was written around a reported one, or that itself.',
  fields: {
    number: ['Int', 'Its place in the conversation.'],
    side: [MessageSideEnum, 'Which side wrote it.'],
    text: 'As it was written, with nothing hidden.',
    sentAt: ['DateTime', 'When it was sent.'],
  },
});

const MessageReportType = builder
  .objectRef<ReportedMessage['reports'][number]>('MessageReport')
  .implement({
    description: 'A report that a message is abusive, by a member or by the site.',
    fields: (t) => ({
      reason: t.field({
        type: MessageReportReasonEnum,
        description: 'Why the message was reported.',
        resolve: ({ reason }) => reason as MessageReportReason,
      }),
      ...exposed(t, {
        details: 'More about it; may be empty.',
        createdAt: ['DateTime', 'When it was sent.'],
      }),
      signs: t.field({
        type: [FraudReasonEnum],
        description: 'Signs of fraud that the site found; empty if a member sent it.',
        complexity: 0,
        resolve: ({ signs }) => signs as FraudReason[],
      }),
      reporterName: t.string({
        description: 'Name and username of the member who sent it, or the title of the site.',
        resolve: ({ reporter }, _args, { deps }) =>
          reporter ? nameOf(reporter) : deps.siteSettings.current().title,
      }),
    }),
  });

const ReportedMessageType = builder.objectRef<ReportedMessage>('ReportedMessage').implement({
  description: 'A reported message, as administrators see it.',
  authScopes: { admin: true },
  fields: (t) => ({
    messageId: t.id({
      ...globalIdOf('message', 'Global id of the message, for the mutations.'),
      resolve: ({ id }) => encodeGlobalId('Message', id),
    }),
    databaseId: t.exposeID('id', plainIdOf('message', 'The plain id of the message.')),
    ...exposed(t, {
      threadId: plainIdOf('messageThread', 'The plain id of the conversation.'),
      number: ['Int', 'Its place in the conversation.'],
      side: [MessageSideEnum, 'Which side wrote it.'],
      text: 'As it was written, with nothing hidden.',
      sentAt: ['DateTime', 'When it was sent.'],
      context: [[NearMessageType], 'The message, with five before and five after it.'],
    }),
    authorName: t.string({
      nullable: true,
      description: 'Name and username of its author; null if the account was deleted.',
      resolve: ({ author }) => author && nameOf(author),
    }),
    weekTitle: t.string({
      description: 'The headline of the week that the conversation is about.',
      resolve: ({ thread }) => thread.listing.title,
    }),
    resortName: t.string({
      description: 'The resort of the week.',
      resolve: ({ thread }) => thread.listing.resort.name,
    }),
    openReportCount: t.int({
      description: 'Number of open reports; a decision must name it.',
      resolve: ({ reports }) => reports.length,
    }),
    openReports: t.expose('reports', {
      type: [MessageReportType],
      description: 'Open reports, oldest first.',
      complexity: { field: 1, multiplier: 2 },
    }),
  }),
});

adminList(
  'reportedMessages',
  listTypes('ReportedMessage', ReportedMessageType, {
    page: 'A page of reported messages.',
    node: 'A reported message in a list.',
  }),
  {
    type: ReportedMessageType,
    description:
      'Messages with open reports, oldest first. `first` defaults to 12 and is at most 100.',
    resolve: async (_args, page, { deps }) => {
      return pageOf(page, await reportedMessages(deps, page), reportedMessageCursor);
    },
  },
);

const openReports = 'The number of open reports you saw; nothing is done if it has changed.';

const messageOnly = { messageId: globalIdOf('message', 'Global id of the message.') };

command('dismissMessageReports', {
  type: payload('All open reports of the message are dismissed.', messageOnly),
  description: 'Keeps a reported message and dismisses its open reports.',
  authScopes: { admin: true },
  input: ['The message to keep.', 'A reported message to keep.'],
  fields: {
    messageId: idOf('message'),
    openReports: ['Int', openReports],
    note: ['String?', 'For the audit log; 2,000 characters at most.'],
  },
  resolve: onMessage(dismissMessageReports),
});

command('hideReportedMessage', {
  type: payload('The text is hidden from both sides.', messageOnly),
  description: 'Upholds the reports of a message: hides its text from both sides.',
  authScopes: { admin: true },
  input: ['The message to hide, and why.', 'A reported message to hide.'],
  fields: {
    messageId: idOf('message'),
    openReports: ['Int', openReports],
    reason: ['String', 'Why, for the audit log; 2,000 characters at most.'],
  },
  resolve: onMessage(hideReportedMessage),
});

function onMessage<Input>(rule: typeof hideReportedMessage) {
  return async (input: Input, context: RequestContext) => {
    const { messageId } = await rule(context.deps, await context.viewer(), input);
    return { messageId: encodeGlobalId('Message', messageId) };
  };
}
