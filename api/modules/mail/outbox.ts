import { randomUUID } from 'node:crypto';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { renderMail, type MailTemplates } from './templates/templates.ts';

export interface MailRecipient {
  name: string;
  /** Empty for the team of a site without a contact address. */
  address: string;
}

/** The people who run the site. */
export function teamOf({ siteSettings }: Pick<Deps, 'siteSettings'>): MailRecipient {
  const { title, contactEmail } = siteSettings.current();
  return { name: title, address: contactEmail };
}

export type PreparedMail = Prisma.OutgoingMailCreateManyInput;

export function prepareMail<Name extends keyof MailTemplates>(
  { siteSettings, publicUrl }: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  to: MailRecipient,
  template: Name,
  values: MailTemplates[Name],
  headers: Record<string, string> = {},
): Promise<PreparedMail> {
  const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const { subject, html, text } = renderMail(template, values, {
    site: siteSettings.current(),
    publicUrl,
  });
  return Promise.resolve({
    messageId: `${randomUUID()}@${new URL(publicUrl).hostname}`,
    toName: oneLine(to.name),
    toAddress: to.address,
    template,
    subject,
    html,
    text,
    headers,
  });
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
