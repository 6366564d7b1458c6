import { z } from 'zod';
import type { Deps, RequestContext } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { isSameName } from '#api/platform/input/accountNames.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidCredentialsError,
  InvalidInputError,
} from '#api/platform/errors.ts';
import { earlierResult, keepResult } from '#api/platform/database/keyedCalls.ts';
import { idempotencyKey, parseInput } from '#api/platform/input/input.ts';
import { reportDeed } from '#api/platform/process/requestScope.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { recordAudit } from '../audit/audit.ts';
import { recordOwnChange } from './recordOwnChange.ts';
import type { SiteSettings } from '../site/siteSettings.ts';
import { queueMail } from '../mail/outbox.ts';
import { accountFields, accountOf, recipientOf, type Account, type Caller } from './account.ts';
import {
  email,
  identifier,
  knownPassword,
  newPassword,
  personName,
  username,
} from './accountInput.ts';
import { endAccess } from './endAccess.ts';
import { refuseOwnNames } from './guessablePasswords.ts';
import { requirePassword, type PasswordDeps } from './requirePassword.ts';
import { prepareLink, storeLink } from '../access/secretLinks.ts';
import { passwordChanged, verifyEmailMail } from './mails.ts';
import { requireSignIn } from '../access/signedIn.ts';

const signUpInput = z.object({
  username,
  email: email('Email'),
  password: newPassword('Password'),
  firstName: personName('First name'),
  lastName: personName('Last name'),
  idempotencyKey,
});

const newAccountInput = signUpInput.extend({
  role: z.enum(['user', 'admin'], { error: "Role must be 'user' or 'admin'" }),
});

const signInInput = z.object({
  identifier,
  password: knownPassword('Password'),
});

const updateProfileInput = z.object({
  username,
  firstName: personName('First name'),
  lastName: personName('Last name'),
  password: knownPassword('Password').nullish(),
});

const changePasswordInput = z.object({
  currentPassword: knownPassword('Current password'),
  newPassword: newPassword('New password'),
});

export interface SignedIn {
  user: Account;
  cookie: string;
  /** Set-Cookie value that makes the device known to the account. */
  deviceCookie: string;
}

/**
 * Creates an account and signs it in. A repeated call with the same idempotency key signs in to the
 * account that the first call created.
 * @throws {InvalidInputError} naming each invalid field
 * @throws {ConflictError} if the username or e-mail address is taken
 * @throws {RateLimitedError} after too many requests from one address
 */
export async function signUp(deps: Deps, caller: Caller, input: unknown): Promise<SignedIn> {
  const wanted = parseInput(signUpInput, input);
  await deps.rateLimits.spend('signUpByAddress', caller.address);
  const earlier = await earlierSignUp(deps, wanted);
  const user =
    earlier ??
    (await storeAccount(deps, { ...wanted, role: 'user' }, await prepareWelcome(deps, wanted)));
  return startSession(deps, caller, user);
}

/**
 * Creates an account for another person, who gets a link to verify the address. The role `admin` is
 * refused, because an administrator's address must be verified first.
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
  const wanted = parseInput(newAccountInput, input);
  if (wanted.role === 'admin') {
    throw unverifiedAdmin();
  }
  const welcome = await prepareWelcome(deps, wanted);
  return storeAccount(deps, wanted, async (transaction, user) => {
    await welcome(transaction, user);
    await recordAdded(transaction, viewer, user);
  });
}

export const unverifiedAdmin = (): InvalidInputError =>
  new InvalidInputError(
    'role',
    'The email is not verified yet. An account becomes an administrator after its email is verified',
  );

/**
 * Creates an account with a role and a verified address. Doesn't check the caller's permission.
 * @param command that creates it, for the audit log
 * @throws {InvalidInputError | ConflictError}
 */
export async function createAccount(
  deps: AccountDeps,
  command: string,
  input: unknown,
): Promise<Account> {
  return storeAccount(deps, parseInput(newAccountInput, input), async (transaction, user) => {
    const data = { emailVerifiedAt: new Date() };
    await transaction.user.update({ where: { id: user.id }, data });
    await recordAdded(transaction, command, user);
  });
}

const recordAdded = (
  transaction: Prisma.TransactionClient,
  actor: Viewer | string,
  { id, username, email, firstName, lastName, role }: Account,
): Promise<void> =>
  recordAudit(transaction, actor, 'user.add', id, {
    after: { username, email, firstName, lastName, role },
  });

