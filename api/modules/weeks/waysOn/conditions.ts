import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { capped, countCap, type CappedCount } from '#api/platform/database/cappedCount.ts';
import { meaningOf, type Phrase } from '#api/modules/phrases/readPhrases.ts';
import { allOf, type ResortFilter } from '#api/modules/search/resortFilter.ts';
import {
  askedTable,
  searchConditions,
  type ResortSearch,
} from '#api/modules/search/resortSearch.ts';

/** Filter fields that form one condition for people. */
const fieldsOf = {
  DATES: ['availableFrom', 'availableTo', 'arrivalFrom', 'arrivalTo', 'season', 'flexibleDays'],
  NIGHTS: ['minNights', 'maxNights', 'arrivalWeekday'],
  HIGHEST_PRICE: ['maxTotalCents', 'maxNightlyCents', 'currency'],
  PRICE_TIER: ['priceTier'],
  GUESTS: ['guests'],
  BEDROOMS: ['bedrooms'],
  BOOKING: ['isInstant'],
  RATING: ['minRating'],
  DESTINATIONS: ['destinations'],
  BRANDS: ['brands'],
  NEW_AVAILABILITY: ['isNewAvailability'],
} as const satisfies Record<string, readonly (keyof ResortFilter)[]>;

export type SearchCondition = keyof typeof fieldsOf | 'AMENITY' | 'PHRASE' | 'TEXT';

export interface WayOn {
  condition: SearchCondition;
  amenity?: string;
  phrase?: Phrase;
  query: string;
  count: CappedCount;
}

type Without = Omit<WayOn, 'count'> & { search: ResortSearch };

interface TypedText {
  typed: string;
  phrases: readonly Phrase[];
}

const mostTried = 16;

/** The conditions whose removal gives a search hits, most hits first. */
export async function waysWithoutOne(
  deps: Pick<Deps, 'database' | 'catalogue'>,
  search: ResortSearch,
  { typed, phrases }: TypedText,
): Promise<WayOn[]> {
  const tried = withoutEach(search, { typed, phrases }).slice(0, mostTried);
  if (tried.length < 2) {
    // A search needs a condition besides the removed one.
    return [];
  }
  const counts = tried.map(
    (without, index) => Prisma.sql`
      SELECT ${index}::int AS tried, count(*) AS found
      FROM (SELECT FROM resorts WHERE ${allOf(searchConditions(without.search, 'count'))}
            LIMIT ${countCap + 1}) AS hits`,
  );
  const rows = await deps.database.read<{ tried: number; found: string }>(Prisma.sql`
    WITH ${askedTable(deps, search.text)} ${Prisma.join(counts, ' UNION ALL ')}`);
  return rows
    .flatMap(({ tried: index, found }): WayOn[] => {
      const way = tried[index];
      if (!way || Number(found) === 0) {
        return [];
      }
      const { search: _, ...condition } = way;
      return [{ ...condition, count: capped(Number(found)) }];
    })
    .sort((one, other) => other.count.value - one.count.value);
}

function withoutEach({ text, filter }: ResortSearch, { typed, phrases }: TypedText): Without[] {
  const kinds = Object.keys(fieldsOf) as (keyof typeof fieldsOf)[];
  return [
    ...phrases.map((phrase): Without => {
      const others = phrases.filter((other) => other !== phrase);
      const asked = others.length === 0 ? undefined : meaningOf(others);
      return {
        condition: 'PHRASE',
        phrase,
        query: phrase.without,
        search: { text, filter: { ...filter, asked } },
      };
    }),
    ...kinds
      .filter((kind) => fieldsOf[kind].some((field) => filter[field] !== undefined))
      .map((condition): Without => {
        const dropped = Object.fromEntries(fieldsOf[condition].map((field) => [field, undefined]));
        return {
          condition,
          query: typed,
          search: { text, filter: { ...filter, ...dropped } },
        };
      }),
    ...(text === ''
      ? []
      : [
          {
            condition: 'TEXT' as const,
            query: phrases.map(({ words }) => words).join(' '),
            search: { text: '', filter },
          },
        ]),
    ...(filter.amenities ?? []).map((amenity): Without => {
      const { amenities = [], ...rest } = filter;
      const others = amenities.filter((other) => other !== amenity);
      return {
        condition: 'AMENITY',
        amenity,
        query: typed,
        search: { text, filter: others.length === 0 ? rest : { ...rest, amenities: others } },
      };
    }),
  ];
}
