/** How many there are; past the cap only that there are more. */
export interface CappedCount {
  value: number;
  isCapped: boolean;
}

/** The most that are counted; one past it is "more". */
export const countCap = 1_000;

/** @param isPart whether only a part was looked at, so that there may be more in any case */
export const capped = (found: number, isPart = false): CappedCount => ({
  value: Math.min(found, countCap),
  isCapped: isPart || found > countCap,
});
