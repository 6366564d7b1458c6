import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { moneyOf, moneyOfOrNull } from '#api/graphql/money.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#api/platform/errors.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { ownStatus } from '#api/modules/listings/ownListings.ts';
import {
  OwnListingStatusEnum,
  VerificationStatusEnum,
} from '#api/modules/listings/ownListings.graphql.ts';
import {
  listManagedListings,
  readManagedListing,
  type ManagedListing,
} from './listingDirectory.ts';
import { moveListing } from './moveListing.ts';

const TeamMoveEnum = enumOf('TeamMove', "What administrators can do with a member's listing.", {
  withdraw: 'Withdraws it from the site.',
  relist: 'Relists a listing that the team withdrew.',
  return_to_review: 'Returns it to the verification queue; it is hidden until it is verified.',
  reject: 'Rejects it, with a reason for its owner.',
});

const ManagedListingType = builder.objectRef<ManagedListing>('ManagedListing').implement({
  description: "A member's or provider's listing, as administrators see it.",
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('listing', 'The plain id, as in web addresses.')),
    title: t.exposeString('title', { description: 'The title of the listing.' }),
    resortId: t.exposeID('resortId', plainIdOf('resort', 'The plain id of its resort.')),
    resortName: t.exposeString('resortName', { description: 'The name of its resort.' }),
    ownerId: t.exposeID('ownerId', {
      nullable: true,
      ...plainIdOf('user', 'The plain id of the owner; null if a provider offers the listing.'),
    }),
    ownerName: t.exposeString('ownerName', {
      nullable: true,
      description: 'First and last name of the owner.',
    }),
    providerName: t.exposeString('providerName', {
      nullable: true,
      description: 'Name of the provider; null if a member offers the listing.',
    }),
    status: t.field({
      type: OwnListingStatusEnum,
      description: 'Whether others see it, and why not.',
      resolve: ownStatus,
    }),
    verificationStatus: t.expose('contractVerificationStatus', {
      type: VerificationStatusEnum,
      description: 'State of the verification, also while the listing is withdrawn.',
    }),
    hasContract: t.exposeBoolean('hasContract', {
      description: 'Whether there is a document that proves the ownership.',
    }),
    isForSale: t.exposeBoolean('isForSale', {
      description: 'Whether the owner would also sell the timeshare.',
    }),
    isOver: t.exposeBoolean('isOver', { description: 'Whether its last night has passed.' }),
    availableFrom: t.expose('availableFrom', {
      type: 'Date',
      description: 'The first night on offer.',
    }),
    availableTo: t.expose('availableTo', { type: 'Date', description: 'The day of departure.' }),
    nights: t.exposeInt('nights', { description: 'How many nights are offered.' }),
    freeNights: t.exposeInt('freeNights', {
      description: 'How many nights can still be booked. 0 unless it is on offer.',
    }),
    minNights: t.exposeInt('minNights', {
      description: 'The fewest nights that guests may book: all of them if `isWholeOnly`.',
    }),
    isWholeOnly: t.exposeBoolean('isWholeOnly', {
      description: 'Whether guests can only book all nights together.',
    }),
    pricePerNight: t.field({
      ...moneyOf('pricePerNightCents'),
      description: 'Price of one night.',
    }),
    salePrice: t.field({
      ...moneyOfOrNull('salePriceCents'),
      description: 'Asking price of the timeshare.',
    }),
    version: t.exposeInt('version', { description: 'Grows with each change; for `moveListing`.' }),
    moves: t.expose('moves', {
      type: [TeamMoveEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'What the viewing administrator can do with it now.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was listed.' }),
  }),
});

const ManagedListingSortEnum = enumOf(
  'ManagedListingSort',
  'Orders of the list of all listings. Every order is total, so pages never overlap.',
  {
    NEWEST: 'The newest listings first.',
    OLDEST: 'The oldest listings first.',
    PRICE: 'By price of a night, lowest first.',
    PRICE_DESCENDING: 'By price of a night, highest first.',
    DATES: 'By first night, earliest first.',
    DATES_DESCENDING: 'By first night, latest first.',
  },
);

