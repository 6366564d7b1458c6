import { randomUUID } from 'node:crypto';
import type { Deps } from '../../context/context.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import { renderMail, type MailTemplates } from './templates/templates.ts';

export interface MailRecipient {
  name: string;
  address: string;
}

/** A message ready to be written. */
export type PreparedMail = Prisma.OutgoingMailCreateManyInput;

/** Renders a message. Write it with `queueMail`. */
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
 * Writes messages in the transaction of the change that they follow: they are sent if and only if
 * it commits. A trigger adds the job that sends each.
 */
export async function queueMail(
  transaction: Pick<Prisma.TransactionClient, 'outgoingMail'>,
  ...mails: PreparedMail[]
): Promise<void> {
  await transaction.outgoingMail.createMany({ data: mails });
}
