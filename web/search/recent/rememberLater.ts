export const rememberLater = (path: string): void =>
  void import('./recentSearches.ts').then(
    ({ rememberSearch }) => rememberSearch(path),
    // Without the code, the search is not remembered.
    () => undefined,
  );
