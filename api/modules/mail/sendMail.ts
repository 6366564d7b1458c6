import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import { Prisma } from '#api/generated/prisma/client.ts';
import { rawText } from '#api/platform/outgoing/failureWords.ts';
import type { Attempt } from '#api/platform/jobs/jobs.ts';
import { MailError } from '#api/platform/outgoing/mailer.ts';
import { readSmtpSettings } from './smtpSettings.ts';

/** Attempts after which a permanently refused message is given up. */
const refusalsAtMost = 5;

const mailPayload = z.object({ id: z.uuid() });

const waitingPayload = z.object({ settingsChanged: z.boolean().optional() }).nullish();

/**
 * The job that sends one message. Without SMTP settings the message waits for `queueWaitingMails`.
 * Rejects if sending fails, so that the queue retries with growing delays. The Message-ID stays the
 * same, so that mail programs recognize a repeat.
 */
export async function sendMail(payload: unknown, deps: Deps, attempt: Attempt): Promise<void> {
  const { id } = mailPayload.parse(payload);
  const { prisma } = deps.database;
  const mail = await prisma.outgoingMail.findUnique({ where: { id } });
  if (mail?.status !== 'waiting') {
    return;
  }
  try {
    const settings = await readSmtpSettings(deps);
    if (!settings) {
      return;
    }
    await deps.mailer.send(settings.server, {
      messageId: mail.messageId,
      from: settings.from,
      to: { name: mail.toName, address: mail.toAddress },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      headers: z.record(z.string(), z.string()).parse(mail.headers),
    });
  } catch (error) {
    if (error instanceof MailError) {
      deps.log.warn({ mail: id, detail: error.detail }, 'a message was not taken');
    }
    const attempts = mail.attempts + 1;
    const refused = error instanceof MailError && error.isRefusal && attempts >= refusalsAtMost;
    const givenUp = refused || attempt.isLast;
    await prisma.outgoingMail.updateMany({
      where: { id, status: 'waiting' },
      data: {
        attempts,
        lastError: rawText(error),
        ...(givenUp && { status: 'failed' }),
      },
    });
    if (givenUp) {
      deps.log.error({ mail: id, template: mail.template, err: error }, 'a message was given up');
      return;
    }
    throw error;
  }
  // Deletes the text, since it may hold a link that opens an account. The row is gone if the person
  // closed their account meanwhile.
  await prisma.outgoingMail.updateMany({
    where: { id },
    data: {
      status: 'sent',
      sentAt: deps.clock(),
      attempts: mail.attempts + 1,
      lastError: null,
      html: '',
      text: '',
      headers: {},
    },
  });
}

/**
 * The job that requeues waiting messages without a job, for example from before SMTP was set up.
 * After a change of the settings, messages between retries are due at once too.
 */
export async function queueWaitingMails(payload: unknown, deps: Deps): Promise<void> {
  const settingsChanged = waitingPayload.parse(payload)?.settingsChanged ?? false;
  try {
    if (!(await readSmtpSettings(deps))) {
      return;
    }
  } catch (error) {
    // Continue: each message stores this error when its turn comes.
    deps.log.warn({ err: error }, 'the SMTP settings cannot be used');
  }
  const { prisma } = deps.database;
  for (;;) {
    const queued = await prisma.$executeRaw(Prisma.sql`
      SELECT graphile_worker.add_job('send_mail', json_build_object('id', mails.id),
               max_attempts => 25, job_key => 'send_mail:' || mails.id)
      FROM (
        SELECT outgoing_mails.id FROM outgoing_mails
        LEFT JOIN graphile_worker.jobs ON jobs.key = 'send_mail:' || outgoing_mails.id
        WHERE status = 'waiting'
          AND (jobs.id IS NULL
               OR ${settingsChanged} AND jobs.locked_at IS NULL AND jobs.run_at > now())
        ORDER BY outgoing_mails.created_at
        LIMIT ${queuedAtOnce}
      ) AS mails`);
    if (queued < queuedAtOnce) {
      return;
    }
  }
}

const queuedAtOnce = 1_000;
