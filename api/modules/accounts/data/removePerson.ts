import { randomBytes } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { forgetWords } from './forgetWords.ts';

/** `deactivated`: the row was anonymized instead of deleted. */
export type Removal = 'deleted' | 'deactivated';

export type RemovePerson = (
  transaction: Prisma.TransactionClient,
  person: { id: string },
) => Promise<Removal>;

/**
 * Returns the function that deletes a person and the data about them alone. If bookings, sales,
 * listings, messages or guest certificates refer to the account, its row is anonymized instead; listings are
 * withdrawn. Call this before the transaction: it hashes an unusable password, which is slow.
 */
export async function prepareRemoval(
  deps: Pick<Deps, 'passwords' | 'leaving'>,
): Promise<RemovePerson> {
  const nobodysHash = await deps.passwords.hash(randomBytes(32).toString('hex'));
  return async (transaction, { id }) => {
    await forget(transaction, id);
    await forgetWords(transaction, await transaction.user.findUniqueOrThrow({ where: { id } }));
    for (const leave of deps.leaving) await leave(transaction, id);
    if (await isNeeded(transaction, id)) {
      await makeFormerMember(transaction, id, nobodysHash);
      return 'deactivated';
    }
    await transaction.user.delete({ where: { id } });
    return 'deleted';
  };
}

async function forget(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  const theirs = { where: { userId } };
  await transaction.session.deleteMany(theirs);
  await transaction.secretLink.deleteMany(theirs);
  await transaction.review.deleteMany(theirs);
  await transaction.review.updateMany({
    where: { booking: { ownerId: userId }, answer: { not: null } },
    data: { answer: null },
  });
  await transaction.booking.updateMany({ ...theirs, data: { guestNames: [], message: null } });
  await transaction.reviewReport.deleteMany({ where: { reporterId: userId } });
  await transaction.messageReport.deleteMany({ where: { reporterId: userId } });
  await transaction.favorite.deleteMany(theirs);
  await transaction.savedSearch.deleteMany(theirs);
  await transaction.savedSearchAlert.deleteMany(theirs);
  await transaction.listingDraft.deleteMany({ where: { ownerId: userId } });
  await transaction.propertyInquiry.deleteMany(theirs);
  await transaction.idempotencyKey.deleteMany({ where: { key: { startsWith: `${userId} ` } } });
}

async function isNeeded(transaction: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const booking = await transaction.booking.findFirst({ where: { userId }, select: { id: true } });
  const listing = await transaction.listing.findFirst({
    where: { ownerId: userId },
    select: { id: true },
  });
  const thread = await transaction.messageThread.findFirst({
    where: { OR: [{ travelerId: userId }, { ownerId: userId }] },
    select: { id: true },
  });
  const certificate = await transaction.contractDocument.findFirst({
    where: {
      ownerId: userId,
      OR: [{ bookingId: { not: null } }, { saleId: { not: null } }],
      status: 'attached',
    },
    select: { id: true },
  });
  const sale = await transaction.sale.findFirst({
    where: { buyerId: userId },
    select: { id: true },
  });
  return (
    sale !== null || booking !== null || listing !== null || thread !== null || certificate !== null
  );
}

export const formerName = (userId: string): string => `former-${userId}`;

async function makeFormerMember(
  transaction: Prisma.TransactionClient,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await transaction.user.update({
    where: { id: userId },
    data: {
      username: formerName(userId),
      // A reserved domain: no mail is ever delivered to it (RFC 2606).
      email: `former-${userId}@closed.invalid`,
      firstName: 'Former',
      lastName: 'member',
      role: 'user',
      passwordHash,
      emailVerifiedAt: null,
      closedAt: new Date(),
    },
  });
}
