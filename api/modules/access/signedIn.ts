import { SignInRequiredError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions.ts';

export function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  return viewer;
}
