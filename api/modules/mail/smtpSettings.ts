import { z } from 'zod';
import type { Deps } from '#api/context/context.ts';
import type { Prisma } from '#api/generated/prisma/client.ts';
import type { Address, MailServer } from '#api/platform/outgoing/mailer.ts';
import { WrongDestinationError } from '#api/platform/security/secrets.ts';

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

export class SmtpSettingsError extends Error {}

const schema = z.object({
  smtp_host: z.string().default(''),
  smtp_port: z.coerce
    .number('The port of the mail server must be a whole number')
    .int('The port of the mail server must be a whole number')
    .min(1, 'The port of the mail server must be 1 to 65535')
    .max(65535, 'The port of the mail server must be 1 to 65535')
    .optional(),
  smtp_secure: z
    .enum(['none', 'tls', 'ssl'], 'The security of the mail server must be none, tls or ssl')
    .default('tls'),
  smtp_username: z.string().optional(),
  smtp_from_name: z.string().optional(),
  smtp_from_email: z.email('The sender of mail must be an e-mail address').optional(),
});

/**
 * Reads the settings from the database each time, so that every process sees a change at once.
 * @returns undefined if no host is set
 * @throws {SmtpSettingsError | SecretError} with one line that names the unusable setting
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
  const parsed = schema.safeParse(valuesOf(secrets, rows));
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
  const address = values.smtp_from_email ?? site.contactEmail;
  if (address === '') {
    throw new SmtpSettingsError(
      'Mail has no sender. Set From Email, or the contact email of the site',
    );
  }
  const server = serverOf(values);
  return {
    server: {
      ...server,
      username: values.smtp_username,
      password: passwordFor(
        server,
        secrets,
        rows.find(({ key }) => key === passwordKey),
      ),
    },
    from: {
      name: values.smtp_from_name ?? site.title,
      address,
    },
  };
}

const passwordKey = 'smtp_password' satisfies SmtpKey;

/** Settings that determine where the password is sent. */
const destinationKeys: readonly string[] = [
  'smtp_host',
  'smtp_port',
  'smtp_secure',
] satisfies SmtpKey[];

export const movesPassword = (key: string): boolean =>
  key === passwordKey || destinationKeys.includes(key);

interface Row {
  key: string;
  value: string;
  isEncrypted: boolean;
}

type Server = Pick<MailServer, 'host' | 'port' | 'security'>;

function valuesOf(secrets: Deps['secrets'], rows: Row[]): Record<string, string> {
  const values = rows
    .filter(({ key }) => key !== passwordKey)
    .map(({ key, value, isEncrypted }): [string, string] => [
      key,
      isEncrypted ? secrets.open(key, value) : value.trim(),
    ]);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

const serverOf = (values: z.infer<typeof schema>): Server => ({
  host: values.smtp_host,
  port: values.smtp_port ?? (values.smtp_secure === 'ssl' ? 465 : 587),
  security: values.smtp_secure,
});

const destinationOf = ({ host, port, security }: Server): string =>
  JSON.stringify([host.toLowerCase(), port, security]);

function passwordFor(
  server: Server,
  secrets: Deps['secrets'],
  row: Row | undefined,
): string | undefined {
  if (!row?.isEncrypted) {
    return row?.value || undefined;
  }
  if (secrets.open(row.key, row.value) === '') {
    return undefined;
  }
  try {
    return secrets.openFor(row.key, row.value, destinationOf(server));
  } catch (error) {
    if (error instanceof WrongDestinationError) {
      throw new SmtpSettingsError(movedMessage(server, secrets.destinationOf(row.value)));
    }
    throw error;
  }
}

function movedMessage(server: Server, entered: string | undefined): string {
  const before: unknown[] = entered === undefined ? [] : (JSON.parse(entered) as unknown[]);
  const now = JSON.parse(destinationOf(server)) as unknown[];
  const changed = ['host', 'port', 'security'].filter((_, index) => before[index] !== now[index]);
  return `Enter the password again, since the ${changed.join(' and the ')} changed`;
}

/**
 * Binds the stored password to the server in the settings, unless it is already bound. Without a
 * server the password stays unbound and is never sent.
 * @throws {SmtpSettingsError} if the password was entered for another server
 */
export async function bindPassword(
  { secrets }: Pick<Deps, 'secrets'>,
  transaction: Pick<Prisma.TransactionClient, 'siteSetting'>,
): Promise<void> {
  const rows = await transaction.siteSetting.findMany({
    where: { key: { in: [...smtpKeys] } },
    select: { id: true, key: true, value: true, isEncrypted: true },
  });
  const password = rows.find(({ key, isEncrypted }) => key === passwordKey && isEncrypted);
  const parsed = schema.safeParse(valuesOf(secrets, rows));
  if (!password || !parsed.success || parsed.data.smtp_host === '') {
    return;
  }
  const server = serverOf(parsed.data);
  if (secrets.destinationOf(password.value) !== undefined) {
    passwordFor(server, secrets, password);
    return;
  }
  const plain = secrets.open(passwordKey, password.value);
  if (plain !== '') {
    await transaction.siteSetting.update({
      where: { id: password.id },
      data: { value: secrets.seal(passwordKey, plain, destinationOf(server)) },
    });
  }
}
