import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { MailRecipient, PreparedMail } from './defineMail.ts';

/** The people who run the site. */
export function teamOf({ siteSettings }: Pick<Deps, 'siteSettings'>): MailRecipient {
  const { title, contactEmail } = siteSettings.current();
  return { firstName: '', name: title, address: contactEmail };
}

/**
 * Stores messages in the transaction of their cause: they are sent only if it commits. A trigger
 * adds a job `send_mail` for each message. Mail for a team without an address goes to the first
 * administrator with a verified address, or to nobody.
 */
export async function queueMail(
  transaction: Pick<Prisma.TransactionClient, 'outgoingMail' | 'user'>,
  ...mails: PreparedMail[]
): Promise<void> {
  const first =
    mails.some(({ toAddress }) => toAddress === '') &&
    (await transaction.user.findFirst({
      where: { role: 'admin', closedAt: null, emailVerifiedAt: { not: null } },
      orderBy: { id: 'asc' },
      select: { email: true },
    }));
  const addressed = mails.map((mail) => ({
    ...mail,
    toAddress: mail.toAddress || (first ? first.email : ''),
  }));
  await transaction.outgoingMail.createMany({
    data: addressed.filter(({ toAddress }) => toAddress !== ''),
  });
}
