import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Deps, RequestContext } from '#api/context/context.ts';
import { maybe, shownType } from '#api/graphql/exposed.ts';
import { argsOf } from '#api/graphql/inputs.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { CappedCountType, countInSql } from '#api/graphql/cappedCount.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { pageCost, readPage } from '#api/graphql/limits/limits.ts';
import { MoneyType } from '#api/graphql/money.ts';
import { inSql } from '#api/graphql/sql/sqlFields.ts';
import { sqlRows } from '#api/graphql/sql/sqlModels.ts';
import type { Listing } from '#api/generated/prisma/client.ts';
import { type PageArgs } from '#api/platform/database/cursors.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import {
  pageOfEdge,
  ResortEdge,
  ResortFilterInput,
  ResortType,
  type ResortPageOfEdge,
} from '../resorts/resorts.graphql.ts';
import { ClusterType, WeekFacetsType } from '../resorts/resortSearch.graphql.ts';
import type { SearchInput } from '../search/resortSearch.ts';
import type { StaySort } from '../search/stayPages.ts';
import { findStay } from './findStay.ts';
import { listingCards, listingRows, type AskedListing } from './listingRows.ts';
import { resortWeeks, type ResortWeek } from './resortWeeks.ts';
import { weekMonths, type WeekMonth } from './weekMonths.ts';
import { findWeeks, weekPageSql, type FoundWeek, type WeekPage } from './weeks.ts';

export type WeekWithListing = FoundWeek & { listing: Listing };

type MaybeWithListing = FoundWeek & { listing?: Listing };

export const WeekType = builder.objectRef<WeekWithListing>('Week').implement({
  description: 'A stay that a search finds: free nights in a row of one listing.',
  authScopes: { public: true, token: 'listings:read' },
  fields: (t) => ({
    checkIn: t.expose('checkIn', { type: 'Date', description: 'The first night.' }),
    checkOut: t.expose('checkOut', { type: 'Date', description: 'The day of departure.' }),
    nights: t.exposeInt('nights', { description: 'How many nights the stay has.' }),
    total: t.expose('total', {
      type: MoneyType,
      extensions: inSql({ values: { amount: '{totalCents}', currency: '{currency}' } }),
      description: 'What the stay costs, with fees and taxes: what the traveler pays.',
    }),
    listing: t.expose('listing', {
      type: ListingType,
      description: 'The listing it is part of.',
      extensions: inSql({ relation: 'listing' }),
    }),
  }),
});

const WeekSortEnum = enumOf(
  'WeekSort',
  'Orders of a list of weeks. Every order is total, so pages never overlap.',
  {
    EARLIEST:
      'Earliest arrival first; of weeks that are free from the same day, those of owners who cancelled fewer bookings.',
    LOWEST_TOTAL:
      'Lowest price of the stay first, each currency on its own; of equal prices, owners who cancelled fewer bookings.',
    HIGHEST_TOTAL:
      'Highest price of the stay first, each currency on its own; of equal prices, owners who cancelled fewer bookings.',
  },
);

const WeekEdge = builder.edgeObject({
  type: WeekType,
  name: 'WeekEdge',
  description: 'A week in a list.',
});

const own = (connection: object) => connection as unknown as Pick<WeekPage, 'count' | 'facets'>;

const WeekConnection = builder.connectionObject(
  {
    type: WeekType,
    name: 'WeekConnection',
    description: 'A page of weeks.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many weeks the search finds.',
        extensions: countInSql,
        resolve: (connection) => own(connection).count(),
      }),
      facets: t.field({
        type: WeekFacetsType,
        complexity: { field: 200, multiplier: 1 },
        description: 'The values that would narrow the search, with the number of weeks for each.',
        resolve: (connection) => own(connection).facets(),
      }),
    }),
  },
  WeekEdge,
);

const WeekMonthType = shownType<WeekMonth>('WeekMonth', {
  description: 'The weeks that can begin in one month.',
  fields: {
    month: 'Year and month, as in "2027-06".',
    lowestTotal: [
      MoneyType,
      'Lowest price of a stay, in the currency of most of the cheapest weeks; if the month has none in it, in another.',
    ],
  },
});

/**
 * Loads listings that weeks lack; undefined for a listing deleted meanwhile.
 * @param asked The operation's selection from a listing.
 */
export async function listingsOf(
  deps: Pick<Deps, 'database'>,
  weeks: readonly MaybeWithListing[],
  asked: AskedListing,
): Promise<(week: MaybeWithListing) => WeekWithListing | undefined> {
  const missing = weeks.filter(({ listing }) => !listing);
  const ids = [...new Set(missing.map(({ listingId }) => listingId))];
  const rows = ids.length === 0 ? [] : await listingRows(deps, ids, asked);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (week) => {
    const listing = week.listing ?? byId.get(week.listingId);
    return listing && { ...week, listing };
  };
}

function oncePerPage<Value>(): (
  page: object,
  key: string,
  load: () => Promise<Value>,
) => Promise<Value> {
  const loaded = new WeakMap<object, Map<string, Promise<Value>>>();
  return (page, key, load) => {
    const ofPage = loaded.get(page) ?? new Map<string, Promise<Value>>();
    loaded.set(page, ofPage);
    const value = ofPage.get(key) ?? load();
    ofPage.set(key, value);
    return value;
  };
}

const weeksOnce = oncePerPage<Map<string, ResortWeek>>();
const listingsOnce = oncePerPage<Awaited<ReturnType<typeof listingsOf>>>();

const weeksOfPage = (
  { deps }: RequestContext,
  page: ResortPageOfEdge,
): Promise<Map<string, ResortWeek>> =>
  weeksOnce(page, 'weeks', () => resortWeeks(deps, page.query, page.resortIds));

