import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from './errors.ts';

/** What is limited, how often (points) and over how many seconds. */
const limits = {
  signInByAccount: { points: 10, duration: 15 * 60 },
  signInByAddress: { points: 60, duration: 15 * 60 },
  signUpByAddress: { points: 20, duration: 60 * 60 },
  inquiriesByAccount: { points: 20, duration: 60 * 60 },
  exportByAccount: { points: 10, duration: 60 * 60 },
  reviewByAccount: { points: 30, duration: 60 * 60 },
  reportByAccount: { points: 20, duration: 60 * 60 },
  favoriteByAccount: { points: 600, duration: 15 * 60 },
  verificationByAccount: { points: 5, duration: 60 * 60 },
  emailChangeByAccount: { points: 5, duration: 60 * 60 },
  resetByIdentifier: { points: 5, duration: 60 * 60 },
  resetByAddress: { points: 20, duration: 60 * 60 },
  listingByAccount: { points: 60, duration: 60 * 60 },
  draftByAccount: { points: 600, duration: 15 * 60 },
  uploadByAccount: { points: 100, duration: 60 * 60 },
  revealByAccount: { points: 100, duration: 60 * 60 },
  smtpTestByAccount: { points: 60, duration: 60 * 60 },
  linkByAddress: { points: 30, duration: 15 * 60 },
} as const;

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
    Object.entries(limits).map(([keyPrefix, limit]) => [
      keyPrefix,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        ...limit,
      }),
    ]),
  ) as Record<Limit, RateLimiterPostgres>;
  return {
    async spend(limit, subject) {
      try {
        await limiters[limit].consume(fingerprint(subject));
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
      await limiters[limit].delete(fingerprint(subject));
    },
  };
}

const minutes = (seconds: number): string =>
  seconds <= 60 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`;

/** Neither names nor addresses of people stand in the table of tries. */
const fingerprint = (subject: string): string =>
  createHash('sha256').update(subject.toLowerCase()).digest('hex');
