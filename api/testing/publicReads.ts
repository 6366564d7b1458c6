import { isInputObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';
import { addDays } from '#common/days.ts';
import { dayAhead, globalId } from './factories.ts';
import type { TestServer } from './testServer.ts';

/** A query of one public root field, for measuring. */
export interface PublicRead {
  /** The root field, with what is asked of it: `weeks`, `weeks text`, `weeks guests`. */
  name: string;
  field: string;
  document: string;
  variables: Record<string, unknown>;
}

/** Rows of the sample data that queries name. */
export interface SampleIds {
  resort: string;
  listing: string;
  forSale: string;
}

export async function sampleIds({ prisma }: TestServer): Promise<SampleIds> {
  const resort = await prisma.resort.findFirstOrThrow();
  const listing = await prisma.listing.findFirstOrThrow({ where: { isActive: true } });
  const forSale = await prisma.listing.findFirstOrThrow({ where: { onSale: true } });
  return { resort: globalId('Resort', resort.id), listing: listing.id, forSale: forSale.id };
}

const card = 'databaseId name location imageUrl rating reviewCount';
const offer = 'databaseId title maxGuests bedrooms resort { name location }';
const count = 'totalCount { value isCapped }';
const choice = '{ value count { value isCapped } }';
const money = '{ formatted }';

/** What a query selects of each public root field: what a page of the client shows of it. */
const selections: Record<string, string> = {
  cancellationPolicies: '{ name }',
  certificateToConfirm: '{ resortName }',
  checkOffer: '{ mailDomain offer { title } }',
  comparedListings: `{ ${offer} }`,
  listings: `{ edges { node { ${offer} } } }`,
  newAvailability: `{ edges { node { ${card} } } }`,
  node: `{ ... on Resort { ${card} } }`,
  nodes: `{ ... on Resort { ${card} } }`,
  partnerLink: '{ sale { title } }',
  resort: `{ ${card} description amenities }`,
  resortFacets: `{ ${count} destinations ${choice} brands ${choice} amenities ${choice} ratings ${choice}
    priceTiers ${choice} guests ${choice} bedrooms ${choice} instant ${choice} }`,
  resortMap: `{ isPart ${count} clusters { count latitude longitude resort { ${card} } } }`,
  resortSuggestions: '{ resorts { databaseId name location } places { kind name } brands }',
  resorts: `{ ${count} edges { node { ${card} } } }`,
  saleComparables: `{ onSaleSince askingPrices { count median ${money} } }`,
  saleFacets: `{ ${count} destinations ${choice} brands ${choice} seasons ${choice} prices ${choice}
    without { condition count { value } } }`,
  saleListing: `{ ${offer} }`,
  saleListings: `{ ${count} edges { node { ${offer} } } }`,
  searchPhrases: '{ label words isDate }',
  searchReading: '{ leftOut sort }',
  searchWaysOn: `{ conditions { condition count { value } }
    weeks { differences week { checkIn total ${money} listing { title resort { name } } } }
    resorts { differences resort { name } } }`,
  site: '{ title }',
  topResorts: `{ edges { node { ${card} } } }`,
  viewer: '{ id }',
  weekMonths: `{ month lowestTotal ${money} }`,
  weeks: `{ ${count} edges { node { checkIn checkOut nights total ${money} listing { ${offer} } } } }`,
};

/** The arguments that a root field requires. */
const required = ({ resort, listing, forSale }: SampleIds): Record<string, object> => ({
  certificateToConfirm: { token: 'a'.repeat(43) },
  checkOffer: { code: 'CDFGH-JKMNP' },
  comparedListings: { ids: [listing, forSale] },
  node: { id: resort },
  nodes: { ids: [resort] },
  partnerLink: { token: 'a'.repeat(43) },
  resort: { id: resort },
  resortSuggestions: { text: 'ha' },
  saleComparables: { id: forSale },
  saleListing: { id: forSale },
});

const arrival = dayAhead(60);

/** A value of each field of a filter, with what it requires. */
export const filterValues: Record<string, Record<string, object>> = {
  ResortFilter: {
    amenities: { amenities: ['Pool'] },
    arrivalFrom: { arrivalFrom: arrival, arrivalTo: addDays(arrival, 30) },
    arrivalTo: { arrivalFrom: arrival, arrivalTo: addDays(arrival, 60) },
    arrivalWeekday: { arrivalWeekday: 'SATURDAY' },
    availableFrom: { availableFrom: arrival, availableTo: addDays(arrival, 7) },
    availableTo: { availableFrom: arrival, availableTo: addDays(arrival, 3) },
    bedrooms: { bedrooms: 1 },
    brand: { brand: 'Marriott Vacation Club' },
    brands: { brands: ['Marriott Vacation Club'] },
    currency: { currency: 'USD', maxTotalCents: 5_000_000 },
    destination: { destination: 'Hawaii' },
    destinations: { destinations: ['Hawaii'] },
    flexibleDays: { availableFrom: arrival, availableTo: addDays(arrival, 7), flexibleDays: 3 },
    guests: { guests: 2 },
    hasStay: { hasStay: true },
    isInstant: { isInstant: true },
    isNewAvailability: { isNewAvailability: true },
    maxNightlyCents: { maxNightlyCents: 500_000 },
    maxNights: { maxNights: 7 },
    maxTotalCents: { maxTotalCents: 5_000_000 },
    minNights: { minNights: 3 },
    minRating: { minRating: 3.5 },
    priceTier: { priceTier: 'FROM_100_TO_300' },
    season: { season: { name: 'SUMMER', year: Number(arrival.slice(0, 4)) + 1 } },
  },
  SaleFilter: {
    bedrooms: { bedrooms: 1 },
    brands: { brands: ['Marriott Vacation Club'] },
    currency: { currency: 'USD', maxPriceCents: 5_000_000 },
    destinations: { destinations: ['Hawaii'] },
    firstUseBy: { firstUseBy: Number(arrival.slice(0, 4)) + 2 },
    maxFeeCents: { maxFeeCents: 500_000 },
    maxFirstYearCents: { maxFirstYearCents: 5_000_000 },
    maxPriceCents: { maxPriceCents: 5_000_000 },
    minFeeCents: { minFeeCents: 1 },
    minFirstYearCents: { minFirstYearCents: 1 },
    minPriceCents: { minPriceCents: 1 },
    ownerships: { ownerships: ['FIXED'] },
    seasons: { seasons: ['Gold'] },
    tenures: { tenures: ['DEEDED'] },
    uses: { uses: ['ANNUAL'] },
    weekFrom: { weekFrom: 1, weekTo: 52 },
    weekTo: { weekFrom: 1, weekTo: 40 },
  },
};

/** Many conditions at once, as the dearest searches have. */
const manyConditions: Record<string, object> = {
  ResortFilter: {
    amenities: ['Pool', 'Spa'],
    arrivalFrom: arrival,
    arrivalTo: addDays(arrival, 30),
    arrivalWeekday: 'SATURDAY',
    bedrooms: 2,
    brands: ['Marriott Vacation Club'],
    destinations: ['Hawaii'],
    guests: 4,
    maxTotalCents: 100_000,
    minNights: 5,
    minRating: 4,
    priceTier: 'FROM_300',
  },
  SaleFilter: {
    bedrooms: 1,
    brands: ['Marriott Vacation Club'],
    destinations: ['Hawaii'],
    maxFeeCents: 500_000,
    maxPriceCents: 5_000_000,
    minFeeCents: 1,
    ownerships: ['FIXED'],
    uses: ['ANNUAL'],
    weekFrom: 1,
    weekTo: 52,
  },
};

/** As many words as are read. */
const longText =
  'looking for a cheap beachfront resort with pool spa gym golf near the ocean maui hawaii';

/** The root fields with no argument but the required ones, and with a text and each field of a filter. */
export function publicReads(schema: GraphQLSchema, ids: SampleIds): PublicRead[] {
  return publicFields(schema).flatMap((field) => {
    const filter = field.args.find(({ name }) => name === 'filter')?.type;
    const read = (what: string, args: object): PublicRead => {
      const given = { ...required(ids)[field.name], ...args };
      const names = field.args.filter(({ name }) => name in given);
      const list = (text: (name: string, type: string) => string): string =>
        names.length === 0
          ? ''
          : `(${names.map(({ name, type }) => text(name, String(type))).join(', ')})`;
      return {
        name: [field.name, what].join(' ').trim(),
        field: field.name,
        document: `query Read${list((name, type) => `$${name}: ${type}`)} {
            ${field.name}${list((name) => `${name}: $${name}`)} ${selections[field.name] ?? '{ __typename }'} }`,
        variables: given as Record<string, unknown>,
      };
    };
    return [
      read('', {}),
      ...(field.args.some(({ name }) => name === 'query')
        ? [read('text', { query: 'hawaii' }), read('long text', { query: longText })]
        : []),
      ...(isInputObjectType(filter)
        ? Object.keys(filter.getFields())
            .map((name) => read(name, { filter: filterValues[filter.name]?.[name] }))
            .concat(
              read('many', { query: 'pool beach hawaii', filter: manyConditions[filter.name] }),
            )
        : []),
    ];
  });
}

/** The root fields that callers who are signed out may ask for. */
export const publicFields = (schema: GraphQLSchema): GraphQLField<unknown, unknown>[] =>
  Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ extensions }) => {
    const { authScopes } = (extensions['pothosOptions'] ?? {}) as {
      authScopes?: { public?: boolean };
    };
    return authScopes?.public === true;
  });
