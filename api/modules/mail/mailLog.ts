import { z } from 'zod';
import type { Deps } from '../../context/context.ts';
import type { Prisma, MailStatus, OutgoingMail } from '../../generated/prisma/client.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { parseInput } from '../../platform/input.ts';
import type { Viewer } from '../../platform/sessions.ts';
import { requireAdmin } from '../access/requireAdmin.ts';
import { linkWorks } from '../access/secretLinks.ts';
import { recordAudit } from '../audit/audit.ts';

/** Which messages of the log: of one status, and to whom, by any part of the name or address. */
export function mailsWhere(filter: {
  status?: MailStatus | null | undefined;
  recipient?: string | null | undefined;
}): Prisma.OutgoingMailWhereInput {
  const recipient = (filter.recipient ?? '').trim().slice(0, 100).replaceAll('\u0000', '');
  const contains = { contains: likeText(recipient), mode: 'insensitive' as const };
  return {
    ...(filter.status && { status: filter.status }),
    ...(recipient !== '' && { OR: [{ toAddress: contains }, { toName: contains }] }),
  };
}

/** Prisma hands a text on as a pattern, in which these three mean something. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

type StoredText = Pick<OutgoingMail, 'status' | 'html'>;

/** Whether a message can be sent again; the rest is known when it is tried (`resendMail`). */
export const mayBeResent = ({ status, html }: StoredText): boolean =>
  status !== 'sent' && html !== '';

/** Why a message can't be sent again; null where it can. */
export function whyNotResent({ status, html }: StoredText): string | null {
  if (status === 'sent') {
    return 'It was sent. Its text is not kept, since it may hold a link that opens an account.';
  }
  return html === ''
    ? 'It was given up more than 30 days ago, and its text was deleted then.'
    : null;
}

/** A message for an administrator to look at. */
export interface MailPreview {
  html: string;
  text: string;
}

/**
 * A message as its reader would see it, with nothing in it that opens an account and no link that
 * leads anywhere; null where its text is not kept.
 */
export function previewOf({ html, text }: MailPreview): MailPreview | null {
  return html === '' ? null : { html: withoutLinks(hidden(html)), text: hidden(text) };
}

export const withoutLinks = (html: string): string => html.replace(/ href="[^"]*"/g, '');

/** Whoever could read these would be let into other people's accounts. */
const hidden = (content: string): string => content.replace(/(\btoken=)[^&"'\s<]+/g, '$1[hidden]');

const input = z.object({ id: z.string({ error: 'The message is required' }) });

/**
 * Sends a message that waits or was given up at the next moment, with all its tries before it.
 * @param given id (plain)
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} when it was sent or is being sent, its text is gone, or its link is dead
 */
export async function resendMail(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  given: unknown,
): Promise<OutgoingMail> {
  const admin = requireAdmin(viewer);
  const { id } = parseInput(input, given);
  const refuse = (message: string): never => {
    throw new ConflictError([{ field: 'id', message }]);
  };
  return deps.database.prisma.$transaction(async (transaction) => {
    const [locked] = z.uuid().safeParse(id).success
      ? await transaction.$queryRaw<{ isBeingSent: boolean }[]>`
          SELECT EXISTS (SELECT FROM graphile_worker.jobs
                         WHERE key = 'send_mail:' || outgoing_mails.id AND locked_at IS NOT NULL)
                   AS "isBeingSent"
          FROM outgoing_mails WHERE id = ${id}::uuid FOR UPDATE`
      : [];
    if (!locked) {
      throw new NotFoundError('There is no such message');
    }
    const mail = await transaction.outgoingMail.findUniqueOrThrow({ where: { id } });
    const reason = whyNotResent(mail);
    if (reason !== null) {
      refuse(`This message can't be sent again. ${reason}`);
    }
    if (locked.isBeingSent) {
      refuse('This message is being sent right now');
    }
    const token = secretOf(mail.text);
    if (token !== undefined && !(await linkWorks(transaction, token))) {
      refuse("The link in this message doesn't work any more. Its reader can ask for a new one");
    }
    const resent = await transaction.outgoingMail.update({
      where: { id },
      data: { status: 'waiting', attempts: 0 },
    });
    await transaction.$executeRaw`
      SELECT graphile_worker.add_job('send_mail', json_build_object('id', ${id}::text),
               max_attempts => 25, job_key => 'send_mail:' || ${id}::text)`;
    await recordAudit(transaction, admin, {
      action: 'mail.resend',
      subjectType: 'OutgoingMail',
      subjectId: id,
      before: auditedOf(mail),
      after: auditedOf(resent),
    });
    return resent;
  });
}

const auditedOf = ({ subject, status, attempts }: OutgoingMail) => ({ subject, status, attempts });

/** The secret of the link in a message that opens an account, if it is one of those. */
const secretOf = (text: string): string | undefined =>
  /\/(?:verify-email|confirm-email|reset-password)\?token=([\w-]+)/.exec(text)?.[1];
