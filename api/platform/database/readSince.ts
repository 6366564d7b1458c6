import { InvalidInputError } from '../errors.ts';

/**
 * The instant of a filter `updatedSince`, within the years that PostgreSQL and ISO 8601 write
 * alike; undefined without a filter.
 * @throws {InvalidInputError} naming updatedSince
 */
export function readSince(instant: Date | null | undefined): Date | undefined {
  if (instant == null) {
    return undefined;
  }
  const year = instant.getUTCFullYear();
  if (year < 1 || year > 9999) {
    throw new InvalidInputError('updatedSince', 'updatedSince must be in the years 1 to 9999');
  }
  return instant;
}
