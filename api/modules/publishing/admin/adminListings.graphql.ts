import { builder } from '../../../graphql/builder.ts';
import { defaultPageSize, maxPageSize } from '../../../graphql/limits.ts';
import { readPageArgs } from '../../../platform/cursors.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '../../../platform/errors.ts';
import { requireAdmin } from '../../access/requireAdmin.ts';
import { idToFind } from '../../listings/ownListing.ts';
import { ownStatus } from '../../listings/ownListings.ts';
import {
  OwnListingStatusEnum,
  VerificationStatusEnum,
} from '../../listings/ownListings.graphql.ts';
import type { CappedCount } from '../../../platform/cappedCount.ts';
import { CappedCountType } from '../../../graphql/cappedCount.ts';
import {
  listManagedListings,
  readManagedListing,
  type ManagedListing,
} from './listingDirectory.ts';
import { moveListing } from './moveListing.ts';
import type { TeamMove } from './teamMoves.ts';

const TeamMoveEnum = builder.enumType('TeamMove', {
  description: 'What administrators can do with a listing of a member.',
  values: {
    WITHDRAW: { value: 'withdraw', description: 'Takes it off the site.' },
    RELIST: { value: 'relist', description: 'Puts back what the team took off the site.' },
    RETURN_TO_REVIEW: {
      value: 'return_to_review',
      description: 'Puts it into the queue of the team again; nobody else sees it until then.',
    },
    REJECT: { value: 'reject', description: 'Refuses it, with a reason that its owner reads.' },
  } as const satisfies Record<string, { value: TeamMove; description: string }>,
});

const ManagedListingType = builder.objectRef<ManagedListing>('ManagedListing').implement({
  description: 'A listing of a member or of a provider as administrators see it.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id, as in web addresses.' }),
    title: t.exposeString('title', { description: 'The title of the listing.' }),
    resortId: t.exposeID('resortId', { description: 'The plain id of its resort.' }),
    resortName: t.exposeString('resortName', { description: 'The name of its resort.' }),
    ownerId: t.exposeID('ownerId', {
      nullable: true,
      description: 'The plain id of the member who offers it; null where a provider does.',
    }),
    ownerName: t.exposeString('ownerName', {
      nullable: true,
      description: 'First and last name of that member.',
    }),
    providerName: t.exposeString('providerName', {
      nullable: true,
      description: 'The outside provider that offers it; null where a member does.',
    }),
    status: t.field({
      type: OwnListingStatusEnum,
      description: 'Whether others see it, and why not.',
      resolve: ownStatus,
    }),
    verificationStatus: t.expose('contractVerificationStatus', {
      type: VerificationStatusEnum,
      description: 'How far the proof of ownership is, also while it is withdrawn.',
    }),
    hasContract: t.exposeBoolean('hasContract', {
      description: 'Whether there is a document that proves the ownership.',
    }),
    isForSale: t.exposeBoolean('isForSale', {
      description: 'Whether the owner would also sell the timeshare.',
    }),
    isOver: t.exposeBoolean('isOver', { description: 'Whether its last night has passed.' }),
    availableFrom: t.exposeString('availableFrom', {
      description: 'The first night on offer, YYYY-MM-DD.',
    }),
    availableTo: t.exposeString('availableTo', {
      description: 'The last day of leaving, YYYY-MM-DD.',
    }),
    pricePerNightCents: t.exposeInt('pricePerNightCents', {
      description: 'Price of one night, in hundredths of the currency.',
    }),
    salePriceCents: t.exposeInt('salePriceCents', {
      nullable: true,
      description: 'Asking price of the timeshare, in hundredths of the currency.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code of the currency.' }),
    version: t.exposeInt('version', { description: 'Counts the changes; for `moveListing`.' }),
    moves: t.field({
      type: [TeamMoveEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'What the administrator who asks can do with it as it stands.',
      resolve: ({ moves }) => moves,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was listed.' }),
  }),
});

const ManagedListingSortEnum = builder.enumType('ManagedListingSort', {
  description: 'Orders of the list of all listings. Every order is total, so pages never overlap.',
  values: {
    NEWEST: { description: 'Latest listed first.' },
    OLDEST: { description: 'Earliest listed first.' },
    PRICE: { description: 'By price of a night, lowest first.' },
    PRICE_DESCENDING: { description: 'By price of a night, highest first.' },
    DATES: { description: 'By first night, earliest first.' },
    DATES_DESCENDING: { description: 'By first night, latest first.' },
  } as const,
});

