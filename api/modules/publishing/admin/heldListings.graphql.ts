import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../../graphql/builder.ts';
import { defaultPageSize, maxPageSize } from '../../../graphql/limits.ts';
import { pageOf, readPageArgs } from '../../../platform/cursors.ts';
import { heldPage, verificationCounts, type VerificationCounts } from './heldListings.ts';
import { OwnListingType } from '../../listings/ownListings.graphql.ts';
import { queueCursor } from '../../listings/verificationQueue.ts';

const VerificationCountsType = builder
  .objectRef<VerificationCounts>('VerificationCounts')
  .implement({
    description: 'How many listings stand where in the verification; withdrawn ones are left out.',
    fields: (t) => ({
      waiting: t.exposeInt('waiting', {
        description: 'Those that wait for the team, with a document to look at.',
      }),
      asked: t.exposeInt('asked', {
        description: 'Those whose owners were asked for more, or have sent no document yet.',
      }),
      rejected: t.exposeInt('rejected', { description: 'Those that the team has refused.' }),
      expired: t.exposeInt('expired', { description: 'Those whose proof has run out.' }),
    }),
  });

builder.queryFields((t) => ({
  verificationCounts: t.field({
    type: VerificationCountsType,
    nullable: true,
    description: 'How many listings stand where in the verification.',
    authScopes: { admin: true },
    resolve: (_root, _args, { deps }) => verificationCounts(deps),
  }),
  heldListings: t.connection(
    {
      type: OwnListingType,
      nullable: true,
      description:
        'Listings that are kept from the public until their owners do something: without a document, asked for more, refused, or with a proof that has run out; those that have waited longest first. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
      resolve: async (_root, args, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await context.deps.database.prisma.listing.findMany({
          ...queryFromInfo({ context, info, typeName: 'OwnListing', path: ['edges', 'node'] }),
          ...heldPage(page),
          relationLoadStrategy: 'join',
        });
        return pageOf(page, found, queueCursor);
      },
    },
    { name: 'HeldListingConnection', description: 'A page of listings on hold.' },
    { name: 'HeldListingEdge', description: 'A listing on hold in a list.' },
  ),
}));
