import { maybe } from '#api/graphql/exposed.ts';
import { inputOf, optionalFields } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { command, payload, ruleAs } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { AttachContractPayload } from '../contracts/contracts.graphql.ts';
import { resetListingCalendar } from '../listings/calendar.ts';
import { createListing } from './createListing.ts';
import {
  relistListing,
  requestReview,
  reviewedFields,
  updateListing,
  withdrawListing,
} from './editListing.ts';
import {
  FeePayerEnum,
  KitchenEnum,
  ListingOwnershipEnum,
  ListingTenureEnum,
  ListingUseEnum,
} from '../listings/listingFacts.graphql.ts';
import { CancellationPolicyEnum } from '../listings/bookingTerms.graphql.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';
import { orTakenReference } from '../listings/listingReference.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';
import { answerTime } from '#common/durations.ts';

const listingDetails = {
  resortId: idOf('resort'),
  title: ['String', 'A headline of 1 to 120 characters.'],
  description: ['String', 'At most 5,000 characters, plain text.'],
  pricePerNightCents: ['Int', 'Price of one night in US cents, $1 to $100,000.'],
  cleaningFeeCents: [
    'Int?',
    'Cleaning or resort fee in US cents, once per stay, at most $10,000. Defaults to 0.',
  ],
  isInstant: [
    'Boolean?',
    `Whether a booking is confirmed at once; otherwise you have ${answerTime} to answer. Defaults to false.`,
  ],
  cancellationPolicy: [
    maybe(CancellationPolicyEnum),
    'What travelers get back when they cancel. Defaults to FLEXIBLE.',
  ],
  availableFrom: ['Date', 'The first night; after today and within five years.'],
  availableTo: ['Date', 'The day of departure; 1 to 366 nights after the first night.'],
  minNights: [
    'Int?',
    'The fewest nights that guests may book, 1 to 60 and not more than there are. Defaults to 1, so that guests may book any part.',
  ],
  isWholeOnly: [
    'Boolean?',
    'Whether guests can only book all nights together, at most 60; `minNights` is ignored then. Defaults to false.',
  ],
  maxGuests: ['Int', 'How many people may stay, 1 to 30.'],
  isForSale: ['Boolean?', 'Whether you would also sell the timeshare. Defaults to false.'],
  salePriceCents: ['Int?', 'Asking price in US cents; required if `isForSale`, ignored otherwise.'],
  ownership: [maybe(ListingOwnershipEnum), 'What kind of timeshare it is.'],
  season: ['String?', 'Season as the resort names it; at most 40 characters.'],
  weekNumber: ['Int?', 'Number of the week of the first night, by the week rule of the resort.'],
  checkInDay: [maybe(WeekdayEnum), 'The weekday of the first night.'],
  unitType: ['String?', 'Type of the unit; at most 60 characters.'],
  bedrooms: ['Int?', 'Number of bedrooms, 0 to 12; 0 for a studio.'],
  beds: ['Int?', 'Number of beds, 1 to 40.'],
  bathrooms: ['Float?', 'Number of bathrooms, 0.5 to 20, in halves.'],
  kitchen: [maybe(KitchenEnum), 'What there is to cook with.'],
  checkInTime: [
    'String?',
    'From when guests can arrive, by the clock of the resort, such as 16:00.',
  ],
  view: ['String?', 'View from the unit; at most 60 characters.'],
  use: [maybe(ListingUseEnum), 'In which years the owner may use it; required if it is for sale.'],
  tenure: [maybe(ListingTenureEnum), 'Deeded or right to use.'],
  maintenanceFeeCents: ['Int?', 'Yearly maintenance fee in US cents; required if it is for sale.'],
  yearlyPoints: [
    'Int?',
    'Points a year, 1 to 10,000,000; only of points, and required if they are for sale.',
  ],
  nextFeePaidBy: [maybe(FeePayerEnum), 'Who pays the next maintenance fee after a sale.'],
  firstUseYear: [
    'Int?',
    'The first year in which a buyer may use it, this year or one of the next ten; fits `use`.',
  ],
  rightOfFirstRefusal: ['Boolean?', 'Whether the resort may buy it at the price a buyer offers.'],
  resaleRestrictions: [
    'String?',
    'What a buyer will not get or may not do; at most 2,000 characters.',
  ],
  exchangeWeek: [
    'Boolean?',
    'Whether the week is from an exchange company; such weeks are refused.',
  ],
} as const;

const ListingDetailsInput = inputOf(
  'ListingDetailsInput',
  'Description of the weeks on offer.',
  listingDetails,
);

export const ListingChangesInput = inputOf(
  'ListingChangesInput',
  'New values of a listing. What is left out stays as it is; null takes the default, or removes the value.',
  optionalFields(listingDetails),
);

const reference =
  'Your own id of the week, for `bulkUpsertListings`: 1 to 100 visible ASCII characters without blanks, and of no other listing of yours.';

