import { queryFromInfo } from '@pothos/plugin-prisma';
import { z } from 'zod';
import type { PropertyInquiry } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { command } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
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

const InquiryEventKindEnum = builder.enumType('InquiryEventKind', {
  description: 'What the team did with a submitted property.',
  values: {
    NOTE: { value: 'note', description: 'A note for the team only.' },
    REPLY: { value: 'reply', description: 'A message to the person, by mail.' },
    STATUS: { value: 'status', description: 'Its status was changed.' },
    DRAFT: { value: 'draft', description: 'It became a listing draft of the member.' },
  } as const,
});

const InquiryEventType = builder.prismaNode('InquiryEvent', {
  nullable: true,
  description: 'Something the team did with a submitted property.',
  authScopes: { admin: true },
  select: { id: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    kind: t.expose('kind', {
      type: InquiryEventKindEnum,
      description: 'The kind of event.',
    }),
    status: t.expose('status', {
      type: InquiryStatusEnum,
      nullable: true,
      description: 'The new status; null if it did not change.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The note or the message: plain text with line breaks.',
    }),
    actorName: t.string({
      nullable: true,
      description: 'The administrator; null if their account was deleted.',
      select: { actor: { select: { firstName: true, lastName: true } } },
      resolve: ({ actor }) => actor && `${actor.firstName} ${actor.lastName}`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

interface SenderDraft {
  version: number;
  title: string;
  updatedAt: Date;
}

const SenderDraftType = builder.objectRef<SenderDraft>('SenderDraft').implement({
  description: 'The unfinished listing of the person who submitted a property.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'The version to name in order to replace it.' }),
    title: t.exposeString('title', { description: 'Its title so far; may be empty.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last saved.' }),
  }),
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
    version: t.exposeInt('version', {
      description: 'Incremented by each change; mutations name the version they are based on.',
    }),
    status: t.expose('status', {
      type: InquiryStatusEnum,
      description: 'Status of the inquiry.',
    }),
    moves: t.field({
      type: [InquiryStatusEnum],
      description: 'The statuses it can be changed to.',
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
      description: 'Anything else the owner wrote: plain text with line breaks.',
    }),
    senderName: t.string({
      description: 'First and last name of the person who submitted it.',
      select: { firstName: true, lastName: true },
      resolve: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    }),
    email: t.exposeString('email', { description: 'The email address for replies.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'A number that may be called.' }),
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
    history: t.relation('events', {
      type: InquiryEventType,
      description: `What the team did with it, newest first; ${mostEvents} at most.`,
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
        status: t.arg({ type: InquiryStatusEnum, description: 'Only those with this status.' }),
        search: t.arg.string({
          description:
            'Words that must all occur in the property, its resort or location, or the person’s name or email address.',
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
    description: 'One submitted property; null if there is none.',
    authScopes: { admin: true },
    args: { id: t.arg.id({ required: true, ...idOf('inquiry') }) },
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

const version = 'The version you saw; nothing is done if it is not the latest.';

const AddInquiryNoteInput = builder.inputType('AddInquiryNoteInput', {
  description: 'A note about a submitted property.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, ...idOf('inquiry') }),
    text: t.string({ required: true, description: 'The note, 5,000 characters at most.' }),
  }),
});

const ReplyToInquiryInput = builder.inputType('ReplyToInquiryInput', {
  description: 'A message to the person who submitted a property.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, ...idOf('inquiry') }),
    version: t.int({ required: true, description: version }),
    text: t.string({ required: true, description: 'Plain text, 5,000 characters at most.' }),
  }),
});

const SetInquiryStatusInput = builder.inputType('SetInquiryStatusInput', {
  description: 'A new status for a submitted property.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, ...idOf('inquiry') }),
    version: t.int({ required: true, description: version }),
    status: t.field({
      type: InquiryStatusEnum,
      required: true,
      description: 'One of its `moves`; others are refused.',
    }),
  }),
});

const TurnInquiryIntoDraftInput = builder.inputType('TurnInquiryIntoDraftInput', {
  description: 'A submitted property to turn into a listing draft.',
  fields: (t) => ({
    inquiryId: t.id({ required: true, ...idOf('inquiry') }),
    version: t.int({ required: true, description: version }),
    draftVersion: t.int({
      required: true,
      description: 'The version of `senderDraft`, which is replaced; 0 if there is none.',
    }),
  }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ inquiry: PropertyInquiry }>(name).implement({
    description,
    fields: (t) => ({
      inquiry: t.expose('inquiry', {
        type: InquiryCaseType,
        description: 'The submitted property as it is now.',
      }),
    }),
  });

const AddInquiryNotePayload = payload('AddInquiryNotePayload', 'The note was added.');
const ReplyToInquiryPayload = payload('ReplyToInquiryPayload', 'The message is sent by mail.');
const SetInquiryStatusPayload = payload('SetInquiryStatusPayload', 'The status was changed.');
const TurnInquiryIntoDraftPayload = payload(
  'TurnInquiryIntoDraftPayload',
  'The member has the draft and was told by mail.',
);

const errors = { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] };

command('addInquiryNote', {
  type: AddInquiryNotePayload,
  description: 'Adds a note to a submitted property; notes can be neither changed nor deleted.',
  authScopes: { admin: true },
  errors,
  input: [AddInquiryNoteInput, 'The property and the note.'],
  resolve: async (input, context) => ({
    inquiry: await addInquiryNote(context.deps, await context.viewer(), input),
  }),
});

command('replyToInquiry', {
  type: ReplyToInquiryPayload,
  description: 'Replies by mail to the person who submitted a property.',
  authScopes: { admin: true },
  errors,
  input: [ReplyToInquiryInput, 'The property and the message.'],
  resolve: async (input, context) => ({
    inquiry: await replyToInquiry(context.deps, await context.viewer(), input),
  }),
});

command('setInquiryStatus', {
  type: SetInquiryStatusPayload,
  description: 'Changes the status of a submitted property.',
  authScopes: { admin: true },
  errors,
  input: [SetInquiryStatusInput, 'The property and its new status.'],
  resolve: async (input, context) => ({
    inquiry: await setInquiryStatus(context.deps, await context.viewer(), input),
  }),
});

command('turnInquiryIntoDraft', {
  type: TurnInquiryIntoDraftPayload,
  description: 'Puts a submitted property into the listing draft of the member who sent it.',
  authScopes: { admin: true },
  errors,
  input: [TurnInquiryIntoDraftInput, 'The property, and which draft it may replace.'],
  resolve: async (input, context) => ({
    inquiry: await turnInquiryIntoDraft(context.deps, await context.viewer(), input),
  }),
});
