import { z } from 'zod';
import { ConflictError } from '#api/platform/errors.ts';
import { onViolation } from '#api/platform/database/violations.ts';
import { parseInput } from '#api/platform/input/input.ts';

/** The owner's own id of a week; the same as the constraint listings_owner_reference. */
export const listingReference = z
  .string({ error: 'Reference is required' })
  .regex(/^[\x21-\x7e]{1,100}$/, 'Reference must have 1 to 100 visible characters without blanks');

/** @throws {InvalidInputError} naming `reference` */
export const readReference = (reference: unknown): string =>
  parseInput(z.object({ reference: listingReference }), { reference }).reference;

/** @throws {ConflictError} if another listing of the owner has the stored reference */
export const orTakenReference = <Result>(storing: Promise<Result>): Promise<Result> =>
  onViolation(
    storing,
    'listings_owner_id_owner_reference_key',
    () => new ConflictError('reference', 'Another listing of yours has this reference'),
  );
