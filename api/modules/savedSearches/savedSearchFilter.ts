import { z } from 'zod';

const priceTiers = ['UNDER_100', 'FROM_100_TO_300', 'FROM_300'] as const;

const name = (field: string) =>
  z
    .string({ error: `The filter ${field} is not valid` })
    .trim()
    .min(1, `The filter ${field} is not valid`)
    .max(200, `The filter ${field} is not valid`);

const names = (field: string) =>
  z
    .array(name(field), { error: `The filter ${field} must be a list` })
    .max(20, `The filter ${field} takes at most 20 values`)
    .nullish();

const day = (field: string) =>
  z.iso.date({ error: `The filter ${field} must be a day such as 2027-03-14` }).nullish();

const whole = (field: string, from: number, to: number) => {
  const error = `The filter ${field} must be a whole number from ${from} to ${to}`;
  return z.number({ error }).int(error).min(from, error).max(to, error).nullish();
};

const stars = 'The filter minRating must be 0 to 5';

/** The conditions that a search takes, as a client sends them. */
export const searchFilterInput = z
  .strictObject(
    {
      priceTier: z.enum(priceTiers, { error: 'The filter priceTier is not valid' }).nullish(),
      destination: name('destination').nullish(),
      destinations: names('destinations'),
      brand: name('brand').nullish(),
      brands: names('brands'),
      amenities: names('amenities'),
      minRating: z.number({ error: stars }).min(0, stars).max(5, stars).nullish(),
      availableFrom: day('availableFrom'),
      availableTo: day('availableTo'),
      guests: whole('guests', 1, 30),
      bedrooms: whole('bedrooms', 0, 10),
      isNewAvailability: z
        .boolean({ error: 'The filter isNewAvailability must be true or false' })
        .nullish(),
    },
    { error: 'The filter is not valid' },
  )
  .refine((filter) => (filter.availableFrom == null) === (filter.availableTo == null), {
    error: 'The filter takes both availableFrom and availableTo, or neither',
    path: ['availableTo'],
  })
  .refine(({ availableFrom: from, availableTo: to }) => from == null || to == null || from < to, {
    error: 'The filter availableTo must be after availableFrom',
    path: ['availableTo'],
  });

/** The conditions of a saved search in one form: nothing that does not narrow, names in order. */
export interface SearchFilter {
  priceTier?: (typeof priceTiers)[number];
  /** One of them. */
  destinations?: string[];
  /** One of them. */
  brands?: string[];
  /** Each of them. */
  amenities?: string[];
  minRating?: number;
  /** First night and day of leaving, YYYY-MM-DD; both or neither. */
  availableFrom?: string;
  availableTo?: string;
  guests?: number;
  bedrooms?: number;
  isNewAvailability?: boolean;
}

/** The one form of what a client sent. */
export function searchFilterOf(input: z.infer<typeof searchFilterInput> | null | undefined) {
  const { destination, brand, ...rest } = input ?? {};
  const filter = {
    ...rest,
    destinations: sorted(rest.destinations, destination),
    brands: sorted(rest.brands, brand),
    amenities: sorted(rest.amenities, undefined),
  };
  const narrowing = Object.entries(filter)
    .filter(([, value]) => value != null && !(Array.isArray(value) && value.length === 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(narrowing) as SearchFilter;
}

const sorted = (
  many: readonly string[] | null | undefined,
  one: string | null | undefined,
): string[] => [...new Set([...(many ?? []), ...(one == null ? [] : [one])])].sort();

/** What is stored; the database holds only what was checked before. */
export const storedFilter = (json: unknown): SearchFilter => json as SearchFilter;

/** A name for a search that was given none: 'Aruba, 2 bedrooms'. */
export function nameOfSearch(query: string, filter: SearchFilter): string {
  const several = (count: number, one: string): string =>
    `${count} ${one}${count === 1 ? '' : 's'}`;
  const parts = [
    query,
    ...(filter.destinations ?? []),
    ...(filter.brands ?? []),
    filter.bedrooms && several(filter.bedrooms, 'bedroom'),
    filter.bedrooms === 0 && 'studios',
    filter.guests && several(filter.guests, 'guest'),
    filter.availableFrom && `${filter.availableFrom} to ${filter.availableTo}`,
    filter.priceTier && priceNames[filter.priceTier],
    filter.minRating && `${filter.minRating} stars or more`,
    ...(filter.amenities ?? []),
    filter.isNewAvailability && 'new availability',
  ].filter((part) => typeof part === 'string' && part !== '');
  const name = parts.join(', ');
  if (name === '') {
    return 'All resorts';
  }
  return name.length <= 100 ? name : `${name.slice(0, 99)}…`;
}

const priceNames = {
  UNDER_100: 'under $100',
  FROM_100_TO_300: '$100 - $300',
  FROM_300: '$300+',
};