type AccountDeps = Pick<Deps, 'database' | 'passwords'> & {
  siteSettings: Pick<SiteSettings, 'current'>;
};

/**
 * Signs in with a username or an e-mail address. An unknown account and a wrong password take the
 * same time and give the same error.
 * @throws {InvalidInputError} if a field is empty or invalid
 * @throws {InvalidCredentialsError} if the account doesn't exist or the password is wrong
 * @throws {RateLimitedError} after too many attempts from one address or device, or if too many
 *   attempts for one account are already waiting
 */
export async function signIn(deps: Deps, caller: Caller, input: unknown): Promise<SignedIn> {
  const { identifier, password } = parseInput(signInInput, input);
  const user = await deps.database.prisma.user.findFirst({
    where: accountOf(identifier),
    select: { ...accountFields, passwordHash: true },
  });
  const device = user ? deps.devices.recognise(caller.cookieHeader, user.id) : undefined;
  const forgive = await countSignIn(deps, caller, identifier, device);
  if (!(await deps.passwords.verify(user?.passwordHash, password)) || !user) {
    throw new InvalidCredentialsError(undefined, user?.id);
  }
  await forgive();
  const { passwordHash: _, ...account } = user;
  return startSession(deps, caller, account);
}

/**
 * Counts an attempt to sign in; call the returned function after the right password to reset the
 * count. A device known to the account has its own count, so nobody else can lock it out. Other
 * attempts count by IP address and by the typed identifier: a count shared by the username and the
 * e-mail address of an account would reveal that they belong together.
 */
async function countSignIn(
  { rateLimits }: Deps,
  { address }: Caller,
  name: string,
  device: string | undefined,
): Promise<() => Promise<void>> {
  if (device !== undefined) {
    await rateLimits.spend('signInByDevice', device);
    return () => rateLimits.forgive('signInByDevice', device);
  }
  await rateLimits.spend('signInByAddress', address);
  await rateLimits.spend('signInByNameAndAddress', { name, address });
  await rateLimits.spend('signInByName', name);
  return () => rateLimits.forgive('signInByNameAndAddress', { name, address });
}

async function startSession(deps: Deps, caller: Caller, user: Account): Promise<SignedIn> {
  const cookie = await deps.sessions.start(user.id, caller);
  reportDeed('signed_in', { accountId: user.id });
  return {
    user,
    cookie,
    deviceCookie: deps.devices.remember(caller.cookieHeader, user.id),
  };
}

/**
 * Changes the viewer's password, ends all their sessions and starts a new one.
 * @throws {SignInRequiredError | InvalidInputError | InvalidCredentialsError | RateLimitedError}
 */
export async function changePassword(
  deps: Deps,
  viewer: Viewer | null,
  caller: Caller,
  input: unknown,
): Promise<SignedIn> {
  requireSignIn(viewer);
  const wanted = parseInput(changePasswordInput, input);
  await requirePassword(deps, viewer, wanted.currentPassword, 'The current password is not right');
  refuseOwnNames('newPassword', wanted.newPassword, {
    ...viewer,
    siteTitle: deps.siteSettings.current().title,
  });
  const passwordHash = await deps.passwords.hash(wanted.newPassword);
  const mail = passwordChanged(deps, recipientOf(viewer), {});
  const user = await deps.database.prisma.$transaction(async (transaction) => {
    const changed = await transaction.user.update({
      where: { id: viewer.id },
      data: { passwordHash },
      select: accountFields,
    });
    await endAccess(transaction, viewer.id);
    await queueMail(transaction, mail);
    await recordOwnChange(transaction, viewer, 'user.changePassword');
    return changed;
  });
  return startSession(deps, caller, user);
}

/**
 * Changes the viewer's username and name. Another username needs the password, since people sign in
 * with it.
 * @throws {SignInRequiredError | InvalidInputError}
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong, or wrong too often
 * @throws {ConflictError} if the username is taken
 */
