import { z } from 'zod';
import { filledLine } from '#api/platform/input/input.ts';

/** Who comes, the person who checks in first. */
export const guestNames = z
  .array(filledLine('A name', 100, 'Each guest needs a name'))
  .min(1, 'Say who checks in')
  .max(30, 'There may be at most 30 names');
