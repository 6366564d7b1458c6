import { z } from 'zod';
import { parseInput } from '#api/platform/input/input.ts';

/** Which of a provider's weeks a run covers; prices in US dollars per night. */
export interface SyncFilters {
  /** Text in the resort's name, location or destination, ignoring accents and case. */
  destination?: string;
  priceMin?: number;
  priceMax?: number;
  limit?: number;
}

const price = (name: string) =>
  z
    .number(`${name} must be a number`)
    .min(0, `${name} must be at least 0`)
    .max(1_000_000, `${name} must be at most 1,000,000`)
    .nullish();

const filtersSchema = z
  .object({
    destination: z
      .string('Destination must be text')
      .trim()
      .max(200, 'Destination must be at most 200 characters')
      .nullish(),
    priceMin: price('Min price'),
    priceMax: price('Max price'),
    limit: z
      .int('Limit must be a whole number')
      .min(1, 'Limit must be between 1 and 100')
      .max(100, 'Limit must be between 1 and 100')
      .nullish(),
  })
  .refine(({ priceMin, priceMax }) => (priceMin ?? 0) <= (priceMax ?? Infinity), {
    path: ['priceMax'],
    message: 'Max price must not be below min price',
    when: ({ issues }) => issues.length === 0,
  });

/**
 * Validates filters and drops empty filters.
 * @throws {InvalidInputError} naming destination, priceMin, priceMax or limit
 */
export function parseFilters(input: unknown): SyncFilters {
  const { destination, priceMin, priceMax, limit } = parseInput(filtersSchema, input ?? {});
  return {
    ...(destination && { destination }),
    // A minimum of 0 excludes nothing.
    ...(priceMin && { priceMin }),
    ...(typeof priceMax === 'number' && { priceMax }),
    ...(typeof limit === 'number' && { limit }),
  };
}
