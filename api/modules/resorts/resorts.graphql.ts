import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { RequestContext } from '#api/context/context.ts';
import type { Resort } from '#api/generated/prisma/client.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { columns, maybe, shownType } from '#api/graphql/exposed.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { idOf, plainIdOf } from '#api/graphql/ids/ids.ts';
import { pageCost, readPage } from '#api/graphql/limits/limits.ts';
import { MoneyType, usDollarsInSql } from '#api/graphql/money.ts';
import { inSql } from '#api/graphql/sql/sqlFields.ts';
import { WeekdayEnum } from '#api/graphql/weekday.ts';
import { usDollars } from '#common/money.ts';
import type { PageArgs } from '#api/platform/database/cursors.ts';
import type { SqlPage } from '#api/platform/database/sqlPage.ts';
import { CappedCountType, countInSql } from '#api/graphql/cappedCount.ts';
import type { CappedCount } from '#api/platform/database/cappedCount.ts';
import { isResortColumn, resortPageSql } from '../search/resortRows.ts';
import type { SearchInput } from '../search/resortSearch.ts';
import {
  findResorts,
  readsResort,
  resortWhere,
  resortWhereSql,
  type ResortQuery,
  type ResortSelection,
} from './resorts.ts';
import { isStaySort, type ResortListSort } from '../search/stayPages.ts';
import { shows } from '#api/graphql/shows.ts';
import type { MapBounds } from '../search/mapBounds.ts';
import { similarResorts } from './similarResorts.ts';

/** The columns that the orders sort by. Other columns are read only if requested. */
const sortKey = { id: true, priceMin: true, rating: true, reviewCount: true } as const;

export type ResortRow = Pick<Resort, keyof typeof sortKey>;

interface ResortSeason {
  name: string;
  firstWeek: number;
  lastWeek: number;
}

export const ResortSeasonType = shownType<ResortSeason>('ResortSeason', {
  extensions: shows(),
  description: 'Weeks of a resort that are sold as one season.',
  fields: {
    name: 'The name, such as Red or Platinum.',
    firstWeek: ['Int', 'Number of the first week, 1 to 53.'],
    lastWeek: ['Int', 'Number of the last week, 1 to 53.'],
  },
});

export const ResortType = builder.prismaNode('Resort', {
  extensions: shows(),
  description:
    'A place with timeshare weeks. Prices and ratings apply to the whole resort; listings have their own prices.',
  nullable: true,
  select: sortKey,
  id: { field: 'id', description: 'Global id, for `node`.' },
  authScopes: { public: true, token: 'resorts:read' },
  fields: (t) => ({
    databaseId: t.exposeID(
      'id',
      plainIdOf(
        'resort',
        'The plain id, as in web addresses (/resort/{id}) and in the REST calls.',
      ),
    ),
    ...columns<Resort>(t, {
      name: "The resort's own name.",
      brand: 'The vacation club or company, for example Disney Vacation Club.',
      location: 'Town and region as displayed, for example "Lake Buena Vista, Florida".',
      destination: 'The wider area that people search for, for example Florida or Aruba.',
      description: 'A few sentences of plain text.',
      imageUrl: 'Address of the main picture, 3:2; may be relative to the site.',
      reviewCount: ['Int', 'How many reviews there are.'],
      availableRentals: ['Int', 'How many listings have a free night.'],
      isNewAvailability: ['Boolean', 'Whether weeks were added recently.'],
      latitude: ['Float?', 'Degrees north, WGS 84; approximate.'],
      longitude: ['Float?', 'Degrees east, WGS 84; approximate.'],
      timezone: 'IANA name of its time zone, in which its days begin.',
      certificateLeadDays: [
        'Int?',
        'A stay that starts in fewer days can only be requested, whatever its listing says: the resort needs them to issue a guest certificate. Null for `Site.certificateLeadDays`.',
      ],
      createdAt: ['DateTime', 'When the resort was added to the directory.'],
      updatedAt: [
        'DateTime',
        'When a field of the resort last changed, its rating and its counts included.',
      ],
      amenities: ['String[]', 'What the resort offers, for example Pool or Beach Access.'],
    }),
    rating: t.float({
      description: 'Average of all reviews, 0.00 to 5.00; 0 without reviews.',
      extensions: inSql('{rating}::float8'),
      resolve: (resort) => Number(resort.rating),
    }),
    priceMin: t.field({
      type: MoneyType,
      description: 'Lowest usual price for a night; whole US dollars.',
      select: { priceMin: true },
      extensions: usDollarsInSql('priceMin'),
      resolve: ({ priceMin }) => usDollars(priceMin),
    }),
    priceMax: t.field({
      type: MoneyType,
      description: 'Highest usual price for a night; whole US dollars.',
      select: { priceMax: true },
      extensions: usDollarsInSql('priceMax'),
      resolve: ({ priceMax }) => usDollars(priceMax),
    }),
    seasons: t.field({
      type: [ResortSeasonType],
      complexity: { field: 1, multiplier: 1 },
      description: 'The season calendar, in the order of its weeks; empty if it is not known.',
      select: { seasons: { orderBy: { firstWeek: 'asc' } } },
      extensions: inSql({ relation: 'seasons' }),
      resolve: ({ seasons }) => seasons,
    }),
  }),
});

