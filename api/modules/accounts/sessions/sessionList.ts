import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma, Session } from '#api/generated/prisma/client.ts';
import { InvalidInputError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { ActiveSession } from '#api/platform/sessions/sessions.ts';
import { knownPassword } from '../accountInput.ts';
import { recordOwnChange } from '../recordOwnChange.ts';
import { requirePassword, type PasswordDeps } from '../requirePassword.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

export interface SessionSummary {
  /** A UUID that identifies the session in this list only; not a credential. */
  id: string;
  createdAt: Date;
  device: string;
  address: string | null;
  isCurrent: boolean;
}

const atMost = 100;

const password = knownPassword('Password');

const endInput = z.object({
  id: z.string({ error: 'The session is required' }).min(1, 'The session is required').max(100),
  password,
});

const endOthersInput = z.object({ password });

export async function listSessions(
  { database }: Pick<Deps, 'database'>,
  active: ActiveSession,
): Promise<SessionSummary[]> {
  const rows = await database.prisma.session.findMany({
    where: { userId: active.viewer.id, expiresAt: { gt: new Date() } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: atMost,
    select: listed,
  });
  const sessions = rows.map((row) => summaryOf(row, active));
  return [
    ...sessions.filter(({ isCurrent }) => isCurrent),
    ...sessions.filter(({ isCurrent }) => !isCurrent),
  ];
}

export async function readSessions(
  { database }: Pick<Deps, 'database'>,
  active: ActiveSession,
  ids: readonly string[],
): Promise<(SessionSummary | null)[]> {
  const rows = await database.prisma.session.findMany({
    where: { userId: active.viewer.id, expiresAt: { gt: new Date() } },
    select: listed,
  });
  const sessions = new Map(rows.map((row) => [publicId(row.id), row]));
  return ids.map((id) => {
    const row = sessions.get(id.toLowerCase());
    return row ? summaryOf(row, active) : null;
  });
}

const listed = { id: true, createdAt: true, userAgent: true, address: true } as const;

const summaryOf = (
  { id, createdAt, userAgent, address }: Pick<Session, keyof typeof listed>,
  { storedId }: ActiveSession,
): SessionSummary => ({
  id: publicId(id),
  createdAt,
  device: deviceName(userAgent),
  address,
  isCurrent: id === storedId,
});

/**
 * Ends another session of the same person.
 * @returns whether the session existed
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} without a password, and for the active session itself
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong
 */
export async function endSession(
  deps: PasswordDeps,
  active: ActiveSession | null,
  input: unknown,
): Promise<boolean> {
  requireSignIn(active);
  const { id, password } = parseInput(endInput, input);
  if (id === publicId(active.storedId)) {
    throw new InvalidInputError('id', 'This is the session you are using: sign out instead');
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
  return (await endOwn(deps, active, { id: storedId })) > 0;
}

/**
 * Ends every other session of the same person.
 * @returns the number of ended sessions
 * @throws {SignInRequiredError}
 * @throws {InvalidInputError} without a password
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong
 */
export async function endOtherSessions(
  deps: PasswordDeps,
  active: ActiveSession | null,
  input: unknown,
): Promise<number> {
  requireSignIn(active);
  const { password } = parseInput(endOthersInput, input);
  await requirePassword(deps, active.viewer, password);
  return endOwn(deps, active, { NOT: { id: active.storedId } });
}

const endOwn = (
  { database }: Pick<Deps, 'database'>,
  { viewer }: ActiveSession,
  which: Prisma.SessionWhereInput,
): Promise<number> =>
  database.prisma.$transaction(async (transaction) => {
    const { count } = await transaction.session.deleteMany({
      where: { ...which, userId: viewer.id },
    });
    if (count > 0) {
      await recordOwnChange(transaction, viewer, 'user.endOwnSessions', {
        after: { sessionsEnded: count },
      });
    }
    return count;
  });

/** A UUID of version 8 made from a hash: clients expect every plain id to be a UUID. */
function publicId(storedId: string): string {
  const hash = createHash('sha256').update(`session list ${storedId}`).digest('hex');
  return hash.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, ...[a, b, c, d, e]: string[]) => `${a}-${b}-8${c}-8${d}-${e}`,
  );
}

/** Browsers by User-Agent pattern. Most also claim to be other browsers, so the order matters. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** A User-Agent header in plain words: 'Chrome on Windows', 'curl', 'Unknown device'. */
export function deviceName(userAgent: string | null): string {
  const find = (known: [RegExp, string][]): string | undefined =>
    known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) {
    return `${browser} on ${system}`;
  }
  const program = /^([A-Za-z][\w .-]{0,29})(\/|$)/.exec(userAgent ?? '')?.[1];
  return browser ?? system ?? (program === 'Mozilla' ? undefined : program) ?? 'Unknown device';
}
