import type { ObjectStorage } from './objectStorage.ts';

const batch = 200;

/**
 * Removes files that were stored before an instant and that no database row refers to.
 * @param strays those of some keys to which no row refers
 * @returns how many were removed
 */
export async function removeStrays(
  storage: Pick<ObjectStorage, 'list' | 'remove'>,
  prefix: string,
  before: Date,
  strays: (keys: string[]) => Promise<string[]>,
): Promise<number> {
  let keys: string[] = [];
  let removed = 0;
  const flush = async (): Promise<void> => {
    for (const key of await strays(keys)) {
      await storage.remove(key);
      removed += 1;
    }
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt < before) {
      keys.push(key);
    }
    if (keys.length === batch) {
      await flush();
    }
  }
  await flush();
  return removed;
}
