import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '#api/generated/prisma/client.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { FacetValueInterface } from '#api/graphql/facetValue.ts';
import type { FacetValue } from '../search/resortFacets.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { defaultPageSize, maxPageSize, pageCost } from '#api/graphql/limits/limits.ts';
import { readPageArgs } from '#api/platform/database/cursors.ts';
import { readsResorts, readsWhere } from '#api/platform/cache/reads.ts';
import {
  ListingOwnershipEnum,
  ListingTenureEnum,
  ListingUseEnum,
} from '../listings/listingFacts.graphql.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import { SearchPhraseType } from '../resorts/resortSearch.graphql.ts';
import {
  countSaleFacets,
  saleConditionNames,
  type SaleFacets,
  type SaleWithout,
} from './saleFacets.ts';
import { comparedWhere, findSales, mostCompared, saleWhere, type SalePage } from './sales.ts';

const SaleFilterInput = builder.inputType('SaleFilter', {
  description:
    'Conditions that must all hold for a listing for sale. Omitted conditions do not narrow; a listing that does not say a fact does not meet a condition on it.',
  fields: (t) => ({
    destinations: t.stringList({
      description:
        'Any of these destinations, with those that lie in them, or other places such as Maui; at most 20.',
    }),
    brands: t.stringList({ description: 'Any of these brands; at most 20.' }),
    ownerships: t.field({
      type: [ListingOwnershipEnum],
      description: 'Any of these kinds of timeshare.',
    }),
    uses: t.field({ type: [ListingUseEnum], description: 'Any of these years of use.' }),
    tenures: t.field({ type: [ListingTenureEnum], description: 'Any of these forms.' }),
    seasons: t.stringList({
      description:
        'Any of these seasons by the name that the owner wrote, in any case; at most 20.',
    }),
    minPriceCents: t.int({ description: 'Lowest asking price, in cents.' }),
    maxPriceCents: t.int({ description: 'Highest asking price, in cents.' }),
    minFeeCents: t.int({ description: 'Lowest yearly maintenance fee, in cents.' }),
    maxFeeCents: t.int({ description: 'Highest yearly maintenance fee, in cents.' }),
    minFirstYearCents: t.int({ description: 'Lowest `firstYearTotal`, in cents.' }),
    maxFirstYearCents: t.int({ description: 'Highest `firstYearTotal`, in cents.' }),
    currency: t.string({ description: 'Currency of the amounts, ISO 4217. Defaults to USD.' }),
    weekFrom: t.int({ description: 'Lowest number of a fixed or rotating week, 1 to 53.' }),
    weekTo: t.int({ description: 'Highest number of a fixed or rotating week, 1 to 53.' }),
    bedrooms: t.int({ description: 'At least this many bedrooms, 0 (also studios) to 12.' }),
    firstUseBy: t.int({ description: 'A buyer may use it in this year or earlier.' }),
  }),
});

const SaleSortEnum = enumOf(
  'SaleSort',
  'Orders of a list of listings for sale. Every order is total, so pages never overlap. Amounts are sorted for each currency on its own, unknown ones last.',
  {
    NEWEST: 'Listed last first.',
    LOWEST_PRICE: 'Lowest asking price first.',
    HIGHEST_PRICE: 'Highest asking price first.',
    LOWEST_FEE: 'Lowest yearly maintenance fee first.',
    LOWEST_FIRST_YEAR: 'Lowest `firstYearTotal` first.',
  },
);

const SaleListingEdge = builder.edgeObject({
  type: ListingType,
  name: 'SaleListingEdge',
  description: 'A listing for sale in a list.',
});

const own = (connection: object) => connection as unknown as Pick<SalePage, 'count' | 'readAs'>;

const SaleListingConnection = builder.connectionObject(
  {
    type: ListingType,
    name: 'SaleListingConnection',
    description: 'A page of listings for sale.',
    fields: (t) => ({
      totalCount: t.field({
        type: CappedCountType,
        description: 'How many listings the search finds.',
        resolve: (connection) => own(connection).count,
      }),
      readAs: t.string({
        nullable: true,
        description:
          'The words that were searched for if a typo was corrected ("las vegas" for "las vagas"); otherwise null.',
        resolve: (connection) => own(connection).readAs,
      }),
    }),
  },
  SaleListingEdge,
);

const SaleFacetValueType = builder.objectRef<FacetValue>('SaleFacetValue').implement({
  description: 'One choice of a facet of listings for sale.',
  interfaces: [FacetValueInterface],
});

const SaleConditionEnum = builder.enumType('SaleCondition', {
  description: 'A condition of a search for what is for sale.',
  values: Object.fromEntries(
    [...saleConditionNames, 'phrase' as const].map((value) => [
      value.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value, description: conditionWords(value) },
    ]),
  ) as Record<string, { value: SaleWithout['condition']; description: string }>,
});

function conditionWords(condition: SaleWithout['condition']): string {
  const words: Partial<Record<SaleWithout['condition'], string>> = {
    text: 'The words of the search text, besides phrases.',
    phrase: 'A part of the search text that was read as a condition.',
    prices: 'The range of the asking price.',
    fees: 'The range of the yearly fee.',
    firstYears: 'The range of `firstYearTotal`.',
    weeks: 'The range of the week number.',
    firstUses: 'The year of the first use.',
  };
  return words[condition] ?? `The filter \`${condition}\`.`;
}

const SaleWithoutType = builder.objectRef<SaleWithout>('SaleWithout').implement({
  description: 'A condition of a search, and what the search would find without it.',
  fields: (t) => ({
    condition: t.expose('condition', {
      type: SaleConditionEnum,
      description: 'The condition that is left out.',
    }),
    phrase: t.expose('phrase', {
      type: SearchPhraseType,
      nullable: true,
      description: 'For PHRASE, the part of the text.',
    }),
    query: t.exposeString('query', { description: 'The search text without it.' }),
    count: t.expose('count', {
      type: CappedCountType,
      description: 'How many listings are found with all other conditions.',
    }),
  }),
});

