/** Adds a search to the recent ones, by a file that is loaded when it is needed. */
export const rememberLater = (path: string): void =>
  void import('./recentSearches.ts').then(
    ({ rememberSearch }) => rememberSearch(path),
    // Without the file the search is not remembered.
    () => undefined,
  );
