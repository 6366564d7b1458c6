import { join } from 'node:path';
import type { Env } from '../process/env.ts';
import { openDiskStorage } from './diskStorage.ts';
import type { ObjectStorage } from './objectStorage.ts';

/** @throws {EnvError} if the bucket can't be used */
export async function openStorage({
  s3,
  dataDir,
}: Pick<Env, 's3' | 'dataDir'>): Promise<ObjectStorage> {
  if (!s3) {
    return openDiskStorage(join(dataDir, 'objects'));
  }
  // Loaded on demand: the AWS SDK takes as long to load as the rest of the server.
  const { openS3Storage, requireS3 } = await import('./s3Storage.ts');
  await requireS3(s3);
  return openS3Storage(s3, join(dataDir, 'outgoing'));
}
