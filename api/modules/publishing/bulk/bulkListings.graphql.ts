import { command, payload } from '#api/graphql/command.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { FieldErrorType } from '#api/graphql/errors.ts';
import { maybe, shownType } from '#api/graphql/exposed.ts';
import { inputOf } from '#api/graphql/inputs.ts';
import { mostRows } from '#api/platform/limits/rows.ts';
import { OwnListingType } from '#api/modules/listings/ownListings.graphql.ts';
import { ListingChangesInput } from '../publishing.graphql.ts';
import { bulkUpsertListings } from './bulkUpsertListings.ts';
import type { ListingRow, RowStatus } from './listingRows.ts';

const RowStatusEnum = enumOf<RowStatus>('BulkRowStatus', 'What became of a row.', {
  CREATED: 'There was no listing with the reference, so it was created.',
  CHANGED: 'The listing with the reference was changed.',
  UNCHANGED: 'The listing with the reference has all these values already.',
  REFUSED: 'Nothing was written; `fieldErrors` says why.',
});

const free = { complexity: { field: 0, multiplier: 1 } };

const ResultType = shownType<ListingRow>('BulkListingResult', {
  description: 'What became of a row of `bulkUpsertListings`.',
  fields: {
    index: ['Int', 'Place of the row in the input, from 0.', free],
    reference: ['String', 'Reference of the row.', free],
    status: [RowStatusEnum, 'What became of the row; in a dry run, what would.', free],
    listing: [maybe(OwnListingType), 'The listing as it is now; null if there is none.'],
    fieldErrors: [
      [FieldErrorType],
      'What to correct in a refused row, by the names of its fields.',
      { complexity: { field: 0, multiplier: 0 } },
    ],
  },
});

const ListingRowInput = inputOf('ListingRowInput', 'A listing by your own reference.', {
  reference: [
    'String',
    'Your own id of the week: 1 to 100 visible ASCII characters without blanks. None of your listings shares it.',
  ],
  details: [
    maybe(ListingChangesInput),
    'Its values. A new listing needs those that `createListing` needs, and takes the defaults for others.',
  ],
});

const counted = (status: RowStatus, rows: readonly ListingRow[]): number =>
  rows.filter((row) => row.status === status).length;

command('bulkUpsertListings', {
  type: payload('Each row was written, or refused with the reasons.', {
    results: [[ResultType], 'What became of each row, in the order of the rows.'],
    created: ['Int', 'How many listings were created.'],
    changed: ['Int', 'How many listings were changed.'],
    unchanged: ['Int', 'How many rows say what is stored already.'],
    refused: ['Int', 'How many rows were refused.'],
  }),
  description:
    'Creates and changes many listings of yours by your own references. A refused row keeps no other from being written. New listings, and changes of `reviewedFields`, wait for verification. Repeating a call changes nothing.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: ['InvalidInput', 'Conflict', 'Unavailable'],
  input: ['The listings, in rows.', 'Listings to create or to change.'],
  fields: {
    rows: [[ListingRowInput], `The listings, 1 to ${mostRows} rows.`],
    isDryRun: [
      'Boolean?',
      'Whether only to say what would become of each row. Nothing is written then. Defaults to false.',
    ],
  },
  resolve: async ({ rows, isDryRun }, context) => {
    const given = rows.map(({ reference, details }) => ({ ...details, reference }));
    const input = { rows: given, isDryRun };
    const results = await bulkUpsertListings(context.deps, await context.account(), input);
    return {
      results,
      created: counted('CREATED', results),
      changed: counted('CHANGED', results),
      unchanged: counted('UNCHANGED', results),
      refused: counted('REFUSED', results),
    };
  },
});
