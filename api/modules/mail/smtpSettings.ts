import { z } from 'zod';
import type { Deps } from '../../context.ts';
import type { Address, MailServer } from '../../platform/mailer.ts';

/** How mail leaves the site; an administrator changes it in the SMTP settings. */
export interface SmtpSettings {
  server: MailServer;
  from: Address;
}

export const smtpKeys = [
  'smtp_host',
  'smtp_port',
  'smtp_secure',
  'smtp_username',
  'smtp_password',
  'smtp_from_name',
  'smtp_from_email',
] as const;

export type SmtpKey = (typeof smtpKeys)[number];

/** A setting that mail can't be sent with; the message names it. */
export class SmtpSettingsError extends Error {}

const schema = z.object({
  smtp_host: z.string().default(''),
  smtp_port: z.coerce
    .number('smtp_port must be a whole number')
    .int('smtp_port must be a whole number')
    .min(1, 'smtp_port must be 1 to 65535')
    .max(65535, 'smtp_port must be 1 to 65535')
    .optional(),
  smtp_secure: z
    .enum(['none', 'tls', 'ssl'], 'smtp_secure must be none, tls or ssl')
    .default('tls'),
  smtp_username: z.string().optional(),
  smtp_password: z.string().optional(),
  smtp_from_name: z.string().optional(),
  smtp_from_email: z.email('smtp_from_email must be an e-mail address').optional(),
});

/**
 * The settings as they are now, read anew each time so that every process sees a change at once;
 * undefined while there is no host.
 * @throws {SmtpSettingsError | SecretError} with one line that names the setting which can't be used
 */
export async function readSmtpSettings({
  database,
  secrets,
  siteSettings,
}: Pick<Deps, 'database' | 'secrets' | 'siteSettings'>): Promise<SmtpSettings | undefined> {
  const rows = await database.prisma.siteSetting.findMany({
    where: { key: { in: [...smtpKeys] } },
    select: { key: true, value: true, isEncrypted: true },
  });
  const given = rows
    .map(({ key, value, isEncrypted }): [string, string] => [
      key,
      isEncrypted ? secrets.open(key, value) : value.trim(),
    ])
    .filter(([, value]) => value !== '');
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new SmtpSettingsError(
      parsed.error.issues[0]?.message ?? 'The SMTP settings are not valid',
    );
  }
  const values = parsed.data;
  if (values.smtp_host === '') {
    return undefined;
  }
  const site = siteSettings.current();
  return {
    server: {
      host: values.smtp_host,
      port: values.smtp_port ?? (values.smtp_secure === 'ssl' ? 465 : 587),
      security: values.smtp_secure,
      username: values.smtp_username,
      password: values.smtp_password,
    },
    from: {
      name: values.smtp_from_name ?? site.title,
      address: values.smtp_from_email ?? site.contactEmail,
    },
  };
}
