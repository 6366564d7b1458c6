import { queryFromInfo } from '@pothos/plugin-prisma';
import type { Listing } from '#api/generated/prisma/client.ts';
import { maybe, exposed, shownType } from '#api/graphql/exposed.ts';
import { argsOf, inputOf } from '#api/graphql/inputs.ts';
import { joined } from '#api/platform/database/joined.ts';
import { builder } from '#api/graphql/builder.ts';
import { enumOf } from '#api/graphql/enumOf.ts';
import { CappedCountType } from '#api/graphql/cappedCount.ts';
import { listTypes } from '#api/graphql/listTypes.ts';
import { FacetValueInterface } from '#api/graphql/facetValue.ts';
import type { FacetValue } from '../search/resortFacets.ts';
import { idOf } from '#api/graphql/ids/ids.ts';
import { moneyOf } from '#api/graphql/money.ts';
import { pageCost, readPage } from '#api/graphql/limits/limits.ts';
import { readsResorts, readsWhere } from '#api/platform/cache/reads.ts';
import {
  ListingOwnershipEnum,
  ListingTenureEnum,
  ListingUseEnum,
} from '../listings/listingFacts.graphql.ts';
import { ListingType } from '../listings/listings.graphql.ts';
import { DeedBackType, ResortFeeType } from '../resorts/owning/owning.graphql.ts';
import { SearchPhraseType } from '../resorts/resortSearch.graphql.ts';
import {
  countSaleFacets,
  saleConditionNames,
  type SaleFacets,
  type SaleWithout,
} from './saleFacets.ts';
import {
  closedYears,
  leastCompared,
  saleComparables,
  salePrices,
  type FirstRefusals,
  type PriceSpread,
  type SaleComparables,
} from './saleComparables.ts';
import { mostYears, type OwningCosts, type RentingCosts } from './owningCosts.ts';
import { comparedWhere, findSales, mostCompared, saleWhere, type SalePage } from './sales.ts';

const SaleFilterInput = inputOf(
  'SaleFilter',
  'Conditions that must all hold for a listing for sale. Omitted conditions do not narrow; a listing that does not say a fact does not meet a condition on it.',
  {
    destinations: [
      'String[]?',
      'Any of these destinations, with those that lie in them, or other places such as Maui; at most 20.',
    ],
    brands: ['String[]?', 'Any of these brands; at most 20.'],
    ownerships: [maybe([ListingOwnershipEnum]), 'Any of these kinds of timeshare.'],
    uses: [maybe([ListingUseEnum]), 'Any of these years of use.'],
    tenures: [maybe([ListingTenureEnum]), 'Any of these forms.'],
    seasons: [
      'String[]?',
      'Any of these seasons by the name that the owner wrote, in any case; at most 20.',
    ],
    minPriceCents: ['Int?', 'Lowest asking price, in cents.'],
    maxPriceCents: ['Int?', 'Highest asking price, in cents.'],
    minFeeCents: ['Int?', 'Lowest yearly maintenance fee, in cents.'],
    maxFeeCents: ['Int?', 'Highest yearly maintenance fee, in cents.'],
    minFirstYearCents: ['Int?', 'Lowest `firstYearTotal`, in cents.'],
    maxFirstYearCents: ['Int?', 'Highest `firstYearTotal`, in cents.'],
    currency: ['String?', 'Currency of the amounts, ISO 4217. Defaults to USD.'],
    weekFrom: ['Int?', 'Lowest number of a fixed or rotating week, 1 to 53.'],
    weekTo: ['Int?', 'Highest number of a fixed or rotating week, 1 to 53.'],
    bedrooms: ['Int?', 'At least this many bedrooms, 0 (also studios) to 12.'],
    firstUseBy: ['Int?', 'A buyer may use it in this year or earlier.'],
  },
);

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

