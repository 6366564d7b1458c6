import { z } from 'zod';

/** Who comes, the person who checks in first. */
export const guestNames = z
  .array(
    z
      .string()
      .trim()
      .min(1, { error: 'Each guest needs a name', abort: true })
      .max(100, 'A name may have at most 100 characters')
      .regex(/^\P{Cc}*$/u, 'A name has a character that is not allowed'),
  )
  .min(1, 'Say who checks in')
  .max(30, 'There may be at most 30 names');