const SaleFacetsType = builder.objectRef<SaleFacets>('SaleFacets').implement({
  description:
    'The values that would narrow a search for what is for sale. Each count ignores the conditions of its own facet.',
  fields: (t) => {
    const facet = (name: Exclude<keyof SaleFacets, 'totalCount' | 'without'>, words: string) =>
      t.expose(name, {
        type: [SaleFacetValueType],
        complexity: { field: 1, multiplier: 3 },
        description: words,
      });
    const names = 'Highest count first: at most 30, plus the chosen ones.';
    return {
      totalCount: t.expose('totalCount', {
        type: CappedCountType,
        description: 'How many listings the search finds now.',
      }),
      destinations: facet('destinations', names),
      brands: facet('brands', names),
      seasons: facet('seasons', names),
      ownerships: facet('ownerships', 'For `ownerships`: the four kinds.'),
      uses: facet('uses', 'For `uses`: all three.'),
      tenures: facet('tenures', 'For `tenures`: both.'),
      prices: facet('prices', 'For `maxPriceCents`: five steps.'),
      fees: facet('fees', 'For `maxFeeCents`: four steps.'),
      firstYears: facet('firstYears', 'For `maxFirstYearCents`: five steps.'),
      bedrooms: facet('bedrooms', 'For `bedrooms`: 0 (studio) to 4.'),
      firstUses: facet('firstUses', 'For `firstUseBy`: this year and the next three.'),
      without: t.expose('without', {
        type: [SaleWithoutType],
        complexity: { field: 1, multiplier: 3 },
        description: 'Each condition that is set; the one that excludes most is first.',
      }),
    };
  },
});

/** Records that the answer depends on the listings with these ids, whether or not they exist. */
function readsListings(ids: readonly string[], found: readonly Listing[]): void {
  readsResorts(found.map(({ resortId }) => resortId));
  if (found.length < new Set(ids).size) {
    readsWhere(['stay']);
  }
}

const searchWords =
  'Search text, as for `resorts`. Prices in words mean the asking price, and dates the numbered weeks then.';

builder.queryFields((t) => ({
  saleListings: t.connection(
    {
      type: ListingType,
      description:
        'Listings for sale by text, filter and order: active, with a verified contract and an asking price. Their nights may be over. `first` defaults to 12 and is at most 100.',
      authScopes: { public: true, token: 'listings:read' },
      extensions: { publicAnswer: true },
      complexity: pageCost,
      args: {
        query: t.arg.string({ description: searchWords }),
        filter: t.arg({ type: SaleFilterInput, description: 'Conditions besides the text.' }),
        sort: t.arg({
          type: SaleSortEnum,
          description:
            'The order of the list. Defaults to the one that the text asks for ("cheap"), or else NEWEST.',
        }),
      },
      resolve: async (_root, { query, filter, sort, ...args }, context, info) => {
        const page = readPageArgs(args, { usual: defaultPageSize, most: maxPageSize });
        const found = await findSales(context.deps, { text: query, filter, sort }, page);
        const path = ['edges', 'node'];
        const ids = found.edges.map(({ node }) => node);
        const listings: Listing[] =
          ids.length === 0
            ? []
            : await context.deps.database.prisma.listing.findMany({
                ...queryFromInfo({ context, info, typeName: 'Listing', path }),
                where: { id: { in: ids }, onSale: true },
                relationLoadStrategy: 'join',
              });
        readsResorts(listings.map(({ resortId }) => resortId));
        const byId = new Map(listings.map((listing) => [listing.id, listing]));
        return {
          ...found,
          // A listing taken off sale between the two statements is left out.
          edges: found.edges.flatMap(({ cursor, node }) => {
            const listing = byId.get(node);
            return listing ? [{ cursor, node: listing }] : [];
          }),
        };
      },
    },
    SaleListingConnection,
    SaleListingEdge,
  ),
  saleFacets: t.field({
    type: SaleFacetsType,
    description:
      'The values that would narrow a search for what is for sale, with the number of listings for each.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: {
      query: t.arg.string({ description: 'As for `saleListings`.' }),
      filter: t.arg({ type: SaleFilterInput, description: 'As for `saleListings`.' }),
    },
    resolve: (_root, { query, filter }, { deps }) => countSaleFacets(deps, { text: query, filter }),
  }),
  saleListing: t.prismaField({
    type: ListingType,
    nullable: true,
    description: 'One listing for sale; null if there is none with that id, or no longer.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: { id: t.arg.id({ required: true, ...idOf('listing') }) },
    resolve: async (query, _root, { id }, { deps }) => {
      const found = await deps.database.prisma.listing.findFirst({
        ...query,
        where: saleWhere(id),
        relationLoadStrategy: 'join',
      });
      readsListings([id], found ? [found] : []);
      return found;
    },
  }),
  comparedListings: t.prismaField({
    type: [ListingType],
    description: `Listings side by side, in the order of the ids. Those that are neither on offer nor for sale are left out.`,
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    complexity: { field: 1, multiplier: mostCompared },
    args: {
      ids: t.arg.idList({
        required: true,
        ...idOf('listing', `At most ${mostCompared}.`),
      }),
    },
    resolve: async (query, _root, { ids }, { deps }) => {
      const found = await deps.database.prisma.listing.findMany({
        ...query,
        where: comparedWhere(ids),
        relationLoadStrategy: 'join',
      });
      readsListings(ids, found);
      return [...new Set(ids)].flatMap((id) => found.find((listing) => listing.id === id) ?? []);
    },
  }),
}));
