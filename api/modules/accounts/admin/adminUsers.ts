import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { type Prisma, type User } from '#api/generated/prisma/client.ts';
import { isSameName } from '#api/platform/input/accountNames.ts';
import {
  ConflictError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  requireFound,
} from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { prepareRemoval, type Removal } from '../data/removePerson.ts';
import { recipientOf, type Account } from '../account.ts';
import { email, knownPassword, personName, username } from '../accountInput.ts';
import { refuseTaken, unverifiedAdmin } from '../accounts.ts';
import { requirePassword } from '../requirePassword.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { prepareLink, storeLink } from '#api/modules/access/secretLinks.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { emailChanged, verifyEmailMail } from '../mails.ts';

const target = {
  userId: z.string({ error: 'The user is required' }),
  version: z
    .number({ error: 'Version must be a whole number' })
    .int('Version must be a whole number')
    .nullish(),
};

const updateInput = z.object({
  ...target,
  username: username.optional(),
  email: email('Email').optional(),
  firstName: personName('First name').optional(),
  lastName: personName('Last name').optional(),
  role: z.enum(['user', 'admin'], { error: "Role must be 'user' or 'admin'" }).optional(),
  password: knownPassword('Password').optional(),
});

const deleteInput = z.object(target);

const endSessionsInput = z.object({ userId: target.userId });

/** Fields an administrator may change; the audit entry has their old and new values. */
const editable = ['username', 'email', 'firstName', 'lastName', 'role'] as const;

/**
 * Changes someone's account; omitted fields stay. A new role ends their sessions. A new address
 * must be verified again: it gets a link, and the old address is notified. Nobody becomes an
 * administrator before their address is verified. To make someone an administrator, or to change
 * what someone signs in with, the caller's own password is needed: a link for a new password goes to
 * a new address.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {InvalidCredentialsError | RateLimitedError} if the password is wrong, or wrong too often
 * @throws {ConflictError} if someone else changed the account meanwhile, if the username or address
 *   is taken, and for the role of the last administrator
 */
