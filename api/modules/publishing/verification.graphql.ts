import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { defaultPageSize, maxPageSize } from '../../graphql/limits.ts';
import { pageOf, readPageArgs } from '../../platform/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../platform/errors.ts';
import { countListings } from '../listings/ownListings.ts';
import { idToFind } from '../listings/ownListing.ts';
import {
  OwnListingConnection,
  OwnListingEdge,
  OwnListingType,
  VerificationStatusEnum,
} from '../listings/ownListings.graphql.ts';
import { askAboutListing, rejectListing, verifyListing } from './verification.ts';
import { nextInQueue, inQueue, queueCursor, queuePage } from '../listings/verificationQueue.ts';

builder.prismaObjectField(OwnListingType, 'nextInQueueId', (t) =>
  t.id({
    nullable: true,
    description:
      'Plain id of the listing that waits for the team behind this one, else of the one that has waited longest; null when no other waits. For administrators.',
    authScopes: { admin: true },
    complexity: { field: 5, multiplier: 1 },
    resolve: (listing, _args, { deps }) => nextInQueue(deps, listing),
  }),
);

builder.queryField('verificationListing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    description: 'A listing for the team to decide on, by its plain id; null when there is none.',
    authScopes: { admin: true },
    args: { databaseId: t.arg.id({ required: true, description: 'The plain id of the listing.' }) },
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
        'Listings of one status, those that have waited longest first; withdrawn ones are left out. Pending ones without a document wait for their owners, so they stand with MORE_INFORMATION. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
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
          ...pageOf(page, found, queueCursor),
          count: () => countListings(context.deps, inQueue(args.status)),
        };
      },
    },
    OwnListingConnection,
    OwnListingEdge,
  ),
);

const version = 'The version that you looked at; when it is not the latest nothing is decided.';

const VerifyListingInput = builder.inputType('VerifyListingInput', {
  description: 'A listing whose owner has proven the ownership.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the listing.' }),
    version: t.int({ required: true, description: version }),
    evidenceEndsOn: t.string({
      description: 'The last day on which the document is good, YYYY-MM-DD; none: without end.',
    }),
    note: t.string({
      description:
        'For the history, which the owner reads; needed where there is no document. 2,000 characters at most.',
    }),
  }),
});

const RejectListingInput = builder.inputType('RejectListingInput', {
  description: 'A listing to refuse.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the listing.' }),
    version: t.int({ required: true, description: version }),
    reason: t.string({
      required: true,
      description: 'Why, for the owner to read; 2,000 characters at most.',
    }),
  }),
});

const AskAboutListingInput = builder.inputType('AskAboutListingInput', {
  description: 'A listing about which more must be known.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the listing.' }),
    version: t.int({ required: true, description: version }),
    question: t.string({
      required: true,
      description: 'What the owner should tell or send; 2,000 characters at most.',
    }),
  }),
});

const payload = (name: string, description: string) =>
  builder.objectRef<{ listing: Listing }>(name).implement({
    description,
    fields: (t) => ({
      listing: t.field({
        type: OwnListingType,
        description: 'The listing as it is now.',
        resolve: ({ listing }) => listing,
      }),
    }),
  });

const VerifyListingPayload = payload(
  'VerifyListingPayload',
  'Everyone sees the listing, and its owner was told by mail.',
);
const RejectListingPayload = payload(
  'RejectListingPayload',
  'The listing is refused, and its owner was told why by mail.',
);
const AskAboutListingPayload = payload(
  'AskAboutListingPayload',
  'The question went to the owner by mail; the listing waits for the answer.',
);

const errors = { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] };

builder.mutationFields((t) => ({
  verifyListing: t.field({
    type: VerifyListingPayload,
    nullable: true,
    description: 'Publishes a listing whose owner has proven the ownership; begins its escrow.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: VerifyListingInput,
        required: true,
        description: 'Which listing it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await verifyListing(context.deps, await context.viewer(), input),
    }),
  }),
  rejectListing: t.field({
    type: RejectListingPayload,
    nullable: true,
    description: 'Refuses a listing with a reason, or takes back that it was verified.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: RejectListingInput,
        required: true,
        description: 'Which listing, and why.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await rejectListing(context.deps, await context.viewer(), input),
    }),
  }),
  askAboutListing: t.field({
    type: AskAboutListingPayload,
    nullable: true,
    description: 'Asks the owner of a listing for more; it leaves the queue until they answer.',
    authScopes: { admin: true },
    errors,
    args: {
      input: t.arg({
        type: AskAboutListingInput,
        required: true,
        description: 'Which listing, and the question.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await askAboutListing(context.deps, await context.viewer(), input),
    }),
  }),
}));
