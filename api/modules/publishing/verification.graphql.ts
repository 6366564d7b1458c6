import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { shownType } from '#api/graphql/exposed.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { countListings } from '../listings/ownListings.ts';
import {
  OwnListingConnection,
  OwnListingEdge,
  OwnListingType,
  VerificationStatusEnum,
} from '../listings/ownListings.graphql.ts';
import { FraudReasonEnum } from '../moderation/fraud/fraudReason.graphql.ts';
import { listingSigns, type ListingSign } from './listingSigns.ts';
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

const ListingSignType = shownType<ListingSign>('ListingSign', {
  description: 'A reason to look closely at a listing before it is verified.',
  fields: {
    reason: [FraudReasonEnum, 'What was found.'],
    details: 'Figures for the team; empty for signs in the words.',
    listingId: ['ID?', plainIdOf('listing', 'The plain id of the listing whose text it repeats.')],
  },
});

builder.prismaObjectField(OwnListingType, 'fraudSigns', (t) =>
  t.field({
    type: [ListingSignType],
    nullable: true,
    description: 'Signs of fraud in the listing. For administrators.',
    authScopes: { admin: true },
    unauthorizedResolver: () => null,
    complexity: { field: 30, multiplier: 1 },
    select: { id: true, title: true, description: true, isForSale: true, currency: true },
    resolve: (listing, _args, { deps }) => listingSigns(deps, listing),
  }),
);

builder.prismaObjectField('User', 'ownerCancellations', (t) =>
  t.exposeInt('ownerCancellations', {
    nullable: true,
    description:
      'How often the member has cancelled a booking of their weeks. Null to all but administrators.',
    authScopes: { admin: true },
    unauthorizedResolver: () => null,
  }),
);

builder.queryField('verificationListing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    description: "A member's listing for the team to decide on, by its id; null if there is none.",
    authScopes: { admin: true },
    args: argsOf({ databaseId: idOf('listing') }),
    resolve: (query, _root, { databaseId }, { deps }) =>
      deps.database.prisma.listing.findUnique({
        ...query,
        where: { id: idToFind(databaseId), ownerId: { not: null } },
      }),
  }),
);

adminList('verificationQueue', [OwnListingConnection, OwnListingEdge], {
  type: OwnListingType,
  description:
    'Listings of one status, longest waiting first, without withdrawn ones. Pending listings without a document wait for their owners, so they are listed under MORE_INFORMATION. `first` defaults to 12 and is at most 100.',
  args: argsOf({
    status: [
      VerificationStatusEnum,
      {
        defaultValue: 'pending',
        description: 'Defaults to listings that wait for a decision and have a document.',
      },
    ],
  }),
  resolve: async (args, page, context, info) => {
    const found = await context.deps.database.prisma.listing.findMany({
      ...nodesOf('OwnListing', context, info),
      ...queuePage(inQueue(args.status), page),
    });
    return {
      ...queue.pageOf(page, found),
      count: () => countListings(context.deps, inQueue(args.status)),
    };
  },
});

const version = 'The version you read. Fails with ConflictError if it is not the latest.';

const listingPayload = (description: string) =>
  payload(description, { listing: [OwnListingType, 'The listing as it is now.'] });

command('verifyListing', {
  type: listingPayload('The listing is public, and its owner was notified by mail.'),
  description: 'Publishes a listing whose owner has proven the ownership.',
  authScopes: { admin: true },
  input: [
    'Which listing, with the end of its evidence and a note.',
    'A listing whose owner has proven the ownership.',
  ],
  fields: {
    listingId: idOf('listing'),
    version: ['Int', version],
    evidenceEndsOn: ['Date?', 'Last day on which the document is valid; null if it never expires.'],
    note: [
      'String?',
      'Written to the history, which the owner sees; required without a document. At most 2,000 characters.',
    ],
  },
  resolve: ruleAs('listing', verifyListing),
});

command('rejectListing', {
  type: listingPayload('The listing is rejected, and its owner was told why by mail.'),
  description: 'Rejects a listing with a reason, also one that is verified.',
  authScopes: { admin: true },
  input: ['Which listing, and why.', 'A listing to reject.'],
  fields: {
    listingId: idOf('listing'),
    version: ['Int', version],
    reason: ['String', 'Reason, shown to the owner; at most 2,000 characters.'],
  },
  resolve: ruleAs('listing', rejectListing),
});

command('askAboutListing', {
  type: listingPayload('The question was mailed to the owner; the listing waits for the answer.'),
  description:
    'Asks the owner for more information; the listing leaves the queue until they answer.',
  authScopes: { admin: true },
  input: ['Which listing, and the question.', 'A question about a listing.'],
  fields: {
    listingId: idOf('listing'),
    version: ['Int', version],
    question: ['String', 'What the owner should answer or send; at most 2,000 characters.'],
  },
  resolve: ruleAs('listing', askAboutListing),
});
