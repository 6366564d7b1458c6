import { LRUCache } from 'lru-cache';
import { addressKey } from './addresses.ts';
import { TooManyRequestsError } from './errors.ts';

/**
 * What one address may have read anew, in points: about 70 of them take a millisecond of this
 * process. What is remembered costs a point a request. An address that has been quiet can read 430
 * pages that nobody looked at lately at once, and goes on at 7 a second.
 */
const budget = { most: 300_000, perSecond: 5_000 };

/** Points of what is not counted by its fields. */
export const readCosts = { request: 1, page: 300, rest: 100 };

/** Addresses that are counted at a time; the one that was quiet longest is forgotten. */
const mostAddresses = 20_000;

/** Counted in this process alone, so that it costs next to nothing. */
export interface ReadBudget {
  /**
   * Lets a request in.
   * @throws {TooManyRequestsError} while its address has nothing left; says when to come back
   */
  enter(address: string): void;
  /** Takes points, also such as are not there: the next requests wait for them. */
  spend(address: string, points: number): void;
}

export const noReadBudget: ReadBudget = { enter: () => undefined, spend: () => undefined };

/** @param now milliseconds */
export function createReadBudget(now: () => number = () => performance.now()): ReadBudget {
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
    enter(address) {
      const account = accountOf(address);
      if (account.left <= 0) {
        throw new TooManyRequestsError(
          'Too many requests from your address. Please wait a moment and try again',
          Math.max(1, Math.ceil(-account.left / budget.perSecond)),
        );
      }
      account.left -= readCosts.request;
    },
    spend(address, points) {
      accountOf(address).left -= points;
    },
  };
}
