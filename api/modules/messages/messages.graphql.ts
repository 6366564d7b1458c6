import type { Message, MessageSide, MessageThread } from '#api/generated/prisma/client.ts';
import { nodesOf } from '#api/graphql/adminList.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns } from '#api/graphql/exposed.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { pageCostOf } from '#api/platform/database/cursors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { maskContacts } from '#api/platform/input/maskContacts.ts';
import { ofSession, UserType } from '../accounts/accounts.graphql.ts';
import { FraudReasonEnum } from '../moderation/fraud/fraudReason.graphql.ts';
import { BookingType } from '../bookings/bookings.graphql.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import {
  messageConnection,
  messageSizes,
  messagesPage,
  threadConnection,
  threadsPage,
  isUnread,
  mayRead,
  readableThreads,
  shownTo,
  sideOf,
  sidesOf,
  threadsOf,
  unreadThreadCount,
  warningReport,
  warningsOf,
  type WithUnread,
} from './threads.ts';
import { watchThread, type ThreadMoment } from './watchThread.ts';

export const MessageSideEnum = enumOf<MessageSide>('MessageSide', 'A side of a conversation.', {
  traveler: 'Who would like to stay.',
  owner: 'The owner of the week; for weeks of providers the team.',
});

const messageFields = {
  id: true,
  number: true,
  side: true,
  text: true,
  hiddenAt: true,
  sentAt: true,
  thread: { select: sidesOf },
  ...warningReport,
} as const;

const MessageType = builder.prismaNode('Message', {
  description:
    'A message between a traveler and the owner of a week. Both can read it, and administrators once a message of the conversation was reported, by a side or because of signs of fraud, or a problem with a booking of it.',
  nullable: true,
  authScopes: async ({ thread }, context) => mayRead(await context.viewer(), thread),
  select: messageFields,
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('message', 'The plain id of the message.')),
    ...columns<Message>(t, {
      number: ['Int', 'Its place in the conversation: 1 for the first, without gaps.'],
      side: [MessageSideEnum, 'Which side wrote it.'],
      sentAt: ['DateTime', 'When it was sent.'],
    }),
    isMine: t.boolean({
      description: 'Whether your side wrote it.',
      resolve: async ({ side, thread }, _args, context) =>
        side === sideOf(await context.viewer(), thread),
    }),
    text: t.string({
      description:
        'Plain text, may contain line breaks. Contact details of the other side are replaced by "[hidden]" until a booking is confirmed. Empty if the team has hidden it.',
      resolve: async (message, _args, context) =>
        shownTo(sideOf(await context.viewer(), message.thread), message, message.thread).text,
    }),
    hidesContacts: t.boolean({
      description:
        'Whether contact details in it are hidden from the side that did not write it, until a booking is confirmed.',
      resolve: async (message, _args, context) =>
        shownTo(sideOf(await context.viewer(), message.thread), message, message.thread)
          .hidesContacts,
    }),
    warnings: t.field({
      type: [FraudReasonEnum],
      description:
        'Signs of fraud that the site found in it, and that both sides are told of, unless the team dismissed them.',
      resolve: warningsOf,
    }),
    isHidden: t.boolean({
      description: 'Whether the team has hidden it after a report.',
      resolve: ({ hiddenAt }) => hiddenAt !== null,
    }),
  }),
});

const [MessageConnection, MessageEdge] = listTypes('Message', MessageType, {
  node: 'A message in a conversation.',
  page: 'A page of messages.',
});

export { MessageEdge };

