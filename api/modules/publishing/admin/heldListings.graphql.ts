import { listTypes } from '#api/graphql/listTypes.ts';
import { adminList, nodesOf } from '#api/graphql/adminList.ts';
import { builder } from '#api/graphql/builder.ts';
import { shownType } from '#api/graphql/exposed.ts';
import { verificationCounts, type VerificationCounts } from './heldListings.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { heldForOwners, queue, queuePage } from '#api/modules/listings/verificationQueue.ts';

const VerificationCountsType = shownType<VerificationCounts>('VerificationCounts', {
  description: 'Number of listings by state of verification, without withdrawn ones.',
  fields: {
    waiting: ['Int', 'Listings with a document that wait for the team.'],
    asked: ['Int', 'Listings whose owners must send a document or more information.'],
    rejected: ['Int', 'Rejected listings.'],
    expired: ['Int', 'Listings whose evidence has expired.'],
  },
});

builder.queryField('verificationCounts', (t) =>
  t.field({
    type: VerificationCountsType,
    nullable: true,
    description: 'Number of listings by state of verification.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => verificationCounts(deps),
  }),
);

adminList(
  'heldListings',
  listTypes('HeldListing', OwnListingType, {
    page: 'A page of listings on hold.',
    node: 'A listing on hold in a list.',
  }),
  {
    type: OwnListingType,
    description:
      'Listings that are hidden until their owners act: without a document, with a question from the team, rejected, or with expired evidence; longest waiting first. `first` defaults to 12 and is at most 100.',
    resolve: async (_args, page, context, info) => {
      const found = await context.deps.database.prisma.listing.findMany({
        ...nodesOf('OwnListing', context, info),
        ...queuePage(heldForOwners, page),
      });
      return queue.pageOf(page, found);
    },
  },
);
