import { z } from 'zod';
import { parseInput } from '../../../platform/input.ts';

/** Which of a provider's weeks a run looks at; prices in US dollars a night. */
export interface SyncFilters {
  /** Words that the resort's name, place or destination has, without accents and capitals. */
  destination?: string;
  priceMin?: number;
  priceMax?: number;
  /** So many weeks that fit, and no more. */
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
 * What an administrator asked for, without what they left open.
 * @throws {InvalidInputError} naming destination, priceMin, priceMax or limit
 */
export function parseFilters(input: unknown): SyncFilters {
  const { destination, priceMin, priceMax, limit } = parseInput(filtersSchema, input ?? {});
  return {
    ...(destination && { destination }),
    // Nothing costs less than 0.
    ...(priceMin && { priceMin }),
    ...(typeof priceMax === 'number' && { priceMax }),
    ...(typeof limit === 'number' && { limit }),
  };
}

/** Those of a run as it was stored. */
export const storedFilters = (filters: unknown): SyncFilters => parseFilters(filters);