export async function updateUser(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Account> {
  const admin = requireAdmin(viewer);
  const { userId, version, password, ...wanted } = parseInput(updateInput, input);
  // Not in the transaction, which waits for other administrators.
  if (password !== undefined) {
    await requirePassword(deps, admin, password);
  }
  try {
    return await deps.database.prisma.$transaction(async (transaction) => {
      const { user, isLastAdmin } = await lockUser(transaction, admin, userId);
      requireVersion(user, version);
      const fields = editable.filter(
        (field) => wanted[field] !== undefined && wanted[field] !== user[field],
      );
      if (fields.length === 0) {
        return user;
      }
      if (fields.includes('role') && isLastAdmin) {
        throw new ConflictError('role', lastAdminMessage);
      }
      const hasNewAddress = wanted.email !== undefined && !isSameName(wanted.email, user.email);
      const isPromoted = fields.includes('role') && wanted.role === 'admin';
      if (isPromoted && (hasNewAddress || user.emailVerifiedAt === null)) {
        throw unverifiedAdmin();
      }
      const hasNewName =
        wanted.username !== undefined && !isSameName(wanted.username, user.username);
      if ((isPromoted || hasNewAddress || hasNewName) && password === undefined) {
        throw new InvalidInputError('password', passwordMessage);
      }
      const changed = await transaction.user.update({
        where: { id: user.id },
        data: {
          ...Object.fromEntries(fields.map((field) => [field, wanted[field]])),
          ...(hasNewAddress && { emailVerifiedAt: null }),
        },
      });
      if (fields.includes('role')) {
        await transaction.session.deleteMany({ where: { userId: user.id } });
      }
      if (hasNewAddress) {
        await changeAddress(deps, transaction, user, changed);
      }
      const pick = (from: User) => Object.fromEntries(fields.map((field) => [field, from[field]]));
      await recordAudit(transaction, admin, 'user.update', user.id, {
        before: pick(user),
        after: pick(changed),
      });
      return changed;
    });
  } catch (error) {
    if (violates(error, 'users_username_key', 'users_email_key')) {
      await refuseTaken(deps, wanted, userId);
    }
    throw error;
  }
}

/**
 * Deletes someone's account and ends their sessions. If bookings or listings refer to the account,
 * its row is closed and anonymized instead; listings are withdrawn.
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} for the caller's own account, and unless the viewer is an administrator
 * @throws {ConflictError} for the last administrator, and if someone changed the account meanwhile
 */
export async function deleteUser(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<Removal> {
  const admin = requireAdmin(viewer);
  const { userId, version } = parseInput(deleteInput, input);
  if (userId.toLowerCase() === admin.id) {
    throw new ForbiddenError('You cannot delete your own account here');
  }
  const removePerson = await prepareRemoval(deps);
  return deps.database.prisma.$transaction(async (transaction) => {
    const { user, isLastAdmin } = await lockUser(transaction, admin, userId);
    requireVersion(user, version);
    if (isLastAdmin) {
      throw new ConflictError('userId', lastAdminMessage);
    }
    const removal = await removePerson(transaction, user);
    await recordAudit(
      transaction,
      admin,
      removal === 'deleted' ? 'user.delete' : 'user.deactivate',
      user.id,
      {
        // The person must be forgotten, so their address and name are left out.
        before: { username: user.username, role: user.role },
      },
    );
    return removal;
  });
}

/**
 * Signs someone out everywhere, for example after they lost a device.
 * @returns the account and the number of ended sessions
 * @throws {SignInRequiredError | InvalidInputError | NotFoundError}
 * @throws {ForbiddenError} for the caller's own account, and unless the viewer is an administrator
 */
export async function endUserSessions(
  { database }: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  input: unknown,
): Promise<{ user: Account; ended: number }> {
  const admin = requireAdmin(viewer);
  const { userId } = parseInput(endSessionsInput, input);
  if (userId.toLowerCase() === admin.id) {
    throw new ForbiddenError('You can end your own sessions in your account settings');
  }
  return database.prisma.$transaction(async (transaction) => {
    const { user } = await lockUser(transaction, admin, userId);
    const { count } = await transaction.session.deleteMany({ where: { userId: user.id } });
    await recordAudit(transaction, admin, 'user.endSessions', user.id, {
      after: { sessionsEnded: count },
    });
    return { user, ended: count };
  });
}

const lastAdminMessage = 'This is the last administrator. Make someone else an administrator first';

const passwordMessage =
  'Enter your password to make someone an administrator, or to change what someone signs in with';

/**
 * Reads an account, and whether it is the only administrator. Locks it and all administrators until
 * the transaction ends: otherwise two administrators could remove each other.
 * @throws {NotFoundError} if there is no such open account
 * @throws {ForbiddenError} if the caller is no longer an administrator
 */
async function lockUser(
  transaction: Prisma.TransactionClient,
  admin: Viewer,
  userId: string,
): Promise<{ user: User; isLastAdmin: boolean }> {
  if (!z.uuid().safeParse(userId).success) {
    throw new NotFoundError('User not found');
  }
  const locked = await transaction.$queryRaw<{ id: string; is_admin: boolean }[]>`
    SELECT id, role = 'admin' AND closed_at IS NULL AS is_admin FROM users
    WHERE id = ${userId}::uuid OR (role = 'admin' AND closed_at IS NULL)
    ORDER BY id FOR UPDATE`;
  const admins = locked.filter(({ is_admin }) => is_admin);
  if (!admins.some(({ id }) => id === admin.id)) {
    throw new ForbiddenError('You are no administrator any more');
  }
  const user = await transaction.user.findFirst({ where: { id: userId, closedAt: null } });
  requireFound(user, 'User not found');
  return { user, isLastAdmin: admins.every(({ id }) => id === user.id) };
}

function requireVersion(user: User, version: number | null | undefined): void {
  if (version != null && version !== user.version) {
    throw new ConflictError(
      'version',
      'This user has changed since you opened the list. Load it again',
    );
  }
}

async function changeAddress(
  deps: Deps,
  transaction: Prisma.TransactionClient,
  before: User,
  after: User,
): Promise<void> {
  await transaction.secretLink.deleteMany({ where: { userId: after.id } });
  const link = prepareLink(deps.publicUrl, 'verify_email');
  await storeLink(transaction, link, { userId: after.id, email: after.email });
  await queueMail(
    transaction,
    emailChanged(
      deps,
      { ...recipientOf(before), firstName: after.firstName },
      {
        newEmail: after.email,
      },
    ),
    verifyEmailMail(deps, recipientOf(after), {
      link: link.link,
    }),
  );
}
