import type { Deps } from '#api/context/context.ts';
import { NotFoundError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import type { TemporaryCredentials } from '#api/platform/storage/objectStorage.ts';
import { quarantinePrefix } from './keys.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

/**
 * Lends temporary storage credentials with which a client signs its own requests. They permit
 * writing to the viewer's own uploads and nothing else.
 * @throws {SignInRequiredError | RateLimitedError}
 * @throws {NotFoundError} if the storage has no temporary credentials
 */
export async function lendCredentials(
  { storage, rateLimits }: Pick<Deps, 'storage' | 'rateLimits'>,
  viewer: Viewer | null,
): Promise<TemporaryCredentials> {
  requireSignIn(viewer);
  const lend = storage.direct?.lendCredentials;
  if (!lend) {
    throw new NotFoundError(
      'Temporary credentials are not available here. Ask for signed links: s3/params, s3/multipart',
    );
  }
  await rateLimits.spend('uploadByAccount', viewer.id);
  return lend(`${quarantinePrefix}${viewer.id}/`);
}
