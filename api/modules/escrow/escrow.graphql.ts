import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '../../platform/errors.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import {
  failedEscrows,
  mostFailedEscrows,
  retryEscrow,
  type FailedEscrow,
} from './failedEscrows.ts';

const FailedEscrowType = builder
  .objectRef<FailedEscrow & { listing: Listing }>('FailedEscrow')
  .implement({
    description: 'A listing whose escrow waits, while the partner is not asked for it any more.',
    fields: (t) => ({
      listing: t.field({
        type: OwnListingType,
        description: 'The listing whose escrow it is.',
        resolve: ({ listing }) => listing,
      }),
      tries: t.exposeInt('tries', { description: 'How often the partner was asked.' }),
      lastError: t.exposeString('lastError', {
        nullable: true,
        description: 'What went wrong at the last try, in words; null where that is not known.',
      }),
      lastErrorDetails: t.exposeString('lastErrorDetails', {
        nullable: true,
        description: 'What the program said then, where `lastError` says less.',
      }),
    }),
  });

builder.queryField('failedEscrows', (t) =>
  t.field({
    type: [FailedEscrowType],
    nullable: true,
    description: `Escrows that nobody asks the partner for any more, since every try failed; ${mostFailedEscrows} at most.`,
    authScopes: { admin: true },
    complexity: { field: 20, multiplier: 20 },
    resolve: async (_root, _args, context, info) => {
      const failed = await failedEscrows(context.deps);
      const listings = await context.deps.database.prisma.listing.findMany({
        ...queryFromInfo({ context, info, typeName: 'OwnListing', path: ['listing'] }),
        where: { id: { in: failed.map(({ listingId }) => listingId) } },
        relationLoadStrategy: 'join',
      });
      const byId = new Map(listings.map((listing) => [listing.id, listing]));
      return failed.flatMap((escrow) => {
        const listing = byId.get(escrow.listingId);
        return listing ? [{ ...escrow, listing }] : [];
      });
    },
  }),
);

const RetryEscrowInput = builder.inputType('RetryEscrowInput', {
  description: 'For which listing the partner is to be asked once more.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the listing.' }),
  }),
});

const RetryEscrowPayload = builder.objectRef<{ listing: Listing }>('RetryEscrowPayload').implement({
  description: 'The partner is asked again, for the same account.',
  fields: (t) => ({
    listing: t.field({
      type: OwnListingType,
      description: 'The listing, whose escrow is still pending.',
      resolve: ({ listing }) => listing,
    }),
  }),
});

builder.mutationField('retryEscrow', (t) =>
  t.field({
    type: RetryEscrowPayload,
    nullable: true,
    description: 'Asks the escrow partner again for a listing, after every try has failed.',
    authScopes: { admin: true },
    errors: { types: [NotFoundError, ForbiddenError, ConflictError] },
    args: {
      input: t.arg({
        type: RetryEscrowInput,
        required: true,
        description: 'Which listing it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await retryEscrow(context.deps, await context.viewer(), input.listingId),
    }),
  }),
);
