import { readFileSync } from 'node:fs';
import { parse, type DocumentNode } from 'graphql';

export interface PersistedDocuments {
  find(id: string): DocumentNode | undefined;
  include(document: DocumentNode): boolean;
}

/** The documents are known to be valid, so they keep no locations, which take megabytes. */
export function loadPersistedDocuments(file: string): PersistedDocuments {
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const documents = new Map(
    Object.entries(texts).map(([id, text]) => [id, parse(text, { noLocation: true })]),
  );
  const all = new Set(documents.values());
  return { find: (id) => documents.get(id), include: (document) => all.has(document) };
}

export const noPersistedDocuments: PersistedDocuments = {
  find: () => undefined,
  include: () => false,
};
