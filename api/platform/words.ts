/** The words of a search, for `contains`: at most eight, with the wildcards of LIKE escaped. */
export const wordsOf = (search: string | null | undefined): string[] =>
  (search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 8)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'));
