import type { BookingStatus, Listing } from '#api/generated/prisma/client.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, exposed } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { MoneyType, moneyColumn, moneyColumnOrNull, moneyOf } from '#api/graphql/money.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import {
  newestFirst,
  newestFirstConnection,
  newestFirstCost,
} from '#api/platform/database/newestFirst.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { ListingFactsType } from './listingFacts.graphql.ts';
import {
  isOnHold,
  freeNightsOf,
  nightsOf,
  resortToday,
  shortestStayOf,
  weekNumbersOf,
} from './listings.ts';
import { readReference } from './listingReference.ts';
import { priceColumns } from './priceTerms.ts';
import { countListings, earned, listingEarnings, ownStatus } from './ownListings.ts';
import { readSince } from '#api/platform/database/readSince.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

export const OwnListingStatusEnum = enumOf(
  'OwnListingStatus',
  'Whether a listing is public, and if not, why.',
  {
    PUBLISHED: 'It is on offer and visible to everyone.',
    OVER: 'Its last night has passed.',
    IN_REVIEW: 'The team is reviewing the proof of ownership.',
    MORE_INFORMATION: 'The team asked the owner for more information.',
    REJECTED: 'The team rejected the proof of ownership.',
    EXPIRED: 'The proof of ownership has expired.',
    WITHDRAWN: 'The owner or the team withdrew it.',
  },
);

export const VerificationStatusEnum = enumOf(
  'ContractVerificationStatus',
  "Status of a listing's proof of ownership.",
  {
    pending: 'It has not been decided yet.',
    more_information: 'The team asked the owner for more information.',
    verified: 'The team has verified it.',
    rejected: 'The team has rejected it.',
    expired: 'Its last valid day has passed.',
  },
);

const EscrowStatusEnum = enumOf('EscrowStatus', 'Status of the escrow of a listing.', {
  none: 'There is no escrow.',
  pending: 'An account was requested from the partner.',
  active: 'The account is open; money is held there.',
  released: 'The money went to the owner.',
  refunded: 'The money went back to the payer.',
  disputed: 'One side objects; the money is held.',
});

const ListingEventKindEnum = enumOf('ListingEventKind', 'What happened to a listing.', {
  created: 'The owner listed it.',
  edited: 'The owner changed it.',
  contract_attached: 'The owner added a proof of ownership.',
  review_requested: 'It was sent to the team for another review; the note is from the owner.',
  verified: 'The team verified the ownership.',
  rejected: 'The team rejected it; the note is the reason.',
  more_information_requested: 'The team asked for more information; the note is the question.',
  evidence_expired: 'The proof of ownership expired.',
  withdrawn: 'The owner or the team withdrew it.',
  relisted: 'The owner or the team put it back on the site.',
  escrow_requested: 'An account was requested from the escrow partner.',
  escrow_declined: 'The partner declined to open an account.',
  escrow_active: 'The escrow account is open.',
  escrow_released: 'The money went to the owner.',
  escrow_refunded: 'The money went back to the payer.',
  escrow_disputed: 'One side objects.',
});

type EventAuthor = 'OWNER' | 'TEAM' | 'NOBODY';

const ListingEventAuthorEnum = enumOf('ListingEventAuthor', 'Who caused an event of a listing.', {
  OWNER: 'The owner of the listing.',
  TEAM: 'An administrator.',
  NOBODY: 'No person: an automatic change or the escrow partner.',
});

interface ListingEventRow {
  kind: (typeof ListingEventKindEnum)['$inferType'];
  note: string | null;
  createdAt: Date;
  author: EventAuthor;
  actorName: string | null;
}

const ListingEventType = builder.objectRef<ListingEventRow>('ListingEvent').implement({
  description: 'Something that happened to a listing.',
  fields: (t) => ({
    ...exposed(t, {
      kind: [ListingEventKindEnum, 'What happened to it.'],
      note: ['String?', 'A reason, a question or an answer, in plain text with line breaks.'],
      author: [ListingEventAuthorEnum, 'Who caused the event.'],
      createdAt: ['DateTime', 'When it happened.'],
    }),
    actorName: t.string({
      nullable: true,
      description: 'Username of the person who did it, for administrators; null for all others.',
      resolve: async ({ actorName }, _args, context) =>
        (await context.viewer())?.role === 'admin' ? actorName : null,
    }),
  }),
});

interface Stay {
  checkIn: Date;
  checkOut: Date;
  guests: number;
  totalPriceCents: number;
  currency: string;
  isOnHold: boolean;
}

const ListingStayType = builder.objectRef<Stay>('ListingStay').implement({
  description: 'Taken nights of a listing, without the name of the guest.',
  fields: (t) => ({
    checkIn: t.expose('checkIn', { type: 'Date', description: 'The first night.' }),
    checkOut: t.expose('checkOut', { type: 'Date', description: 'The day of departure.' }),
    guests: t.exposeInt('guests', { description: 'How many people stay.' }),
    totalPrice: t.field({
      ...moneyOf('totalPriceCents'),
      description: 'What the guest pays for the nights.',
    }),
    isOnHold: t.exposeBoolean('isOnHold', {
      description: 'Whether the nights are held and not booked yet.',
    }),
  }),
});

