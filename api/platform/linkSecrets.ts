import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a link: 256 random bits in 43 characters. Store its hash, never itself. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret: its SHA-256, in hexadecimal. */
export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');
