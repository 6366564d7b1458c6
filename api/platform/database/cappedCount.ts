export interface CappedCount {
  value: number;
  isCapped: boolean;
}

export const countCap = 1_000;

export const capped = (found: number, isPart = false): CappedCount => ({
  value: Math.min(found, countCap),
  isCapped: isPart || found > countCap,
});
