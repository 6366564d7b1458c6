/** The longest note and the longest message that the server takes. */
export const mostLetters = 5_000;
