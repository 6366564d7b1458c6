import { z } from 'zod';
import { parseInput } from '#api/platform/input/input.ts';

/** The owner's own id of a week; the same as the constraint listings_owner_reference. */
const listingReference = z
  .string({ error: 'Reference is required' })
  .regex(/^[\x21-\x7e]{1,100}$/, 'Reference must have 1 to 100 visible characters without blanks');

/** @throws {InvalidInputError} naming `reference` */
export const readReference = (reference: unknown): string =>
  parseInput(z.object({ reference: listingReference }), { reference }).reference;
