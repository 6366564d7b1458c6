import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { isSameName } from '#api/platform/input/accountNames.ts';
import { ConflictError, InvalidInputError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { violates } from '#api/platform/database/violations.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { accountFields, recipientOf, type Account, type Caller } from '../account.ts';
import { email, knownPassword } from '../accountInput.ts';
import { recordOwnChange } from '../recordOwnChange.ts';
import { requirePassword } from '../requirePassword.ts';
import {
  goneMessage,
  linkRefused,
  linkToken,
  peekLink,
  prepareLink,
  storeLink,
  takeLink,
} from '#api/modules/access/secretLinks.ts';
import { verifyEmailMail, changeEmail, emailChanged } from '../mails.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';

const tokenInput = z.object({ token: linkToken });

const emailChangeInput = z.object({
  newEmail: email('New email'),
  password: knownPassword('Password'),
});

/**
 * Marks the address that a link was sent to as verified.
 * @throws {InvalidInputError} on `token` if the link was used, has expired or never existed
 * @throws {RateLimitedError} after too many requests from one address
 */
export async function verifyEmail(deps: Deps, caller: Caller, input: unknown): Promise<Account> {
  const { token } = parseInput(tokenInput, input);
  await deps.rateLimits.spend('linkByAddress', caller.address);
  return deps.database.prisma.$transaction(async (transaction) => {
    const link = await takeLink(transaction, 'verify_email', token);
    const [user] = await transaction.user.updateManyAndReturn({
      where: { id: link.userId, email: link.email, closedAt: null },
      data: { emailVerifiedAt: new Date() },
      select: accountFields,
    });
    if (!user) {
      throw linkRefused(goneMessage);
    }
    return user;
  });
}

/**
 * Sends the viewer another link to verify their address; earlier links stop working.
 * @returns whether a link was sent; false if the address is already verified
 * @throws {SignInRequiredError | RateLimitedError}
 */
export async function resendVerification(deps: Deps, viewer: Viewer | null): Promise<boolean> {
  requireSignIn(viewer);
  if (viewer.emailVerifiedAt) {
    return false;
  }
  await deps.rateLimits.spend('verificationByAccount', viewer.id);
  const link = prepareLink(deps.publicUrl, 'verify_email');
  const mail = verifyEmailMail(deps, recipientOf(viewer), {
    link: link.link,
  });
  await deps.database.prisma.$transaction(async (transaction) => {
    await storeLink(transaction, link, { userId: viewer.id, email: viewer.email });
    await queueMail(transaction, mail);
  });
  return true;
}

/**
 * Sends a link to a new address; the address changes once the link is followed.
 * @returns the new address
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError}
 * @throws {InvalidCredentialsError} if the password is wrong, whether or not the address is taken
 * @throws {ConflictError} if the address is taken
 */
export async function requestEmailChange(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<string> {
  requireSignIn(viewer);
  const { newEmail, password } = parseInput(emailChangeInput, input);
  await deps.rateLimits.spend('emailChangeByAccount', viewer.id);
  await requirePassword(deps, viewer, password);
  const { prisma } = deps.database;
  if (isSameName(newEmail, viewer.email)) {
    throw new InvalidInputError('newEmail', 'This is your email already');
  }
  if (await prisma.user.findUnique({ where: { email: newEmail }, select: { id: true } })) {
    throw addressTaken('newEmail');
  }
  const link = prepareLink(deps.publicUrl, 'change_email');
  const mail = changeEmail(
    deps,
    { ...recipientOf(viewer), address: newEmail },
    { link: link.link },
  );
  await prisma.$transaction(async (transaction) => {
    await storeLink(transaction, link, { userId: viewer.id, email: newEmail });
    await queueMail(transaction, mail);
  });
  return newEmail;
}

/**
 * Changes an account's address to the one the link was sent to, marks it as verified, and notifies
 * the old address. Other links of the account stop working.
 * @throws {InvalidInputError} on `token` if the link was used, has expired or never existed
 * @throws {ConflictError} if somebody registered the address in the meantime
 * @throws {RateLimitedError} after too many requests from one address
 */
export async function confirmEmailChange(
  deps: Deps,
  caller: Caller,
  input: unknown,
): Promise<Account> {
  const { token } = parseInput(tokenInput, input);
  await deps.rateLimits.spend('linkByAddress', caller.address);
  const { prisma } = deps.database;
  const { userId, email: newEmail } = await peekLink(prisma, 'change_email', token);
  const before = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: accountFields,
  });
  const mail = emailChanged(deps, recipientOf(before), {
    newEmail,
  });
  try {
    return await prisma.$transaction(async (transaction) => {
      await takeLink(transaction, 'change_email', token);
      const [user] = await transaction.user.updateManyAndReturn({
        where: { id: userId, closedAt: null },
        data: { email: newEmail, emailVerifiedAt: new Date() },
        select: accountFields,
      });
      if (!user) {
        throw linkRefused(goneMessage);
      }
      await transaction.secretLink.deleteMany({ where: { userId } });
      await queueMail(transaction, mail);
      await recordOwnChange(transaction, user, 'user.changeEmail');
      return user;
    });
  } catch (error) {
    if (violates(error, 'users_email_key')) {
      throw addressTaken('token');
    }
    throw error;
  }
}

const addressTaken = (field: string): ConflictError =>
  new ConflictError(field, 'There is already an account with this email');
