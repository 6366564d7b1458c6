import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a link: 256 random bits in 43 characters. Store only its hash. */
export const newLinkSecret = (): string => randomBytes(32).toString('base64url');

export const hashOfSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');
