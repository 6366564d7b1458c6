import { ForbiddenError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions.ts';
import { signedIn } from './signedIn.ts';

/**
 * Checks that the viewer has proved their address before they take nights or reach other people:
 * accounts are free, and an address of one's own is what makes a person out of an account.
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
