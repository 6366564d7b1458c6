/** Characters of the longest row that is read. */
export const longestRow = 1_000_000;
