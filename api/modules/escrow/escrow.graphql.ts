import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '#api/generated/prisma/client.ts';
import { exposed } from '#api/graphql/exposed.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
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
    description: 'A sale whose escrow is pending, but whose request is no longer retried.',
    fields: (t) => ({
      listing: t.expose('listing', {
        type: OwnListingType,
        description: 'The listing that is sold.',
      }),
      ...exposed(t, {
        saleId: 'The plain id of the sale, as in the address of its page.',
        tries: ['Int', 'Number of requests to the partner.'],
        lastError: ['String?', 'Why the last attempt failed, in plain words; null if unknown.'],
        lastErrorDetails: [
          'String?',
          'The original error message, if it says more than `lastError`.',
        ],
      }),
    }),
  });

builder.queryField('failedEscrows', (t) =>
  t.field({
    type: [FailedEscrowType],
    nullable: true,
    description: `Pending escrows whose request is no longer retried; at most ${mostFailedEscrows}.`,
    authScopes: { admin: true },
    complexity: { field: 20, multiplier: 20 },
    resolve: async (_root, _args, context, info) => {
      const failed = await failedEscrows(context.deps);
      const listings = await context.deps.database.prisma.listing.findMany(
        joined(queryFromInfo({ context, info, typeName: 'OwnListing', path: ['listing'] }), {
          id: { in: failed.map(({ listingId }) => listingId) },
        }),
      );
      const byId = new Map(listings.map((listing) => [listing.id, listing]));
      return failed.flatMap((escrow) => {
        const listing = byId.get(escrow.listingId);
        return listing ? [{ ...escrow, listing }] : [];
      });
    },
  }),
);

command('retryEscrow', {
  type: payload('The same account is requested from the partner again.', {
    listing: [OwnListingType, 'The listing; the escrow of its sale is still pending.'],
  }),
  description:
    'Requests the escrow of the sale of a listing again, after every attempt has failed.',
  authScopes: { admin: true },
  input: ['The listing of the escrow.', 'The listing whose escrow to request again.'],
  fields: { listingId: idOf('listing') },
  resolve: async (input, context) => ({
    listing: await retryEscrow(context.deps, await context.viewer(), input.listingId),
  }),
});
