import type { ObjectStorage } from '../platform/storage/objectStorage.ts';

/** Takes the files of sample data that no test opens. */
export const noStorage: Pick<ObjectStorage, 'write'> = {
  write: () => Promise.resolve({ etag: '' }),
};
