import { z } from 'zod';
import { InvalidInputError } from '../platform/errors.ts';
import { refuseBadCharacters } from '../platform/input/input.ts';

/**
 * The fields of a body; none without a body.
 * @throws {InvalidInputError} naming body, unless it is a JSON object; naming a field that has a
 *   character that no text may have
 */
export function fieldsOf(body: unknown): Record<string, unknown> {
  refuseBadCharacters(body);
  const parsed = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!parsed.success) {
    throw new InvalidInputError('body', 'The body must be a JSON object');
  }
  return parsed.data;
}
