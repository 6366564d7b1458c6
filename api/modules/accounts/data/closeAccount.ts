import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { ConflictError } from '#api/platform/errors.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { recipientOf } from '../account.ts';
import { knownPassword } from '../accountInput.ts';
import { recordOwnChange } from '../recordOwnChange.ts';
import { requirePassword } from '../requirePassword.ts';
import { queueMail } from '#api/modules/mail/outbox.ts';
import { formerName, prepareRemoval } from './removePerson.ts';
import { utcToday } from '#common/days.ts';
import { accountClosed } from '../mails.ts';
import { requireSignIn } from '#api/modules/access/signedIn.ts';
import { bookingStatuses } from '#common/bookingStatuses.ts';

const confirmationWord = 'DELETE';

const closeInput = z.object({
  password: knownPassword('Password'),
  confirmation: z
    .string({ error: `Type ${confirmationWord} to confirm` })
    .trim()
    .refine((typed) => typed === confirmationWord, `Type ${confirmationWord} to confirm`),
});

/**
 * Closes the viewer's account: deletes the person and their data. If bookings or listings refer to
 * the account, its row is anonymized instead; listings are withdrawn. All or nothing.
 * @throws {SignInRequiredError | InvalidInputError | RateLimitedError}
 * @throws {InvalidCredentialsError} if the password is wrong
 * @throws {ConflictError} for the last administrator, and while a stay is ahead
 */
export async function closeAccount(
  deps: Deps,
  viewer: Viewer | null,
  input: unknown,
): Promise<void> {
  requireSignIn(viewer);
  const { password } = parseInput(closeInput, input);
  await requirePassword(deps, viewer, password);
  const farewell = accountClosed(deps, recipientOf(viewer), {});
  const removePerson = await prepareRemoval(deps);
  await deps.database.prisma.$transaction(async (transaction) => {
    await refuseLastAdmin(transaction, viewer);
    await refuseStaysAhead(transaction, viewer.id);
    await refuseSales(transaction, viewer.id);
    await removePerson(transaction, { id: viewer.id });
    await queueMail(transaction, farewell);
    const former = { id: viewer.id, username: formerName(viewer.id) };
    await recordOwnChange(transaction, former, 'user.close');
  });
}

const refused = (message: string): ConflictError => new ConflictError('account', message);

async function refuseLastAdmin(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
): Promise<void> {
  // Lock: two administrators who close their accounts at once could each count the other as
  // remaining. The viewer's row is locked against new bookings.
  const others = await transaction.$queryRaw<{ id: string; role: string }[]>`
    SELECT id, role::text FROM users
    WHERE id = ${viewer.id}::uuid OR (role = 'admin' AND closed_at IS NULL)
    ORDER BY id FOR UPDATE`;
  const own = others.find(({ id }) => id === viewer.id);
  if (own?.role === 'admin' && others.length === 1) {
    throw refused(
      'You are the last administrator. Make someone else an administrator before you leave',
    );
  }
}

async function refuseSales(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const underContract = {
    status: { in: ['accepted', 'agreed'] },
    OR: [{ buyerId: userId }, { sellerId: userId }],
  } satisfies Prisma.SaleWhereInput;
  if (await transaction.sale.findFirst({ where: underContract, select: { id: true } })) {
    throw refused('You have agreed on a sale. Finish it, or back out, to delete your account');
  }
}

async function refuseStaysAhead(
  transaction: Prisma.TransactionClient,
  userId: string,
): Promise<void> {
  const ahead = {
    OR: [
      {
        status: { in: [...bookingStatuses.open, ...bookingStatuses.ahead] },
        checkOut: { gte: new Date(utcToday()) },
      },
      { status: 'disputed' },
      { claim: { in: ['claimed', 'contested'] } },
    ],
  } satisfies Prisma.BookingWhereInput;
  if (await transaction.booking.findFirst({ where: { userId, ...ahead }, select: { id: true } })) {
    throw refused(
      'You have a stay ahead. Cancel it, or come back after it, to delete your account',
    );
  }
  const hosted = { ownerId: userId, ...ahead };
  if (await transaction.booking.findFirst({ where: hosted, select: { id: true } })) {
    throw refused(
      'A guest has booked one of your weeks. You can delete your account after the stay',
    );
  }
}
