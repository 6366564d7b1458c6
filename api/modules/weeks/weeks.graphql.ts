import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../../graphql/builder.ts';
import { CappedCountType } from '../../graphql/cappedCount.ts';
import { defaultPageSize, maxPageSize, pageCost } from '../../graphql/limits.ts';
import { MoneyType } from '../../graphql/money.ts';
import type { Listing } from '../../generated/prisma/client.ts';
import { readPageArgs } from '../../platform/cursors.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import { ResortFilterInput } from '../resorts/resorts.graphql.ts';
import { findWeeks, weekSorts, type FoundWeek, type WeekPage } from './weeks.ts';

const WeekType = builder.objectRef<FoundWeek & { listing: Listing }>('Week').implement({
  description: 'A stay that a search finds: free nights in a row of one listing.',
  fields: (t) => ({
    checkIn: t.expose('checkIn', { type: 'Date', description: 'The first night.' }),
    checkOut: t.expose('checkOut', { type: 'Date', description: 'The day of departure.' }),
    nights: t.exposeInt('nights', { description: 'How many nights the stay has.' }),
    total: t.expose('total', { type: MoneyType, description: 'Price of all nights.' }),
    listing: t.expose('listing', { type: ListingType, description: 'The listing it is part of.' }),
  }),
});

const WeekSortEnum = builder.enumType('WeekSort', {
  description: 'Orders of a list of weeks. Every order is total, so pages never overlap.',
  values: {
    EARLIEST: { description: 'Earliest arrival first.' },
    LOWEST_TOTAL: { description: 'Lowest price of the stay first, each currency on its own.' },
    HIGHEST_TOTAL: { description: 'Highest price of the stay first, each currency on its own.' },
  } satisfies Record<(typeof weekSorts)[number], object>,
});

const WeekEdge = builder.edgeObject({
  type: WeekType,
  name: 'WeekEdge',
  description: 'A week in a list.',
});

const WeekConnection = builder.connectionObject(
  {
    type: WeekType,
    name: 'WeekConnection',
    description: 'A page of weeks.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many weeks the search finds.',
        resolve: (connection) => (connection as unknown as Pick<WeekPage, 'count'>).count(),
      }),
    }),
  },
  WeekEdge,
);

builder.queryField('weeks', (t) =>
  t.connection(
    {
      type: WeekType,
      description:
        'Weeks that can be booked, by text, filter and order. For each run of free nights one stay: of the nights asked for, or else of a week, or of all its nights if these are fewer. `first` defaults to 12 and is at most 100.',
      authScopes: { public: true },
      extensions: { publicAnswer: true },
      complexity: pageCost,
      args: {
        query: t.arg.string({
          description:
            'Search text, as for `resorts`; dates, people, rooms and prices in words are read as conditions.',
        }),
        filter: t.arg({ type: ResortFilterInput, description: 'Conditions besides the text.' }),
        sort: t.arg({
          type: WeekSortEnum,
          required: true,
          defaultValue: 'EARLIEST',
          description: 'The order of the list.',
        }),
      },
      resolve: async (_root, { query, filter, sort, ...args }, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await findWeeks(context.deps, { text: query, filter, sort }, page);
        const path = ['edges', 'node', 'listing'];
        const ids = [...new Set(found.edges.map(({ node }) => node.listingId))];
        const listings = await context.deps.database.prisma.listing.findMany({
          ...queryFromInfo({ context, info, typeName: 'Listing', path }),
          where: { id: { in: ids } },
          relationLoadStrategy: 'join',
        });
        const byId = new Map(listings.map((listing) => [listing.id, listing]));
        return {
          ...found,
          // A listing deleted between the two statements is left out.
          edges: found.edges.flatMap(({ cursor, node }) => {
            const listing = byId.get(node.listingId);
            return listing ? [{ cursor, node: { ...node, listing } }] : [];
          }),
        };
      },
    },
    WeekConnection,
    WeekEdge,
  ),
);