const ListingSourceEnum = builder.enumType('ListingSource', {
  description: 'Who offers a listing.',
  values: {
    MEMBER: { value: 'member', description: 'A member of the site.' },
    PROVIDER: { value: 'provider', description: 'An outside provider of inventory.' },
  } as const,
});

const ListingOfferEnum = builder.enumType('ListingOffer', {
  description: 'Whether everyone can find a listing.',
  values: {
    ON_OFFER: { value: 'on_offer', description: 'Active, verified and with a night ahead.' },
    NOT_ON_OFFER: { value: 'not_on_offer', description: 'Everything that is not on offer.' },
    OVER: { value: 'over', description: 'Its last night has passed at the resort.' },
  } as const,
});

const ManagedListingFilterInput = builder.inputType('ManagedListingFilter', {
  description: 'Which listings; all conditions that are given must hold.',
  fields: (t) => ({
    search: t.string({
      description:
        'Words that must each stand in the title, the resort’s name, or the owner’s name, username or address; or the plain id.',
    }),
    verification: t.field({
      type: VerificationStatusEnum,
      description: 'How far the proof of ownership is.',
    }),
    source: t.field({ type: ListingSourceEnum, description: 'Who offers them.' }),
    offer: t.field({ type: ListingOfferEnum, description: 'Whether everyone can find them.' }),
    isActive: t.boolean({ description: 'False: only those that are withdrawn.' }),
    isForSale: t.boolean({ description: 'Whether the timeshare is for sale, too.' }),
  }),
});

const ManagedListingEdge = builder.edgeObject({
  type: ManagedListingType,
  name: 'ManagedListingEdge',
  description: 'A listing in the list of all.',
});

const ManagedListingConnection = builder.connectionObject(
  {
    type: ManagedListingType,
    name: 'ManagedListingConnection',
    description: 'A page of all listings.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many listings the whole list holds.',
        resolve: (connection) => (connection as unknown as { count: CappedCount }).count,
      }),
    }),
  },
  ManagedListingEdge,
);

builder.queryField('managedListings', (t) =>
  t.connection(
    {
      type: ManagedListingType,
      nullable: true,
      description:
        'All listings, of members and of providers, whatever their status. `first` defaults to 12 and is at most 100.',
      authScopes: { admin: true },
      complexity: (args) => ({
        field: 1,
        multiplier: Math.max(0, args.first ?? args.last ?? defaultPageSize),
      }),
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
    description: 'One listing by its plain id; null where there is none.',
    authScopes: { admin: true },
    args: { databaseId: t.arg.id({ required: true, description: 'The plain id of the listing.' }) },
    resolve: async (_root, { databaseId }, context) =>
      readManagedListing(context.deps, requireAdmin(await context.viewer()), idToFind(databaseId)),
  }),
);

const MoveListingInput = builder.inputType('MoveListingInput', {
  description: 'What is to become of a listing.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of the listing.' }),
    version: t.int({
      required: true,
      description: 'The version that you looked at; when it is not the latest nothing is done.',
    }),
    move: t.field({
      type: TeamMoveEnum,
      required: true,
      description: 'What to do, where it is among its `moves`.',
    }),
    reason: t.string({
      description: 'For the owner to read; REJECT needs one. 2,000 characters at most.',
    }),
  }),
});

const MoveListingPayload = builder
  .objectRef<{ listing: ManagedListing | null }>('MoveListingPayload')
  .implement({
    description: 'It is done, and the owner of the listing was told by mail.',
    fields: (t) => ({
      listing: t.field({
        type: ManagedListingType,
        nullable: true,
        description: 'The listing as it is now.',
        resolve: ({ listing }) => listing,
      }),
    }),
  });

builder.mutationField('moveListing', (t) =>
  t.field({
    type: MoveListingPayload,
    nullable: true,
    description:
      'Takes a listing of a member off the site, puts it back, returns it to review, or rejects it.',
    authScopes: { admin: true },
    errors: { types: [InvalidInputError, NotFoundError, ForbiddenError, ConflictError] },
    args: {
      input: t.arg({
        type: MoveListingInput,
        required: true,
        description: 'Which listing, and what is to become of it.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const admin = requireAdmin(await context.viewer());
      const { id } = await moveListing(context.deps, admin, input);
      return { listing: await readManagedListing(context.deps, admin, id) };
    },
  }),
);
