import type { Deps } from '#api/context/context.ts';
import { InvalidCredentialsError } from '#api/platform/errors.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';

export type PasswordDeps = Pick<Deps, 'database' | 'passwords' | 'rateLimits'>;

/**
 * Checks the viewer's password before something that can't be undone.
 * @param message error message for a wrong password
 * @throws {InvalidCredentialsError} if the password is wrong
 * @throws {RateLimitedError} after too many attempts
 */
export async function requirePassword(
  { database, passwords, rateLimits }: PasswordDeps,
  viewer: Viewer,
  password: string,
  message = 'The password is not right',
): Promise<void> {
  await rateLimits.spend('passwordByAccount', viewer.id);
  const stored = await database.prisma.user.findUnique({
    where: { id: viewer.id },
    select: { passwordHash: true },
  });
  if (!(await passwords.verify(stored?.passwordHash, password))) {
    throw new InvalidCredentialsError(message, viewer.id);
  }
  await rateLimits.forgive('passwordByAccount', viewer.id);
}
