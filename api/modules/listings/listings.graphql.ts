import type { Listing } from '#api/generated/prisma/client.ts';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Deps } from '#api/context/context.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, shownType } from '#api/graphql/exposed.ts';
import { plainIdOf } from '#api/graphql/ids/ids.ts';
import { pageCost, readPage } from '#api/graphql/limits/limits.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { inSql, publicIf } from '#api/graphql/sql/sqlFields.ts';
import { moneyOrNull, type Money } from '#common/money.ts';
import { ResortType } from '../resorts/resorts.graphql.ts';
import { ListingFactsType } from './listingFacts.graphql.ts';
import {
  aheadOf,
  availability,
  freeNightsOf,
  isPublic,
  listingsPage,
  partnerOrder,
  mostAvailabilityDays,
  nightsOf,
  resortToday,
  shortestStayOf,
  weekOrder,
  weekNumbersOf,
  weeksPage,
  type Availability,
} from './listings.ts';
import { priceColumns, priceTermsOf } from './priceTerms.ts';
import { quote } from '../pricing/quote.ts';
import { isoDay } from '#common/days.ts';

/** Columns for access checks, list orders and change tracking of responses. */
const visibility = {
  id: true,
  resortId: true,
  ownerId: true,
  onOffer: true,
  onSale: true,
  availableFrom: true,
} as const;

/** Columns, besides `visibility`, that tell which nights are ahead. */
const nights = { availableTo: true, resort: resortToday } as const;

function totalOf(
  listing: Parameters<typeof priceTermsOf>[0],
  nights: number,
  { siteSettings }: Pick<Deps, 'siteSettings'>,
): Money {
  const { totalCents, currency } = quote(priceTermsOf(listing, siteSettings.current()), nights);
  return { amount: totalCents, currency };
}

interface FreeStay {
  checkIn: string;
  checkOut: string;
  nights: number;
  total: Money;
}

const FreeStayType = shownType<FreeStay>('FreeStay', {
  description: 'Free nights in a row of one listing.',
  fields: {
    checkIn: ['Date', 'The first free night.'],
    checkOut: ['Date', 'The day after the last free night.'],
    nights: ['Int', 'How many nights it has.'],
    total: [MoneyType, 'What the stay costs, with fees and taxes: what the traveler pays.'],
  },
});

export const ListingType = builder.prismaNode('Listing', {
  description:
    'Nights at a resort, offered by an owner or a provider, and the timeshare behind them if it is for sale. Everyone can read a listing on offer (active, with a verified contract and a night still ahead at the resort) or for sale (active, with a verified contract). Its owner and administrators can always read it.',
  nullable: true,
  authScopes: (listing) =>
    isPublic(listing)
      ? { public: true, token: 'listings:read' }
      : {
          admin: true,
          self: listing.ownerId ?? undefined,
          tokenOf: { account: listing.ownerId, scope: 'listings:read' },
        },
  extensions: publicIf('{onOffer} OR {onSale}'),
  select: visibility,
  id: { field: 'id', description: 'Global id, for `node`.' },
  fields: (t) => ({
    databaseId: t.exposeID('id', plainIdOf('listing', 'The plain id, as in the REST calls.')),
    ...columns<Listing>(t, {
      title: "The owner's headline, plain text.",
      description: "The owner's description, plain text; may contain line breaks.",
      maxGuests: ['Int', 'How many people may stay.'],
      bedrooms: ['Int?', 'How many bedrooms; 0 for a studio, null if the owner left it out.'],
      createdAt: ['DateTime', 'When the listing was created.'],
      updatedAt: [
        'DateTime',
        'When the listing last changed. Taking or freeing its nights does not change it.',
      ],
    }),
    isOnOffer: t.exposeBoolean('onOffer', {
      description:
        'Whether nights of it can be rented: it is active and verified, and a night is still ahead.',
    }),
    source: t.string({
      nullable: true,
      description: 'Name of the provider that offers it; null if a member does.',
      select: { provider: { select: { name: true } } },
      resolve: ({ provider }) => provider?.name,
    }),
    resort: t.relation('resort', { description: 'The resort where the nights are.' }),
    facts: t.variant(ListingFactsType, {
      description: 'Facts of the unit and from the papers of the timeshare.',
    }),
  }),
});