export const MessageThreadType = builder.prismaNode('MessageThread', {
  description:
    'A conversation of a traveler and the owner of a week. Both can read it, and administrators once a message of it was reported, by a side or because of signs of fraud, or a problem with a booking of it.',
  nullable: true,
  authScopes: async (thread, context) => mayRead(await context.viewer(), thread),
  select: {
    ...sidesOf,
    id: true,
    lastMessageAt: true,
    lastNumber: true,
    lastOfOwner: true,
    lastOfTraveler: true,
    readByOwner: true,
    readByTraveler: true,
  },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID(
      'id',
      plainIdOf('messageThread', 'The plain id, as in the address of its page.'),
    ),
    side: t.field({
      type: MessageSideEnum,
      nullable: true,
      description: 'Your side; null for administrators who read it because of a report.',
      resolve: async (thread, _args, context) => sideOf(await context.viewer(), thread),
    }),
    travelerName: t.string({
      description: 'First name of the traveler.',
      select: { traveler: { select: { firstName: true } } },
      resolve: ({ traveler }) => maskContacts(traveler.firstName).text,
    }),
    ownerName: t.string({
      nullable: true,
      description: 'First name of the owner; null if the team answers for a provider.',
      select: { owner: { select: { firstName: true } } },
      resolve: ({ owner }) => owner && maskContacts(owner.firstName).text,
    }),
    weekTitle: t.string({
      description: 'The headline of the week, also if it is no longer on offer.',
      select: { listing: { select: { title: true } } },
      resolve: ({ listing }) => listing.title,
    }),
    resort: t.field({
      type: ResortType,
      description: 'Where the week is.',
      select: (_args, _context, nestedSelection) => ({
        listing: { select: { resort: nestedSelection() } },
      }),
      resolve: ({ listing }) => listing.resort,
    }),
    showsContacts: t.exposeBoolean('contactsShown', {
      description:
        'Whether contact details are shown to the other side: once a booking of the week by this traveler is confirmed.',
    }),
    isUnread: t.boolean({
      description: 'Whether there are messages that your side has not read.',
      resolve: async (thread, _args, context) =>
        isUnread(thread, sideOf(await context.viewer(), thread)),
    }),
    isReadTo: t.int({
      description: 'The number of the last message that the other side has read; 0 for none.',
      resolve: async (thread, _args, context) =>
        sideOf(await context.viewer(), thread) === 'owner'
          ? thread.readByTraveler
          : thread.readByOwner,
    }),
    ...columns<MessageThread>(t, {
      lastNumber: ['Int', 'The number of the last message; 0 if nothing was written yet.'],
      lastMessageAt: [
        'DateTime',
        'When the last message was sent, or when the conversation was opened.',
      ],
    }),
    lastMessage: t.field({
      type: MessageType,
      nullable: true,
      description: 'The last message; null if nothing was written yet.',
      select: (_args, _context, nestedSelection) => ({
        messages: nestedSelection({
          orderBy: { number: 'desc' },
          take: 1,
          select: messageFields,
        }),
      }),
      resolve: ({ messages }) => messages[0] ?? null,
    }),
    messages: t.connection(
      {
        type: MessageType,
        description:
          'The messages in the order in which they were sent. `first` defaults to 30 and is at most 100.',
        complexity: pageCostOf(messageSizes.usual),
        select: (args, _context, nestedSelection) => ({
          messages: nestedSelection({ ...messagesPage(args), select: messageFields }, [
            'edges',
            'node',
          ]),
        }),
        resolve: (thread, args) => messageConnection(args, thread.messages),
      },
      MessageConnection,
      MessageEdge,
    ),
  }),
});

builder.queryField('messageThread', (t) =>
  t.prismaField({
    type: MessageThreadType,
    nullable: true,
    description: 'A conversation that you take part in; null if there is none.',
    authScopes: { signedIn: true },
    args: argsOf({ id: idOf('messageThread') }),
    resolve: async (query, _root, { id }, context) => {
      const viewer = await context.viewer();
      return (
        viewer &&
        context.deps.database.prisma.messageThread.findFirst(
          joined(query, { id: idToFind(id), ...readableThreads(viewer) }),
        )
      );
    },
  }),
);

