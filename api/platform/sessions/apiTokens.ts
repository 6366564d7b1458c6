import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { Prisma, type TokenMode } from '#api/generated/prisma/client.ts';
import type { Database } from '../database/database.ts';
import { InvalidTokenError } from '../errors.ts';
import type { FoundToken, KnownToken, SessionMemory } from './sessionMemory.ts';
import type { Viewer } from './sessions.ts';

/** Scopes of a token; every token may read its own organization. */
export const tokenScopes = [
  'resorts:read',
  'listings:read',
  'listings:write',
  'bookings:read',
  'bookings:write',
  'stays:read',
  'stays:write',
  'sales:read',
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

export const mayUse = (token: ActiveToken | null, scope: WantedScope): boolean =>
  token !== null && (scope === 'any' || token.scopes.includes(scope));

export const mayWrite = ({ scopes }: ActiveToken): boolean =>
  scopes.some((scope) => scope.endsWith(':write'));

export type ApiTokens = ReturnType<typeof createApiTokens>;

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

export const hashOfToken = (text: string): Buffer => hash('sha256', text, 'buffer');

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

interface TokenRow extends Viewer, Omit<ActiveToken, 'id' | 'account'> {
  tokenId: string;
  lastsFor: number;
}

const workingTokens = Prisma.sql`
  api_tokens
    JOIN organizations ON organizations.id = organization_id
    JOIN users ON users.id = account_id
  WHERE revoked_at IS NULL AND expires_at > now() AND closed_at IS NULL
    AND (status = 'approved' OR status = 'pending' AND mode = 'test')`;

/** For how many tokens and addresses it is known that their use was noted, and for how long. */
const noted = { max: 10_000, ttl: 60_000 };

export function createApiTokens(
  { read, pool }: Pick<Database, 'read' | 'pool'>,
  memory: Pick<SessionMemory, 'readToken' | 'recallToken' | 'catchUp'>,
) {
  const notes = new LRUCache<string, true>(noted);
  return {
    /**
     * Null without a bearer. Reads the database: a revoked token is refused at once everywhere.
     * @throws {InvalidTokenError} if it is not a token, or does not work (any more)
     */
    async find(authorization: string | undefined, address: string): Promise<ActiveToken | null> {
      const bearer = bearerIn(authorization);
      if (bearer === undefined) {
        return null;
      }
      if (!isToken(bearer)) {
        throw new InvalidTokenError('This is not a token of Tideweek. Was it copied as a whole?');
      }
      const hash = hashOfToken(bearer);
      const found = await memory.readToken(hash.toString('hex'), () => readToken(read, hash));
      if (!found) {
        throw new InvalidTokenError(
          'This token does not work: it was revoked or has expired, or its organization is not approved',
        );
      }
      const { id } = found.token;
      const note = `${id} ${address}`;
      if (!notes.has(note)) {
        await pool.query(
          `UPDATE api_tokens SET last_used_at = now(), last_used_address = $2 WHERE id = $1`,
          [id, address],
        );
        notes.set(note, true);
      }
      return activeOf(found);
    },
    /** If it is remembered, and `find` noted its use from this address in the last minute. */
    async recall(authorization: string, address: string): Promise<ActiveToken | undefined> {
      const bearer = bearerIn(authorization);
      if (bearer === undefined) {
        return undefined;
      }
      const hash = hashOfToken(bearer).toString('hex');
      const isKnown = memory.recallToken(hash) !== undefined && (await memory.catchUp());
      const known = isKnown ? memory.recallToken(hash) : undefined;
      return known && notes.has(`${known.token.id} ${address}`) ? activeOf(known) : undefined;
    },
    async lasts(id: string): Promise<boolean> {
      const rows = await read(
        Prisma.sql`SELECT FROM ${workingTokens} AND api_tokens.id = ${id}::uuid`,
      );
      return rows.length > 0;
    },
  };
}

const bearerIn = (authorization: string | undefined): string | undefined =>
  authorization !== undefined && /^bearer(?: |$)/i.test(authorization)
    ? authorization.slice(6).trim()
    : undefined;

/** The rights of an administrator don't pass to tokens. */
const activeOf = ({ token, account }: KnownToken): ActiveToken => ({
  ...token,
  account: { ...account, role: 'user' },
});

async function readToken(read: Database['read'], hash: Buffer): Promise<FoundToken | undefined> {
  const [row] = await read<TokenRow>(Prisma.sql`
    SELECT api_tokens.id AS "tokenId", organization_id AS "organizationId", status = 'approved' AS "isApproved",
           mode, scopes, 1000 * extract(epoch FROM expires_at - now())::float8 AS "lastsFor",
           users.id, username, email, first_name AS "firstName", last_name AS "lastName",
           role, email_verified_at AS "emailVerifiedAt", users.created_at AS "createdAt"
    FROM ${workingTokens} AND hash = ${hash}`);
  if (!row) {
    return undefined;
  }
  const { tokenId: id, organizationId, isApproved, mode, scopes, lastsFor, ...account } = row;
  return { token: { id, organizationId, isApproved, mode, scopes }, account, lastsFor };
}