async function weekOfPage(
  context: RequestContext,
  info: GraphQLResolveInfo,
  page: ResortPageOfEdge,
  resortId: string,
): Promise<WeekWithListing | undefined> {
  const weeks = await weeksOfPage(context, page);
  const found = weeks.get(resortId);
  if (!found) {
    return undefined;
  }
  // Called for each resort: Pothos records the path for which rows were selected.
  const asked = queryFromInfo({ context, info, typeName: 'Listing', path: ['listing'] });
  // Each alias may have another selection.
  const withListing = await listingsOnce(page, String(info.path.key), () =>
    listingsOf(
      context.deps,
      [...weeks.values()].map(({ week }) => week),
      asked,
    ),
  );
  return withListing(found.week);
}

builder.objectFields(ResortEdge, (t) => ({
  week: t.field({
    type: WeekType,
    nullable: true,
    description:
      'The week that fits best, if the search asks something of a stay: the arrival closest to the wanted one, or else the lowest total.',
    extensions: inSql({ ofStays: true }),
    resolve: (edge, _args, context, info) =>
      weekOfPage(context, info, pageOfEdge(edge), edge.node.id),
  }),
  moreWeeks: t.field({
    type: CappedCountType,
    nullable: true,
    description: 'How many more weeks the search finds there; null without `week`.',
    extensions: inSql({ ofStays: true }),
    resolve: async (edge, _args, context) =>
      (await weeksOfPage(context, pageOfEdge(edge))).get(edge.node.id)?.more,
  }),
}));

builder.objectField(ClusterType, 'week', (t) =>
  t.field({
    type: WeekType,
    nullable: true,
    description:
      'The week of the resort that fits best, if there is only one resort and the search asks something of a stay.',
    resolve: ({ resort, page }, _args, context, info) =>
      resort ? weekOfPage(context, info, page, resort.id) : undefined,
  }),
);

builder.prismaObjectField(ResortType, 'stay', (t) =>
  t.field({
    type: WeekType,
    nullable: true,
    description:
      'The stay in these nights, if one listing is free in all of them and its owner lets as few.',
    args: argsOf({
      checkIn: ['Date', 'The first night.'],
      checkOut: ['Date', 'The day of departure.'],
      guests: ['Int?', 'How many people will stay, 1 to 30.'],
      listingId: [
        'ID?',
        idOf('listing', 'Defaults to the listing with the lowest total that takes the guests.'),
      ],
    }),
    resolve: async (resort, args, context, info) => {
      const found = await findStay(context.deps, { resortId: resort.id, ...args });
      if (!found) {
        return undefined;
      }
      const asked = queryFromInfo({ context, info, typeName: 'Listing', path: ['listing'] });
      return (await listingsOf(context.deps, [found], asked))(found);
    },
  }),
);

builder.queryField('weekMonths', (t) =>
  t.field({
    type: [WeekMonthType],
    description:
      'The months in which weeks of a search can begin, with their lowest prices, at most 24. Conditions on the day of arrival are ignored.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `weeks`.'],
      filter: [maybe(ResortFilterInput), 'As for `weeks`.'],
    }),
    resolve: (_root, { query, filter }, { deps }) => weekMonths(deps, { text: query, filter }),
  }),
);

interface WeekListArgs extends PageArgs, Pick<SearchInput, 'filter'> {
  query?: string | null;
  sort: StaySort;
}

const weekRows = sqlRows(
  'Week',
  {
    listingId: ['listing_id', 'String'],
    startsOn: ['starts_on', 'Date'],
    checkIn: ['check_in', 'Date'],
    checkOut: ['check_out', 'Date'],
    nights: ['nights', 'Int'],
    totalCents: ['total', 'BigInt'],
    currency: ['currency', 'String'],
    ownerCancellations: ['owner_cancellations', 'Int'],
    ownerReliability: ['owner_reliability', 'Int'],
  },
  { listing: { model: 'Listing', by: 'listingId' } },
);

builder.queryField('weeks', (t) =>
  t.connection(
    {
      type: WeekType,
      description:
        'Weeks that can be booked, by text, filter and order. For each run of free nights one stay: of the nights asked for, or else of a week, or of all its nights if these are fewer; never of fewer nights than the owner lets. `first` defaults to 12 and is at most 100.',
      authScopes: { public: true, token: 'listings:read' },
      extensions: {
        publicAnswer: true,
        ...inSql({
          model: weekRows,
          own: { found: 'not null' },
          page: ({ query, filter, sort, ...args }: WeekListArgs, { deps }, wanted) =>
            weekPageSql(deps, { text: query, filter, sort }, readPage(args), wanted),
        }),
      },
      complexity: pageCost,
      args: argsOf({
        query: [
          'String?',
          'Search text, as for `resorts`; dates, people, rooms and prices in words are read as conditions.',
        ],
        filter: [maybe(ResortFilterInput), 'Conditions besides the text.'],
        sort: [
          maybe(WeekSortEnum),
          'The order of the list. Defaults to the one that the text asks for ("cheap"), or else EARLIEST.',
        ],
      }),
      resolve: async (_root, { query, filter, sort, ...args }, context, info) => {
        const page = readPage(args);
        const path = ['edges', 'node', 'listing'];
        const asked = queryFromInfo({ context, info, typeName: 'Listing', path });
        const search = { text: query, filter, sort };
        const found = await findWeeks(context.deps, search, page, listingCards(asked));
        const withListing = await listingsOf(
          context.deps,
          found.edges.map(({ node }) => node),
          asked,
        );
        return {
          ...found,
          edges: found.edges.flatMap(({ cursor, node }) => {
            const week = withListing(node);
            return week ? [{ cursor, node: week }] : [];
          }),
        };
      },
    },
    WeekConnection,
    WeekEdge,
  ),
);
