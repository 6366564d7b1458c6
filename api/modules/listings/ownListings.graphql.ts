import type { BookingStatus } from '../../generated/prisma/client.ts';
import { builder } from '../../graphql/builder.ts';
import { newestFirst, newestFirstConnection, newestFirstCost } from '../../platform/newestFirst.ts';
import { UserType } from '../accounts/accounts.graphql.ts';
import type { CappedCount } from '../../platform/cappedCount.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import { ListingFactsType } from './listingFacts.graphql.ts';
import { bookedStatuses, nightsOf, resortToday, weekNumbersOf } from './listings.ts';
import { idToFind } from './ownListing.ts';
import {
  countListings,
  earnedCents,
  listingEarnings,
  ownStatus,
  type OwnListingStatus,
} from './ownListings.ts';
import { isoDay } from '../../platform/days.ts';

export const OwnListingStatusEnum = builder.enumType('OwnListingStatus', {
  description: 'Whether others see a listing, and why not.',
  values: {
    PUBLISHED: { description: 'It is on offer: everyone sees it.' },
    OVER: { description: 'Its last night has passed.' },
    IN_REVIEW: { description: 'The team looks at the proof of ownership.' },
    MORE_INFORMATION: { description: 'The team asked the owner for more.' },
    REJECTED: { description: 'The proof of ownership was not enough.' },
    EXPIRED: { description: 'The proof of ownership was good until a day that is over.' },
    WITHDRAWN: { description: 'The owner, or the team, took it off the site.' },
  } as const satisfies Record<OwnListingStatus, object>,
});

export const VerificationStatusEnum = builder.enumType('ContractVerificationStatus', {
  description: 'How far the proof of ownership of a listing is.',
  values: {
    PENDING: { value: 'pending', description: 'It waits for the team.' },
    MORE_INFORMATION: {
      value: 'more_information',
      description: 'The team asked for more and waits for the owner.',
    },
    VERIFIED: { value: 'verified', description: 'The team has verified it.' },
    REJECTED: { value: 'rejected', description: 'The team has refused it.' },
    EXPIRED: { value: 'expired', description: 'It was good until a day that is over.' },
  } as const,
});

const EscrowStatusEnum = builder.enumType('EscrowStatus', {
  description: 'How far the escrow of a listing is.',
  values: {
    NONE: { value: 'none', description: 'There is no escrow.' },
    PENDING: { value: 'pending', description: 'The partner was asked for an account.' },
    ACTIVE: { value: 'active', description: 'The account is open; money is held there.' },
    RELEASED: { value: 'released', description: 'The money went to the owner.' },
    REFUNDED: { value: 'refunded', description: 'The money went back to the payer.' },
    DISPUTED: { value: 'disputed', description: 'One side objects; the money is held.' },
  } as const,
});

const ListingEventKindEnum = builder.enumType('ListingEventKind', {
  description: 'What happened to a listing.',
  values: {
    CREATED: { value: 'created', description: 'The owner listed it.' },
    EDITED: { value: 'edited', description: 'The owner changed it.' },
    CONTRACT_ATTACHED: {
      value: 'contract_attached',
      description: 'The owner added a proof of ownership.',
    },
    REVIEW_REQUESTED: {
      value: 'review_requested',
      description: 'It went to the team again; the note is what the owner said.',
    },
    VERIFIED: { value: 'verified', description: 'The team verified the ownership.' },
    REJECTED: { value: 'rejected', description: 'The team refused it; the note is the reason.' },
    MORE_INFORMATION_REQUESTED: {
      value: 'more_information_requested',
      description: 'The team asked for more; the note is the question.',
    },
    EVIDENCE_EXPIRED: {
      value: 'evidence_expired',
      description: 'The proof of ownership was good until a day that is over.',
    },
    WITHDRAWN: { value: 'withdrawn', description: 'The owner took it off the site.' },
    RELISTED: { value: 'relisted', description: 'The owner put it back.' },
    ESCROW_REQUESTED: {
      value: 'escrow_requested',
      description: 'The escrow partner was asked for an account.',
    },
    ESCROW_DECLINED: { value: 'escrow_declined', description: 'The partner opened no account.' },
    ESCROW_ACTIVE: { value: 'escrow_active', description: 'The escrow account is open.' },
    ESCROW_RELEASED: { value: 'escrow_released', description: 'The money went to the owner.' },
    ESCROW_REFUNDED: {
      value: 'escrow_refunded',
      description: 'The money went back to the payer.',
    },
    ESCROW_DISPUTED: { value: 'escrow_disputed', description: 'One side objects.' },
  } as const,
});

