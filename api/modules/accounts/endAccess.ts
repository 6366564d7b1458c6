import type { Prisma } from '../../generated/prisma/client.ts';

/** With a new password, whatever the old one had opened is shut: sessions and pending links. */
export async function endAccess(
  transaction: Pick<Prisma.TransactionClient, 'session' | 'secretLink'>,
  userId: string,
): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } });
  await transaction.secretLink.deleteMany({
    where: { userId, purpose: { in: ['reset_password', 'change_email'] } },
  });
}