export async function updateProfile(
  deps: PasswordDeps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Account> {
  requireSignIn(viewer);
  const { password, ...data } = parseInput(updateProfileInput, input);
  const hasNewUsername = !isSameName(data.username, viewer.username);
  if (hasNewUsername) {
    if (!password) {
      throw new InvalidInputError('password', 'Enter your password to change your username');
    }
    await requirePassword(deps, viewer, password);
  }
  try {
    return await deps.database.prisma.$transaction(async (transaction) => {
      const changed = await transaction.user.update({
        where: { id: viewer.id },
        data,
        select: accountFields,
      });
      if (hasNewUsername) {
        await recordOwnChange(transaction, viewer, 'user.changeUsername');
      }
      return changed;
    });
  } catch (error) {
    if (violates(error, 'users_username_key')) {
      throw new ConflictError('username', 'This username is already taken');
    }
    throw error;
  }
}

export async function signOut(context: RequestContext): Promise<boolean> {
  const active = await context.session();
  context.setCookie(
    active ? await context.deps.sessions.end(active.storedId) : context.deps.sessions.blankCookie(),
  );
  context.sessionChanged(undefined);
  return active !== null;
}

type NewAccount = z.infer<typeof newAccountInput>;

type Welcome = (transaction: Prisma.TransactionClient, user: Account) => Promise<void>;

async function prepareWelcome(deps: Deps, wanted: z.infer<typeof signUpInput>): Promise<Welcome> {
  const link = prepareLink(deps.publicUrl, 'verify_email');
  const mail = verifyEmailMail(deps, recipientOf(wanted), {
    link: link.link,
  });
  return async (transaction, user) => {
    await storeLink(transaction, link, { userId: user.id, email: user.email });
    await queueMail(transaction, mail);
  };
}

async function storeAccount(
  deps: AccountDeps,
  wanted: NewAccount,
  welcome: Welcome,
): Promise<Account> {
  const { password, idempotencyKey: key, ...data } = wanted;
  refuseOwnNames('password', password, { ...wanted, siteTitle: deps.siteSettings.current().title });
  try {
    await refuseTaken(deps, wanted);
    const passwordHash = await deps.passwords.hash(password);
    return await deps.database.prisma.$transaction(async (transaction) => {
      const user = await transaction.user.create({
        data: { ...data, passwordHash },
        select: accountFields,
      });
      await keepResult(transaction, 'signUp', key, user.id);
      await welcome(transaction, user);
      return user;
    });
  } catch (error) {
    // A concurrent call inserted the name or address after the check.
    const overtaken = violates(
      error,
      'users_username_key',
      'users_email_key',
      'idempotency_keys_pkey',
    );
    if (overtaken || error instanceof ConflictError) {
      // The same request may have been sent twice.
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

/**
 * The account that an earlier call with the same key created; undefined if there was no such call.
 * @throws {ConflictError} if the key was used with other names or another password
 */
async function earlierSignUp(
  deps: AccountDeps,
  wanted: z.infer<typeof signUpInput>,
): Promise<Account | undefined> {
  const { prisma } = deps.database;
  const id = await earlierResult(prisma, 'signUp', wanted.idempotencyKey);
  if (!id) {
    return undefined;
  }
  const user = await prisma.user.findUnique({
    where: { id },
    select: { ...accountFields, passwordHash: true },
  });
  const same =
    user !== null &&
    isSameName(user.username, wanted.username) &&
    isSameName(user.email, wanted.email) &&
    (await deps.passwords.verify(user.passwordHash, wanted.password));
  if (!same) {
    throw new ConflictError(
      'idempotencyKey',
      'This idempotency key was used for another registration',
    );
  }
  const { passwordHash: _, ...account } = user;
  return account;
}

/**
 * Checks that no other account has the username or e-mail address.
 * @param exceptId the account that may have them
 * @throws {ConflictError} naming the taken fields
 */
export async function refuseTaken(
  deps: Pick<Deps, 'database'>,
  wanted: { username?: string | undefined; email?: string | undefined },
  exceptId?: string,
): Promise<void> {
  const taken = await deps.database.prisma.user.findMany({
    where: {
      OR: [
        ...(wanted.username === undefined ? [] : [{ username: wanted.username }]),
        ...(wanted.email === undefined ? [] : [{ email: wanted.email }]),
      ],
      ...(exceptId !== undefined && { NOT: { id: exceptId } }),
    },
    select: { username: true, email: true },
  });
  const { username, email } = wanted;
  const fieldErrors = [
    username !== undefined &&
      taken.some((user) => isSameName(user.username, username)) && {
        field: 'username',
        message: 'This username is already taken',
      },
    email !== undefined &&
      taken.some((user) => isSameName(user.email, email)) && {
        field: 'email',
        message: 'There is already an account with this email',
      },
  ].filter((error) => error !== false);
  if (fieldErrors.length > 0) {
    throw new ConflictError(fieldErrors);
  }
}
