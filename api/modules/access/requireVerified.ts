import { ForbiddenError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from './signedIn.ts';

/**
 * Refuses a viewer who has not verified their e-mail address. Accounts are free, so only a verified
 * address keeps one person from taking nights or writing to people under many names.
 * @throws {SignInRequiredError}
 * @throws {ForbiddenError} if the viewer's address is not verified
 */
export function requireVerified(viewer: Viewer | null): Viewer {
  const person = signedIn(viewer);
  if (!person.emailVerifiedAt) {
    throw new ForbiddenError(
      'Confirm your email address first: follow the link in the mail we sent you. Your dashboard can send it again',
    );
  }
  return person;
}
