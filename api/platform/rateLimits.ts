import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { canonicalName } from './accountNames.ts';
import { addressKey } from './addresses.ts';
import { TooManyRequestsError } from './errors.ts';

/** How the spellings of one subject become one. */
const keyOf = {
  address: addressKey,
  account: (id: string): string => id,
  /** A username or e-mail address, of an account or not. */
  name: canonicalName,
};

/** What is limited, by what, how often (points) and over how many seconds. */
const limits = {
  signInByName: { by: 'name', points: 10, duration: 15 * 60 },
  signInByAddress: { by: 'address', points: 60, duration: 15 * 60 },
  signUpByAddress: { by: 'address', points: 20, duration: 60 * 60 },
  inquiriesByAccount: { by: 'account', points: 20, duration: 60 * 60 },
  passwordByAccount: { by: 'account', points: 10, duration: 15 * 60 },
  exportByAccount: { by: 'account', points: 10, duration: 60 * 60 },
  reviewByAccount: { by: 'account', points: 30, duration: 60 * 60 },
  reportByAccount: { by: 'account', points: 20, duration: 60 * 60 },
  favoriteByAccount: { by: 'account', points: 600, duration: 15 * 60 },
  verificationByAccount: { by: 'account', points: 5, duration: 60 * 60 },
  emailChangeByAccount: { by: 'account', points: 5, duration: 60 * 60 },
  resetByName: { by: 'name', points: 5, duration: 60 * 60 },
  resetByAddress: { by: 'address', points: 20, duration: 60 * 60 },
  listingByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  draftByAccount: { by: 'account', points: 600, duration: 15 * 60 },
  uploadByAccount: { by: 'account', points: 100, duration: 60 * 60 },
  revealByAccount: { by: 'account', points: 100, duration: 60 * 60 },
  smtpTestByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  linkByAddress: { by: 'address', points: 30, duration: 15 * 60 },
} as const satisfies Record<string, { by: keyof typeof keyOf; points: number; duration: number }>;

export type Limit = keyof typeof limits;

export interface RateLimits {
  /**
   * Counts one try. The counters live in the database: they hold across restarts and processes.
   * @throws {TooManyRequestsError} when the limit is reached; says when to come back
   */
  spend(limit: Limit, subject: string): Promise<void>;
  /** Forgets the tries, after the right password. */
  forgive(limit: Limit, subject: string): Promise<void>;
}

export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(),
  forgive: () => Promise.resolve(),
};

export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([keyPrefix, { points, duration }]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      }),
    ]),
  ) as Record<Limit, RateLimiterPostgres>;
  return {
    async spend(limit, subject) {
      try {
        await limiters[limit].consume(fingerprint(limit, subject));
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) {
          const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          throw new TooManyRequestsError(
            `Too many tries. Please wait ${minutes(seconds)} and try again`,
            seconds,
          );
        }
        throw refusal;
      }
    },
    async forgive(limit, subject) {
      await limiters[limit].delete(fingerprint(limit, subject));
    },
  };
}

const minutes = (seconds: number): string =>
  seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`;

/** Neither names nor addresses of people stand in the table of tries. */
const fingerprint = (limit: Limit, subject: string): string =>
  createHash('sha256').update(keyOf[limits[limit].by](subject)).digest('hex');
