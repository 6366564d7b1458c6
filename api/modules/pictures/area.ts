import type { Area } from '#api/areas/area.ts';
import type { Deps } from '#api/context/context.ts';
import { removeStrays } from '#api/platform/storage/strays.ts';
import { idInKey, prefix } from './files.ts';
import { deletePicturesOf } from './pictures.ts';
import './pictures.graphql.ts';
import { readPicture } from './readPicture.ts';

const hoursToStore = 24;

export const picturesArea: Area = {
  routes: [
    {
      method: 'GET',
      path: '/media/pictures/:id/:file',
      access: 'public',
      handle: async ({ deps, viewer }, { params }) => {
        const { id = '', file = '' } = params;
        const { content, size, contentType, isForAll } = await readPicture(deps, viewer, {
          id,
          file,
        });
        return {
          headers: {
            'content-type': contentType,
            'content-length': String(size),
            // The content of an address never changes.
            'cache-control': isForAll ? 'public, max-age=31536000, immutable' : 'private, no-store',
          },
          file: content,
        };
      },
    },
  ],
  retention: [
    {
      what: 'Files of pictures that were deleted or not added',
      kept: `${hoursToStore} hours after they were stored`,
      remove: sweepPictures,
    },
  ],
  leaving: [deletePicturesOf],
};

/** Removes files older than `hoursToStore` that belong to no picture. */
export async function sweepPictures({
  database,
  storage,
}: Pick<Deps, 'database' | 'storage'>): Promise<void> {
  const before = new Date(Date.now() - hoursToStore * 3_600_000);
  await removeStrays(storage, prefix, before, async (keys) => {
    const ids = keys.map(idInKey).filter((id) => id !== undefined);
    const rows = await database.prisma.picture.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    });
    const known = new Set<string | undefined>(rows.map(({ id }) => id));
    return keys.filter((key) => !known.has(idInKey(key)));
  });
}