export const ResortSortEnum = enumOf(
  'ResortSort',
  'Orders of a list of resorts. Every order is total, so pages never overlap.',
  {
    PRICE_LOW_TO_HIGH: 'Lowest nightly price first.',
    PRICE_HIGH_TO_LOW: 'Highest starting price first.',
    HIGHEST_RATED: 'Best average first; with equal averages, more reviews first.',
    MOST_REVIEWS: 'Most reviews first.',
    EARLIEST:
      'Earliest arrival of a stay first, as in `WeekSort`; resorts without a stay are left out.',
    LOWEST_TOTAL:
      'Lowest price of a stay first, as in `WeekSort`; resorts without a stay are left out.',
  },
);

export const PriceTierEnum = enumOf(
  'PriceTier',
  'A range of the lowest nightly price, in US dollars.',
  {
    UNDER_100: 'Below $100 a night.',
    FROM_100_TO_300: '$100 a night up to, not including, $300.',
    FROM_300: '$300 a night or more.',
  },
);

export const SeasonEnum = enumOf(
  'Season',
  'A season of three months, by the hemisphere of the resort.',
  {
    spring: 'From March; south of the equator from September.',
    summer: 'From June; south of the equator from December.',
    fall: 'From September; south of the equator from March.',
    winter: 'From December; south of the equator from June.',
  },
);

const SeasonInput = inputOf('SeasonInput', 'A season of one year.', {
  name: [SeasonEnum, 'Spring, summer, fall or winter.'],
  year: ['Int', 'The year in which it begins.'],
});

export const ResortFilterInput = inputOf(
  'ResortFilter',
  'Conditions that must all hold. Those on dates, guests, bedrooms and `isInstant` must hold for the same listing. Omitted conditions do not narrow.',
  {
    priceTier: [maybe(PriceTierEnum), 'Range of the lowest nightly price.'],
    destination: [
      'String?',
      'This destination with those that lie in it, for example Caribbean, or another place, for example Maui. Excludes `destinations`.',
    ],
    brand: [
      'String?',
      'Exactly this brand, for example Marriott Vacation Club. Excludes `brands`.',
    ],
    amenities: ['String[]?', 'All of these amenities; at most 20.'],
    isNewAvailability: ['Boolean?', 'Whether weeks were added recently.'],
    destinations: ['String[]?', 'Any of these, each as in `destination`; at most 20.'],
    brands: ['String[]?', 'Any of these brands; at most 20.'],
    minRating: ['Float?', 'Minimum average rating in stars, 0 to 5.'],
    availableFrom: [
      'Date?',
      'First night. Requires `availableTo`: one listing must be free on every night.',
    ],
    availableTo: ['Date?', 'Day of departure, at most 60 nights after `availableFrom`.'],
    arrivalFrom: ['Date?', 'First possible day of arrival. Requires `arrivalTo`.'],
    arrivalTo: ['Date?', 'Last possible day of arrival, at most 366 days after `arrivalFrom`.'],
    season: [
      maybe(SeasonInput),
      'The season of the arrival, instead of `arrivalFrom` and `arrivalTo`.',
    ],
    flexibleDays: [
      'Int?',
      'Days before and after `availableFrom` or `arrivalFrom` on which the stay may begin as well, 1 to 14.',
    ],
    arrivalWeekday: [maybe(WeekdayEnum), 'The weekday of the arrival.'],
    minNights: ['Int?', 'The stay has at least this many nights, 1 to 60.'],
    maxNights: [
      'Int?',
      'The stay has at most this many nights. Without both, a stay has 7 or fewer.',
    ],
    maxTotalCents: ['Int?', 'Highest price of the whole stay, in cents.'],
    maxNightlyCents: ['Int?', 'Highest price of a night, in cents.'],
    currency: ['String?', 'Currency of the highest prices, ISO 4217. Defaults to USD.'],
    guests: ['Int?', 'A listing takes at least this many people, 1 to 30.'],
    bedrooms: ['Int?', 'A listing has at least this many bedrooms, 0 (also studios) to 10.'],
    isInstant: [
      'Boolean?',
      'True: paying confirms the stay; false: its owner has to agree, as for each stay that starts sooner than `Resort.certificateLeadDays`. By the stay that the list shows: without dates, the earliest.',
    ],
    hasStay: [
      'Boolean?',
      'True: only resorts with a stay that can be booked, even if nothing is asked of it.',
    ],
  },
);

