import { ForbiddenError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { signedIn } from './signedIn.ts';

export function requireAdmin(viewer: Viewer | null): Viewer {
  const person = signedIn(viewer);
  if (person.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may do this');
  }
  return person;
}