builder.prismaObjectFields(ListingType, (t) => ({
  availableFrom: t.field({
    type: 'Date',
    description:
      "First night, in the resort's time zone; tonight if the nights on offer have begun.",
    select: nights,
    resolve: (listing) => isoDay(aheadOf(listing).availableFrom),
  }),
  ...columns<Listing>(t, {
    availableTo: ['Date', 'Day of departure; the night before is the last.'],
  }),
  nights: t.int({
    description: 'How many nights are offered, without past ones.',
    select: nights,
    resolve: (listing) => nightsOf(aheadOf(listing)),
  }),
  freeNights: t.int({
    description:
      'How many of `nights` can still be booked; the others are taken, or too few for a stay. 0 unless it is on offer.',
    select: { freeStretches: priceColumns.freeStretches },
    resolve: (listing) => freeNightsOf(listing.freeStretches),
  }),
  freeStays: t.field({
    type: [FreeStayType],
    complexity: { field: 1, multiplier: 2 },
    description:
      'Its free nights, as the longest stays between taken nights; earliest first. Nights too few for a stay are left out.',
    select: priceColumns,
    resolve: (listing, _args, { deps }) =>
      listing.freeStretches.map((stretch) => {
        const nights = freeNightsOf([stretch]);
        return {
          checkIn: isoDay(stretch.startsOn),
          checkOut: isoDay(stretch.endsOn),
          nights,
          total: totalOf(listing, nights, deps),
        };
      }),
  }),
  minNights: t.int({
    description: 'The fewest nights of a stay: all of them if `isWholeOnly`.',
    select: { minNights: true, availableFrom: true, availableTo: true },
    resolve: shortestStayOf,
  }),
  isWholeOnly: t.boolean({
    description: 'Whether its nights can only be booked all together.',
    select: { minNights: true },
    extensions: inSql({ never: 'null', sql: '{minNights} IS NULL' }),
    resolve: ({ minNights }) => minNights === null,
  }),
  weekNumbers: t.intList({
    description:
      "Numbers of the weeks by the resort's own rule, one for each seven nights; week 1 begins on the first Friday, Saturday or Sunday of the year.",
    select: {
      availableTo: true,
      resort: { select: { weekRule: true, ...resortToday.select } },
    },
    resolve: (listing) => weekNumbersOf(aheadOf(listing), listing.resort.weekRule),
  }),
}));

builder.prismaObjectFields(ListingType, (t) => ({
  pricePerNight: t.field({
    type: MoneyType,
    description: 'Price of one night.',
    select: { pricePerNightCents: true, currency: true },
    extensions: inSql({
      values: { amount: '{pricePerNightCents}', currency: '{currency}' },
    }),
    resolve: ({ pricePerNightCents, currency }) => ({ amount: pricePerNightCents, currency }),
  }),
  total: t.field({
    type: MoneyType,
    description:
      'What a stay of all nights without past ones costs, with fees and taxes: what the traveler pays.',
    select: {
      ...priceColumns,
      availableTo: true,
      resort: { select: { ...priceColumns.resort.select, ...resortToday.select } },
    },
    resolve: (listing, _args, { deps }) => totalOf(listing, nightsOf(aheadOf(listing)), deps),
  }),
  isForSale: t.exposeBoolean('isForSale', {
    description: 'Whether the owner would also sell the timeshare.',
  }),
  salePrice: t.field({
    type: MoneyType,
    nullable: true,
    description: 'Asking price of the timeshare.',
    select: { isForSale: true, salePriceCents: true, currency: true },
    extensions: inSql({
      values: { amount: '{salePriceCents}', currency: '{currency}' },
      unless: 'NOT {isForSale} OR {salePriceCents} IS NULL',
    }),
    resolve: ({ isForSale, salePriceCents, currency }) =>
      isForSale ? moneyOrNull(salePriceCents, currency) : null,
  }),
  firstYearTotal: t.field({
    type: MoneyType,
    nullable: true,
    description:
      'What a buyer pays in the first year: the asking price, and the next maintenance fee unless the owner pays it. Null if the fee is unknown, or if it is not for sale.',
    select: { firstYearCents: true, currency: true },
    extensions: inSql({
      values: { amount: '{firstYearCents}', currency: '{currency}' },
      unless: '{firstYearCents} IS NULL',
    }),
    resolve: ({ firstYearCents, currency }) => moneyOrNull(firstYearCents, currency),
  }),
  isEscrowOpen: t.boolean({
    description: 'Whether the escrow partner has an open account for it.',
    select: { escrowStatus: true },
    extensions: inSql("{escrowStatus} = 'active'"),
    resolve: ({ escrowStatus }) => escrowStatus === 'active',
  }),
}));

