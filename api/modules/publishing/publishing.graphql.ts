import type { Listing } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { plainId } from '../../graphql/globalIds.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnavailableError,
} from '../../platform/errors.ts';
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
  ListingOwnershipEnum,
  ListingTenureEnum,
  ListingUseEnum,
  WeekdayEnum,
} from '../listings/listingFacts.graphql.ts';
import { OwnListingType } from '../listings/ownListings.graphql.ts';

/** What an owner says of a listing, the same to list it and to change it. */
const ListingDetailsInput = builder.inputType('ListingDetailsInput', {
  description: 'What an owner says of the weeks on offer.',
  fields: (t) => ({
    resortId: t.id({ required: true, description: 'Global id of the resort.' }),
    title: t.string({ required: true, description: 'A headline of 1 to 120 characters.' }),
    description: t.string({ required: true, description: 'At most 5,000 characters, plain text.' }),
    pricePerNightCents: t.int({
      required: true,
      description: 'Price of one night in US cents, $1 to $100,000.',
    }),
    availableFrom: t.string({
      required: true,
      description: 'The first night, YYYY-MM-DD; after today and within five years.',
    }),
    availableTo: t.string({
      required: true,
      description: 'The day of leaving, YYYY-MM-DD; 1 to 366 nights after the first.',
    }),
    maxGuests: t.int({ required: true, description: 'How many people may stay, 1 to 30.' }),
    isForSale: t.boolean({
      description: 'Whether you would also sell the timeshare. Defaults to false.',
    }),
    salePriceCents: t.int({
      description: 'Asking price in US cents; needed for a sale and ignored otherwise.',
    }),
    ownership: t.field({
      type: ListingOwnershipEnum,
      description: 'What kind of timeshare it is.',
    }),
    season: t.string({ description: 'Season in the words of the resort, 40 characters.' }),
    weekNumber: t.int({
      description: 'Number of the week in which the first night lies, by the rule of the resort.',
    }),
    checkInDay: t.field({ type: WeekdayEnum, description: 'The weekday of the first night.' }),
    unitType: t.string({ description: 'Kind of the unit, 60 characters at most.' }),
    bedrooms: t.int({ description: 'How many bedrooms, 0 to 12; 0 for a studio.' }),
    view: t.string({ description: 'What is seen from it, 60 characters at most.' }),
    use: t.field({ type: ListingUseEnum, description: 'In which years you may use it.' }),
    tenure: t.field({ type: ListingTenureEnum, description: 'What you hold of it.' }),
    maintenanceFeeCents: t.int({ description: 'Maintenance fee of a year in US cents.' }),
    nextFeePaidBy: t.field({
      type: FeePayerEnum,
      description: 'Who pays the next maintenance fee when it is sold.',
    }),
    rightOfFirstRefusal: t.boolean({
      description: 'Whether the resort may buy it for the price that a buyer offers.',
    }),
    resaleRestrictions: t.string({
      description: 'What a buyer will not get, or may not do; 2,000 characters at most.',
    }),
    exchangeWeek: t.boolean({
      description: 'Whether it came from an exchange company; such weeks are refused.',
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
      description: 'Where the uploaded proof of ownership is; it can be attached later too.',
    }),
    idempotencyKey: t.string({
      description:
        'Any text of 8 to 100 visible characters. The same call sent again with the same key makes one listing.',
    }),
  }),
});

const UpdateListingInput = builder.inputType('UpdateListingInput', {
  description: 'What a listing should be from now on: all of it, not only what changes.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of your listing.' }),
    version: t.int({ required: true, description: 'The version that you read.' }),
    details: t.field({
      type: ListingDetailsInput,
      required: true,
      description: 'The weeks, as they should be.',
    }),
  }),
});

const RequestListingReviewInput = builder.inputType('RequestListingReviewInput', {
  description: 'A listing that the team should look at again.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of your listing.' }),
    note: t.string({ description: 'What you say to the team, 2,000 characters at most.' }),
  }),
});

const ListingIdInput = builder.inputType('ListingIdInput', {
  description: 'One of your listings.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Plain id (`databaseId`) of your listing.' }),
  }),
});

interface Written {
  listing: Listing;
}

const payload = (name: string, description: string) =>
  builder.objectRef<Written>(name).implement({
    description,
    fields: (t) => ({
      listing: t.field({
        type: OwnListingType,
        description: 'The listing as it is now.',
        resolve: ({ listing }) => listing,
      }),
    }),
  });

interface Created extends Written {
  viewer: typeof UserType.$inferType;
}

const CreateListingPayload = builder.objectRef<Created>('CreateListingPayload').implement({
  description: 'The listing waits for the team; its draft is done with.',
  fields: (t) => ({
    listing: t.field({
      type: OwnListingType,
      description: 'What was stored.',
      resolve: ({ listing }) => listing,
    }),
    viewer: t.field({
      type: UserType,
      description: 'Your account, with its listings and without the draft.',
      resolve: ({ viewer }) => viewer,
    }),
  }),
});