const saleTypes = listTypes('SaleListing', ListingType, {
  node: 'A listing for sale in a list.',
  page: 'A page of listings for sale.',
  totalCount: 'How many listings the search finds.',
  fields: (t) => ({
    readAs: t.string({
      nullable: true,
      description:
        'The words that were searched for if a typo was corrected ("las vegas" for "las vagas"); otherwise null.',
      resolve: (connection) => (connection as Pick<SalePage, 'readAs'>).readAs,
    }),
  }),
});

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

const SaleWithoutType = shownType<SaleWithout>('SaleWithout', {
  description: 'A condition of a search, and what the search would find without it.',
  fields: {
    condition: [SaleConditionEnum, 'The condition that is left out.'],
    phrase: [maybe(SearchPhraseType), 'For PHRASE, the part of the text.'],
    query: 'The search text without it.',
    count: [CappedCountType, 'How many listings are found with all other conditions.'],
  },
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
      ...exposed(t, {
        totalCount: [CappedCountType, 'How many listings the search finds now.'],
        without: [
          [SaleWithoutType],
          'Each condition that is set; the one that excludes most is first.',
          { complexity: { field: 1, multiplier: 3 } },
        ],
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
    };
  },
});

const PriceSpreadType = builder.objectRef<PriceSpread>('PriceSpread').implement({
  description: 'How prices are spread.',
  fields: (t) => ({
    ...exposed(t, { count: ['Int', 'How many prices are counted.'] }),
    lowerQuartile: t.field({
      ...moneyOf('lowerQuartileCents'),
      description: 'A quarter of the prices are lower.',
    }),
    median: t.field({ ...moneyOf('medianCents'), description: 'Half of the prices are lower.' }),
    upperQuartile: t.field({
      ...moneyOf('upperQuartileCents'),
      description: 'A quarter of the prices are higher.',
    }),
  }),
});

const FirstRefusalsType = shownType<FirstRefusals>('FirstRefusals', {
  description: 'How a resort has used its right of first refusal in sales that were closed here.',
  fields: {
    count: ['Int', 'How often it has decided.'],
    used: ['Int', 'How often it bought in place of the buyer.'],
    medianDays: ['Int', 'Half of its decisions took fewer days.'],
  },
});

const RentingCostsType = builder.objectRef<RentingCosts>('RentingCosts').implement({
  description: 'What renting the weeks of a timeshare costs at today’s nightly prices.',
  fields: (t) => ({
    ...exposed(t, { count: ['Int', 'How many listings of the resort and size have a price.'] }),
    total: t.field({
      ...moneyOf('cents'),
      description: 'Of all weeks by the median nightly price, without taxes and fees.',
    }),
  }),
});

const OwningCostsType = builder.objectRef<OwningCosts>('OwningCosts').implement({
  description: 'What ten years of a timeshare cost, beside renting the same weeks.',
  fields: (t) => ({
    ...exposed(t, {
      fees: [[ResortFeeType], `Fees that the team recorded, latest first; ${mostYears} at most.`],
      stays: ['Int', 'Weeks in ten years.'],
      rented: [maybe(RentingCostsType), `Null for fewer than ${leastCompared} prices.`],
    }),
    yearlyFee: t.field({
      ...moneyOf('feeCents'),
      description: 'Of the first year: what the owner says, or else the latest recorded fee.',
    }),
    yearlyRise: t.field({
      ...moneyOf('riseCents'),
      description:
        'By how much the recorded fees rose a year on average; 0 with fewer than two of them.',
    }),
    owned: t.field({
      ...moneyOf('ownedCents'),
      description: 'The asking price and ten yearly fees that go on rising so.',
    }),
  }),
});

