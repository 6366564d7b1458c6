/** The most rows that one call writes. */
export const mostRows = 500;
