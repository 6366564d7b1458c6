import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '#api/graphql/builder.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { pageOf, readPageArgs } from '#api/platform/database/cursors.ts';
import { heldPage, verificationCounts, type VerificationCounts } from './heldListings.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { queue } from '#api/modules/listings/verificationQueue.ts';

const VerificationCountsType = builder
  .objectRef<VerificationCounts>('VerificationCounts')
  .implement({
    description: 'Number of listings by state of verification, without withdrawn ones.',
    fields: (t) => ({
      waiting: t.exposeInt('waiting', {
        description: 'Listings with a document that wait for the team.',
      }),
      asked: t.exposeInt('asked', {
        description: 'Listings whose owners must send a document or more information.',
      }),
      rejected: t.exposeInt('rejected', { description: 'Rejected listings.' }),
      expired: t.exposeInt('expired', { description: 'Listings whose evidence has expired.' }),
    }),
  });

builder.queryFields((t) => ({
  verificationCounts: t.field({
    type: VerificationCountsType,
    nullable: true,
    description: 'Number of listings by state of verification.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => verificationCounts(deps),
  }),
  heldListings: t.connection(
    {
      type: OwnListingType,
      nullable: true,
      description:
        'Listings that are hidden until their owners act: without a document, with a question from the team, rejected, or with expired evidence; longest waiting first. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: pageCost,
      resolve: async (_root, args, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await context.deps.database.prisma.listing.findMany({
          ...queryFromInfo({ context, info, typeName: 'OwnListing', path: ['edges', 'node'] }),
          ...heldPage(page),
          relationLoadStrategy: 'join',
        });
        return queue.pageOf(page, found);
      },
    },
    { name: 'HeldListingConnection', description: 'A page of listings on hold.' },
    { name: 'HeldListingEdge', description: 'A listing on hold in a list.' },
  ),
}));
