import { ForbiddenError, SignInRequiredError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions.ts';

/** @throws {SignInRequiredError | ForbiddenError} unless the viewer is an administrator */
export function requireAdmin(viewer: Viewer | null): Viewer {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  if (viewer.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may do this');
  }
  return viewer;
}
