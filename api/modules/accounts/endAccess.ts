import type { Prisma } from '#api/generated/prisma/client.ts';

/** After a new password: ends all sessions and pending links to change password or address. */
export async function endAccess(
  transaction: Pick<Prisma.TransactionClient, 'session' | 'secretLink'>,
  userId: string,
): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } });
  await transaction.secretLink.deleteMany({
    where: { userId, purpose: { in: ['reset_password', 'change_email'] } },
  });
}
