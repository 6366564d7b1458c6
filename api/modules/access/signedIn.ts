import { SignInRequiredError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';

/** @throws {SignInRequiredError} for a visitor */
export function requireSignIn<Person>(person: Person | null): asserts person is Person {
  if (!person) {
    throw new SignInRequiredError();
  }
}

export function signedIn(viewer: Viewer | null): Viewer {
  requireSignIn(viewer);
  return viewer;
}
