import { z } from 'zod';
import { InvalidInputError } from '../platform/errors.ts';

/**
 * The fields of a body; none without a body.
 * @throws {InvalidInputError} naming body, unless it is a JSON object
 */
export function fieldsOf(body: unknown): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(body ?? {});
  if (!parsed.success) {
    throw new InvalidInputError('body', 'The body must be a JSON object');
  }
  return parsed.data;
}
