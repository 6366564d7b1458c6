import { InvalidInputError } from '../errors.ts';

/** Accepts the years that PostgreSQL and ISO 8601 write alike. @throws {InvalidInputError} */
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