const taken: BookingStatus[] = [...bookingStatuses.booked];

const bookings = {
  where: { status: { in: taken } },
  orderBy: { checkIn: 'asc' },
  select: {
    checkIn: true,
    checkOut: true,
    guests: true,
    totalPriceCents: true,
    nightsCents: true,
    cleaningCents: true,
    currency: true,
    status: true,
  },
} as const;

const mostEvents = 100;

export const OwnListingType = builder.prismaNode('Listing', {
  variant: 'OwnListing',
  nullable: true,
  description:
    'A listing of a member, published or not, with everything that only the member and the team may see.',
  authScopes: (listing) => ({
    admin: true,
    self: listing.ownerId ?? undefined,
    tokenOf: { account: listing.ownerId, scope: 'listings:read' },
  }),
  select: { id: true, ownerId: true, createdAt: true, reviewRequestedAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('listing', 'The plain id of the listing.')),
    ...columns<Listing>(t, {
      title: 'Its headline, plain text.',
      description: "The owner's description, plain text; may contain line breaks.",
      version: [
        'Int',
        'Grows with each change. A change or a decision names the version its author saw.',
      ],
      createdAt: ['DateTime', 'When the listing was created.'],
      updatedAt: [
        'DateTime',
        'When the listing last changed. Taking or freeing its nights does not change it.',
      ],
    }),
    reference: t.exposeString('ownerReference', {
      nullable: true,
      description: "The owner's own id of the week; no other listing of the owner has it.",
    }),
    resort: t.relation('resort', { description: 'The resort where the nights are.' }),
    owner: t.relation('owner', {
      type: UserType,
      // Provider listings are never read as this type.
      onNull: 'error',
      description: 'The member who offers the nights.',
    }),
    facts: t.variant(ListingFactsType, {
      description: 'Facts of the unit and from the papers of the timeshare.',
    }),
    hasCalendarLink: t.boolean({
      description:
        'Whether there is a link to the calendar of the booked nights. Only `resetListingCalendar` returns it.',
      select: { calendarTokenHash: true },
      resolve: ({ calendarTokenHash }) => calendarTokenHash !== null,
    }),
    stays: t.field({
      type: [ListingStayType],
      complexity: { field: 1, multiplier: 5 },
      description: 'Stays that take its nights, earliest first.',
      select: { bookings },
      resolve: (listing) =>
        listing.bookings.map((stay) => ({ ...stay, isOnHold: isOnHold(stay.status) })),
    }),
    earned: t.field({
      type: [MoneyType],
      description:
        "Earnings from confirmed and completed stays: one amount for each currency, largest first; without earnings, 0 in the listing's currency.",
      select: { bookings, currency: true },
      resolve: (listing) => earned(listing.bookings, listing.currency),
    }),
  }),
});

builder.prismaObjectFields(OwnListingType, (t) => ({
  ...columns<Listing>(t, {
    availableFrom: ['Date', 'The first night on offer.'],
    availableTo: ['Date', 'The last day of departure.'],
    maxGuests: ['Int', 'How many people may stay.'],
    bedrooms: ['Int?', 'How many bedrooms; 0 for a studio, null if the owner left it out.'],
    isForSale: ['Boolean', 'Whether the owner would also sell the timeshare.'],
  }),
  isOver: t.boolean({
    description: 'Whether its last night has passed at the resort.',
    select: { availableTo: true, resort: resortToday },
    resolve: ({ availableTo, resort }) => availableTo <= resort.zone.today,
  }),
  nights: t.int({
    description: 'How many nights are offered.',
    select: { availableFrom: true, availableTo: true },
    resolve: nightsOf,
  }),
  freeNights: t.int({
    description: 'How many nights can still be booked. 0 unless it is on offer.',
    select: { freeStretches: priceColumns.freeStretches },
    resolve: (listing) => freeNightsOf(listing.freeStretches),
  }),
  minNights: t.int({
    description: 'The fewest nights that guests may book: all of them if `isWholeOnly`.',
    select: { minNights: true, availableFrom: true, availableTo: true },
    resolve: shortestStayOf,
  }),
  isWholeOnly: t.boolean({
    description: 'Whether guests can only book all nights together.',
    select: { minNights: true },
    resolve: ({ minNights }) => minNights === null,
  }),
  weekNumbers: t.intList({
    description: 'Numbers of the weeks by the rule of the resort, one for each seven nights.',
    select: { availableFrom: true, availableTo: true, resort: { select: { weekRule: true } } },
    resolve: (listing) => weekNumbersOf(listing, listing.resort.weekRule),
  }),
  pricePerNight: t.field({
    ...moneyColumn('pricePerNightCents'),
    description: 'Price of one night.',
  }),
  salePrice: t.field({
    ...moneyColumnOrNull('salePriceCents'),
    description: 'Asking price of the timeshare.',
  }),
}));

