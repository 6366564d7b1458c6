import { z } from 'zod';

export const quarantinePrefix = 'quarantine/';
export const documentPrefix = 'contracts/';

/** Who uploads: a member, or the escrow partner by a link to one sale that this member made. */
export interface Uploader {
  id: string;
  saleId?: string;
}

/** What an uploader has uploaded: a member and a link that the member made never mix. */
export const uploadsOf = ({ id, saleId }: Uploader) => ({
  ownerId: id,
  uploadedForId: saleId ?? null,
});

export const quarantineKey = (document: { id: string; ownerId: string }): string =>
  `${quarantinePrefix}${document.ownerId}/${document.id}`;

export const documentKey = ({ id }: { id: string }): string => `${documentPrefix}${id}`;

export const idInKey = (key: string): string | undefined => {
  const id = /^(?:quarantine\/[0-9a-f-]{36}|contracts)\/([0-9a-f-]{36})$/.exec(key)?.[1];
  return z.uuid().safeParse(id).success ? id : undefined;
};

/**
 * The id of a document in the URL that a client gives for it: the upload URL with or without its
 * query, the URL in the storage, or only the key. Undefined for other URLs.
 */
export function idInUrl(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, 'http://any.invalid').pathname);
    return idInKey(/(?:quarantine\/[^/]+|contracts)\/[^/]+$/.exec(path)?.[0] ?? '');
  } catch {
    return undefined;
  }
}

/**
 * The URL stored with a listing. It names the document but gives no access; opening needs a signed
 * link.
 */
export const contractUrl = ({ id }: { id: string }): string => `/api/contracts/${id}`;
