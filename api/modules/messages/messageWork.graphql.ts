import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command, payload, usualErrors } from '#api/graphql/command.ts';
import { encodeGlobalId } from '#api/graphql/ids/globalIds.ts';
import { globalIdOf, idOf } from '#api/graphql/ids/ids.ts';
import { ForbiddenError, InvalidInputError, NotFoundError } from '#api/platform/errors.ts';
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
  type WithUnread,
} from './threads.ts';
import { requireSignIn } from '../access/signedIn.ts';

const OpenThreadInput = builder.inputType('OpenThreadInput', {
  description: 'The week to ask about, or the booking to write about; one of both.',
  fields: (t) => ({
    listingId: t.id(idOf('listing', 'It must be on offer, or you have a booking of it.')),
    bookingId: t.id(idOf('booking', 'It must be yours, or of your week.')),
  }),
});

const threadPayload = <Shape extends { threadId: string }>(name: string, description: string) =>
  builder.objectRef<Shape>(name).implement({
    description,
    fields: (t) => ({
      thread: t.prismaField({
        type: MessageThreadType,
        description: 'The conversation as it is now.',
        resolve: (query, { threadId }, _args, { deps }) =>
          deps.database.prisma.messageThread.findUniqueOrThrow({
            ...query,
            where: { id: threadId },
            relationLoadStrategy: 'join',
          }),
      }),
    }),
  });

command('openThread', {
  type: threadPayload<{ threadId: string }>('OpenThreadPayload', 'The conversation is open.'),
  description:
    'Your conversation with the owner of a week, or with the team for weeks of providers; for a booking of your week, with its traveler. Made at the first call. The other side sees it once you have written.',
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError] },
  input: [OpenThreadInput, 'Which week or booking.'],
  resolve: async (input, context) => {
    const { id } = await openThread(context.deps, await context.viewer(), input);
    return { threadId: id };
  },
});

const SendMessageInput = builder.inputType('SendMessageInput', {
  description: 'A message, and the conversation that it belongs to.',
  fields: (t) => ({
    threadId: t.id({ required: true, ...idOf('messageThread') }),
    text: t.string({ required: true, description: 'Plain text of 1 to 2,000 characters.' }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. Repeated calls with the same key send one message.',
    }),
  }),
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
        include: { thread: { select: sidesOf } },
        relationLoadStrategy: 'join',
      });
      return { cursor: messageCursor(message), node: message };
    },
  }),
);

command('sendMessage', {
  type: SendMessagePayload,
  description: 'Sends a message to the other side of a conversation of yours.',
  authScopes: { signedIn: true },
  errors: usualErrors,
  input: [SendMessageInput, 'The message, and to whom.'],
  resolve: async (input, context) => {
    const { id, threadId } = await sendMessage(context.deps, await context.viewer(), input);
    return { threadId, messageId: id };
  },
});

const MarkThreadReadInput = builder.inputType('MarkThreadReadInput', {
  description: 'How far you have read a conversation.',
  fields: (t) => ({
    threadId: t.id({ required: true, ...idOf('messageThread') }),
    number: t.int({ required: true, description: 'The `number` of the last message shown.' }),
  }),
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
  authScopes: { signedIn: true },
  errors: { types: [InvalidInputError, NotFoundError] },
  input: [MarkThreadReadInput, 'What you have read.'],
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
  },
);

const ReportMessageInput = builder.inputType('ReportMessageInput', {
  description: 'A message to report.',
  fields: (t) => ({
    messageId: t.id({ required: true, ...idOf('message') }),
    reason: t.field({
      type: MessageReportReasonEnum,
      required: true,
      description: 'What is wrong with it.',
    }),
    details: t.string({
      description: 'More about it, 2,000 characters at most; required if the reason is OTHER.',
    }),
  }),
});

command('reportMessage', {
  type: payload('The report was sent to the team, which may now read the conversation.', {
    messageId: globalIdOf('message', 'Global id of the message.'),
  }),
  description: 'Reports a message of the other side, once per message.',
  authScopes: { signedIn: true },
  errors: usualErrors,
  input: [ReportMessageInput, 'The message, and what is wrong with it.'],
  resolve: async (input, context) => {
    const { messageId } = await reportMessage(context.deps, await context.viewer(), input);
    return { messageId: encodeGlobalId('Message', messageId) };
  },
});
