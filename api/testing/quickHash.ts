import { hash } from '@node-rs/argon2';

/** An argon2id hash at the lowest cost: as valid as a real one, and a thousand times as fast. */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
