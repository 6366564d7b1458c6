import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { parseInput } from '#api/platform/input/input.ts';
import { addJob } from '#api/platform/jobs/jobs.ts';
import { reportDeed } from '#api/platform/process/requestScope.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { accountFields, accountOf, recipientOf, type Account, type Caller } from '../account.ts';
import { identifier, newPassword } from '../accountInput.ts';
import { endAccess } from '../endAccess.ts';
import { refuseOwnNames } from '../guessablePasswords.ts';
import { recordOwnChange } from '../recordOwnChange.ts';
import {
  goneMessage,
  linkRefused,
  linkToken,
  peekLink,
  prepareLink,
  storeLink,
  takeLink,
} from '#api/modules/access/secretLinks.ts';
import { resetPasswordMail, passwordChanged } from '../mails.ts';

const requestInput = z.object({ identifier });

const resetInput = z.object({ token: linkToken, newPassword: newPassword('New password') });

const jobPayload = z.object({ identifier: z.string(), requestedAt: z.iso.datetime() });

/**
 * Requests a password-reset link. A job looks the account up later, so that text and timing of the
 * response are the same whether or not it exists.
 * @throws {InvalidInputError} if the identifier is empty or invalid
 * @throws {RateLimitedError} after too many requests for one identifier or from one address
 */
export async function requestPasswordReset(
  deps: Deps,
  caller: Caller,
  input: unknown,
): Promise<void> {
  const wanted = parseInput(requestInput, input);
  await deps.rateLimits.spend('resetByAddress', caller.address);
  await deps.rateLimits.spend('resetByName', wanted.identifier);
  const payload: z.infer<typeof jobPayload> = {
    identifier: wanted.identifier,
    requestedAt: new Date().toISOString(),
  };
  await addJob(deps.database.prisma, 'send_password_reset', payload);
  reportDeed('reset_requested', {});
}

/** The job of requestPasswordReset. Two runs for one request send one message. */
export async function sendPasswordReset(payload: unknown, deps: Deps): Promise<void> {
  const { identifier: typed, requestedAt } = jobPayload.parse(payload);
  const { prisma } = deps.database;
  const user = await prisma.user.findFirst({
    where: accountOf(typed),
    select: {
      ...accountFields,
      secretLinks: {
        where: { purpose: 'reset_password', createdAt: { gte: new Date(requestedAt) } },
        select: { id: true },
      },
    },
  });
  if (!user || user.secretLinks.length > 0) {
    return;
  }
  const link = prepareLink(deps.publicUrl, 'reset_password');
  const mail = resetPasswordMail(deps, recipientOf(user), {
    link: link.link,
  });
  await prisma.$transaction(async (transaction) => {
    await storeLink(transaction, link, { userId: user.id, email: user.email });
    await queueMail(transaction, mail);
  });
  deps.log.info({ event: 'reset_sent', accountId: user.id }, 'security');
}

/**
 * Sets a new password with a mailed link. Ends all sessions of the account, notifies the person.
 * @returns the account
 * @throws {InvalidInputError} for the password, or on `token` if the link doesn't work
 * @throws {RateLimitedError} after too many requests from one address
 */
export async function resetPassword(deps: Deps, caller: Caller, input: unknown): Promise<Account> {
  const wanted = parseInput(resetInput, input);
  await deps.rateLimits.spend('linkByAddress', caller.address);
  const { prisma } = deps.database;
  const { userId } = await peekLink(prisma, 'reset_password', wanted.token);
  const before = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: accountFields,
  });
  refuseOwnNames('newPassword', wanted.newPassword, {
    ...before,
    siteTitle: deps.siteSettings.current().title,
  });
  const passwordHash = await deps.passwords.hash(wanted.newPassword);
  const mail = passwordChanged(deps, recipientOf(before), {});
  const user = await prisma.$transaction(async (transaction) => {
    const link = await takeLink(transaction, 'reset_password', wanted.token);
    const [changed] = await transaction.user.updateManyAndReturn({
      where: { id: link.userId, email: link.email, closedAt: null },
      data: {
        passwordHash,
        // Following the link proves access to this mailbox.
        emailVerifiedAt: before.emailVerifiedAt ?? new Date(),
      },
      select: accountFields,
    });
    if (!changed) {
      throw linkRefused(goneMessage);
    }
    await endAccess(transaction, userId);
    await queueMail(transaction, mail);
    await recordOwnChange(transaction, changed, 'user.resetPassword');
    return changed;
  });
  for (const name of [user.username, user.email]) {
    await deps.rateLimits.forgive('signInByNameAndAddress', { name, address: caller.address });
  }
  return user;
}
