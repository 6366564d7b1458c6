import type { Listing } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { payloadOf } from '#api/graphql/payloadOf.ts';
import { command } from '#api/graphql/command.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '#api/platform/errors.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import { AttachContractPayload } from '../contracts/contracts.graphql.ts';
import { resetListingCalendar, type NewCalendarLink } from '../listings/calendar.ts';
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
import { OwnListingType } from '../listings/ownListings.graphql.ts';

const ListingDetailsInput = builder.inputType('ListingDetailsInput', {
  description: 'Description of the weeks on offer.',
  fields: (t) => ({
    resortId: t.id({ required: true, ...idOf('resort') }),
    title: t.string({ required: true, description: 'A headline of 1 to 120 characters.' }),
    description: t.string({ required: true, description: 'At most 5,000 characters, plain text.' }),
    pricePerNightCents: t.int({
      required: true,
      description: 'Price of one night in US cents, $1 to $100,000.',
    }),
    cleaningFeeCents: t.int({
      description:
        'Cleaning or resort fee in US cents, once per stay, at most $10,000. Defaults to 0.',
    }),
    isInstant: t.boolean({
      description:
        'Whether a booking is confirmed at once; otherwise you have 24 hours to answer. Defaults to false.',
    }),
    cancellationPolicy: t.field({
      type: CancellationPolicyEnum,
      description: 'What travelers get back when they cancel. Defaults to FLEXIBLE.',
    }),
    availableFrom: t.field({
      type: 'Date',
      required: true,
      description: 'The first night; after today and within five years.',
    }),
    availableTo: t.field({
      type: 'Date',
      required: true,
      description: 'The day of departure; 1 to 366 nights after the first night.',
    }),
    minNights: t.int({
      description:
        'The fewest nights that guests may book, 1 to 60 and not more than there are. Defaults to 1, so that guests may book any part.',
    }),
    isWholeOnly: t.boolean({
      description:
        'Whether guests can only book all nights together, at most 60; `minNights` is ignored then. Defaults to false.',
    }),
    maxGuests: t.int({ required: true, description: 'How many people may stay, 1 to 30.' }),
    isForSale: t.boolean({
      description: 'Whether you would also sell the timeshare. Defaults to false.',
    }),
    salePriceCents: t.int({
      description: 'Asking price in US cents; required if `isForSale`, ignored otherwise.',
    }),
    ownership: t.field({
      type: ListingOwnershipEnum,
      description: 'What kind of timeshare it is.',
    }),
    season: t.string({ description: 'Season as the resort names it; at most 40 characters.' }),
    weekNumber: t.int({
      description: 'Number of the week of the first night, by the week rule of the resort.',
    }),
    checkInDay: t.field({ type: WeekdayEnum, description: 'The weekday of the first night.' }),
    unitType: t.string({ description: 'Type of the unit; at most 60 characters.' }),
    bedrooms: t.int({ description: 'Number of bedrooms, 0 to 12; 0 for a studio.' }),
    beds: t.int({ description: 'Number of beds, 1 to 40.' }),
    bathrooms: t.float({ description: 'Number of bathrooms, 0.5 to 20, in halves.' }),
    kitchen: t.field({ type: KitchenEnum, description: 'What there is to cook with.' }),
    checkInTime: t.string({
      description: 'From when guests can arrive, by the clock of the resort, such as 16:00.',
    }),
    view: t.string({ description: 'View from the unit; at most 60 characters.' }),
    use: t.field({
      type: ListingUseEnum,
      description: 'In which years the owner may use it; required if it is for sale.',
    }),
    tenure: t.field({ type: ListingTenureEnum, description: 'Deeded or right to use.' }),
    maintenanceFeeCents: t.int({
      description: 'Yearly maintenance fee in US cents; required if it is for sale.',
    }),
    yearlyPoints: t.int({
      description:
        'Points a year, 1 to 10,000,000; only of points, and required if they are for sale.',
    }),
    nextFeePaidBy: t.field({
      type: FeePayerEnum,
      description: 'Who pays the next maintenance fee after a sale.',
    }),
    firstUseYear: t.int({
      description:
        'The first year in which a buyer may use it, this year or one of the next ten; fits `use`.',
    }),
    rightOfFirstRefusal: t.boolean({
      description: 'Whether the resort may buy it at the price a buyer offers.',
    }),
    resaleRestrictions: t.string({
      description: 'What a buyer will not get or may not do; at most 2,000 characters.',
    }),
    exchangeWeek: t.boolean({
      description: 'Whether the week is from an exchange company; such weeks are refused.',
    }),
  }),
});

const CreateListingInput = builder.inputType('CreateListingInput', {
  description: 'Weeks to offer.',
  fields: (t) => ({
    details: t.field({
      type: ListingDetailsInput,
      required: true,
      description: 'The weeks, as the owner describes them.',
    }),
    contractDocumentUrl: t.string({
      description: 'URL of the uploaded contract; it can also be attached later.',
    }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. Repeating a call with the same key creates one listing.',
    }),
  }),
});

