import type { InquiryEvent, PropertyInquiry } from '#api/generated/prisma/client.ts';
import { z } from 'zod';
import { nodesOf } from '#api/graphql/adminList.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { columns, maybe, shownType } from '#api/graphql/exposed.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { contentOf } from '#api/modules/publishing/listingDrafts.ts';
import { InquiryStatusEnum } from '../inquiries.graphql.ts';
import {
  addInquiryNote,
  inquiriesWhere,
  replyToInquiry,
  setInquiryStatus,
  turnInquiryIntoDraft,
} from './adminInquiries.ts';
import { movesFrom } from './inquiryMoves.ts';

const mostEvents = 200;

const InquiryEventKindEnum = enumOf(
  'InquiryEventKind',
  'What was done with a submitted property.',
  {
    note: 'A note for the team only.',
    reply: 'A message to the person, by mail.',
    status: 'Its status was changed.',
    draft: 'It became a listing draft of the member.',
  },
);

const InquiryEventType = builder.prismaNode('InquiryEvent', {
  nullable: true,
  description: 'Something the team or the member did with a submitted property.',
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    ...columns<InquiryEvent>(t, {
      kind: [InquiryEventKindEnum, 'The kind of event.'],
      text: ['String?', 'The note or the message: plain text with line breaks.'],
      createdAt: ['DateTime', 'When it happened.'],
      status: [maybe(InquiryStatusEnum), 'The new status; null if it did not change.'],
    }),
    actorName: t.string({
      nullable: true,
      description: 'Who did it; null if their account was deleted.',
      select: { actor: { select: { firstName: true, lastName: true } } },
      resolve: ({ actor }) => actor && `${actor.firstName} ${actor.lastName}`,
    }),
  }),
});

interface SenderDraft {
  version: number;
  title: string;
  updatedAt: Date;
}

const SenderDraftType = shownType<SenderDraft>('SenderDraft', {
  description: 'The unfinished listing of the person who submitted a property.',
  fields: {
    version: ['Int', 'The version to name in order to replace it.'],
    title: 'Its title so far; may be empty.',
    updatedAt: ['DateTime', 'When it was last saved.'],
  },
});

const InquiryCaseType = builder.prismaNode('PropertyInquiry', {
  variant: 'InquiryCase',
  nullable: true,
  description: 'A submitted property as the team works on it.',
  authScopes: { admin: true },
  select: { id: true, createdAt: true, status: true },
  id: { field: 'id', description: 'Global id, for `node` and the mutations.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('inquiry', 'The plain id, for the mutations.')),
    ...columns<PropertyInquiry>(t, {
      version: ['Int', 'Incremented by each change; mutations name the version they are based on.'],
      status: [InquiryStatusEnum, 'Status of the inquiry.'],
      propertyName: 'What the owner calls it.',
      resortName: 'The resort that it belongs to.',
      location: 'Where it is, in the owner’s words.',
      unit: 'Size and kind of the unit.',
      motivation: 'What the owner wants to do with it.',
      email: 'The email address for replies.',
      phone: ['String?', 'A number that may be called.'],
      createdAt: ['DateTime', 'When it was sent.'],
    }),
    moves: t.field({
      type: [InquiryStatusEnum],
      description: 'The statuses it can be changed to.',
      resolve: ({ status }) => [...movesFrom(status)],
    }),
    ownership: t.exposeString('ownershipType', { description: 'The kind of ownership.' }),
    weekDetails: t.exposeString('weekNumbers', {
      nullable: true,
      description: 'Week or season, in the owner’s words.',
    }),
    askingPrice: t.exposeString('askingPriceText', {
      description: 'The price as the owner typed it.',
    }),
    additionalDetails: t.exposeString('additionalInfo', {
      nullable: true,
      description: 'Anything else the owner wrote: plain text with line breaks.',
    }),
    senderName: t.string({
      description: 'First and last name of the person who submitted it.',
      select: { firstName: true, lastName: true },
      resolve: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    }),
    hasAccount: t.boolean({
      description: 'Whether the person still has an account.',
      select: { user: { select: { closedAt: true } } },
      resolve: ({ user }) => user !== null && user.closedAt === null,
    }),
    senderDraft: t.field({
      type: SenderDraftType,
      nullable: true,
      description: 'The listing draft of the person; null if they have none.',
      select: {
        user: {
          select: { listingDraft: { select: { version: true, content: true, updatedAt: true } } },
        },
      },
      resolve: ({ user }) => {
        const draft = user?.listingDraft;
        return draft
          ? {
              version: draft.version,
              title: contentOf(draft).title ?? '',
              updatedAt: draft.updatedAt,
            }
          : null;
      },
    }),
    hasDraft: t.boolean({
      description: 'Whether `senderDraft` was filled with this property.',
      select: { draft: { select: { ownerId: true } } },
      resolve: ({ draft }) => draft !== null,
    }),
    listing: t.relation('listing', {
      type: OwnListingType,
      nullable: true,
      description: 'The listing that the person made of it.',
    }),
    history: t.relation('events', {
      type: InquiryEventType,
      description: `What was done with it, newest first; ${mostEvents} at most.`,
      complexity: { field: 1, multiplier: 5 },
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostEvents },
    }),
  }),
});

