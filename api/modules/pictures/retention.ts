import type { Deps } from '#api/context/context.ts';
import type { Retention } from '#api/platform/jobs/housekeeping.ts';
import { idInKey, prefix } from './files.ts';

type SweepDeps = Pick<Deps, 'database' | 'storage'>;

const hoursToStore = 24;

const batch = 200;

/** Removes files older than `hoursToStore` that belong to no picture. */
export async function sweepPictures({ database, storage }: SweepDeps): Promise<void> {
  const before = Date.now() - hoursToStore * 3_600_000;
  let keys: string[] = [];
  const removeUnknown = async (): Promise<void> => {
    const ids = keys.map(idInKey).filter((id) => id !== undefined);
    const rows = await database.prisma.picture.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    });
    const known = new Set<string | undefined>(rows.map(({ id }) => id));
    for (const key of keys.filter((each) => !known.has(idInKey(each)))) {
      await storage.remove(key);
    }
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(prefix)) {
    if (modifiedAt.getTime() < before) {
      keys.push(key);
    }
    if (keys.length === batch) {
      await removeUnknown();
    }
  }
  await removeUnknown();
}

export const pictureRetention: Retention<SweepDeps>[] = [
  {
    what: 'Files of pictures that were deleted or not added',
    kept: `${hoursToStore} hours after they were stored`,
    remove: sweepPictures,
  },
];