interface ResortConnectionExtras {
  count(): Promise<CappedCount>;
  readAs: string | null;
}

const own = (connection: object): ResortConnectionExtras => connection as ResortConnectionExtras;

export const ResortEdge = builder.edgeObject({
  type: ResortType,
  name: 'ResortEdge',
  description: 'A resort in a list.',
});

/** The page of an edge: one object for all its edges, which caches shared data. */
export interface ResortPageOfEdge {
  query: SearchInput & { sort?: ResortListSort | null | undefined };
  resortIds: string[];
}

export const pageOfEdge = (edge: object): ResortPageOfEdge =>
  (edge as { page: ResortPageOfEdge }).page;

const ResortConnection = builder.connectionObject(
  {
    type: ResortType,
    name: 'ResortConnection',
    extensions: shows(),
    description: 'A page of resorts.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many resorts the whole list holds.',
        extensions: countInSql,
        resolve: (connection) => own(connection).count(),
      }),
      readAs: t.string({
        nullable: true,
        description:
          'The words that were searched for if a typo was corrected ("las vegas" for "las vagas"); otherwise null.',
        extensions: inSql('{readAs}'),
        resolve: (connection) => own(connection).readAs,
      }),
    }),
  },
  ResortEdge,
);

/**
 * Columns if the operation selects only columns of each resort; otherwise a Prisma query.
 * @param path Path from the field to the resorts.
 */
export function resortSelection(
  context: RequestContext,
  info: GraphQLResolveInfo,
  path: string[],
): ResortSelection<ResortRow> {
  const asked = queryFromInfo({ context, info, typeName: 'Resort', path });
  const columns = Object.keys(asked.select ?? {});
  return columns.length > 0 && columns.every(isResortColumn)
    ? { columns }
    : {
        read: (page) =>
          context.deps.database.prisma.resort.findMany({
            ...asked,
            ...page,
            relationLoadStrategy: 'join',
          }),
      };
}

const newAvailability: ResortQuery = {
  filter: { isNewAvailability: true },
  sort: 'HIGHEST_RATED',
};

/** A list of resorts in SQL. @param queryOf the search for the arguments */
const listInSql = (queryOf: (args: ResortListArgs) => ResortQuery) =>
  inSql({
    model: 'Resort',
    own: { found: 'not null', readAs: 'null' },
    page: (args: ResortListArgs, { deps }, wanted): Promise<SqlPage | undefined> =>
      resortPageSql(deps, queryOf(args), readPage(args), wanted),
  });

interface ResortListArgs extends PageArgs, Omit<SearchInput, 'text'> {
  query?: string | null;
  sort?: ResortListSort | null;
}

async function resortConnection(
  asked: ResortQuery,
  args: PageArgs,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const query =
    asked.sort && isStaySort(asked.sort)
      ? { ...asked, filter: { ...asked.filter, hasStay: true } }
      : asked;
  const found = await findResorts<ResortRow>(
    context.deps,
    query,
    readPage(args),
    resortSelection(context, info, ['edges', 'node']),
  );
  const page = { query, resortIds: found.edges.map(({ node }) => node.id) };
  return { ...found, edges: found.edges.map((edge) => ({ ...edge, page })) };
}

builder.queryField('resort', (t) =>
  t.prismaField({
    type: ResortType,
    nullable: true,
    description: 'One resort; null if there is none with that id.',
    authScopes: { public: true, token: 'resorts:read' },
    extensions: {
      publicAnswer: true,
      ...inSql({
        model: 'Resort',
        row: ({ id }: { id: string }) => resortWhereSql(id),
        reads: ({ id: asked }: { id: string }, id) =>
          readsResort(asked, id === null ? null : { id }),
      }),
    },
    args: argsOf({ id: idOf('resort', 'Its short name in lower case is accepted too.') }),
    resolve: async (query, _root, args, { deps }) => {
      const where = resortWhere(args.id);
      if (!where) {
        return null;
      }
      const found = await deps.database.prisma.resort.findUnique(joined(query, where));
      readsResort(args.id, found);
      return found;
    },
  }),
);

