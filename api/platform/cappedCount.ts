/** A count up to `countCap`; `isCapped` if there may be more. */
export interface CappedCount {
  value: number;
  isCapped: boolean;
}

/** The highest exact count. */
export const countCap = 1_000;

/** @param isPart Whether only part of the rows was read, so there may be more. */
export const capped = (found: number, isPart = false): CappedCount => ({
  value: Math.min(found, countCap),
  isCapped: isPart || found > countCap,
});