const UpdateListingPayload = payload(
  'UpdateListingPayload',
  'The listing was changed; its status tells whether the team looks again.',
);
const WithdrawListingPayload = payload(
  'WithdrawListingPayload',
  'The listing is off the site; booked stays are not touched.',
);
const RelistListingPayload = payload(
  'RelistListingPayload',
  'The listing is back; its status tells whether others see it.',
);
const RequestListingReviewPayload = payload(
  'RequestListingReviewPayload',
  'The listing waits for the team again.',
);
const ResetListingCalendarPayload = builder
  .objectRef<NewCalendarLink>('ResetListingCalendarPayload')
  .implement({
    description: 'The calendar has a new link; the one before does not work any more.',
    fields: (t) => ({
      listing: t.field({
        type: OwnListingType,
        description: 'The listing as it is now.',
        resolve: ({ listing }) => listing,
      }),
      calendarUrl: t.exposeString('calendarUrl', {
        description:
          'Where calendar programs fetch the booked nights (RFC 5545). Whoever has the address can read them; it is told this once.',
      }),
    }),
  });

builder.objectField(AttachContractPayload, 'listing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    description: 'Your listing, which waits for the team again.',
    resolve: async (query, { listingId }, _args, { deps, viewer }) =>
      deps.database.prisma.listing.findFirst({
        ...query,
        where: { id: listingId, ownerId: (await viewer())?.id ?? '' },
      }),
  }),
);

type Details = typeof ListingDetailsInput.$inferInput;

const plainDetails = (details: Details) => ({
  ...details,
  resortId: plainId('Resort', details.resortId, 'resortId'),
});

const ownErrors = [
  InvalidInputError,
  NotFoundError,
  ForbiddenError,
  ConflictError,
  UnavailableError,
];

builder.mutationFields((t) => ({
  createListing: t.field({
    type: CreateListingPayload,
    nullable: true,
    description: 'Offers weeks of yours. Nobody else sees them before the team has verified them.',
    authScopes: { signedIn: true },
    errors: { types: [InvalidInputError, ConflictError, UnavailableError] },
    args: {
      input: t.arg({
        type: CreateListingInput,
        required: true,
        description: 'The weeks to offer.',
      }),
    },
    resolve: async (_root, { input: { details, ...rest } }, context) => {
      const viewer = await context.viewer();
      const listing = await createListing(context.deps, viewer, {
        ...plainDetails(details),
        ...rest,
      });
      return viewer && { listing, viewer };
    },
  }),
  updateListing: t.field({
    type: UpdateListingPayload,
    nullable: true,
    description:
      'Changes a listing of yours. Another resort, other dates, another unit or kind of ownership need another look of the team.',
    authScopes: { signedIn: true },
    errors: { types: ownErrors },
    args: {
      input: t.arg({
        type: UpdateListingInput,
        required: true,
        description: 'The listing, as it should be.',
      }),
    },
    resolve: async (_root, { input: { details, ...rest } }, context) => ({
      listing: await updateListing(context.deps, await context.viewer(), {
        ...plainDetails(details),
        ...rest,
      }),
    }),
  }),
  withdrawListing: t.field({
    type: WithdrawListingPayload,
    nullable: true,
    description: 'Takes a listing of yours off the site. You can list it again.',
    authScopes: { signedIn: true },
    errors: { types: ownErrors },
    args: {
      input: t.arg({
        type: ListingIdInput,
        required: true,
        description: 'Which listing it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await withdrawListing(context.deps, await context.viewer(), input.listingId),
    }),
  }),
  relistListing: t.field({
    type: RelistListingPayload,
    nullable: true,
    description: 'Puts a withdrawn listing of yours back.',
    authScopes: { signedIn: true },
    errors: { types: ownErrors },
    args: {
      input: t.arg({
        type: ListingIdInput,
        required: true,
        description: 'Which listing it is about.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await relistListing(context.deps, await context.viewer(), input.listingId),
    }),
  }),
  requestListingReview: t.field({
    type: RequestListingReviewPayload,
    nullable: true,
    description:
      'Asks the team to look at a listing of yours again, after a refusal, a question or the end of the evidence.',
    authScopes: { signedIn: true },
    errors: { types: ownErrors },
    args: {
      input: t.arg({
        type: RequestListingReviewInput,
        required: true,
        description: 'Which listing, and what you say to the team.',
      }),
    },
    resolve: async (_root, { input }, context) => ({
      listing: await requestReview(context.deps, await context.viewer(), input),
    }),
  }),
  resetListingCalendar: t.field({
    type: ResetListingCalendarPayload,
    nullable: true,
    description: 'Makes a link to the calendar of a listing of yours, in place of the one before.',
    authScopes: { signedIn: true },
    errors: { types: ownErrors },
    args: {
      input: t.arg({
        type: ListingIdInput,
        required: true,
        description: 'Which listing it is about.',
      }),
    },
    resolve: async (_root, { input }, context) =>
      resetListingCalendar(context.deps, await context.viewer(), input.listingId),
  }),
}));

builder.prismaObjectField(OwnListingType, 'reviewedFields', (t) =>
  t.stringList({
    description:
      'Fields of ListingDetailsInput of which a change sends it to the team again; none while it is there.',
    select: { contractVerificationStatus: true },
    resolve: reviewedFields,
  }),
);
