import { LRUCache } from 'lru-cache';
import { addressKey } from '../http/addresses.ts';
import { RateLimitedError } from '../errors.ts';

/**
 * Points for uncached reads; 60 points are a millisecond of this process and of PostgreSQL. After a pause,
 * an address can read 300 uncached pages at once, then 5 per second.
 */
const budget = { most: 300_000, perSecond: 5_000 };

/** Points of requests that are not costed by field. Rendering a page takes 17 ms. */
export const readCosts = { request: 1, page: 600, rest: 100 };

/** The most counted addresses; the longest inactive address is dropped. */
const mostAddresses = 20_000;

/** Counts in the memory of this process, at almost no cost. */
export type ReadBudget = ReturnType<typeof createReadBudget>;

export const noReadBudget: ReadBudget = { enter: () => undefined, spend: () => undefined };

/** @param now Current time in milliseconds. */
export function createReadBudget(now: () => number = () => performance.now()) {
  const accounts = new LRUCache<string, { left: number; at: number }>({ max: mostAddresses });
  const accountOf = (address: string): { left: number; at: number } => {
    const key = addressKey(address);
    const at = now();
    const account = accounts.get(key) ?? { left: budget.most, at };
    account.left = Math.min(
      budget.most,
      account.left + ((at - account.at) / 1000) * budget.perSecond,
    );
    account.at = at;
    accounts.set(key, account);
    return account;
  };
  return {
    /** @throws {RateLimitedError} if no points are left, with the seconds until a retry */
    enter(address: string): void {
      const account = accountOf(address);
      if (account.left <= 0) {
        throw new RateLimitedError(
          'Too many requests from your address. Please wait a moment and try again',
          Math.max(1, Math.ceil(-account.left / budget.perSecond)),
        );
      }
      account.left -= readCosts.request;
    },
    /** Takes points. The balance may become negative; requests are refused until it has recovered. */
    spend(address: string, points: number): void {
      accountOf(address).left -= points;
    },
  };
}