const UpdateListingInput = builder.inputType('UpdateListingInput', {
  description: 'New values of a listing: all of them, not only the changed ones.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing', 'It must be yours.') }),
    version: t.int({
      required: true,
      description: 'The version you read. Fails with ConflictError if it is not the latest.',
    }),
    details: t.field({
      type: ListingDetailsInput,
      required: true,
      description: 'The new description of the weeks.',
    }),
  }),
});

const RequestListingReviewInput = builder.inputType('RequestListingReviewInput', {
  description: 'A listing to review again.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing', 'It must be yours.') }),
    note: t.string({ description: 'Note to the team; at most 2,000 characters.' }),
  }),
});

const ListingIdInput = builder.inputType('ListingIdInput', {
  description: 'One of your listings.',
  fields: (t) => ({
    listingId: t.id({ required: true, ...idOf('listing', 'It must be yours.') }),
  }),
});

interface Written {
  listing: Listing;
}

const payload = (name: string, description: string) =>
  payloadOf<Written>(name, description, {
    listing: { type: OwnListingType, description: 'The listing as it is now.' },
  });

interface Created extends Written {
  viewer: typeof UserType.$inferType;
}

const UpdateListingPayload = payload(
  'UpdateListingPayload',
  'The listing was changed; its status says whether it is reviewed again.',
);
const WithdrawListingPayload = payload(
  'WithdrawListingPayload',
  'The listing is withdrawn; booked stays are kept.',
);
const RelistListingPayload = payload(
  'RelistListingPayload',
  'The listing is active again; its status says whether others see it.',
);
const RequestListingReviewPayload = payload(
  'RequestListingReviewPayload',
  'The listing waits for verification again.',
);
const ResetListingCalendarPayload = builder
  .objectRef<NewCalendarLink>('ResetListingCalendarPayload')
  .implement({
    description: 'The calendar has a new link; the previous link no longer works.',
    fields: (t) => ({
      listing: t.expose('listing', {
        type: OwnListingType,
        description: 'The listing as it is now.',
      }),
      calendarUrl: t.exposeString('calendarUrl', {
        description:
          'URL from which calendar programs fetch the booked nights (RFC 5545). Anyone with the URL can read them. It is returned only once.',
      }),
    }),
  });

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

const ownErrors = [InvalidInputError, NotFoundError, ForbiddenError, ConflictError];

command('createListing', {
  type: payloadOf<Created>(
    'CreateListingPayload',
    'The listing waits for verification, and the draft was deleted.',
    {
      listing: { type: OwnListingType, description: 'The new listing.' },
      viewer: {
        type: UserType,
        description: 'Your account, with its listings and without the draft.',
      },
    },
  ),
  description:
    'Creates a listing of your weeks. Nobody else sees it until the team has verified it.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: { types: [InvalidInputError, ConflictError, UnavailableError] },
  input: [CreateListingInput, 'The weeks to offer.'],
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
  type: UpdateListingPayload,
  description:
    'Changes a listing of yours. Changing a field of `reviewedFields`, such as resort, dates or unit, sends it to review again.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: { types: ownErrors },
  input: [UpdateListingInput, 'The listing and its new values.'],
  resolve: async ({ details, ...rest }, context) => ({
    listing: await updateListing(context.deps, await context.account(), {
      ...details,
      ...rest,
    }),
  }),
});

command('withdrawListing', {
  type: WithdrawListingPayload,
  description: 'Withdraws a listing of yours. You can relist it.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: { types: ownErrors },
  input: [ListingIdInput, 'The listing to withdraw.'],
  resolve: async (input, context) => ({
    listing: await withdrawListing(context.deps, await context.account(), input.listingId),
  }),
});

command('relistListing', {
  type: RelistListingPayload,
  description: 'Relists a withdrawn listing of yours.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: { types: ownErrors },
  input: [ListingIdInput, 'The listing to put back.'],
  resolve: async (input, context) => ({
    listing: await relistListing(context.deps, await context.account(), input.listingId),
  }),
});

command('requestListingReview', {
  type: RequestListingReviewPayload,
  description:
    'Asks the team to review a listing of yours again, after a rejection, a question or the end of the evidence.',
  authScopes: { signedIn: true, token: 'listings:write' },
  errors: { types: ownErrors },
  input: [RequestListingReviewInput, 'Which listing, and a note to the team.'],
  resolve: async (input, context) => ({
    listing: await requestReview(context.deps, await context.account(), input),
  }),
});

command('resetListingCalendar', {
  type: ResetListingCalendarPayload,
  description: 'Replaces the calendar link of a listing of yours.',
  authScopes: { signedIn: true },
  errors: { types: ownErrors },
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
