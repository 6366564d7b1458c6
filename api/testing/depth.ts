/**
 * Whether tests go to their full length, as `npm run test:deep` has it. `npm test` proves every claim
 * too, with the fewest cases that can.
 */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

/** How much of something a test does: runs of a property, rounds, kills, people in a crowd. */
export const inDepth = (short: number, deep: number): number => (isDeep ? deep : short);

/** A few of these cases, spread evenly; all of them in depth. */
export const some = <Case>(cases: readonly Case[], few: number): Case[] =>
  cases.filter(
    (_, index) =>
      isDeep ||
      Math.floor((index * few) / cases.length) !== Math.floor(((index - 1) * few) / cases.length),
  );
