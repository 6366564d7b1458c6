import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command, payload } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import type { RequestContext } from '#api/context/context.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { reportMessage, type MessageReportReason } from './messageReports.ts';
import { MessageEdge, MessageThreadType } from './messages.graphql.ts';
import {
  messageCursor,
  markThreadRead,
  openThread,
  sendMessage,
  sidesOf,
  unreadThreadCount,
  warningReport,
  type WithUnread,
} from './threads.ts';
import { requireSignIn } from '../access/signedIn.ts';

const threadPayload = <Shape extends { threadId: string }>(name: string, description: string) =>
  builder.objectRef<Shape>(name).implement({
    description,
    fields: (t) => ({
      thread: t.prismaField({
        type: MessageThreadType,
        description: 'The conversation as it is now.',
        resolve: (query, { threadId }, _args, { deps }) =>
          deps.database.prisma.messageThread.findUniqueOrThrow(joined(query, { id: threadId })),
      }),
    }),
  });

command('openThread', {
  type: threadPayload<{ threadId: string }>('OpenThreadPayload', 'The conversation is open.'),
  description:
    'Your conversation with the owner of a week that is for rent or for sale, or with the team for weeks of providers; for a booking of your week, with its traveler. Made at the first call. The other side sees it once you have written.',
  errors: ['InvalidInput', 'NotFound', 'Forbidden'],
  input: [
    'Which week or booking.',
    'The week to ask about, or the booking to write about; one of both.',
  ],
  fields: {
    listingId: [
      'ID?',
      idOf('listing', 'It must be on offer or for sale, or you have a booking of it.'),
    ],
    bookingId: ['ID?', idOf('booking', 'It must be yours, or of your week.')],
  },
  resolve: async (input, context) => {
    const { id } = await openThread(context.deps, await context.viewer(), input);
    return { threadId: id };
  },
});

const SendMessagePayload = threadPayload<{ threadId: string; messageId: string }>(
  'SendMessagePayload',
  'The message was sent.',
);

builder.objectField(SendMessagePayload, 'messageEdge', (t) =>
  t.field({
    type: MessageEdge,
    description: 'The message in its conversation.',
    resolve: async ({ messageId }, _args, { deps }) => {
      const message = await deps.database.prisma.message.findUniqueOrThrow({
        where: { id: messageId },
        include: { thread: { select: sidesOf }, ...warningReport },
        relationLoadStrategy: 'join',
      });
      return { cursor: messageCursor(message), node: message };
    },
  }),
);

command('sendMessage', {
  type: SendMessagePayload,
  description: 'Sends a message to the other side of a conversation of yours.',
  input: ['The message, and to whom.', 'A message, and the conversation that it belongs to.'],
  fields: {
    threadId: idOf('messageThread'),
    text: ['String', 'Plain text of 1 to 2,000 characters.'],
    idempotencyKey: [
      'String?',
      'Any text of 8 to 100 visible characters. Repeated calls with the same key send one message.',
    ],
  },
  resolve: async (input, context) => {
    const { id, threadId } = await sendMessage(context.deps, await context.viewer(), input);
    return { threadId, messageId: id };
  },
});

const MarkThreadReadPayload = threadPayload<{ threadId: string; viewer: WithUnread }>(
  'MarkThreadReadPayload',
  'The messages are marked as read.',
);

builder.objectField(MarkThreadReadPayload, 'viewer', (t) =>
  t.expose('viewer', {
    type: UserType,
    description: 'You, with the number of unread conversations as it is now.',
  }),
);

command('markThreadRead', {
  type: MarkThreadReadPayload,
  description: 'Marks the messages of a conversation of yours as read, up to one of them.',
  errors: ['InvalidInput', 'NotFound'],
  input: ['What you have read.', 'How far you have read a conversation.'],
  fields: {
    threadId: idOf('messageThread'),
    number: ['Int', 'The `number` of the last message shown.'],
  },
  resolve: async (input, context) => {
    await markThreadRead(context.deps, await context.viewer(), input);
    return { threadId: input.threadId, viewer: await withUnread(context) };
  },
});

async function withUnread({ deps, viewer }: RequestContext): Promise<WithUnread> {
  const person = await viewer();
  requireSignIn(person);
  return { ...person, unreadThreadCount: await unreadThreadCount(deps, person.id) };
}

export const MessageReportReasonEnum = enumOf<MessageReportReason>(
  'MessageReportReason',
  'What is wrong with a message.',
  {
    SPAM: 'Spam or advertising.',
    OFFENSIVE: 'Insults, hate or threats.',
    OUTSIDE_PAYMENT: 'It asks to pay or book elsewhere.',
    OTHER: 'Something else; see the details.',
    WARNING: 'The site found signs of fraud in it. Members can’t choose it.',
  },
);

command('reportMessage', {
  type: payload('The report was sent to the team, which may now read the conversation.', {
    messageId: globalIdOf('message', 'Global id of the message.'),
  }),
  description: 'Reports a message of the other side, once per message.',
  input: ['The message, and what is wrong with it.', 'A message to report.'],
  fields: {
    messageId: idOf('message'),
    reason: [MessageReportReasonEnum, 'What is wrong with it.'],
    details: [
      'String?',
      'More about it, 2,000 characters at most; required if the reason is OTHER.',
    ],
  },
  resolve: async (input, context) => {
    const { messageId } = await reportMessage(context.deps, await context.viewer(), input);
    return { messageId: encodeGlobalId('Message', messageId) };
  },
});