const [ListingConnection, ListingEdge] = listTypes('Listing', ListingType, {
  node: 'A listing in a list.',
  page: 'A page of listings.',
});

builder.prismaObjectField(ResortType, 'weeks', (t) =>
  t.connection(
    {
      type: ListingType,
      description:
        'Listings with a free night, earliest first; `freeNights` says how many are left. `first` defaults to 12 and is at most 100.',
      complexity: pageCost,
      args: argsOf({
        month: ['String?', 'Only listings with a free night in this month, YYYY-MM.'],
        night: ['Date?', 'Only listings in which this night is free.'],
      }),
      select: (args, _context, nestedSelection) => ({
        listings: nestedSelection(
          {
            ...weeksPage(args, readPage(args)),
            select: visibility,
          },
          ['edges', 'node'],
        ),
      }),
      resolve: (resort, args) => {
        const page = readPage(args);
        return weekOrder.pageOf(page, resort.listings);
      },
    },
    ListingConnection,
    ListingEdge,
  ),
);

builder.queryField('listings', (t) =>
  t.connection(
    {
      type: ListingType,
      description:
        'Listings of members that can be booked with no night taken, at all resorts, for partners that read the whole list. `first` defaults to 12 and is at most 100.',
      authScopes: { public: true, token: 'listings:read' },
      complexity: pageCost,
      args: argsOf({
        updatedSince: ['DateTime?', 'Only listings whose `updatedAt` is this instant or later.'],
      }),
      resolve: async (_root, args, context, info) => {
        const page = readPage(args);
        const path = ['edges', 'node'];
        const asked = queryFromInfo({ context, info, typeName: 'Listing', path });
        const found = await context.deps.database.prisma.listing.findMany({
          ...asked,
          ...listingsPage(page, args.updatedSince),
          relationLoadStrategy: 'join',
        });
        return partnerOrder.pageOf(page, found);
      },
    },
    ListingConnection,
    ListingEdge,
  ),
);

const AvailabilityType = shownType<Availability>('Availability', {
  description: 'The free nights of a resort in a span of days.',
  fields: {
    from: ['Date', 'First day of the span.'],
    to: ['Date', 'The day after the last day of the span.'],
    nights: ['Date[]', 'The free nights in order. All other nights of the span are unavailable.'],
  },
});

builder.prismaObjectField(ResortType, 'availability', (t) =>
  t.field({
    type: AvailabilityType,
    description: 'Future nights that can be booked, in at least one listing.',
    complexity: { field: 20, multiplier: 1 },
    args: argsOf({
      from: ['Date?', 'First day. Defaults to the first day of the month of the first free night.'],
      to: [
        'Date?',
        `The day after the last day, at most ${mostAvailabilityDays} days after \`from\`. Defaults to one month after \`from\`.`,
      ],
    }),
    resolve: (resort, args, { deps }) => availability(deps, resort.id, args),
  }),
);
