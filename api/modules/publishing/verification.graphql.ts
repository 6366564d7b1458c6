import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { payloadOf } from '#api/graphql/payloadOf.ts';
import { command } from '#api/graphql/command.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { pageOf, readPageArgs } from '#api/platform/database/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { countListings } from '../listings/ownListings.ts';
import {
  OwnListingConnection,
  OwnListingEdge,
  OwnListingType,
  VerificationStatusEnum,
} from '../listings/ownListings.graphql.ts';
import { askAboutListing, rejectListing, verifyListing } from './verification.ts';
import { nextInQueue, inQueue, queue, queuePage } from '../listings/verificationQueue.ts';
import { idToFind } from '#api/platform/input/globalId.ts';

builder.prismaObjectField(OwnListingType, 'nextInQueueId', (t) =>
  t.id({
    nullable: true,
    ...plainIdOf(
      'listing',
      'Plain id of the next listing in the verification queue, or of the first one after the last; null if no other waits. For administrators.',
    ),
    authScopes: { admin: true },
    complexity: { field: 5, multiplier: 1 },
    resolve: (listing, _args, { deps }) => nextInQueue(deps, listing),
  }),
);

builder.queryField('verificationListing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    description: "A member's listing for the team to decide on, by its id; null if there is none.",
    authScopes: { admin: true },
    args: { databaseId: t.arg.id({ required: true, ...idOf('listing') }) },
    resolve: (query, _root, { databaseId }, { deps }) =>
      deps.database.prisma.listing.findUnique({
        ...query,
        where: { id: idToFind(databaseId), ownerId: { not: null } },
      }),
  }),
);

builder.queryField('verificationQueue', (t) =>
  t.connection(
    {
      type: OwnListingType,
      nullable: true,
      description:
        'Listings of one status, longest waiting first, without withdrawn ones. Pending listings without a document wait for their owners, so they are listed under MORE_INFORMATION. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: pageCost,
      args: {
        status: t.arg({
          type: VerificationStatusEnum,
          required: true,
          defaultValue: 'pending',
          description: 'Defaults to listings that wait for a decision and have a document.',
        }),
      },
      resolve: async (_root, args, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await context.deps.database.prisma.listing.findMany({
          ...queryFromInfo({ context, info, typeName: 'OwnListing', path: ['edges', 'node'] }),
          ...queuePage(inQueue(args.status), page),
          relationLoadStrategy: 'join',
        });
        return {
          ...queue.pageOf(page, found),
          count: () => countListings(context.deps, inQueue(args.status)),
        };
      },
    },
    OwnListingConnection,
    OwnListingEdge,
  ),
);

const version = 'The version you read. Fails with ConflictError if it is not the latest.';

const VerifyListingInput = builder.inputType('VerifyListingInput', {
  description: 'A listing whose owner has proven the ownership.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing') }),
    version: t.int({ required: true, description: version }),
    evidenceEndsOn: t.field({
      type: 'Date',
      description: 'Last day on which the document is valid; null if it never expires.',
    }),
    note: t.string({
      description:
        'Written to the history, which the owner sees; required without a document. At most 2,000 characters.',
    }),
  }),
});

const RejectListingInput = builder.inputType('RejectListingInput', {
  description: 'A listing to reject.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing') }),
    version: t.int({ required: true, description: version }),
    reason: t.string({
      required: true,
      description: 'Reason, shown to the owner; at most 2,000 characters.',
    }),
  }),
});

const AskAboutListingInput = builder.inputType('AskAboutListingInput', {
  description: 'A question about a listing.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing') }),
    version: t.int({ required: true, description: version }),
    question: t.string({
      required: true,
      description: 'What the owner should answer or send; at most 2,000 characters.',
    }),
  }),
});

const payload = (name: string, description: string) =>
  payloadOf<{ listing: Listing }>(name, description, {
    listing: { type: OwnListingType, description: 'The listing as it is now.' },
  });

const VerifyListingPayload = payload(
  'VerifyListingPayload',
  'The listing is public, and its owner was notified by mail.',
);
const RejectListingPayload = payload(
  'RejectListingPayload',
  'The listing is rejected, and its owner was told why by mail.',
);
const AskAboutListingPayload = payload(
  'AskAboutListingPayload',
  'The question was mailed to the owner; the listing waits for the answer.',
);

const errors = { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] };

command('verifyListing', {
  type: VerifyListingPayload,
  description: 'Publishes a listing whose owner has proven the ownership, and requests its escrow.',
  authScopes: { admin: true },
  errors,
  input: [VerifyListingInput, 'Which listing, with the end of its evidence and a note.'],
  resolve: async (input, context) => ({
    listing: await verifyListing(context.deps, await context.viewer(), input),
  }),
});

command('rejectListing', {
  type: RejectListingPayload,
  description: 'Rejects a listing with a reason, also one that is verified.',
  authScopes: { admin: true },
  errors,
  input: [RejectListingInput, 'Which listing, and why.'],
  resolve: async (input, context) => ({
    listing: await rejectListing(context.deps, await context.viewer(), input),
  }),
});

command('askAboutListing', {
  type: AskAboutListingPayload,
  description:
    'Asks the owner for more information; the listing leaves the queue until they answer.',
  authScopes: { admin: true },
  errors,
  input: [AskAboutListingInput, 'Which listing, and the question.'],
  resolve: async (input, context) => ({
    listing: await askAboutListing(context.deps, await context.viewer(), input),
  }),
});