builder.prismaObjectFields(OwnListingType, (t) => ({
  status: t.field({
    type: OwnListingStatusEnum,
    description: 'Whether it is public, and if not, why.',
    select: { isActive: true, contractVerificationStatus: true, onOffer: true },
    resolve: ownStatus,
  }),
  verificationStatus: t.expose('contractVerificationStatus', {
    type: VerificationStatusEnum,
    description: 'Status of the proof of ownership, also while the listing is withdrawn.',
  }),
  hasContract: t.boolean({
    description: 'Whether there is a document that proves the ownership.',
    select: { contractDocumentUrl: true },
    resolve: (listing) => listing.contractDocumentUrl !== null,
  }),
  ...columns<Listing>(t, {
    evidenceEndsOn: [
      'Date?',
      'The last day on which the proof of ownership is valid; null if it has no end.',
    ],
    reviewRequestedAt: ['DateTime', 'When the current or last review was requested.'],
    escrowStatus: [EscrowStatusEnum, 'Status of its escrow.'],
  }),
  history: t.field({
    type: [ListingEventType],
    complexity: { field: 1, multiplier: 5 },
    description: `Events of the listing, latest first, at most ${mostEvents}.`,
    select: {
      events: {
        orderBy: { number: 'desc' },
        take: mostEvents,
        select: {
          kind: true,
          note: true,
          createdAt: true,
          actorId: true,
          actor: { select: { username: true } },
        },
      },
    },
    resolve: (listing) =>
      listing.events.map(({ actorId, actor, ...event }): ListingEventRow => {
        const author =
          actorId === listing.ownerId ? 'OWNER' : event.kind in byNobody ? 'NOBODY' : 'TEAM';
        return { ...event, author, actorName: actor?.username ?? null };
      }),
  }),
}));

/**
 * Events without a person. The kind decides, because the actor id of a deleted administrator is
 * null too.
 */
const byNobody: Partial<Record<ListingEventRow['kind'], true>> = {
  evidence_expired: true,
  escrow_requested: true,
  escrow_declined: true,
  escrow_active: true,
  escrow_released: true,
  escrow_refunded: true,
  escrow_disputed: true,
};

interface OwnListingConnectionExtras {
  count(): Promise<CappedCount>;
}

const own = (connection: object): OwnListingConnectionExtras =>
  connection as OwnListingConnectionExtras;

export const OwnListingEdge = builder.edgeObject({
  type: OwnListingType,
  name: 'OwnListingEdge',
  description: 'A listing in a list of its owner or of the team.',
});

export const OwnListingConnection = builder.connectionObject(
  {
    type: OwnListingType,
    name: 'OwnListingConnection',
    description: "A page of a member's listings, or of the team's queue.",
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many listings the whole list holds.',
        complexity: { field: 5, multiplier: 1 },
        resolve: (connection) => own(connection).count(),
      }),
    }),
  },
  OwnListingEdge,
);

const chosenBy = ({
  updatedSince,
  reference,
}: {
  updatedSince?: Date | null | undefined;
  reference?: string | null | undefined;
}) => ({
  updatedAt: { gte: readSince(updatedSince) },
  ...(reference != null && { ownerReference: readReference(reference) }),
});

builder.prismaObjectField('User', 'listings', (t) =>
  t.connection(
    {
      type: OwnListingType,
      authScopes: { public: true, token: 'listings:read' },
      description:
        'Listings of the member, published or not, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      args: argsOf({
        updatedSince: ['DateTime?', 'Only listings whose `updatedAt` is this instant or later.'],
        reference: ['String?', 'Only the listing with this `reference`.'],
      }),
      select: (args, _context, nestedSelection) => {
        const { where, ...page } = newestFirst(args);
        return {
          listings: nestedSelection(
            {
              ...page,
              where: { ...where, ...chosenBy(args) },
              select: { id: true, ownerId: true, createdAt: true, reviewRequestedAt: true },
            },
            ['edges', 'node'],
          ),
        };
      },
      resolve: (user, args, { deps }) => ({
        ...newestFirstConnection(args, user.listings),
        count: () => countListings(deps, { ownerId: user.id, ...chosenBy(args) }),
      }),
    },
    OwnListingConnection,
    OwnListingEdge,
  ),
);

builder.prismaObjectField('User', 'listing', (t) =>
  t.prismaField({
    type: OwnListingType,
    nullable: true,
    authScopes: { public: true, token: 'listings:read' },
    description: 'One listing of the member by its id; null if the member has no such listing.',
    args: argsOf({ databaseId: idOf('listing') }),
    resolve: (query, user, { databaseId }, { deps }) =>
      deps.database.prisma.listing.findFirst({
        ...query,
        where: { id: idToFind(databaseId), ownerId: user.id },
      }),
  }),
);

builder.prismaObjectField('User', 'listingEarnings', (t) =>
  t.field({
    type: [MoneyType],
    description:
      "Earnings from confirmed and completed stays of all the member's listings: one amount for each currency, largest first.",
    complexity: { field: 20, multiplier: 1 },
    resolve: (user, _args, { deps }) => listingEarnings(deps, user.id),
  }),
);
