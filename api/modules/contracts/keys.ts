import { z } from 'zod';

/** Below these, the storage holds documents that were sent and documents that were inspected. */
export const quarantinePrefix = 'quarantine/';
export const documentPrefix = 'contracts/';

/** Where a document is kept from its first byte until it was inspected. */
export const quarantineKey = (document: { id: string; ownerId: string }): string =>
  `${quarantinePrefix}${document.ownerId}/${document.id}`;

/** Where a document is kept once it was inspected; no link to send files leads there. */
export const documentKey = ({ id }: { id: string }): string => `${documentPrefix}${id}`;

/** The id of a document in one of its keys. */
export const idInKey = (key: string): string | undefined => {
  const id = /^(?:quarantine\/[0-9a-f-]{36}|contracts)\/([0-9a-f-]{36})$/.exec(key)?.[1];
  return z.uuid().safeParse(id).success ? id : undefined;
};

/**
 * The id of a document in what a client calls its URL: the one that the file was sent to, with or
 * without its query, the storage's, or the key alone.
 */
export function idInUrl(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, 'http://any.invalid').pathname);
    return idInKey(/(?:quarantine\/[^/]+|contracts)\/[^/]+$/.exec(path)?.[0] ?? '');
  } catch {
    return undefined;
  }
}

/** What a listing keeps of its document: it names it, and opens nothing. */
export const contractUrl = ({ id }: { id: string }): string => `/api/contracts/${id}`;
