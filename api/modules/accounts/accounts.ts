import { z } from 'zod';
import type { Deps, RequestContext } from '../../context.ts';
import { Prisma, type User } from '../../generated/prisma/client.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  SignInRequiredError,
} from '../../platform/errors.ts';
import { parseInput } from '../../platform/input.ts';
import type { Viewer } from '../../platform/sessions.ts';

/** What anyone may be told about their own account; never the password hash. */
export const accountFields = {
  id: true,
  username: true,
  email: true,
  firstName: true,
  lastName: true,
  role: true,
  createdAt: true,
} satisfies Prisma.UserSelect;

export type Account = Pick<User, keyof typeof accountFields>;

const filled = (message: string) =>
  z.string({ error: message }).trim().min(1, { error: message, abort: true });

const personName = (name: string) =>
  filled(`${name} is required`)
    .max(80, `${name} may have at most 80 characters`)
    .regex(/^[^\p{Cc}<>]*$/u, `${name} has a character that is not allowed`);

const newPassword = (name: string) =>
  z
    .string({ error: `${name} is required` })
    .min(1, { error: `${name} is required`, abort: true })
    .min(8, `${name} must have at least 8 characters`)
    .max(200, `${name} may have at most 200 characters`);

const idempotencyKey = z
  .string({ error: 'The idempotency key must be text' })
  .regex(/^[\x21-\x7e]{8,100}$/, 'The idempotency key must have 8 to 100 visible characters')
  .nullish();

const username = filled('Username is required')
  .min(3, 'Username must have at least 3 characters')
  .max(30, 'Username may have at most 30 characters')
  .regex(/^[A-Za-z0-9._-]+$/, 'Username may have letters, digits, dots, dashes and underscores');

const signUpInput = z.object({
  username,
  email: filled('Email is required')
    .max(254, { error: 'Email may have at most 254 characters', abort: true })
    .pipe(z.email('Email must be an address such as name@example.com')),
  password: newPassword('Password'),
  firstName: personName('First name'),
  lastName: personName('Last name'),
  idempotencyKey,
});

const newAccountInput = signUpInput.extend({
  role: z.enum(['user', 'admin'], { error: "Role must be 'user' or 'admin'" }),
});

