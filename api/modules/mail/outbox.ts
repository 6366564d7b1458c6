import { randomUUID } from 'node:crypto';
import type { Deps } from '../../context/context.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { renderMail, type MailTemplates } from './templates/templates.ts';

export interface MailRecipient {
  name: string;
  address: string;
}

/** A rendered message, ready for `queueMail`. */
export type PreparedMail = Prisma.OutgoingMailCreateManyInput;

/** Renders a message. Store it with `queueMail`. */
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
 * Stores messages in the transaction of the change that causes them: they are sent if and only if
 * it commits. A trigger adds the job `send_mail` for each.
 */
export async function queueMail(
  transaction: Pick<Prisma.TransactionClient, 'outgoingMail'>,
  ...mails: PreparedMail[]
): Promise<void> {
  await transaction.outgoingMail.createMany({ data: mails });
}
