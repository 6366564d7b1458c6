/** The latest searches of this browser, as paths, the newest first. Nothing is sent anywhere. */
const storageKey = 'recent-searches';

const most = 6;
const mostCharacters = 500;

export function recentSearches(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    // Storage may hold anything, such as data of another version.
    return Array.isArray(value) ? value.filter(isSearch).slice(0, most) : [];
  } catch {
    return [];
  }
}

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith('/search?') && value.length <= mostCharacters;

export function rememberSearch(path: string): void {
  if (isSearch(path)) store([path, ...recentSearches().filter((other) => other !== path)]);
}

export const forgetSearch = (path: string): void =>
  store(recentSearches().filter((other) => other !== path));

export const forgetSearches = (): void => store([]);

function store(paths: readonly string[]): void {
  try {
    if (paths.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(paths.slice(0, most)));
  } catch {
    // Storage is turned off or full: no search is remembered.
  }
}