builder.queryField('messageThreads', (t) =>
  t.connection(
    {
      type: MessageThreadType,
      nullable: true,
      description:
        'Your conversations, the last written to first; those without messages are left out. `first` defaults to 20 and is at most 100.',
      authScopes: { signedIn: true },
      complexity: pageCostOf(20),
      resolve: async (_root, args, context, info) => {
        const viewer = await context.viewer();
        const { where, ...page } = threadsPage(args);
        const found = viewer
          ? await context.deps.database.prisma.messageThread.findMany({
              ...nodesOf('MessageThread', context, info),
              ...page,
              where: { AND: [where, threadsOf(viewer)] },
            })
          : [];
        return threadConnection(args, found);
      },
    },
    { name: 'MessageThreadConnection', description: 'A page of conversations.' },
    { name: 'MessageThreadEdge', description: 'A conversation in a list.' },
  ),
);

builder.prismaObjectField(BookingType, 'canMessage', (t) =>
  t.boolean({
    description: 'Whether you can write to the other side about it, see `openThread`.',
    select: {
      userId: true,
      ownerId: true,
      status: true,
      listingId: true,
    },
    resolve: async ({ listingId, userId, ownerId, status }, _args, context) => {
      const side = sideOf(await context.viewer(), { travelerId: userId, ownerId });
      return (
        listingId !== null &&
        userId !== ownerId &&
        (side === 'traveler' || (side === 'owner' && status !== 'held'))
      );
    },
  }),
);

builder.prismaObjectField(BookingType, 'threadId', (t) =>
  t.id({
    nullable: true,
    ...plainIdOf(
      'messageThread',
      'The plain id of the conversation of its traveler and the owner about its week; null if there is none, or none that you may read.',
    ),
    select: { listingId: true, userId: true, ownerId: true },
    resolve: async ({ listingId, userId: travelerId, ownerId }, _args, context) => {
      if (listingId === null) return null;
      const thread = await context.deps.database.prisma.messageThread.findFirst({
        where: { listingId, travelerId, ownerId },
        select: { id: true, ...sidesOf },
      });
      return thread && mayRead(await context.viewer(), thread) ? thread.id : null;
    },
  }),
);

builder.objectField(UserType, 'unreadThreadCount', (t) =>
  t.int({
    description:
      'Number of conversations with messages that the person has not read; for administrators also those of the team. Counts to 100.',
    extensions: ofSession,
    resolve: async (user, _args, context) => {
      if ('unreadThreadCount' in user) {
        return (user as WithUnread).unreadThreadCount;
      }
      const session = await context.session();
      return session?.marks && session.viewer.id === user.id
        ? session.marks.unreadThreadCount
        : unreadThreadCount(context.deps, user.id);
    },
  }),
);

const MessageThreadChange = builder.objectRef<ThreadMoment>('MessageThreadChange').implement({
  description: 'A change of a conversation.',
  fields: (t) => ({
    thread: t.prismaField({
      type: MessageThreadType,
      nullable: true,
      description: 'The conversation as it is now.',
      resolve: (query, { threadId }, _args, { deps }) =>
        deps.database.prisma.messageThread.findUnique(joined(query, { id: threadId })),
    }),
    messages: t.field({
      type: [MessageEdge],
      description: 'The messages that are new since the last event, at most 50.',
      resolve: async ({ messageIds }, _args, { deps }) => {
        const found = await deps.database.prisma.message.findMany({
          select: messageFields,
          where: { id: { in: messageIds } },
          orderBy: { number: 'asc' },
          relationLoadStrategy: 'join',
        });
        return messageConnection({ first: 100 }, found).edges;
      },
    }),
  }),
});

builder.subscriptionField('messageThread', (t) =>
  t.field({
    type: MessageThreadChange,
    description:
      'A conversation now and after each change: messages, what was read, whether contact details are shown. Ends with the session, or after 30 minutes.',
    authScopes: { signedIn: true },
    args: argsOf({
      id: idOf('messageThread'),
      after: ['Int', 'The number of the last message that you have; 0 for none.'],
    }),
    subscribe: async (_root, { id, after }, context) =>
      watchThread(context.deps, await context.session(), id, after, context.closed),
    resolve: (moment) => moment,
  }),
);
