import { queryFromInfo } from '@pothos/plugin-prisma';
import { z } from 'zod';
import type { PropertyInquiry } from '../../../generated/prisma/client.ts';
import { builder } from '../../../graphql/builder.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../platform/errors.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '../../../platform/newestFirst.ts';
import { contentOf } from '../../publishing/listingDrafts.ts';
import { InquiryStatusEnum } from '../inquiries.graphql.ts';
import {
  addInquiryNote,
  inquiriesWhere,
  replyToInquiry,
  setInquiryStatus,
  turnInquiryIntoDraft,
} from './adminInquiries.ts';
import { movesFrom } from './inquiryMoves.ts';

/** More of one history than anybody reads. */
const mostEvents = 200;

const InquiryEventKindEnum = builder.enumType('InquiryEventKind', {
  description: 'What the team did with a submitted property.',
  values: {
    NOTE: { value: 'note', description: 'A note, for the team alone.' },
    REPLY: { value: 'reply', description: 'A message to the person, by mail.' },
    STATUS: { value: 'status', description: 'Its status was changed.' },
    DRAFT: { value: 'draft', description: 'It became a listing draft of the member.' },
  } as const,
});

const InquiryEventType = builder.prismaObject('InquiryEvent', {
  description: 'Something that the team did with a submitted property.',
  authScopes: { admin: true },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names it among the others; not for `node`.' }),
    kind: t.expose('kind', {
      type: InquiryEventKindEnum,
      description: 'What kind of thing was done.',
    }),
    status: t.expose('status', {
      type: InquiryStatusEnum,
      nullable: true,
      description: 'Its status from then on; null where that did not change.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The note or the message; plain, with line breaks.',
    }),
    actorName: t.string({
      nullable: true,
      description: 'The administrator; null once their account is gone.',
      select: { actor: { select: { firstName: true, lastName: true } } },
      resolve: ({ actor }) => actor && `${actor.firstName} ${actor.lastName}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
  }),
});

interface SenderDraft {
  version: number;
  title: string;
  updatedAt: Date;
}

const SenderDraftType = builder.objectRef<SenderDraft>('SenderDraft').implement({
  description: 'The listing that the sender of a property has begun and not finished.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Named by whoever replaces it.' }),
    title: t.exposeString('title', { description: 'What they call it so far; may be empty.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was saved last.' }),
  }),
});

const InquiryCaseType = builder.prismaObject('PropertyInquiry', {
  variant: 'InquiryCase',
  description: 'A submitted property as the team works on it.',
  authScopes: { admin: true },
  select: { id: true, createdAt: true, status: true },
  fields: (t) => ({
    id: t.id({
      description: 'Names it to a client that keeps objects by their ids; not for `node`.',
      resolve: ({ id }) => Buffer.from(`InquiryCase:${id}`).toString('base64'),
    }),
    databaseId: t.exposeID('id', { description: 'The plain id, as the mutations take it.' }),
    version: t.exposeInt('version', {
      description: 'Counts what the team did with it; whoever decides names the one they saw.',
    }),
    status: t.expose('status', {
      type: InquiryStatusEnum,
      description: 'How far the team is with it.',
    }),
    moves: t.field({
      type: [InquiryStatusEnum],
      description: 'The statuses that it can be given.',
      resolve: ({ status }) => [...movesFrom(status)],
    }),
    propertyName: t.exposeString('propertyName', { description: 'What the owner calls it.' }),
    resortName: t.exposeString('resortName', { description: 'The resort that it belongs to.' }),
    location: t.exposeString('location', { description: 'Where it is, in the owner’s words.' }),
    unit: t.exposeString('unit', { description: 'Size and kind of the unit.' }),
    ownership: t.exposeString('ownershipType', { description: 'The kind of ownership.' }),
    weekDetails: t.exposeString('weekNumbers', {
      nullable: true,
      description: 'Week or season, in the owner’s words.',
    }),
    askingPrice: t.exposeString('askingPriceText', {
      description: 'The price as the owner typed it.',
    }),
    motivation: t.exposeString('motivation', {
      description: 'What the owner wants to do with it.',
    }),
    additionalDetails: t.exposeString('additionalInfo', {
      nullable: true,
      description: 'What else the owner wrote; plain, with line breaks.',
    }),
    senderName: t.string({
      description: 'First and last name of the person who sent it.',
      select: { firstName: true, lastName: true },
      resolve: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    }),
    email: t.exposeString('email', { description: 'Where a reply goes.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'A number that may be called.' }),
    hasAccount: t.boolean({
      description: 'Whether the person has an account still.',
      select: { user: { select: { closedAt: true } } },
      resolve: ({ user }) => user !== null && user.closedAt === null,
    }),
    senderDraft: t.field({
      type: SenderDraftType,
      nullable: true,
      description: 'What the person has begun to list; null where they have no draft.',
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
    history: t.relation('events', {
      type: InquiryEventType,
      description: `What the team did with it, the last first; ${mostEvents} at most.`,
      complexity: { field: 1, multiplier: 5 },
      query: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostEvents },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was sent.' }),
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
      args: {
        status: t.arg({ type: InquiryStatusEnum, description: 'Only those of this status.' }),
        search: t.arg.string({
          description:
            'Words of the property, its resort or place, or of the person’s name or address; all must occur.',
        }),
      },
      resolve: async (_root, args, context, info) => {
        const { where, ...page } = newestFirst(args);
        const found = await context.deps.database.prisma.propertyInquiry.findMany({
          ...queryFromInfo({ context, info, typeName: 'InquiryCase', path: ['edges', 'node'] }),
          ...page,
          where: { AND: [where, inquiriesWhere(args)] },
          relationLoadStrategy: 'join',
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
    description: 'One submitted property; null where there is none.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true, description: 'Its plain id (`databaseId`).' }) },
    resolve: (query, _root, { id }, { deps }) =>
      z.uuid().safeParse(id).success
        ? deps.database.prisma.propertyInquiry.findUnique({
            ...query,
            where: { id },
            relationLoadStrategy: 'join',
          })
        : null,
  }),
}));

const inquiryId = { required: true, description: 'Plain id (`databaseId`) of it.' } as const;
const version = 'The version that you looked at; when it is not the latest nothing is done.';

const AddInquiryNoteInput = builder.inputType('AddInquiryNoteInput', {
  description: 'A note about a submitted property.',
  fields: (t) => ({
    inquiryId: t.id(inquiryId),
    text: t.string({ required: true, description: 'The note, 5,000 characters at most.' }),
  }),
});

const ReplyToInquiryInput = builder.inputType('ReplyToInquiryInput', {
  description: 'A message to the person who submitted a property.',
  fields: (t) => ({
    inquiryId: t.id(inquiryId),
    version: t.int({ required: true, description: version }),
    text: t.string({ required: true, description: 'Plain text, 5,000 characters at most.' }),
  }),
});

const SetInquiryStatusInput = builder.inputType('SetInquiryStatusInput', {
  description: 'How far the team is with a submitted property.',
  fields: (t) => ({
    inquiryId: t.id(inquiryId),
    version: t.int({ required: true, description: version }),
    status: t.field({
      type: InquiryStatusEnum,
      required: true,
      description: 'One of its `moves`; others are refused.',
    }),
  }),
});

const TurnInquiryIntoDraftInput = builder.inputType('TurnInquiryIntoDraftInput', {
  description: 'A submitted property to put into the listing draft of its sender.',
  fields: (t) => ({
    inquiryId: t.id(inquiryId),
    version: t.int({ required: true, description: version }),
    draftVersion: t.int({
      required: true,
      description: 'The version of `senderDraft`, which is replaced; 0 where there is none.',
    }),
  }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ inquiry: PropertyInquiry }>(name).implement({
    description,
    fields: (t) => ({
      inquiry: t.field({
        type: InquiryCaseType,
        description: 'The submitted property as it is now.',
        resolve: ({ inquiry }) => inquiry,
      }),
    }),
  });

const AddInquiryNotePayload = payload('AddInquiryNotePayload', 'The note is in the history.');
const ReplyToInquiryPayload = payload('ReplyToInquiryPayload', 'The message goes out by mail.');
const SetInquiryStatusPayload = payload('SetInquiryStatusPayload', 'The status is changed.');
const TurnInquiryIntoDraftPayload = payload(
  'TurnInquiryIntoDraftPayload',
  'The member has the draft and was told by mail.',
);

const errors = { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] };

builder.mutationFields((t) => ({
  addInquiryNote: t.field({
    type: AddInquiryNotePayload,
    nullable: true,
    description: 'Adds a note to a submitted property; notes can be neither changed nor deleted.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: AddInquiryNoteInput,
        required: true,
        description: 'The note, and what it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      inquiry: await addInquiryNote(context.deps, await context.viewer(), input),
    }),
  }),
  replyToInquiry: t.field({
    type: ReplyToInquiryPayload,
    nullable: true,
    description: 'Answers the person who submitted a property, by mail.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: ReplyToInquiryInput,
        required: true,
        description: 'The message, and what it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      inquiry: await replyToInquiry(context.deps, await context.viewer(), input),
    }),
  }),
  setInquiryStatus: t.field({
    type: SetInquiryStatusPayload,
    nullable: true,
    description: 'Says how far the team is with a submitted property.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: SetInquiryStatusInput,
        required: true,
        description: 'Which one, and how far it is.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      inquiry: await setInquiryStatus(context.deps, await context.viewer(), input),
    }),
  }),
  turnInquiryIntoDraft: t.field({
    type: TurnInquiryIntoDraftPayload,
    nullable: true,
    description: 'Puts a submitted property into the listing draft of the member who sent it.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: TurnInquiryIntoDraftInput,
        required: true,
        description: 'Which one, and which draft it may replace.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      inquiry: await turnInquiryIntoDraft(context.deps, await context.viewer(), input),
    }),
  }),
}));
