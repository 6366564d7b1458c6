import { adminList } from '#api/graphql/adminList.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { exposed, maybe, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { command } from '#api/graphql/command.ts';
import { moneyOf, moneyOfOrNull } from '#api/graphql/money.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
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
    ...exposed(t, {
      title: 'The title of the listing.',
      resortName: 'The name of its resort.',
      ownerName: ['String?', 'First and last name of the owner.'],
      providerName: ['String?', 'Name of the provider; null if a member offers the listing.'],
      hasContract: ['Boolean', 'Whether there is a document that proves the ownership.'],
      isForSale: ['Boolean', 'Whether the owner would also sell the timeshare.'],
      isOver: ['Boolean', 'Whether its last night has passed.'],
      availableFrom: ['Date', 'The first night on offer.'],
      availableTo: ['Date', 'The day of departure.'],
      nights: ['Int', 'How many nights are offered.'],
      freeNights: ['Int', 'How many nights can still be booked. 0 unless it is on offer.'],
      minNights: ['Int', 'The fewest nights that guests may book: all of them if `isWholeOnly`.'],
      isWholeOnly: ['Boolean', 'Whether guests can only book all nights together.'],
      version: ['Int', 'Grows with each change; for `moveListing`.'],
      createdAt: ['DateTime', 'When it was listed.'],
      resortId: plainIdOf('resort', 'The plain id of its resort.'),
      ownerId: [
        'ID?',
        plainIdOf('user', 'The plain id of the owner; null if a provider offers the listing.'),
      ],
      moves: [
        [TeamMoveEnum],
        'What the viewing administrator can do with it now.',
        { complexity: { field: 1, multiplier: 1 } },
      ],
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
    pricePerNight: t.field({
      ...moneyOf('pricePerNightCents'),
      description: 'Price of one night.',
    }),
    salePrice: t.field({
      ...moneyOfOrNull('salePriceCents'),
      description: 'Asking price of the timeshare.',
    }),
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

const ManagedListingFilterInput = inputOf(
  'ManagedListingFilter',
  'Filter of listings; all given conditions must hold.',
  {
    search: [
      'String?',
      'Words that must each occur in the title, the resort’s name, or the owner’s name, username or email address; or the plain id.',
    ],
    verification: [maybe(VerificationStatusEnum), 'State of the verification.'],
    source: [maybe(ListingSourceEnum), 'Who offers them.'],
    offer: [maybe(ListingOfferEnum), 'Whether the public can find them.'],
    isActive: ['Boolean?', 'True: only active listings; false: only withdrawn ones.'],
    isForSale: ['Boolean?', 'Whether the timeshare is also for sale.'],
  },
);

const [ManagedListingConnection, ManagedListingEdge] = listTypes(
  'ManagedListing',
  ManagedListingType,
  {
    node: 'A listing in the list of all listings.',
    page: 'A page of all listings.',
    totalCount: 'Number of listings in the whole list.',
  },
);

adminList('managedListings', [ManagedListingConnection, ManagedListingEdge], {
  type: ManagedListingType,
  description:
    'All listings of members and providers, in any state. `first` defaults to 12 and is at most 100.',
  args: argsOf({
    filter: [maybe(ManagedListingFilterInput), 'Defaults to all listings.'],
    sort: [
      ManagedListingSortEnum,
      { defaultValue: 'NEWEST', description: 'The order of the list.' },
    ],
  }),
  resolve: async ({ filter, sort }, page, context) => {
    return listManagedListings(context.deps, await context.viewer(), { ...filter, sort }, page);
  },
});

builder.queryField('managedListing', (t) =>
  t.field({
    type: ManagedListingType,
    nullable: true,
    description: 'One listing by its id; null if there is none.',
    authScopes: { admin: true },
    args: argsOf({
      databaseId: idOf('listing'),
    }),
    resolve: async (_root, { databaseId }, context) =>
      readManagedListing(context.deps, requireAdmin(await context.viewer()), idToFind(databaseId)),
  }),
);

const MoveListingPayload = shownType<{ listing: ManagedListing | null }>('MoveListingPayload', {
  description: 'The listing was moved, and its owner was notified by mail.',
  fields: {
    listing: [maybe(ManagedListingType), 'The listing as it is now.'],
  },
});

command('moveListing', {
  type: MoveListingPayload,
  description: "Withdraws a member's listing, relists it, returns it to review, or rejects it.",
  authScopes: { admin: true },
  input: ['Which listing, and what to do with it.', 'A listing and what to do with it.'],
  fields: {
    listingId: idOf('listing'),
    version: ['Int', 'The version you read. Fails with ConflictError if it is not the latest.'],
    move: [TeamMoveEnum, 'What to do; must be one of its `moves`.'],
    reason: ['String?', 'Shown to the owner; required for REJECT. At most 2,000 characters.'],
  },
  resolve: async (input, context) => {
    const admin = requireAdmin(await context.viewer());
    const { id } = await moveListing(context.deps, admin, input);
    return { listing: await readManagedListing(context.deps, admin, id) };
  },
});
