import type { Deps } from '#api/context/context.ts';
import { MailError } from '#api/platform/outgoing/mailer.ts';
import { SecretError } from '#api/platform/security/secrets.ts';
import type { Viewer } from '#api/platform/sessions/sessions.ts';
import { requireAdmin } from '#api/modules/access/requireAdmin.ts';
import { recordAudit } from '#api/modules/audit/audit.ts';
import { readSmtpSettings, SmtpSettingsError, type SmtpSettings } from '../smtpSettings.ts';
import { defineMail } from '../defineMail.ts';

export interface TestOutcome {
  success: boolean;
  message: string;
  messageId: string | null;
}

export const smtpTest = defineMail({
  name: 'smtpTest',
  label: 'Test of the SMTP settings',
  when: 'To the administrator who tests the SMTP settings.',
  sample: () => ({ server: 'smtp.example.com:587' }),
  compose: ({ server }, { site }) => ({
    subject: `Test message from ${site.title}`,
    preheader: 'The SMTP settings work.',
    heading: 'The SMTP settings work',
    blocks: [
      'This message came by the mail server that the settings name. Mail to members goes the same way.',
      { facts: { 'Mail server': server } },
    ],
    reason: `You get this message because you tested the SMTP settings of ${site.title}.`,
  }),
});

type TestDeps = Pick<
  Deps,
  'database' | 'secrets' | 'siteSettings' | 'mailer' | 'rateLimits' | 'publicUrl' | 'log'
>;

/**
 * Sends a test message to the viewing administrator with the stored SMTP settings. Resolves when
 * the mail server has accepted or refused it.
 * @throws {SignInRequiredError | ForbiddenError | RateLimitedError}
 */
export async function sendTestMail(deps: TestDeps, viewer: Viewer | null): Promise<TestOutcome> {
  const admin = requireAdmin(viewer);
  await deps.rateLimits.spend('smtpTestByAccount', admin.id);
  const outcome = await attempt(deps, admin);
  await deps.database.prisma.$transaction((transaction) =>
    recordAudit(transaction, admin, 'smtp.test', 'smtp', {
      after: { success: outcome.success, messageId: outcome.messageId },
    }),
  );
  return outcome;
}

async function attempt(deps: TestDeps, admin: Viewer): Promise<TestOutcome> {
  const failed = (message: string): TestOutcome => ({ success: false, message, messageId: null });
  let settings: SmtpSettings | undefined;
  try {
    settings = await readSmtpSettings(deps);
  } catch (error) {
    if (error instanceof SmtpSettingsError || error instanceof SecretError) {
      return failed(error.message);
    }
    throw error;
  }
  if (!settings) {
    return failed('There is no mail server yet: Host is empty');
  }
  const server = `${settings.server.host}:${settings.server.port}`;
  const to = {
    firstName: admin.firstName,
    name: `${admin.firstName} ${admin.lastName}`,
    address: admin.email,
  };
  const { messageId, toName, subject, html, text } = smtpTest(deps, to, { server });
  try {
    await deps.mailer.sendNow(settings.server, {
      messageId,
      from: settings.from,
      to: { name: toName, address: admin.email },
      subject,
      html,
      text,
      headers: {},
    });
  } catch (error) {
    if (error instanceof MailError) {
      deps.log.warn({ server, detail: error.detail }, 'a test message was not taken');
      return failed(error.message);
    }
    throw error;
  }
  return { success: true, message: `A test message went to ${admin.email}.`, messageId };
}
