import type { RestRoute } from '#api/rest/route.ts';
import { readPicture } from './readPicture.ts';

export const pictureRoutes: RestRoute[] = [
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
];
