import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Prisma } from '../generated/prisma/client.ts';
import type { TokenMode } from '../generated/prisma/client.ts';
import type { Database } from './database.ts';
import { InvalidTokenError } from './errors.ts';
import type { Viewer } from './sessions.ts';

/** Scopes of a token; every token may read its own organization. */
export const tokenScopes = [
  'resorts:read',
  'listings:read',
  'listings:write',
  'bookings:read',
  'bookings:write',
  'inquiries:read',
  'webhooks:manage',
] as const;

export type TokenScope = (typeof tokenScopes)[number];

export interface ActiveToken {
  id: string;
  organizationId: string;
  isApproved: boolean;
  mode: TokenMode;
  scopes: readonly TokenScope[];
  /** The account whose weeks and bookings the token works on. */
  account: Viewer;
}

export type WantedScope = TokenScope | 'any';

/** Whether a request is made with a token that has the scope. */
export const mayUse = (token: ActiveToken | null, scope: WantedScope): boolean =>
  token !== null && (scope === 'any' || token.scopes.includes(scope));

export interface ApiTokens {
  /**
   * The token of an Authorization header; null without a bearer token. Not cached, so every process
   * refuses a revoked token at once.
   * @param address of the caller, stored with the time of use
   * @throws {InvalidTokenError} if the token is malformed or does not work (any more)
   */
  find(authorization: string | undefined, address: string): Promise<ActiveToken | null>;
  /** Whether a token that worked still works. */
  lasts(id: string): Promise<boolean>;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;

const pattern = /^tw_(?:live|test)_[0-9A-Za-z]{38}$/;

/** A new token: `tw_live_` or `tw_test_`, 190 random bits, and a checksum. */
export function newToken(mode: TokenMode): string {
  const secret = Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]);
  const text = `tw_${mode}_${secret.join('')}`;
  return text + checksumOf(text);
}

export const hashOfToken = (text: string): Buffer => createHash('sha256').update(text).digest();

/** CRC-32 in six digits of base 62; distinguishes a mistyped token from a revoked token. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let count = 0; count < checksumLength; count += 1) {
    digits = (alphabet[rest % alphabet.length] ?? '') + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

export const isToken = (text: string): boolean =>
  pattern.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);

type FoundToken = Viewer &
  Omit<ActiveToken, 'id' | 'account'> & { tokenId: string; usedLately: boolean };

const workingTokens = Prisma.sql`
  api_tokens
    JOIN organizations ON organizations.id = organization_id
    JOIN users ON users.id = account_id
  WHERE revoked_at IS NULL AND expires_at > now() AND closed_at IS NULL
    AND (status = 'approved' OR status = 'pending' AND mode = 'test')`;

export function createApiTokens({ read, pool }: Pick<Database, 'read' | 'pool'>): ApiTokens {
  return {
    async find(authorization, address) {
      const bearer = /^bearer(?: |$)/i.test(authorization ?? '')
        ? authorization?.slice(6).trim()
        : undefined;
      if (bearer === undefined) {
        return null;
      }
      if (!isToken(bearer)) {
        throw new InvalidTokenError('This is not a token of Tideweek. Was it copied as a whole?');
      }
      const [found] = await read<FoundToken>(Prisma.sql`
        SELECT api_tokens.id AS "tokenId", organization_id AS "organizationId", status = 'approved' AS "isApproved",
               mode, scopes,
               coalesce(last_used_at > now() - interval '1 minute' AND last_used_address = ${address},
                        false) AS "usedLately",
               users.id, username, email, first_name AS "firstName", last_name AS "lastName",
               role, email_verified_at AS "emailVerifiedAt", users.created_at AS "createdAt"
        FROM ${workingTokens} AND hash = ${hashOfToken(bearer)}`);
      if (!found) {
        throw new InvalidTokenError(
          'This token does not work: it was revoked or has expired, or its organization is not approved',
        );
      }
      const {
        tokenId: id,
        organizationId,
        isApproved,
        mode,
        scopes,
        usedLately,
        ...account
      } = found;
      if (!usedLately) {
        await pool.query(
          `UPDATE api_tokens SET last_used_at = now(), last_used_address = $2 WHERE id = $1`,
          [id, address],
        );
      }
      // The rights of an administrator don't pass to tokens.
      return {
        id,
        organizationId,
        isApproved,
        mode,
        scopes,
        account: { ...account, role: 'user' },
      };
    },
    async lasts(id) {
      const rows = await read(
        Prisma.sql`SELECT FROM ${workingTokens} AND api_tokens.id = ${id}::uuid`,
      );
      return rows.length > 0;
    },
  };
}
