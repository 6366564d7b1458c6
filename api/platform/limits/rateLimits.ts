import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { canonicalName } from '../input/accountNames.ts';
import { addressKey } from '../http/addresses.ts';
import { RateLimitedError } from '../errors.ts';

const keyOf = {
  address: addressKey,
  account: (id: string): string => id,
  name: canonicalName,
  nameAndAddress: ({ name, address }: { name: string; address: string }): string =>
    `${canonicalName(name)} ${addressKey(address)}`,
  device: (key: string): string => key,
};

interface LimitRule {
  by: keyof typeof keyOf;
  /** Attempts allowed within `duration` seconds. */
  points: number;
  duration: number;
  /** Treatment of further attempts; refused by default. */
  beyond?: 'wait';
}

const limits = {
  signInByNameAndAddress: { by: 'nameAndAddress', points: 10, duration: 15 * 60 },
  signInByName: { by: 'name', points: 100, duration: 15 * 60, beyond: 'wait' },
  signInByDevice: { by: 'device', points: 10, duration: 15 * 60 },
  signInByAddress: { by: 'address', points: 60, duration: 15 * 60 },
  signUpByAddress: { by: 'address', points: 20, duration: 60 * 60 },
  inquiriesByAccount: { by: 'account', points: 20, duration: 60 * 60 },
  passwordByAccount: { by: 'account', points: 10, duration: 15 * 60 },
  exportByAccount: { by: 'account', points: 10, duration: 60 * 60 },
  reviewByAccount: { by: 'account', points: 30, duration: 60 * 60 },
  reportByAccount: { by: 'account', points: 20, duration: 60 * 60 },
  favoriteByAccount: { by: 'account', points: 600, duration: 15 * 60 },
  verificationByAccount: { by: 'account', points: 5, duration: 60 * 60 },
  organizationByAccount: { by: 'account', points: 5, duration: 24 * 60 * 60 },
  organizationByAddress: { by: 'address', points: 10, duration: 24 * 60 * 60 },
  sandboxByAccount: { by: 'account', points: 20, duration: 60 * 60 },
  sandboxByAddress: { by: 'address', points: 30, duration: 60 * 60 },
  invitationByAccount: { by: 'account', points: 30, duration: 60 * 60 },
  webhookTestByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  webhookReplayByAccount: { by: 'account', points: 5_000, duration: 60 * 60 },
  emailChangeByAccount: { by: 'account', points: 5, duration: 60 * 60 },
  resetByName: { by: 'name', points: 5, duration: 60 * 60 },
  resetByAddress: { by: 'address', points: 20, duration: 60 * 60 },
  listingByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  nightsByAccount: { by: 'account', points: 600, duration: 15 * 60 },
  holdByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  holdByAddress: { by: 'address', points: 30, duration: 60 * 60 },
  holdByOwnerAndAddress: { by: 'nameAndAddress', points: 6, duration: 60 * 60 },
  threadByAccount: { by: 'account', points: 30, duration: 60 * 60 },
  offerByAccount: { by: 'account', points: 30, duration: 60 * 60 },
  messageByAccount: { by: 'account', points: 120, duration: 60 * 60 },
  draftByAccount: { by: 'account', points: 600, duration: 15 * 60 },
  uploadByAccount: { by: 'account', points: 100, duration: 60 * 60 },
  pictureByAccount: { by: 'account', points: 300, duration: 15 * 60 },
  revealByAccount: { by: 'account', points: 100, duration: 60 * 60 },
  smtpTestByAccount: { by: 'account', points: 60, duration: 60 * 60 },
  offerCodeByAddress: { by: 'address', points: 60, duration: 15 * 60 },
  partnerLinkByAddress: { by: 'address', points: 300, duration: 15 * 60 },
  linkByAddress: { by: 'address', points: 30, duration: 15 * 60 },
} as const satisfies Record<string, LimitRule>;

export type Limit = keyof typeof limits;

type Subject<Name extends Limit> = Parameters<(typeof keyOf)[(typeof limits)[Name]['by']]>[0];

export interface RateLimits {
  /**
   * Counts in the database, so across restarts and processes. `beyond: 'wait'` delays.
   * @throws {RateLimitedError} if the limit is reached, with the seconds until a retry
   */
  spend<Name extends Limit>(limit: Name, subject: Subject<Name>, tries?: number): Promise<void>;
  forgive<Name extends Limit>(limit: Name, subject: Subject<Name>): Promise<void>;
  apart(way: string): RateLimits;
}

export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(),
  forgive: () => Promise.resolve(),
  apart: () => noRateLimits,
};

export function createRateLimits(
  pool: pg.Pool,
  delay: (milliseconds: number) => Promise<unknown> = sleep,
): RateLimits {
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
  const waitInLine = createLine(delay);
  const countedBy = (way: string | undefined): RateLimits => ({
    async spend(limit, subject, tries = 1) {
      const key = fingerprint(limit, subject, way);
      try {
        await limiters[limit].consume(key, tries);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) {
          throw refusal;
        }
        const rule: LimitRule = limits[limit];
        if (rule.beyond !== 'wait') {
          throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
        }
        await waitInLine(`${limit} ${key}`);
      }
    },
    async forgive(limit, subject) {
      await limiters[limit].delete(fingerprint(limit, subject, way));
    },
    apart: countedBy,
  });
  return countedBy(undefined);
}

/** Seconds between waiting attempts of one subject, which continue one by one. */
const secondsApart = 2;
const waitingPlaces = { each: 5, all: 50 };

function createLine(delay: (milliseconds: number) => Promise<unknown>) {
  const waiting = new Map<string, number>();
  let all = 0;
  return async (key: string): Promise<void> => {
    const ahead = waiting.get(key) ?? 0;
    if (ahead >= waitingPlaces.each || all >= waitingPlaces.all) {
      throw tooMany(waitingPlaces.each * secondsApart);
    }
    waiting.set(key, ahead + 1);
    all += 1;
    try {
      await delay((ahead + 1) * secondsApart * 1000);
    } finally {
      all -= 1;
      const left = (waiting.get(key) ?? 1) - 1;
      if (left === 0) {
        waiting.delete(key);
      } else {
        waiting.set(key, left);
      }
    }
  };
}

const tooMany = (seconds: number): RateLimitedError =>
  new RateLimitedError(`Too many tries. Please wait ${duration(seconds)} and try again`, seconds);

const duration = (seconds: number): string =>
  seconds <= 60
    ? 'a minute'
    : seconds <= 2 * 60 * 60
      ? `${Math.ceil(seconds / 60)} minutes`
      : `${Math.ceil(seconds / (60 * 60))} hours`;

/** Hashed, so that the table contains neither names nor addresses of people. */
function fingerprint<Name extends Limit>(
  limit: Name,
  subject: Subject<Name>,
  way: string | undefined,
): string {
  const { by } = limits[limit];
  const key = (keyOf[by] as (subject: Subject<Name>) => string)(subject);
  const counted = by === 'account' && way !== undefined ? `${way} ${key}` : key;
  return createHash('sha256').update(counted).digest('hex');
}
