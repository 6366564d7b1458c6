import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import { InvalidInputError, SignInRequiredError } from '../../platform/errors.ts';
import { parseInput } from '../../platform/input.ts';
import type { ActiveSession } from '../../platform/sessions.ts';
import { knownPassword } from './accountInput.ts';
import { deviceName } from './deviceName.ts';
import { requirePassword, type PasswordDeps } from './requirePassword.ts';

/** A session as its owner sees it. Nothing in it opens an account. */
export interface SessionSummary {
  /** Names the session in this list, and is good for nothing else. */
  id: string;
  createdAt: Date;
  /** 'Chrome on Windows' */
  device: string;
  /** IP address at sign-in. */
  address: string | null;
  isCurrent: boolean;
}

/** More than anyone has; the newest count. */
const atMost = 100;

const password = knownPassword('Password');

const endInput = z.object({
  id: z.string({ error: 'The session is required' }).min(1, 'The session is required').max(100),
  password,
});

const endOthersInput = z.object({ password });

/** The sessions of the person whose session this is: this one first, then the newest. */
export async function listSessions(
  { database }: Pick<Deps, 'database'>,
  active: ActiveSession,
): Promise<SessionSummary[]> {
  const rows = await database.prisma.session.findMany({
    where: { userId: active.viewer.id, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: atMost,
    select: { id: true, createdAt: true, userAgent: true, address: true },
  });
  const sessions = rows.map(({ id, createdAt, userAgent, address }) => ({
    id: publicId(id),
    createdAt,
    device: deviceName(userAgent),
    address,
    isCurrent: id === active.storedId,
  }));
  return [
    ...sessions.filter(({ isCurrent }) => isCurrent),
    ...sessions.filter(({ isCurrent }) => !isCurrent),
  ];
}

/**
 * Ends one other session of the same person; whether there was one.
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} without a password, and when it is the session that asks
 * @throws {InvalidCredentialsError | TooManyRequestsError} when it is not the password
 */
export async function endSession(
  deps: PasswordDeps,
  active: ActiveSession | null,
  input: unknown,
): Promise<boolean> {
  if (!active) {
    throw new SignInRequiredError();
  }
  const { id, password } = parseInput(endInput, input);
  if (id === publicId(active.storedId)) {
    throw new InvalidInputError([
      { field: 'id', message: 'This is the session you are using: sign out instead' },
    ]);
  }
  await requirePassword(deps, active.viewer, password);
  const { prisma } = deps.database;
  const rows = await prisma.session.findMany({
    where: { userId: active.viewer.id },
    select: { id: true },
  });
  const storedId = rows.find((row) => publicId(row.id) === id)?.id;
  if (storedId === undefined) {
    return false;
  }
  const { count } = await prisma.session.deleteMany({ where: { id: storedId } });
  return count > 0;
}

/**
 * Ends every session of the same person but this one; how many there were.
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} without a password
 * @throws {InvalidCredentialsError | TooManyRequestsError} when it is not the password
 */
export async function endOtherSessions(
  deps: PasswordDeps,
  active: ActiveSession | null,
  input: unknown,
): Promise<number> {
  if (!active) {
    throw new SignInRequiredError();
  }
  const { password } = parseInput(endOthersInput, input);
  await requirePassword(deps, active.viewer, password);
  const { count } = await deps.database.prisma.session.deleteMany({
    where: { userId: active.viewer.id, NOT: { id: active.storedId } },
  });
  return count;
}

const publicId = (storedId: string): string =>
  createHash('sha256').update(`session list ${storedId}`).digest('hex').slice(0, 32);
