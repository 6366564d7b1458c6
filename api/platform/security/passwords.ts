import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { UnavailableError } from '../errors.ts';
import { createHashingThreads } from './hashingThreads.ts';

/** Hashes passwords with argon2id, in a bounded queue so that a flood can't fill the memory. */
export type Passwords = ReturnType<typeof createPasswords>;

// OWASP password storage cheat sheet: argon2id, 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const threads = createHashingThreads();

/** Concurrent hashes: one processor stays free for other work. */
const spare = Math.min(4, Math.max(1, availableParallelism() - 1));

export function createPasswords(options: { concurrency?: number; waiting?: number } = {}) {
  const limit = pLimit(options.concurrency ?? spare);
  const waiting = options.waiting ?? 64;
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= waiting) {
      throw new UnavailableError('Too many people are signing in right now. Please try again', 3);
    }
    return limit(work);
  };
  const nobody = threads.hash('nobody has this password', cost);
  return {
    /** @throws {UnavailableError} if too many calls are waiting */
    hash: async (password: string): Promise<string> => queue(() => threads.hash(password, cost)),
    /**
     * Without a hash it takes the same time, so that an unknown account looks like a wrong
     * password.
     * @throws {UnavailableError} if too many calls are waiting
     */
    async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
      const against = passwordHash ?? (await nobody);
      const fits = await queue(() => threads.verify(against, password));
      return fits && passwordHash !== undefined;
    },
  };
}
