import { hash } from '@node-rs/argon2';

/** A valid argon2id hash at the lowest cost, about a thousand times faster than a real one. */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
