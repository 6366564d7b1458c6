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
  /** Treatment of further attempts; refused by default. */
  beyond?: 'wait';
  /** What a try of a token costs its organization, in points, in place of this limit. */
  ofToken?: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Attempts allowed within seconds, and what is counted, in the words of docs/partners.md. */
const limits = {
  signInByNameAndAddress: ['nameAndAddress', 10, 15 * minute, 'sign-ins of one name'],
  signInByName: [
    'name',
    100,
    15 * minute,
    'sign-ins; further ones wait in line',
    { beyond: 'wait' },
  ],
  signInByDevice: ['device', 10, 15 * minute, 'sign-ins where the person has signed in before'],
  signInByAddress: ['address', 60, 15 * minute, 'sign-ins'],
  signUpByAddress: ['address', 20, hour, 'sign-ups'],
  inquiriesByAccount: ['account', 20, hour, 'submitted properties'],
  passwordByAccount: ['account', 10, 15 * minute, 'checks of the password'],
  exportByAccount: ['account', 10, hour, 'exports of data'],
  reviewByAccount: ['account', 30, hour, 'reviews, answers and changes of them'],
  reportByAccount: ['account', 20, hour, 'reports of reviews and messages'],
  favoriteByAccount: ['account', 600, 15 * minute, 'changes of favorites'],
  verificationByAccount: ['account', 5, hour, 'mails that verify an address'],
  organizationByAccount: ['account', 5, day, 'opened organizations'],
  organizationByAddress: ['address', 10, day, 'opened organizations'],
  sandboxByAccount: ['account', 20, hour, 'new or reset sandboxes'],
  sandboxByAddress: ['address', 30, hour, 'new sandboxes'],
  invitationByAccount: ['account', 30, hour, 'invitations to an organization'],
  webhookTestByAccount: ['account', 60, hour, 'test events of an organization'],
  webhookReplayByAccount: ['account', 5_000, hour, 'deliveries that an organization sends again'],
  emailChangeByAccount: ['account', 5, hour, 'changes of the mail address'],
  resetByName: ['name', 5, hour, 'mails to choose a new password'],
  resetByAddress: ['address', 20, hour, 'mails to choose a new password'],
  listingByAccount: [
    'account',
    60,
    hour,
    'new or changed listings and calendars',
    { ofToken: 200 },
  ],
  listingRowByAccount: ['account', 60, hour, 'rows of many listings', { ofToken: 60 }],
  nightsByAccount: [
    'account',
    600,
    15 * minute,
    'calls that block or free nights',
    { ofToken: 100 },
  ],
  holdByAccount: ['account', 60, hour, 'holds of stays'],
  holdByAddress: ['address', 30, hour, 'holds of stays'],
  holdByOwnerAndAddress: ['nameAndAddress', 6, hour, 'holds of stays at one owner'],
  threadByAccount: ['account', 30, hour, 'new conversations'],
  offerByAccount: ['account', 30, hour, 'offers for timeshares'],
  messageByAccount: ['account', 120, hour, 'messages'],
  draftByAccount: ['account', 600, 15 * minute, 'stored drafts of a listing'],
  uploadByAccount: ['account', 100, hour, 'uploaded files', { ofToken: 3_000 }],
  pictureByAccount: ['account', 300, 15 * minute, 'changes of pictures', { ofToken: 100 }],
  revealByAccount: ['account', 100, hour, 'revealed secrets'],
  smtpTestByAccount: ['account', 60, hour, 'test mails'],
  offerCodeByAddress: ['address', 60, 15 * minute, 'checks of an offer code'],
  partnerLinkByAddress: ['address', 300, 15 * minute, 'calls with a link of the escrow partner'],
  linkByAddress: ['address', 30, 15 * minute, 'calls with a mailed link'],
} as const satisfies Record<
  string,
  [by: keyof typeof keyOf, points: number, duration: number, what: string, more?: LimitRule]
>;

const ruleOf = (limit: Limit): LimitRule => limits[limit][4] ?? {};

export type Limit = keyof typeof limits;

type Subject<Name extends Limit> = Parameters<(typeof keyOf)[(typeof limits)[Name][0]]>[0];

export interface RateLimits {
  /**
   * Counts in the database, so across restarts and processes. `beyond: 'wait'` delays.
   * @throws {RateLimitedError} if the limit is reached, with the seconds until a retry
   */
  spend<Name extends Limit>(limit: Name, subject: Subject<Name>, tries?: number): Promise<void>;
  forgive<Name extends Limit>(limit: Name, subject: Subject<Name>): Promise<void>;
  ofToken(caller: TokenCaller): RateLimits;
}

interface TokenCaller {
  /** Names the organization and the mode; what has no price in points is counted for it apart. */
  way: string;
  /** @throws {RateLimitedError} if no points are left */
  charge(points: number): Promise<void>;
}

export const noRateLimits: RateLimits = {
  spend: () => Promise.resolve(),
  forgive: () => Promise.resolve(),
  ofToken: () => noRateLimits,
};

export function createRateLimits(
  pool: pg.Pool,
  delay: (milliseconds: number) => Promise<unknown> = sleep,
): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([keyPrefix, [, points, duration]]) => [
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
  const countedBy = (token?: TokenCaller): RateLimits => ({
    async spend(limit, subject, tries = 1) {
      const { beyond, ofToken } = ruleOf(limit);
      if (token && ofToken !== undefined) {
        await token.charge(ofToken * tries);
        return;
      }
      const key = fingerprint(limit, subject, token?.way);
      try {
        await limiters[limit].consume(key, tries);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) {
          throw refusal;
        }
        if (beyond !== 'wait') {
          throw tooMany(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
        }
        await waitInLine(`${limit} ${key}`);
      }
    },
    async forgive(limit, subject) {
      await limiters[limit].delete(fingerprint(limit, subject, token?.way));
    },
    ofToken: countedBy,
  });
  return countedBy();
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
  const [by] = limits[limit];
  const key = (keyOf[by] as (subject: Subject<Name>) => string)(subject);
  const counted = by === 'account' && way !== undefined ? `${way} ${key}` : key;
  return createHash('sha256').update(counted).digest('hex');
}

const countedFor: Record<keyof typeof keyOf, string> = {
  address: 'an IP address',
  account: 'an account',
  name: 'a name',
  nameAndAddress: 'an IP address',
  device: 'a browser',
};

const periods: Record<(typeof limits)[Limit][2], string> = {
  [15 * minute]: '15 minutes',
  [hour]: 'an hour',
  [day]: 'a day',
};

/** The rows of the table in docs/partners.md; what tokens pay for comes first. */
export const limitsTable = (): string[][] => {
  const names = Object.keys(limits) as Limit[];
  const isPaid = (limit: Limit) => ruleOf(limit).ofToken !== undefined;
  const sorted = [...names.filter(isPaid), ...names.filter((limit) => !isPaid(limit))];
  return sorted.map((limit) => {
    const [by, points, duration, what] = limits[limit];
    const { ofToken } = ruleOf(limit);
    const most = `${points.toLocaleString('en')} in ${periods[duration]}`;
    return [what, countedFor[by], most, ofToken ? `${ofToken.toLocaleString('en')} points` : ''];
  });
};
