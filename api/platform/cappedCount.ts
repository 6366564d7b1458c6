export interface CappedCount {
  value: number;
  isCapped: boolean;
}

/** The highest exact count. */
export const countCap = 1_000;

export const capped = (found: number, isPart = false): CappedCount => ({
  value: Math.min(found, countCap),
  isCapped: isPart || found > countCap,
});
