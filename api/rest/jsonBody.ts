import { z } from 'zod';
import { InvalidInputError } from '../platform/errors.ts';
import { refuseBadCharacters } from '../platform/input/input.ts';

/** @throws {InvalidInputError} naming body, unless it is an object, or a field with bad text */
export function fieldsOf(body: unknown): Record<string, unknown> {
  refuseBadCharacters(body);
  const parsed = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!parsed.success) {
    throw new InvalidInputError('body', 'The body must be a JSON object');
  }
  return parsed.data;
}