builder.queryFields((t) => ({
  resorts: t.connection(
    {
      type: ResortType,
      description: 'Resorts by text, filter and order. `first` defaults to 12 and is at most 100.',
      authScopes: { public: true, token: 'resorts:read' },
      extensions: {
        publicAnswer: true,
        ...listInSql(({ query, filter, bounds, sort, updatedSince }) => ({
          text: query,
          filter,
          bounds,
          sort,
          updatedSince,
        })),
      },
      complexity: pageCost,
      args: argsOf({
        query: [
          'String?',
          'Search text: names, places, brands or amenities, in any order. Accents are ignored and small typos corrected.',
        ],
        filter: [maybe(ResortFilterInput), 'Conditions besides the text.'],
        bounds: [maybe(BoundsInput), 'Only resorts on this part of the map.'],
        sort: [
          maybe(ResortSortEnum),
          'The order of the list. Defaults to the one that the text asks for ("cheap"), or else HIGHEST_RATED.',
        ],
        updatedSince: ['DateTime?', 'Only resorts whose `updatedAt` is this instant or later.'],
      }),
      resolve: (_root, { query, filter, bounds, sort, updatedSince, ...page }, context, info) =>
        resortConnection({ text: query, filter, bounds, sort, updatedSince }, page, context, info),
    },
    ResortConnection,
    ResortEdge,
  ),
  topResorts: t.connection(
    {
      type: ResortType,
      description: 'All resorts, best rated first.',
      authScopes: { public: true, token: 'resorts:read' },
      extensions: { publicAnswer: true, ...listInSql(() => ({ sort: 'HIGHEST_RATED' })) },
      complexity: pageCost,
      resolve: (_root, args, context, info) =>
        resortConnection({ sort: 'HIGHEST_RATED' }, args, context, info),
    },
    ResortConnection,
    ResortEdge,
  ),
  newAvailability: t.connection(
    {
      type: ResortType,
      description: 'Resorts to which weeks were added recently, best rated first.',
      authScopes: { public: true, token: 'resorts:read' },
      extensions: { publicAnswer: true, ...listInSql(() => newAvailability) },
      complexity: pageCost,
      resolve: (_root, args, context, info) =>
        resortConnection(newAvailability, args, context, info),
    },
    ResortConnection,
    ResortEdge,
  ),
}));

export const BoundsInput = builder.inputRef<MapBounds>('MapBoundsInput').implement({
  description: 'A part of the map in degrees, WGS 84.',
  fields: (t) => ({
    south: t.float({ required: true, description: 'Lowest latitude, -90 to 90.' }),
    west: t.float({
      required: true,
      description:
        'Longitude of the left side, -180 to 180; above `east` if it crosses the 180th meridian.',
    }),
    north: t.float({ required: true, description: 'Highest latitude, -90 to 90.' }),
    east: t.float({ required: true, description: 'Longitude of the right side, -180 to 180.' }),
  }),
});

export const BoundsType = shownType<MapBounds>('MapBounds', {
  extensions: shows(),
  description: 'A part of the map in degrees, WGS 84.',
  fields: {
    south: ['Float', 'Lowest latitude.'],
    west: ['Float', 'Lowest longitude.'],
    north: ['Float', 'Highest latitude.'],
    east: ['Float', 'Highest longitude.'],
  },
});

builder.prismaObjectField(ResortType, 'similar', (t) =>
  t.field({
    type: [ResortType],
    description:
      'Up to four similar resorts: of the same destination first, then of the same brand, then of about the same price.',
    complexity: { field: 50, multiplier: 4 },
    select: { destination: true, brand: true, priceMin: true },
    resolve: async (resort, _args, context, info) => {
      const asked = queryFromInfo({ context, info, typeName: 'Resort' });
      const columns = Object.keys(asked.select ?? {});
      const found = await similarResorts<
        Pick<Resort, 'id' | 'priceMin' | 'rating' | 'reviewCount'>
      >(context.deps, resort, columns.filter(isResortColumn));
      if (columns.every(isResortColumn)) {
        return found;
      }
      const ids = found.map(({ id }) => id);
      const rows = await context.deps.database.prisma.resort.findMany(
        joined(asked, { id: { in: ids } }),
      );
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    },
  }),
);