type EventAuthor = 'OWNER' | 'TEAM' | 'NOBODY';

const ListingEventAuthorEnum = builder.enumType('ListingEventAuthor', {
  description: 'Who did something to a listing.',
  values: {
    OWNER: { description: 'The owner of the listing.' },
    TEAM: { description: 'An administrator.' },
    NOBODY: { description: 'It happened by itself, or through the escrow partner.' },
  } as const satisfies Record<EventAuthor, object>,
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
    kind: t.expose('kind', { type: ListingEventKindEnum, description: 'What happened to it.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'A reason, a question or an answer, in plain text with line breaks.',
    }),
    author: t.expose('author', {
      type: ListingEventAuthorEnum,
      description: 'Whose doing it was.',
    }),
    actorName: t.string({
      nullable: true,
      description: 'Username of the person who did it, for administrators; null for all others.',
      resolve: async ({ actorName }, _args, context) =>
        (await context.viewer())?.role === 'admin' ? actorName : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  }),
});

interface Stay {
  checkIn: Date;
  checkOut: Date;
  guests: number;
  totalPriceCents: number;
  isOnHold: boolean;
}

const ListingStayType = builder.objectRef<Stay>('ListingStay').implement({
  description: 'Nights of a listing that are taken. It names no guest.',
  fields: (t) => ({
    checkIn: t.string({
      description: 'The first night, YYYY-MM-DD.',
      resolve: ({ checkIn }) => isoDay(checkIn),
    }),
    checkOut: t.string({
      description: 'The day of leaving, YYYY-MM-DD.',
      resolve: ({ checkOut }) => isoDay(checkOut),
    }),
    guests: t.exposeInt('guests', { description: 'How many people stay.' }),
    totalPriceCents: t.exposeInt('totalPriceCents', {
      description: 'What the guest pays for the nights, in hundredths of the currency.',
    }),
    isOnHold: t.exposeBoolean('isOnHold', {
      description: 'Whether the nights are held and not booked yet.',
    }),
  }),
});

const taken: BookingStatus[] = [...bookedStatuses];

/** Bookings of a listing; everything that reads them asks for the same, so that they are read once. */
const bookings = {
  where: { status: { in: taken } },
  orderBy: { checkIn: 'asc' },
  select: {
    checkIn: true,
    checkOut: true,
    guests: true,
    totalPriceCents: true,
    status: true,
  },
} as const;

/** More of its history is not shown. */
const mostEvents = 100;

