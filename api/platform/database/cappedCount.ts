export type CappedCount = ReturnType<typeof capped>;

export const countCap = 1_000;

export const capped = (found: number, isPart = false) => ({
  value: Math.min(found, countCap),
  isCapped: isPart || found > countCap,
});