const SaleComparablesType = shownType<SaleComparables>('SaleComparables', {
  description: 'How a listing for sale stands on the market.',
  fields: {
    onSaleSince: [
      'DateTime?',
      'When the team first verified the listing; null if none is asked about.',
    ],
    askingPrices: [
      maybe(PriceSpreadType),
      `What others ask for the same resort, bedrooms, season and currency; null for fewer than ${leastCompared}, or if the listing leaves out bedrooms or season.`,
    ],
    closedPrices: [
      maybe(PriceSpreadType),
      `What buyers paid for the same here in the last ${closedYears} years; null for fewer than ${leastCompared}.`,
    ],
    medianDays: [
      'Int?',
      'Half of those sales were closed fewer days after the listing was verified; null with `closedPrices`.',
    ],
    firstRefusals: [
      maybe(FirstRefusalsType),
      `How the resort has used its right of first refusal; null for fewer than ${leastCompared} decisions.`,
    ],
    costs: [
      maybe(OwningCostsType),
      'What ten years cost; null for points, without a price, and if no yearly fee is known.',
    ],
    deedBack: [
      maybe(DeedBackType),
      'How the resort takes timeshares back; null if the team knows of no programme.',
    ],
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
      args: argsOf({
        query: ['String?', searchWords],
        filter: [maybe(SaleFilterInput), 'Conditions besides the text.'],
        sort: [
          maybe(SaleSortEnum),
          'The order of the list. Defaults to the one that the text asks for ("cheap"), or else NEWEST.',
        ],
      }),
      resolve: async (_root, { query, filter, sort, ...args }, context, info) => {
        const page = readPage(args);
        const found = await findSales(context.deps, { text: query, filter, sort }, page);
        const path = ['edges', 'node'];
        const ids = found.edges.map(({ node }) => node);
        const listings: Listing[] =
          ids.length === 0
            ? []
            : await context.deps.database.prisma.listing.findMany(
                joined(queryFromInfo({ context, info, typeName: 'Listing', path }), {
                  id: { in: ids },
                  onSale: true,
                }),
              );
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
    ...saleTypes,
  ),
}));

builder.queryFields((t) => ({
  saleFacets: t.field({
    type: SaleFacetsType,
    description:
      'The values that would narrow a search for what is for sale, with the number of listings for each.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: argsOf({
      query: ['String?', 'As for `saleListings`.'],
      filter: [maybe(SaleFilterInput), 'As for `saleListings`.'],
    }),
    resolve: (_root, { query, filter }, { deps }) => countSaleFacets(deps, { text: query, filter }),
  }),
  saleListing: t.prismaField({
    type: ListingType,
    nullable: true,
    description: 'One listing for sale; null if there is none with that id, or no longer.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: argsOf({ id: idOf('listing') }),
    resolve: async (query, _root, { id }, { deps }) => {
      const found = await deps.database.prisma.listing.findFirst(joined(query, saleWhere(id)));
      readsListings([id], found ? [found] : []);
      return found;
    },
  }),
  saleComparables: t.field({
    type: SaleComparablesType,
    nullable: true,
    description: 'How a listing for sale stands on the market; null if it is not for sale.',
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    args: argsOf({ id: idOf('listing') }),
    resolve: (_root, { id }, { deps }) => saleComparables(deps, id),
  }),
  salePrices: t.field({
    type: SaleComparablesType,
    nullable: true,
    description:
      'What to ask for a week of a resort, for its owner; null if there is no such resort.',
    authScopes: { signedIn: true },
    args: argsOf({
      resortId: idOf('resort'),
      bedrooms: ['Int', '0 for a studio.'],
      season: ['String', 'As listings say it; upper and lower case are the same.'],
    }),
    resolve: async (_root, input, { deps, viewer }) => salePrices(deps, await viewer(), input),
  }),
  comparedListings: t.prismaField({
    type: [ListingType],
    description: `Listings side by side, in the order of the ids. Those that are neither on offer nor for sale are left out.`,
    authScopes: { public: true, token: 'listings:read' },
    extensions: { publicAnswer: true },
    complexity: { field: 1, multiplier: mostCompared },
    args: argsOf({ ids: ['ID[]', idOf('listing', `At most ${mostCompared}.`)] }),
    resolve: async (query, _root, { ids }, { deps }) => {
      const found = await deps.database.prisma.listing.findMany(joined(query, comparedWhere(ids)));
      readsListings(ids, found);
      return [...new Set(ids)].flatMap((id) => found.find((listing) => listing.id === id) ?? []);
    },
  }),
}));