builder.queryFields((t) => ({
  inquiries: t.connection(
    {
      type: InquiryCaseType,
      nullable: true,
      description: 'Submitted properties, newest first. `first` defaults to 20 and is at most 100.',
      authScopes: { admin: true },
      complexity: newestFirstCost,
      args: argsOf({
        status: [maybe(InquiryStatusEnum), 'Only those with this status.'],
        search: [
          'String?',
          'Words that must all occur in the property, its resort or location, or the person’s name or email address.',
        ],
      }),
      resolve: async (_root, args, context, info) => {
        const { where, ...page } = newestFirst(args);
        const found = await context.deps.database.prisma.propertyInquiry.findMany({
          ...nodesOf('InquiryCase', context, info),
          ...page,
          where: { AND: [where, inquiriesWhere(args)] },
        });
        return newestFirstConnection(args, found);
      },
    },
    { name: 'InquiryCaseConnection', description: 'A page of submitted properties.' },
    { name: 'InquiryCaseEdge', description: 'A submitted property in a list.' },
  ),
  inquiry: t.prismaField({
    type: InquiryCaseType,
    nullable: true,
    description: 'One submitted property; null if there is none.',
    authScopes: { admin: true },
    args: argsOf({ id: idOf('inquiry') }),
    resolve: (query, _root, { id }, { deps }) =>
      z.uuid().safeParse(id).success
        ? deps.database.prisma.propertyInquiry.findUnique(joined(query, { id }))
        : null,
  }),
}));

const version = 'The version you saw; nothing is done if it is not the latest.';

const caseNow = { inquiry: [InquiryCaseType, 'The submitted property as it is now.'] } as const;

command('addInquiryNote', {
  type: payload('The note was added.', caseNow),
  description: 'Adds a note to a submitted property; notes can be neither changed nor deleted.',
  authScopes: { admin: true },
  input: ['The property and the note.', 'A note about a submitted property.'],
  fields: {
    inquiryId: idOf('inquiry'),
    text: ['String', 'The note, 5,000 characters at most.'],
  },
  resolve: ruleAs('inquiry', addInquiryNote),
});

command('replyToInquiry', {
  type: payload('The message is sent by mail.', caseNow),
  description: 'Replies by mail to the person who submitted a property.',
  authScopes: { admin: true },
  input: ['The property and the message.', 'A message to the person who submitted a property.'],
  fields: {
    inquiryId: idOf('inquiry'),
    version: ['Int', version],
    text: ['String', 'Plain text, 5,000 characters at most.'],
  },
  resolve: ruleAs('inquiry', replyToInquiry),
});

command('setInquiryStatus', {
  type: payload('The status was changed.', caseNow),
  description: 'Changes the status of a submitted property.',
  authScopes: { admin: true },
  input: ['The property and its new status.', 'A new status for a submitted property.'],
  fields: {
    inquiryId: idOf('inquiry'),
    version: ['Int', version],
    status: [InquiryStatusEnum, 'One of its `moves`; others are refused.'],
  },
  resolve: ruleAs('inquiry', setInquiryStatus),
});

command('turnInquiryIntoDraft', {
  type: payload('The member has the draft and was told by mail.', caseNow),
  description: 'Puts a submitted property into the listing draft of the member who sent it.',
  authScopes: { admin: true },
  input: [
    'The property, and which draft it may replace.',
    'A submitted property to turn into a listing draft.',
  ],
  fields: {
    inquiryId: idOf('inquiry'),
    version: ['Int', version],
    draftVersion: ['Int', 'The version of `senderDraft`, which is replaced; 0 if there is none.'],
  },
  resolve: ruleAs('inquiry', turnInquiryIntoDraft),
});
