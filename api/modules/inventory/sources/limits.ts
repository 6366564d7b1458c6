/** The longest row that is read, in characters. */
export const longestRow = 1_000_000;
