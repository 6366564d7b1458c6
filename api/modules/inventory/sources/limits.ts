export const longestRow = 1_000_000;