const ListingSourceEnum = enumOf('ListingSource', 'Who offers a listing.', {
  member: 'A member of the site.',
  provider: 'An outside provider of inventory.',
});

const ListingOfferEnum = enumOf('ListingOffer', 'Whether the public can find a listing.', {
  on_offer: 'Active, verified and with a night ahead.',
  not_on_offer: 'Everything that is not on offer.',
  over: 'Its last night has passed at the resort.',
});

const ManagedListingFilterInput = builder.inputType('ManagedListingFilter', {
  description: 'Filter of listings; all given conditions must hold.',
  fields: (t) => ({
    search: t.string({
      description:
        'Words that must each occur in the title, the resort’s name, or the owner’s name, username or email address; or the plain id.',
    }),
    verification: t.field({
      type: VerificationStatusEnum,
      description: 'State of the verification.',
    }),
    source: t.field({ type: ListingSourceEnum, description: 'Who offers them.' }),
    offer: t.field({ type: ListingOfferEnum, description: 'Whether the public can find them.' }),
    isActive: t.boolean({ description: 'True: only active listings; false: only withdrawn ones.' }),
    isForSale: t.boolean({ description: 'Whether the timeshare is also for sale.' }),
  }),
});

const [ManagedListingConnection, ManagedListingEdge] = listTypes(
  'ManagedListing',
  ManagedListingType,
  {
    node: 'A listing in the list of all listings.',
    page: 'A page of all listings.',
    totalCount: 'Number of listings in the whole list.',
  },
);

builder.queryField('managedListings', (t) =>
  t.connection(
    {
      type: ManagedListingType,
      nullable: true,
      description:
        'All listings of members and providers, in any state. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: pageCost,
      args: {
        filter: t.arg({
          type: ManagedListingFilterInput,
          description: 'Defaults to all listings.',
        }),
        sort: t.arg({
          type: ManagedListingSortEnum,
          required: true,
          defaultValue: 'NEWEST',
          description: 'The order of the list.',
        }),
      },
      resolve: async (_root, { filter, sort, ...args }, context) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        return listManagedListings(context.deps, await context.viewer(), { ...filter, sort }, page);
      },
    },
    ManagedListingConnection,
    ManagedListingEdge,
  ),
);

builder.queryField('managedListing', (t) =>
  t.field({
    type: ManagedListingType,
    nullable: true,
    description: 'One listing by its id; null if there is none.',
    authScopes: { admin: true },
    args: { databaseId: t.arg.id({ required: true, ...idOf('listing') }) },
    resolve: async (_root, { databaseId }, context) =>
      readManagedListing(context.deps, requireAdmin(await context.viewer()), idToFind(databaseId)),
  }),
);

const MoveListingInput = builder.inputType('MoveListingInput', {
  description: 'A listing and what to do with it.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing') }),
    version: t.int({
      required: true,
      description: 'The version you read. Fails with ConflictError if it is not the latest.',
    }),
    move: t.field({
      type: TeamMoveEnum,
      required: true,
      description: 'What to do; must be one of its `moves`.',
    }),
    reason: t.string({
      description: 'Shown to the owner; required for REJECT. At most 2,000 characters.',
    }),
  }),
});

const MoveListingPayload = builder
  .objectRef<{ listing: ManagedListing | null }>('MoveListingPayload')
  .implement({
    description: 'The listing was moved, and its owner was notified by mail.',
    fields: (t) => ({
      listing: t.expose('listing', {
        type: ManagedListingType,
        nullable: true,
        description: 'The listing as it is now.',
      }),
    }),
  });

command('moveListing', {
  type: MoveListingPayload,
  description: "Withdraws a member's listing, relists it, returns it to review, or rejects it.",
  authScopes: { admin: true },
  errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
  input: [MoveListingInput, 'Which listing, and what to do with it.'],
  resolve: async (input, context) => {
    const admin = requireAdmin(await context.viewer());
    const { id } = await moveListing(context.deps, admin, input);
    return { listing: await readManagedListing(context.deps, admin, id) };
  },
});