const ListingIdInput = inputOf('ListingIdInput', 'One of your listings.', {
  listingId: idOf('listing', 'It must be yours.'),
});

const listingPayload = (description: string) =>
  payload(description, { listing: [OwnListingType, 'The listing as it is now.'] });

builder.objectField(AttachContractPayload, 'listing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    description: 'Your listing, which waits for verification again.',
    resolve: async (query, { listingId }, _args, { deps, viewer }) =>
      deps.database.prisma.listing.findFirst({
        ...query,
        where: { id: listingId, ownerId: (await viewer())?.id ?? '' },
      }),
  }),
);

command('createListing', {
  type: payload('The listing waits for verification, and the draft was deleted.', {
    listing: [OwnListingType, 'The new listing.'],
    viewer: [UserType, 'Your account, with its listings and without the draft.'],
  }),
  description:
    'Creates a listing of your weeks. Nobody else sees it until the team has verified it.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: ['InvalidInput', 'Conflict', 'Unavailable'],
  input: ['The weeks to offer.', 'Weeks to offer.'],
  fields: {
    details: [ListingDetailsInput, 'The weeks, as the owner describes them.'],
    reference: ['String?', reference],
    contractDocumentUrl: [
      'String?',
      'URL of the uploaded contract; it can also be attached later.',
    ],
    idempotencyKey: [
      'String?',
      'Any text of 8 to 100 visible characters. Repeating a call with the same key creates one listing.',
    ],
  },
  resolve: async ({ details, ...rest }, context) => {
    const account = await context.account();
    const listing = await createListing(context.deps, account, {
      ...details,
      ...rest,
    });
    return account && { listing, viewer: account };
  },
});

command('updateListing', {
  type: listingPayload('The listing was changed; its status says whether it is reviewed again.'),
  description:
    'Changes values of a listing of yours; the others stay. Changing a field of `reviewedFields`, such as resort, dates or unit, sends it to review again.',
  authScopes: { signedIn: true, token: 'listings:write' },
  input: ['The listing and its new values.', 'A listing and its new values.'],
  fields: {
    listingId: idOf('listing', 'It must be yours.'),
    version: ['Int', 'The version you read. Fails with ConflictError if it is not the latest.'],
    details: [ListingChangesInput, 'The new values; only those that change are needed.'],
    reference: ['String?', `${reference} It stays if it is left out; null clears it.`],
  },
  resolve: async ({ details, ...rest }, context) => ({
    listing: await orTakenReference(
      updateListing(context.deps, await context.account(), { ...details, ...rest }),
    ),
  }),
});

command('withdrawListing', {
  type: listingPayload('The listing is withdrawn; booked stays are kept.'),
  description: 'Withdraws a listing of yours. You can relist it.',
  authScopes: { signedIn: true, token: 'listings:write' },
  input: [ListingIdInput, 'The listing to withdraw.'],
  resolve: async (input, context) => ({
    listing: await withdrawListing(context.deps, await context.account(), input.listingId),
  }),
});

command('relistListing', {
  type: listingPayload('The listing is active again; its status says whether others see it.'),
  description: 'Relists a withdrawn listing of yours.',
  authScopes: { signedIn: true, token: 'listings:write' },
  input: [ListingIdInput, 'The listing to put back.'],
  resolve: async (input, context) => ({
    listing: await relistListing(context.deps, await context.account(), input.listingId),
  }),
});

command('requestListingReview', {
  type: listingPayload('The listing waits for verification again.'),
  description:
    'Asks the team to review a listing of yours again, after a rejection, a question or the end of the evidence.',
  authScopes: { signedIn: true, token: 'listings:write' },
  input: ['Which listing, and a note to the team.', 'A listing to review again.'],
  fields: {
    listingId: idOf('listing', 'It must be yours.'),
    note: ['String?', 'Note to the team; at most 2,000 characters.'],
  },
  resolve: ruleAs('listing', requestReview, 'account'),
});

command('resetListingCalendar', {
  type: payload('The calendar has a new link; the previous link no longer works.', {
    listing: [OwnListingType, 'The listing as it is now.'],
    calendarUrl: [
      'String',
      'URL from which calendar programs fetch the booked nights (RFC 5545). Anyone with the URL can read them. It is returned only once.',
    ],
  }),
  description: 'Replaces the calendar link of a listing of yours.',
  input: [ListingIdInput, 'The listing of the calendar.'],
  resolve: async (input, context) =>
    resetListingCalendar(context.deps, await context.viewer(), input.listingId),
});

builder.prismaObjectField(OwnListingType, 'reviewedFields', (t) =>
  t.stringList({
    description:
      'Fields of ListingDetailsInput whose change sends the listing to review; empty while it is in review.',
    select: { contractVerificationStatus: true },
    resolve: reviewedFields,
  }),
);
