import { createHash } from 'node:crypto';
import { parse, type DocumentNode } from 'graphql';
import type { PersistedDocuments } from '../graphql/persistedDocuments.ts';

/** Persisted documents that a test adds to while the server runs. */
export interface OpenDocuments extends PersistedDocuments {
  /** Persists a document. Returns its id. */
  idOf(text: string): string;
}

export function openDocuments(): OpenDocuments {
  const byId = new Map<string, DocumentNode>();
  const all = new Set<DocumentNode>();
  return {
    find: (id) => byId.get(id),
    include: (document) => all.has(document),
    idOf(text) {
      const id = createHash('sha256').update(text).digest('hex');
      if (!byId.has(id)) {
        const document = parse(text);
        byId.set(id, document);
        all.add(document);
      }
      return id;
    },
  };
}