export const OwnListingType = builder.prismaNode('Listing', {
  variant: 'OwnListing',
  nullable: true,
  description:
    'Weeks that a member offers, published or not, with everything that only the member and the team may see.',
  authScopes: (listing) => ({ admin: true, self: listing.ownerId ?? undefined }),
  select: { id: true, ownerId: true, createdAt: true, reviewRequestedAt: true },
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', { description: 'The plain id of the listing.' }),
    title: t.exposeString('title', { description: 'Its headline, plain text.' }),
    description: t.exposeString('description', {
      description: "The owner's words, plain text; may hold line breaks.",
    }),
    resort: t.relation('resort', { description: 'Where the weeks are.' }),
    owner: t.relation('owner', {
      type: UserType,
      // Weeks of an outside provider are never read as this type.
      onNull: 'error',
      description: 'The member who offers them.',
    }),
    availableFrom: t.string({
      description: 'The first night on offer, YYYY-MM-DD.',
      select: { availableFrom: true },
      resolve: (listing) => isoDay(listing.availableFrom),
    }),
    availableTo: t.string({
      description: 'The last day of leaving, YYYY-MM-DD.',
      select: { availableTo: true },
      resolve: (listing) => isoDay(listing.availableTo),
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
    weekNumbers: t.intList({
      description: 'Numbers of the weeks by the rule of the resort, one for each seven nights.',
      select: { availableFrom: true, availableTo: true, resort: { select: { weekRule: true } } },
      resolve: (listing) => weekNumbersOf(listing, listing.resort.weekRule),
    }),
    pricePerNightCents: t.exposeInt('pricePerNightCents', {
      description: 'Price of one night in US cents.',
    }),
    currency: t.exposeString('currency', {
      description: 'ISO 4217 code of the currency of all prices, for example USD.',
    }),
    maxGuests: t.exposeInt('maxGuests', { description: 'How many people may stay.' }),
    bedrooms: t.exposeInt('bedrooms', {
      nullable: true,
      description: 'How many bedrooms; 0 for a studio, null where the owner did not say.',
    }),
    isForSale: t.exposeBoolean('isForSale', {
      description: 'Whether the owner would also sell the timeshare.',
    }),
    salePriceCents: t.exposeInt('salePriceCents', {
      nullable: true,
      description: 'Asking price of the timeshare, in hundredths of the currency.',
    }),
    facts: t.variant(ListingFactsType, { description: 'What the papers of the timeshare say.' }),
    status: t.field({
      type: OwnListingStatusEnum,
      description: 'Whether others see it, and why not.',
      select: { isActive: true, contractVerificationStatus: true, onOffer: true },
      resolve: ownStatus,
    }),
    verificationStatus: t.field({
      type: VerificationStatusEnum,
      description: 'How far the proof of ownership is, also while the listing is withdrawn.',
      select: { contractVerificationStatus: true },
      resolve: ({ contractVerificationStatus }) => contractVerificationStatus,
    }),
    hasContract: t.boolean({
      description: 'Whether there is a document that proves the ownership.',
      select: { contractDocumentUrl: true },
      resolve: (listing) => listing.contractDocumentUrl !== null,
    }),
    evidenceEndsOn: t.string({
      nullable: true,
      description:
        'The last day on which the proof of ownership is good, YYYY-MM-DD; null without end.',
      select: { evidenceEndsOn: true },
      resolve: ({ evidenceEndsOn }) => evidenceEndsOn && isoDay(evidenceEndsOn),
    }),
    reviewRequestedAt: t.expose('reviewRequestedAt', {
      type: 'DateTime',
      description: 'Since when it waits for the team, or waited for the last decision.',
    }),
    escrowStatus: t.field({
      type: EscrowStatusEnum,
      description: 'How far its escrow is.',
      select: { escrowStatus: true },
      resolve: ({ escrowStatus }) => escrowStatus,
    }),
    version: t.exposeInt('version', {
      description: 'Counts the changes; a change or a decision names the version it is about.',
    }),
    hasCalendarLink: t.boolean({
      description:
        'Whether there is a link to the calendar of the booked nights; only `resetListingCalendar` tells it.',
      select: { calendarTokenHash: true },
      resolve: ({ calendarTokenHash }) => calendarTokenHash !== null,
    }),
    stays: t.field({
      type: [ListingStayType],
      complexity: { field: 1, multiplier: 5 },
      description: 'Nights that are taken, the earliest first.',
      select: { bookings },
      resolve: (listing) =>
        listing.bookings.map((stay) => ({ ...stay, isOnHold: stay.status === 'held' })),
    }),
    earnedCents: t.float({
      description: 'What the confirmed stays bring, in hundredths of the currency; a whole number.',
      select: { bookings },
      resolve: (listing) => earnedCents(listing.bookings),
    }),
    history: t.field({
      type: [ListingEventType],
      complexity: { field: 1, multiplier: 5 },
      description: `What happened to it, the latest first, ${mostEvents} at most.`,
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was listed.' }),
  }),
});

/** What happens through no person; an administrator who is gone has no id any more either. */
const byNobody: Partial<Record<ListingEventRow['kind'], true>> = {
  evidence_expired: true,
  escrow_requested: true,
  escrow_declined: true,
  escrow_active: true,
  escrow_released: true,
  escrow_refunded: true,
  escrow_disputed: true,
};

/** What these lists add to the shape that a connection has everywhere. */
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
    description: "A page of one's listings, or of the queue of the team.",
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

builder.prismaObjectField('User', 'listings', (t) =>
  t.connection(
    {
      type: OwnListingType,
      description:
        'Listings of the member, published or not, newest first. `first` defaults to 20.',
      complexity: newestFirstCost,
      select: (args, _context, nestedSelection) => ({
        listings: nestedSelection(
          {
            ...newestFirst(args),
            select: { id: true, ownerId: true, createdAt: true, reviewRequestedAt: true },
          },
          ['edges', 'node'],
        ),
      }),
      resolve: (user, args, { deps }) => ({
        ...newestFirstConnection(args, user.listings),
        count: () => countListings(deps, { ownerId: user.id }),
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
    description: 'One listing of the member by its plain id; null when it is none of theirs.',
    args: { databaseId: t.arg.id({ required: true, description: 'The plain id of the listing.' }) },
    resolve: (query, user, { databaseId }, { deps }) =>
      deps.database.prisma.listing.findFirst({
        ...query,
        where: { id: idToFind(databaseId), ownerId: user.id },
      }),
  }),
);

builder.prismaObjectField('User', 'listingEarningsCents', (t) =>
  t.float({
    description:
      'What the confirmed stays of all listings of the member bring, in US cents; a whole number.',
    complexity: { field: 20, multiplier: 1 },
    resolve: (user, _args, { deps }) => listingEarnings(deps, user.id),
  }),
);
