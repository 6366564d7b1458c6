import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { ExpectedError } from '../errors.ts';

export type SignedLinks = ReturnType<typeof createSignedLinks>;

export class BadLinkError extends ExpectedError {
  readonly code = 'FORBIDDEN';

  constructor() {
    super('This link is not valid');
  }
}

/** The link has expired; upload clients know this message (SPEC section 8). */
export class ExpiredLinkError extends ExpectedError {
  readonly code = 'FORBIDDEN';

  constructor() {
    super('Request has expired');
  }
}

export function createSignedLinks(keys: Buffer[]) {
  const linkKeys = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  const signatures = (method: string, path: string, claims: Record<string, string>): Buffer[] => {
    const entries = Object.entries(claims).sort(([one], [other]) => (one < other ? -1 : 1));
    const signed = JSON.stringify([method, path, entries]);
    return linkKeys.map((key) => createHmac('sha256', key).update(signed).digest());
  };
  return {
    /** A path whose query has the claims, the expiry time and a signature over everything. */
    sign(method: string, path: string, claims: Record<string, string>, seconds: number): string {
      const expires = String(Math.floor(Date.now() / 1000) + seconds);
      const signed = { ...claims, expires };
      const [signature] = signatures(method, path, signed);
      const query = { ...signed, signature: signature?.toString('base64url') ?? '' };
      return `${path}?${new URLSearchParams(query)}`;
    },
    /**
     * @throws {BadLinkError} if it was changed, or made for another call
     * @throws {ExpiredLinkError}
     */
    verify(
      method: string,
      path: string,
      query: Record<string, string | undefined>,
    ): Record<string, string> {
      const { signature = '', ...claims } = Object.fromEntries(
        Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
      const given = Buffer.from(signature, 'base64url');
      const isOurs = signatures(method, path, claims).some(
        (ours) => ours.length === given.length && timingSafeEqual(ours, given),
      );
      const { expires = '', ...rest } = claims;
      if (!isOurs) {
        throw new BadLinkError();
      }
      if (Number(expires) * 1000 <= Date.now()) {
        throw new ExpiredLinkError();
      }
      return rest;
    },
  };
}

const purpose = 'tideweek signed links';