const signInInput = z.object({
  identifier: filled('Email or username is required').max(254, 'Email or username is too long'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .max(200, 'Password may have at most 200 characters'),
});

const updateProfileInput = z.object({
  username,
  firstName: personName('First name'),
  lastName: personName('Last name'),
});

const changePasswordInput = z.object({
  currentPassword: z
    .string({ error: 'Current password is required' })
    .min(1, 'Current password is required')
    .max(200, 'Current password may have at most 200 characters'),
  newPassword: newPassword('New password'),
});

/** Where a call comes from, for limits and for the list of sessions. */
export interface Caller {
  address: string;
  userAgent: string | undefined;
}

export interface SignedIn {
  user: Account;
  /** Set-Cookie value of the new session. */
  cookie: string;
}

/**
 * Makes an account and signs it in. The same call with the same idempotency key makes one account
 * and answers again.
 * @throws {InvalidInputError} for each field that breaks a rule
 * @throws {ConflictError} when the username or e-mail address has an account
 * @throws {TooManyRequestsError} after too many from one address
 */
export async function signUp(deps: Deps, caller: Caller, input: unknown): Promise<SignedIn> {
  const wanted = parseInput(signUpInput, input);
  await deps.rateLimits.spend('signUpByAddress', caller.address);
  const earlier = await earlierSignUp(deps, wanted);
  const user = earlier ?? (await storeAccount(deps, { ...wanted, role: 'user' }));
  return { user, cookie: await deps.sessions.start(user.id, caller) };
}

/**
 * Makes an account for someone else.
 * @throws {ForbiddenError} unless the viewer is an administrator; otherwise as signUp
 */
export async function addAccount(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Account> {
  if (viewer?.role !== 'admin') {
    throw new ForbiddenError('Only an administrator may choose a role');
  }
  return createAccount(deps, input);
}

/**
 * Makes an account with a role. Whoever calls this has the right to.
 * @throws {InvalidInputError | ConflictError}
 */
export async function createAccount(deps: AccountDeps, input: unknown): Promise<Account> {
  return storeAccount(deps, parseInput(newAccountInput, input));
}

type AccountDeps = Pick<Deps, 'database' | 'passwords'>;

/**
 * Signs in with a username or an e-mail address. Unknown account and wrong password take the same
 * time and give the same answer.
 * @throws {InvalidInputError} when a field is empty
 * @throws {InvalidCredentialsError} when they don't belong together
 * @throws {TooManyRequestsError} after too many tries for one account or from one address
 */
export async function signIn(deps: Deps, caller: Caller, input: unknown): Promise<SignedIn> {
  const { identifier, password } = parseInput(signInInput, input);
  await deps.rateLimits.spend('signInByAddress', caller.address);
  // Counted by what was typed: a shared count would tell which name goes with which address.
  await deps.rateLimits.spend('signInByAccount', identifier);
  const user = await deps.database.prisma.user.findFirst({
    // A username can't hold an @, so the two never mean different people.
    where: identifier.includes('@') ? { email: identifier } : { username: identifier },
    select: { ...accountFields, passwordHash: true },
  });
  if (!(await deps.passwords.verify(user?.passwordHash, password)) || !user) {
    throw new InvalidCredentialsError();
  }
  await deps.rateLimits.forgive('signInByAccount', identifier);
  const { passwordHash: _, ...account } = user;
  return { user: account, cookie: await deps.sessions.start(user.id, caller) };
}

/**
 * Changes the viewer's password, ends all their sessions and starts a new one.
 * @throws {SignInRequiredError | InvalidInputError | InvalidCredentialsError | TooManyRequestsError}
 */
export async function changePassword(
  deps: Deps,
  viewer: Viewer | null,
  caller: Caller,
  input: unknown,
): Promise<SignedIn> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const wanted = parseInput(changePasswordInput, input);
  await deps.rateLimits.spend('signInByAccount', viewer.id);
  const { prisma } = deps.database;
  const stored = await prisma.user.findUnique({
    where: { id: viewer.id },
    select: { passwordHash: true },
  });
  if (!(await deps.passwords.verify(stored?.passwordHash, wanted.currentPassword))) {
    throw new InvalidCredentialsError('The current password is not right');
  }
  const passwordHash = await deps.passwords.hash(wanted.newPassword);
  const [user] = await prisma.$transaction([
    prisma.user.update({ where: { id: viewer.id }, data: { passwordHash }, select: accountFields }),
    prisma.session.deleteMany({ where: { userId: viewer.id } }),
  ]);
  return { user, cookie: await deps.sessions.start(user.id, caller) };
}

/**
 * Changes how the viewer is named.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {ConflictError} when the username belongs to someone else
 */
export async function updateProfile(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<Account> {
  if (!viewer) {
    throw new SignInRequiredError();
  }
  const data = parseInput(updateProfileInput, input);
  try {
    return await deps.database.prisma.user.update({
      where: { id: viewer.id },
      data,
      select: accountFields,
    });
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      throw new ConflictError([{ field: 'username', message: 'This username is already taken' }]);
    }
    throw error;
  }
}

/** Ends the session of this request, if there is one; whether there was. */
export async function signOut(context: RequestContext): Promise<boolean> {
  const active = await context.session();
  context.setCookie(
    active ? await context.deps.sessions.end(active.storedId) : context.deps.sessions.blankCookie(),
  );
  context.sessionChanged(undefined);
  return active !== null;
}

type NewAccount = z.infer<typeof newAccountInput>;

async function storeAccount(deps: AccountDeps, wanted: NewAccount): Promise<Account> {
  const { password, idempotencyKey: key, ...data } = wanted;
  try {
    await refuseTaken(deps, wanted);
    const passwordHash = await deps.passwords.hash(password);
    return await deps.database.prisma.$transaction(async (transaction) => {
      const user = await transaction.user.create({
        data: { ...data, passwordHash },
        select: accountFields,
      });
      if (key) {
        await transaction.idempotencyKey.create({
          data: { operation: 'signUp', key, resultId: user.id },
        });
      }
      return user;
    });
  } catch (error) {
    // Someone was faster between the check and the insert: the constraint knows.
    const overtaken =
      error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    if (overtaken || error instanceof ConflictError) {
      // It may have been this same call, sent twice.
      const earlier = await earlierSignUp(deps, wanted);
      if (earlier) {
        return earlier;
      }
    }
    if (overtaken) {
      await refuseTaken(deps, wanted);
    }
    throw error;
  }
}

/** The account that an earlier call with the same key made, if the password is its password. */
async function earlierSignUp(
  deps: AccountDeps,
  wanted: z.infer<typeof signUpInput>,
): Promise<Account | undefined> {
  if (!wanted.idempotencyKey) {
    return undefined;
  }
  const { prisma } = deps.database;
  const earlier = await prisma.idempotencyKey.findUnique({
    where: { operation_key: { operation: 'signUp', key: wanted.idempotencyKey } },
    select: { resultId: true },
  });
  if (!earlier) {
    return undefined;
  }
  const user = await prisma.user.findUnique({
    where: { id: earlier.resultId },
    select: { ...accountFields, passwordHash: true },
  });
  const same =
    user?.username.toLowerCase() === wanted.username.toLowerCase() &&
    user.email.toLowerCase() === wanted.email.toLowerCase() &&
    (await deps.passwords.verify(user.passwordHash, wanted.password));
  if (!user || !same) {
    throw new ConflictError([
      {
        field: 'idempotencyKey',
        message: 'This idempotency key was used for another registration',
      },
    ]);
  }
  const { passwordHash: _, ...account } = user;
  return account;
}

async function refuseTaken(
  deps: AccountDeps,
  wanted: { username: string; email: string },
): Promise<void> {
  const taken = await deps.database.prisma.user.findMany({
    where: { OR: [{ username: wanted.username }, { email: wanted.email }] },
    select: { username: true, email: true },
  });
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  const fieldErrors = [
    taken.some((user) => same(user.username, wanted.username)) && {
      field: 'username',
      message: 'This username is already taken',
    },
    taken.some((user) => same(user.email, wanted.email)) && {
      field: 'email',
      message: 'There is already an account with this email',
    },
  ].filter((error) => error !== false);
  if (fieldErrors.length > 0) {
    throw new ConflictError(fieldErrors);
  }
}
