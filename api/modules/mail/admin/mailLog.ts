import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import { type MailStatus, type OutgoingMail } from '#api/generated/prisma/client.ts';
import { ConflictError, requireFound } from '#api/platform/errors.ts';
import { idToFind } from '#api/platform/input/globalId.ts';
import { parseInput } from '#api/platform/input/input.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { linkWorks } from '#api/modules/access/secretLinks.ts';
import { mailKinds, type RenderedMail } from '../defineMail.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';

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

/** Escapes the LIKE wildcards, which Prisma does not. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

type StoredText = Pick<OutgoingMail, 'status' | 'html'>;

export const mayBeResent = ({ status, html }: StoredText): boolean =>
  status !== 'sent' && html !== '';

/** Why a message can't be sent again; null if it can. `resendMail` also checks job and link. */
export function whyNotResent({ status, html }: StoredText): string | null {
  if (status === 'sent') {
    return 'It was sent. Its text is not kept, since it may hold a link that opens an account.';
  }
  return html === ''
    ? 'It was given up more than 30 days ago, and its text was deleted then.'
    : null;
}

export interface MailPreview {
  html: string;
  text: string;
}

/**
 * A message as its recipient would see it, without link targets and tokens; null if its text was
 * deleted.
 */
export function previewOf({ html, text }: MailPreview): MailPreview | null {
  return html === '' ? null : { html: withoutLinks(hidden(html)), text: hidden(text) };
}

const withoutLinks = (html: string): string => html.replace(/ href="[^"]*"/g, '');

export interface MailSample extends RenderedMail {
  name: string;
  label: string;
}

export function sampleMail(
  deps: Pick<Deps, 'siteSettings' | 'publicUrl'>,
  wanted: string,
): MailSample | null {
  const kind = mailKinds.find(({ name }) => name === wanted);
  if (!kind) {
    return null;
  }
  const { name, label } = kind;
  const mail = kind.renderSample(deps);
  return { ...mail, html: withoutLinks(mail.html), name, label };
}

/** Tokens of links give access to the recipient's account. */
const hidden = (content: string): string => content.replace(/(\btoken=)[^&"'\s<]+/g, '$1[hidden]');

const input = z.object({ id: z.string({ error: 'The message is required' }) });

/**
 * Queues a waiting or failed message for sending now, with its attempts reset.
 * @throws {SignInRequiredError | ForbiddenError | InvalidInputError | NotFoundError}
 * @throws {ConflictError} if it was or is being sent, its text was deleted, or its link expired
 */
export async function resendMail(
  deps: Pick<Deps, 'database'>,
  viewer: Viewer | null,
  given: unknown,
): Promise<OutgoingMail> {
  const admin = requireAdmin(viewer);
  const { id } = parseInput(input, given);
  const refuse = (message: string): never => {
    throw new ConflictError('id', message);
  };
  return deps.database.prisma.$transaction(async (transaction) => {
    const [locked] = await transaction.$queryRaw<{ isBeingSent: boolean }[]>`
      SELECT EXISTS (SELECT FROM graphile_worker.jobs
                     WHERE key = 'send_mail:' || outgoing_mails.id AND locked_at IS NOT NULL)
               AS "isBeingSent"
      FROM outgoing_mails WHERE id = ${idToFind(id)}::uuid FOR UPDATE`;
    requireFound(locked, 'There is no such message');
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
    await recordAudit(transaction, admin, 'mail.resend', id, {
      before: auditedOf(mail),
      after: auditedOf(resent),
    });
    return resent;
  });
}

const auditedOf = ({ subject, status, attempts }: OutgoingMail) => ({ subject, status, attempts });

const secretOf = (text: string): string | undefined =>
  /\/(?:verify-email|confirm-email|reset-password)\?token=([\w-]+)/.exec(text)?.[1];
