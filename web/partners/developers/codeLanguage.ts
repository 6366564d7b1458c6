import { useSyncExternalStore } from 'react';

const storageKey = 'code-language';

/** The language chosen last, in case nothing can be stored. */
let chosen = '';

const listeners = new Set<() => void>();

/** The language of all examples that have it; empty until the reader has chosen one. */
export const useCodeLanguage = (): string =>
  useSyncExternalStore(subscribe, codeLanguage, () => '');

export function chooseCodeLanguage(language: string): void {
  chosen = language;
  try {
    localStorage.setItem(storageKey, language);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function codeLanguage(): string {
  try {
    return chosen || (localStorage.getItem(storageKey) ?? '');
  } catch {
    return chosen;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
